// Earlier moments on the board of a table that is played at: a line of the log that is touched shows
// how the board was after it, one that is pointed at shows it while it is pointed at.

import { followTime, slideTime } from "./comfort.js";
import { replaceBoard } from "./slide.js";

/** @typedef {import("./schema.d.ts").ReplayPly} ReplayPly */

const HOVER = 260;
const LEAST_PAUSE = 900;
/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);
const mouse = matchMedia("(hover: hover) and (pointer: fine)");

export class Moments {
  /**
   * @param {HTMLElement} board
   * @param {{address: (ply: number) => string, enter: () => void, leave: () => void,
   *   last: () => number, words: Record<string, string>}} says
   */
  constructor(board, says) {
    this.board = board;
    this.says = says;
    /** The ply that is shown; null: the present. @type {number | null} */
    this.ply = null;
    /** Whether somebody only points at it. */
    this.glance = false;
    /** @type {Map<string, Promise<ReplayPly>>} */
    this.asked = new Map();
    this.running = 0;
    this.hovering = 0;
    at("to-now").addEventListener("click", () => this.leave());
    at("moment-back").addEventListener("click", () => this.step(-1));
    at("moment-on").addEventListener("click", () => this.#on());
    const log = at("log");
    log.addEventListener("click", (event) => this.#click(event));
    log.addEventListener("pointerover", (event) => this.#point(event));
    log.addEventListener("pointerleave", () => this.#unpoint());
  }

  /** Show how the board was after so many turns. @param {number} ply @param {boolean} [glance] */
  async look(ply, glance = false) {
    clearTimeout(this.running);
    if (this.ply === null) this.says.enter();
    this.ply = ply;
    this.glance = glance;
    const shown = await this.#fetch(ply).catch(() => null);
    if (this.ply !== ply) return;
    if (!shown) return this.leave();
    replaceBoard(this.board, shown.svg);
    this.board.classList.add("earlier");
    const words = this.says.words.moment.replace("{turn}", String(ply));
    at("moment").textContent = `${words} ${shown.sentence}`;
    at("moment").hidden = false;
    at("moments").hidden = glance;
    this.#mark(ply);
  }

  /** Show turns one after the other, then the present. @param {number[]} plies */
  async play(plies) {
    const [first, ...others] = plies;
    if (first === undefined) return this.leave();
    await this.look(first);
    if (this.ply !== first) return;
    const pause = Math.max(LEAST_PAUSE, followTime()) + slideTime();
    this.running = setTimeout(() => this.play(others), pause);
  }

  /** Back to the present. */
  leave() {
    clearTimeout(this.running);
    clearTimeout(this.hovering);
    if (this.ply === null) return;
    const line = at("log").querySelector("[aria-current]");
    const byKeys = at("moments").contains(document.activeElement);
    this.ply = null;
    this.glance = false;
    this.board.classList.remove("earlier");
    at("moment").hidden = true;
    at("moments").hidden = true;
    this.#mark(null);
    this.says.leave();
    if (byKeys) line?.focus({ preventScroll: true });
  }

  /** One turn back or on. @param {number} by */
  step(by) {
    if (by > 0) this.#on();
    else this.look(Math.max(0, (this.ply ?? this.says.last()) - 1));
  }

  #on() {
    if (this.ply === null) return;
    const next = (this.ply ?? 0) + 1;
    if (next > this.says.last()) this.leave();
    else this.look(next);
  }

  /** @param {number | null} ply */
  #mark(ply) {
    at("log").querySelector("[aria-current]")?.removeAttribute("aria-current");
    const line = at("log").querySelector(`[data-ply="${ply}"]`);
    line?.setAttribute("aria-current", "step");
    line?.scrollIntoView({ block: "nearest" });
    at("told").textContent = (line ?? [...at("log").querySelectorAll("a")].at(-1))?.querySelector(".sentence")?.textContent ?? "";
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const line = /** @type {Element} */ (event.target).closest("[data-ply]");
    if (!line || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    clearTimeout(this.hovering);
    this.look(Number(line.getAttribute("data-ply")));
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const line = /** @type {Element} */ (event.target).closest("[data-ply]");
    clearTimeout(this.hovering);
    if (!mouse.matches || event.pointerType !== "mouse" || (this.ply !== null && !this.glance)) return;
    if (!line) return this.#unpoint();
    const ply = Number(line.getAttribute("data-ply"));
    if (ply !== this.ply) this.hovering = setTimeout(() => this.look(ply, true), HOVER);
  }

  #unpoint() {
    clearTimeout(this.hovering);
    if (this.glance) this.leave();
  }

  /** @param {number} ply */
  #fetch(ply) {
    const address = this.says.address(ply);
    let answer = this.asked.get(address);
    if (!answer) {
      answer = fetch(address).then((said) => (said.ok ? said.json() : Promise.reject(said.status)));
      answer.catch(() => this.asked.delete(address));
      this.asked.set(address, answer);
    }
    return answer;
  }
}
