// The tree of an analysis as a list that one can walk by touch and by keys: the main line goes on in
// one flow, what could be played instead stands indented below the turn that it replaces.

import { make } from "./panels.js";

/** @typedef {import("./tree.js").Turn} Turn */
/** @typedef {import("./tree.js").Tree} Tree */

export class Variations {
  /**
   * @param {HTMLElement} place @param {Record<string, string>} words
   * @param {(turn: Turn) => void} go
   */
  constructor(place, words, go) {
    this.place = place;
    this.words = words;
    this.go = go;
  }

  /** @param {Tree} tree @param {Turn} at */
  show(tree, at) {
    const focused = this.place.contains(document.activeElement);
    /** @type {HTMLElement | null} */
    this.current = null;
    const line = make("div", "line");
    line.append(this.#button(tree.root, at), ...this.#comment(tree.root));
    this.#fill(line, tree.root, at);
    this.place.replaceChildren(line);
    const current = /** @type {HTMLElement | null} */ (this.current);
    if (focused) current?.focus({ preventScroll: true });
    if (current) this.#bringIntoSight(current);
  }

  /** The turns after one, as long as the line goes on. @param {HTMLElement} line @param {Turn} turn @param {Turn} at */
  #fill(line, turn, at) {
    while (turn.children.length) {
      const [first, ...others] = turn.children;
      line.append(this.#button(first, at), ...this.#comment(first));
      for (const other of others) {
        const aside = make("div", "line aside");
        aside.append(this.#button(other, at), ...this.#comment(other));
        this.#fill(aside, other, at);
        line.append(aside);
      }
      turn = first;
    }
  }

  /** @param {Turn} turn @param {Turn} at */
  #button(turn, at) {
    const button = make("button", "turn");
    if (turn.parent) button.append(make("span", "n", `${turn.depth}.`), ` ${turn.words}`);
    else button.textContent = this.words.start;
    if (turn === at) {
      button.setAttribute("aria-current", "step");
      this.current = button;
    }
    button.addEventListener("click", () => this.go(turn));
    return button;
  }

  /** @param {Turn} turn */
  #comment(turn) {
    return turn.comment ? [make("span", "remark", turn.comment)] : [];
  }

  /** Scroll the list alone, never the page. @param {HTMLElement} element */
  #bringIntoSight(element) {
    const [box, room] = [element.getBoundingClientRect(), this.place.getBoundingClientRect()];
    if (box.top < room.top) this.place.scrollTop -= room.top - box.top + 8;
    else if (box.bottom > room.bottom) this.place.scrollTop += box.bottom - room.bottom + 8;
  }
}
