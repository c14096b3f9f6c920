// The turns of others since one's own last one: marked in the log, played again, and, where the log
// is out of sight, a short list in the message strip.

/** @typedef {import("./schema.d.ts").View} View */
/** @typedef {import("./schema.d.ts").LogLine} LogLine */

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

export class Since {
  /**
   * @param {import("./moments.js").Moments} moments
   * @param {(line: LogLine) => HTMLElement} draw
   */
  constructor(moments, draw) {
    this.moments = moments;
    this.draw = draw;
    /** @type {number[]} */
    this.plies = [];
    for (const button of [at("since"), at("recent-play")]) {
      button.addEventListener("click", () => this.#play());
    }
    at("recent-lines").addEventListener("click", (event) => this.#click(event));
    at("board").addEventListener("pointerdown", () => (at("recent").open = false));
  }

  /** @param {View} view */
  show(view) {
    const lines = view.log.filter((line) => line.ply !== null && view.since.includes(line.sequence));
    this.plies = lines.map((line) => Number(line.ply));
    const told = lines.length && view.your_turn && !view.draft.actions.length && this.moments.ply === null;
    for (const place of [at("since"), at("recent")]) {
      place.querySelector(".count").textContent = String(lines.length);
      place.hidden = !told;
    }
    at("recent-lines").replaceChildren(...lines.map(this.draw));
    for (const line of at("log").querySelectorAll("[data-ply]")) {
      line.classList.toggle("new", this.plies.includes(Number(line.dataset.ply)));
    }
  }

  #play() {
    at("recent").open = false;
    this.moments.play(this.plies);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const line = /** @type {Element} */ (event.target).closest("[data-ply]");
    if (!line || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    at("recent").open = false;
    this.moments.look(Number(line.getAttribute("data-ply")));
  }
}
