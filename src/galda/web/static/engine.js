// The engine beside a board: asks the server for the best turns with longer and longer looks, and
// shows each answer. What was answered is kept as long as the page is open.

import { clearHints, showHints } from "./hints.js";
import { make } from "./panels.js";

/** @typedef {import("./schema.d.ts").AnalysisVerdict} Verdict */
/** @typedef {import("./schema.d.ts").AnalysisTurn} GoodTurn */

/** Milliseconds that a position must stay before the engine is asked: who walks on asks nothing. */
const CALM = 350;

export class Engine {
  /**
   * @param {HTMLElement} board
   * @param {{list: HTMLElement, note: HTMLElement}} places
   * @param {Record<string, string>} words
   * @param {(path: string, body: object, signal: AbortSignal) => Promise<any>} ask
   * @param {(turn: GoodTurn) => void} play
   */
  constructor(board, places, words, ask, play) {
    this.board = board;
    this.list = places.list;
    this.note = places.note;
    this.words = words;
    this.ask = ask;
    this.play = play;
    this.on = false;
    /** @type {object | null} The position that is looked at. */
    this.place = null;
    this.looked = 0;
    /** @type {Map<string, Verdict>} */
    this.known = new Map();
    /** @type {Verdict | null} */
    this.verdict = null;
  }

  /** Look at another position, or none. @param {object | null} place */
  consider(place) {
    this.place = place;
    this.verdict = null;
    clearTimeout(this.waiting);
    this.going?.abort();  // a question that still waits is withdrawn
    this.going = new AbortController();
    const asked = ++this.looked;
    clearHints(this.board);
    this.list.replaceChildren();
    this.note.textContent = this.on && !place ? this.words.over : "";
    if (!this.on || !place) return;
    this.note.textContent = this.words.thinking;
    this.waiting = setTimeout(() => this.#look(asked, place, 0), CALM);
  }

  /** @param {number} asked @param {object} place @param {number} look */
  async #look(asked, place, look) {
    const body = { ...place, look };
    const key = JSON.stringify(body);
    let verdict = this.known.get(key);
    try {
      verdict ??= await this.ask("/turns", body, /** @type {AbortController} */ (this.going).signal);
    } catch (trouble) {
      if (asked === this.looked) this.note.textContent = trouble.message;
      return;
    }
    this.known.set(key, /** @type {Verdict} */ (verdict));
    if (asked !== this.looked) return;
    this.show(/** @type {Verdict} */ (verdict));
    if (verdict?.more) this.#look(asked, place, look + 1);
  }

  /** @param {Verdict} verdict */
  show(verdict) {
    this.verdict = verdict;
    const focused = [...this.list.children].findIndex((item) => item.contains(document.activeElement));
    this.list.replaceChildren(...verdict.turns.map((turn) => this.#item(turn)));
    if (focused >= 0) this.list.children[focused]?.querySelector("button")?.focus();
    this.note.textContent = verdict.note;
    this.point();
  }

  /** Show on the board what was answered; a new drawing has lost it. */
  point() {
    if (!this.verdict) return;
    const { turns } = this.verdict;
    showHints(this.board, turns.map((turn) => turn.touches), turns[0]?.board);
  }

  /** @param {GoodTurn} turn */
  #item(turn) {
    const item = make("li");
    const button = make("button", "good-turn");
    const worth = make("strong", turn.exact ? "worth sure" : "worth", turn.worth);
    button.append(worth, make("span", "what", turn.text));
    if (turn.exact) worth.title = this.words.exact;
    button.setAttribute("aria-label", `${turn.worth}${turn.exact ? ` (${this.words.exact})` : ""}: ${turn.text}`);
    button.addEventListener("click", () => this.play(turn));
    item.append(button);
    return item;
  }
}
