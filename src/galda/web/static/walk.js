// A walk through a game: every step is told to the server with all that was played before it, and
// can be taken back. Whoever goes on before an answer has come is shown the newest one only.

import { newest } from "./newest.js";

/** @typedef {{actions: number[], before: number[][]}} Place  what was played; what was, before each step */

export class Walk {
  /**
   * @param {number[]} actions  what was played before the board that is shown first
   * @param {{ask: (actions: number[]) => Promise<any>, wait: () => void, show: (view: any) => void,
   *   failed: (why: string) => void}} page
   */
  constructor(actions, page) {
    this.page = page;
    /** @type {Place} What is shown. */
    this.here = { actions, before: [] };
    /** @type {Place} What is asked for, or shown. */
    this.goal = this.here;
    this.asking = newest();
  }

  /** Whether there is a step to take back. */
  get begun() {
    return this.goal.before.length > 0;
  }

  /** Whether an answer is on its way. */
  get waits() {
    return this.goal !== this.here;
  }

  /** Play on; whether that is shown now. @param {...number} played */
  on(...played) {
    const { actions, before } = this.goal;
    return this.#go({ actions: [...actions, ...played], before: [...before, actions] });
  }

  back() {
    const before = this.goal.before.slice();
    const actions = before.pop();
    return actions ? this.#go({ actions, before }) : null;
  }

  again() {
    return this.#go({ actions: [], before: [] });
  }

  /** Have the same drawn anew. */
  redraw() {
    return this.#go({ ...this.goal });
  }

  /** @param {Place} goal */
  async #go(goal) {
    const wanted = this.asking();
    this.goal = goal;
    document.body.classList.add("busy");
    this.page.wait();
    /** @type {any} */
    let view = null;
    let why = "";
    try {
      view = await this.page.ask(goal.actions);
    } catch (trouble) {
      why = trouble.message;
    }
    if (!wanted()) return false;
    document.body.classList.remove("busy");
    if (!view) {
      this.goal = this.here;
      this.page.failed(why);
      return false;
    }
    this.here = this.goal = { actions: view.actions, before: goal.before };
    this.page.show(view);
    return true;
  }
}
