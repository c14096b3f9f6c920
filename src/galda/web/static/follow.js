// Following the others: views that come quickly are shown one after the other, each long enough to
// be understood. Whoever touches the board is shown the present at once.

import { followTime } from "./comfort.js";

/** @typedef {import("./schema.d.ts").View} View */

export class Follow {
  /** @param {(view: View) => void} show @param {number} base  of the view that is shown first */
  constructor(show, base) {
    this.show = show;
    this.base = base;
    /** @type {View[]} What has come and is not shown yet. */
    this.waiting = [];
    this.until = 0;
    this.timer = 0;
    document.addEventListener("visibilitychange", () => document.hidden && this.skip());
  }

  /** A view from the server: now, or when the one before it has been seen. @param {View} view */
  push(view) {
    this.waiting.push(view);
    this.#next();
  }

  /** One's own turn is shown now: the answers to it come when it has been seen. @param {View} view */
  own(view) {
    this.skip();
    this.#seen(view);
  }

  /** Show nothing more until `go`. */
  wait() {
    clearTimeout(this.timer);
    this.until = Infinity;
  }

  go() {
    this.until = 0;
    this.#next();
  }

  /** Show the present at once; whether anything was held back. */
  skip() {
    const last = this.waiting.at(-1);
    clearTimeout(this.timer);
    this.waiting = [];
    this.until = 0;
    if (last) this.#show(last);
    return Boolean(last);
  }

  #next() {
    clearTimeout(this.timer);
    while (this.waiting.length) {
      const left = this.until - performance.now();
      if (this.waiting[0].base !== this.base && left > 0 && !document.hidden) {
        if (left === Infinity) return;
        this.timer = setTimeout(() => this.#next(), left);
        return;
      }
      this.#show(/** @type {View} */ (this.waiting.shift()));
    }
  }

  /** @param {View} view */
  #show(view) {
    this.#seen(view);
    this.show(view);
  }

  /** @param {View} view */
  #seen(view) {
    if (view.base === this.base) return;
    this.base = view.base;
    if (this.until !== Infinity) this.until = performance.now() + followTime();
  }
}
