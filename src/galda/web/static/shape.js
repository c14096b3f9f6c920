// Which shape of board a page has room for, said to the server with everything that is asked of it.
// Between the two shapes a page keeps the one it has: a board does not flip to and fro.

/** @typedef {import("./schema.d.ts").View["shape"]} Shape */

const WIDE = 1.12;
const TALL = 0.92;
const YEAR = 31536000;
/** How much of a column's height bar, players and strip take. */
const BARS = 170;

export class Room {
  /**
   * @param {HTMLElement} stage  where the board stands
   * @param {Shape} shape  as the server has drawn it
   * @param {(shape: Shape) => void} changed
   */
  constructor(stage, shape, changed) {
    this.stage = stage;
    this.shape = shape;
    this.changed = changed;
    this.shape = this.#measure();
    const look = () => this.#look();
    new ResizeObserver(look).observe(stage);
    addEventListener("resize", look);
  }

  #look() {
    const fresh = this.#measure();
    if (fresh === this.shape) return;
    this.shape = fresh;
    this.changed(fresh);
  }

  /** @returns {Shape} */
  #measure() {
    const box = this.stage.getBoundingClientRect();
    // In a column the board's own height says nothing: what counts is how much of it can be seen.
    const fixed = getComputedStyle(this.stage).getPropertyValue("--fits").trim() === "yes";
    const height = fixed ? box.height : innerHeight - BARS;
    if (!box.width || !height) return this.shape;
    const room = box.width / height;
    const fresh = room > WIDE ? "wide" : room < TALL ? "tall" : this.shape;
    document.cookie = `shape=${fresh}; path=/; max-age=${YEAR}; samesite=lax`;
    return fresh;
  }
}
