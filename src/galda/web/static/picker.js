// The picker: turns touches on a board into moves, for any game. It is told the legal paths of
// touches and knows nothing else; mouse, finger and keyboard all end in `touch`. By keys one goes
// through what can be touched (Tab) or to anything on the board (arrows), to be told why not.

import { showFocus } from "./focus.js";

/** @typedef {[(string | string[])[], number | number[]]} Path  what to touch, the action it means or the whole turn */

/** More than any board is wide. */
const ASIDE = 1e6;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * What is to be touched next on a path; nothing: it is whole; null: touches that do not begin it.
 * @param {Path[0]} path @param {string[]} touched @returns {string[] | null}
 */
export function rest(path, touched) {
  let at = 0;
  for (const step of path) {
    const left = [step].flat();
    while (left.length) {
      if (at === touched.length) return left;
      const found = left.indexOf(touched[at]);
      if (found < 0) return null;
      left.splice(found, 1);
      at += 1;
    }
  }
  return at === touched.length ? [] : null;
}

export class Picker {
  /**
   * @param {HTMLElement} board  holds the drawing
   * @param {{play: (action: any) => void, why: (touches: string[]) => void,
   *   back: () => void, chosen: (element: Element | null) => void, late?: () => void}} says
   */
  constructor(board, says) {
    this.board = board;
    this.says = says;
    /** @type {Path[]} */
    this.paths = [];
    /** @type {string[]} */
    this.touched = [];
    /** Whether an answer is awaited: what is touched meanwhile is touched after it. */
    this.held = false;
    /** @type {string[]} */
    this.later = [];
    /** Where the keys are, or were last. @type {string | undefined} */
    this.at = undefined;
    board.addEventListener("focusin", (event) => this.#follow(event));
    showFocus(board);
    board.addEventListener("click", (event) => this.#click(event));
    board.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Take over a new board with its legal paths; nothing is touched yet. @param {Path[]} paths */
  show(paths) {
    this.paths = paths;
    this.touched = [];
    this.#light();
  }

  /** The ids that can be touched next. @param {string[]} touched */
  next(touched) {
    return new Set(this.paths.flatMap(([path]) => rest(path, touched) ?? []));
  }

  /**
   * Touch an element: go on, take back, begin anew, or ask why not.
   * @param {string} id @param {boolean} [again]  it was chosen already, and so is not one of several equal ones
   */
  touch(id, again = false) {
    if (this.held) {
      this.later.push(id);
      return;
    }
    const touched = this.touched;
    if (!again && this.next(touched).has(id)) {
      this.touched = [...touched, id];
    } else if (touched.includes(id)) {
      const whole = touched.at(-1) === id ? this.whole(touched) : undefined;
      if (whole !== undefined) return this.#play(whole);
      this.touched = this.#less(touched, id);
    } else if (touched.length && this.next([]).has(id)) {
      this.touched = [id];
    } else {
      this.says.why([...touched, id]);
      return;
    }
    this.#chosen();
  }

  /** Touch what is offered, all at once. @param {string[]} ids */
  touchAll(ids) {
    this.touched = [...this.touched, ...ids];
    this.#chosen();
  }

  #chosen() {
    const only = this.#only();
    if (only.length) this.touched = [...this.touched, ...only];
    const action = this.whole(this.touched);
    if (action !== undefined && !this.next(this.touched).size) return this.#play(action);
    this.#light();
    this.says.chosen(this.touched.length ? this.#find(this.touched.at(-1)) : null);
  }

  /** What is chosen anyway, for there is no other choice of what is touched in any order. */
  #only() {
    const begun = this.touched.length ? this.paths.filter(([path]) => rest(path, this.touched)) : [];
    const [path] = begun.length === 1 ? begun[0] : [[]];
    return Array.isArray(path.at(-1)) && this.touched.length === path.length - 1 ? (rest(path, this.touched) ?? []) : [];
  }

  /** What is left when one touch is taken back, and with it what came of it. @param {string[]} touched @param {string} id */
  #less(touched, id) {
    const at = touched.lastIndexOf(id);
    const less = [...touched.slice(0, at), ...touched.slice(at + 1)];
    return this.paths.some(([path]) => rest(path, less)) ? less : touched.slice(0, at);
  }

  /** Keep touches for later until `release`. */
  hold() {
    this.held = true;
  }

  /** Now touch what was touched meanwhile, as far as it still fits. */
  release() {
    this.held = false;
    while (this.later.length && !this.held) {
      const id = /** @type {string} */ (this.later.shift());
      if (this.next(this.touched).has(id)) {
        this.touch(id);
        continue;
      }
      this.later = [];
      this.says.late?.();
    }
  }

  /** Give the board the focus: where the keys were if that can be touched, else where something can. */
  focus() {
    (this.#stop() ?? this.board).focus({ preventScroll: true });
  }

  /** Take back one touch; whether there was one. */
  untouch() {
    if (!this.touched.length) return false;
    const last = this.touched.pop();
    this.#light();
    this.#find(last)?.focus({ preventScroll: true });
    this.says.chosen(null);
    return true;
  }

  /** @param {number | number[]} action */
  #play(action) {
    this.paths = [];
    this.#light();
    this.says.play(action);
  }

  /** The action that exactly these touches mean. @param {string[]} touched */
  whole(touched) {
    return this.paths.find(([path]) => rest(path, touched)?.length === 0)?.[1];
  }

  /** @param {string | undefined} id @returns {SVGElement | null} */
  #find(id) {
    return id === undefined ? null : this.board.querySelector(`[data-touch="${CSS.escape(id)}"]`);
  }

  /** Mark what can be touched next and what has been touched. */
  #light() {
    const next = this.next(this.touched);
    this.board.classList.toggle("choosing", this.touched.length > 0);
    this.board.classList.toggle("waiting", this.paths.length > 0);
    for (const element of this.board.querySelectorAll("[data-touch]")) {
      const id = element.getAttribute("data-touch");
      const lit = next.has(id);
      const chosen = this.touched.includes(id);
      element.classList.toggle("lit", lit);
      element.classList.toggle("chosen", chosen);
      element.setAttribute("role", "button");
      // Not `aria-pressed`: "not pressed" at every piece would drown its name.
      if (chosen) element.setAttribute("aria-current", "true");
      else element.removeAttribute("aria-current");
      element.setAttribute("aria-disabled", String(!lit && !chosen));
      element.setAttribute("tabindex", lit || chosen ? "0" : "-1");
    }
    // A board on which nothing can be touched can still be read by keys.
    this.#stop()?.setAttribute("tabindex", "0");
  }

  /** Where keys come to the board. @returns {SVGElement | null} */
  #stop() {
    const last = this.#find(this.at);
    /** @type {NodeListOf<SVGElement>} */
    const open = this.board.querySelectorAll(".lit, .chosen");
    if (open.length) return last && [...open].includes(last) ? last : open[0];
    return last ?? this.board.querySelector("[data-touch]");
  }

  /** @param {FocusEvent} event */
  #follow(event) {
    this.at = /** @type {Element} */ (event.target).closest("[data-touch]")?.getAttribute("data-touch") ?? this.at;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const element = /** @type {Element} */ (event.target).closest("[data-touch]");
    if (element) this.touch(element.getAttribute("data-touch"), element.matches(".chosen:not(.lit)"));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = /** @type {Element} */ (event.target).closest("[data-touch]");
    if (event.key in ARROWS) {
      const to = this.#towards(at, ARROWS[event.key]);
      if (to) to.focus();
      if (to || at) event.preventDefault();
    } else if ((event.key === "Enter" || event.key === " ") && at) {
      event.preventDefault();
      this.touch(at.getAttribute("data-touch"));
    } else if (event.key === "Escape") {
      if (!this.untouch()) this.says.back();
    }
  }

  /** What lies nearest in a direction, whether it can be touched or not. @param {Element | null} from */
  #towards(from, [right, down]) {
    const middle = (element) => {
      const box = element.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    /** @type {NodeListOf<SVGElement>} */
    const all = this.board.querySelectorAll("[data-touch]");
    const others = [...all].filter((element) => element !== from);
    if (!from) return this.#stop();
    const [x, y] = middle(from);
    let best = null;
    let least = Infinity;
    for (const element of others) {
      const [ex, ey] = middle(element);
      const ahead = (ex - x) * right + (ey - y) * down;
      const aside = Math.abs((ex - x) * down) + Math.abs((ey - y) * right);
      // The nearest straight on; what lies more to the side only where there is nothing else.
      const far = aside <= ahead ? Math.hypot(ahead, aside) : ASIDE + ahead + 2 * aside;
      if (ahead > 1 && far < least) {
        least = far;
        best = element;
      }
    }
    return best;
  }
}
