// The review of a finished game: asks for it, shows how far it is, and then the chart of chances,
// the turns worth a remark, and the chart as a table.

import { note } from "./mistakes.js";
import { newest } from "./newest.js";
import { make } from "./panels.js";

const SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!" };
const PATIENCE = 900;

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

export class Review {
  /**
   * @param {string} home  the game's address in the API
   * @param {() => string} query  what is added to it
   * @param {Record<string, string>} words
   * @param {(ply: number) => void} go  shows a ply
   * @param {import("./teach.js").Teacher} teacher  shows mistakes on the board
   * @param {number[]} own  the reader's seats
   */
  constructor(home, query, words, go, teacher, own) {
    this.home = home;
    this.address = `${home}/review`;
    this.teacher = teacher;
    this.own = own;
    this.query = query;
    this.words = words;
    this.go = go;
    this.ply = 0;
    this.showing = newest();
    at("ask-review").addEventListener("click", () => this.#ask("POST"));
    at("chart").addEventListener("click", (event) => this.#click(event));
    this.#ask("GET");
  }

  /** Show where we are. @param {number} ply */
  mark(ply) {
    if (ply !== this.ply) this.showing();
    this.ply = ply;
    const chart = at("chart").querySelector("svg");
    const now = chart?.querySelector(".now");
    if (!now) return;
    const { left, right, last } = chart.dataset;
    const width = chart.viewBox.baseVal.width;
    const x = width * (Number(left) + ((Number(right) - Number(left)) * ply) / Math.max(Number(last), 1));
    now.setAttribute("x1", String(x));
    now.setAttribute("x2", String(x));
  }

  /** @param {"GET" | "POST"} method */
  async #ask(method) {
    clearTimeout(this.timer);
    at("ask-review").disabled = true;
    try {
      const answer = await fetch(this.address + this.query(), { method });
      const said = await answer.json();
      if (!answer.ok) throw said;
      this.#show(said);
    } catch (refused) {
      at("review-words").hidden = false;
      at("review-words").textContent = refused.error ?? this.words.failed;
    }
    at("ask-review").disabled = false;
  }

  /** @param {import("./schema.d.ts").Review} said */
  #show(said) {
    const going = said.state === "going";
    at("ask-review").hidden = said.state !== "none";
    at("review-words").hidden = said.state !== "none";
    at("progress").hidden = !going;
    at("progress").querySelector("progress").value = said.done;
    at("progress-words").textContent = this.words.progress
      .replace("{done}", String(said.done)).replace("{total}", String(said.total));
    if (said.chart) {
      const focused = document.activeElement?.closest?.("#chart [data-ply]")?.getAttribute("data-ply");
      at("chart").innerHTML = said.chart;
      if (focused) at("chart").querySelector(`[data-ply="${focused}"]`)?.focus();
      at("table").innerHTML = said.table;
      at("as-table").hidden = false;
      this.#remarks(said.marks, going);
      this.#turning(said.turning);
      if (!going) this.#learning(said.marks);
      this.mark(this.ply);
    }
    if (said.sums) {
      at("sums").innerHTML = said.sums;
      at("sums").hidden = false;
    }
    if (going) this.timer = setTimeout(() => this.#ask("GET"), PATIENCE);
  }

  /** @param {import("./schema.d.ts").Review["marks"]} marks @param {boolean} going */
  #remarks(marks, going) {
    const lines = Object.entries(marks).map(([ply, mark]) => {
      const item = make("li");
      const link = /** @type {HTMLAnchorElement} */ (make("a", mark.kind));
      link.href = `?ply=${ply}`;
      link.dataset.ply = ply;
      link.append(make("span", "sign", SIGNS[mark.kind]), " ", mark.text);
      item.append(link);
      if (!going) item.append(this.#button(this.words.show, () => this.#showMistake(ply)));
      return item;
    });
    if (!lines.length && !going) lines.push(make("li", "soft", this.words.none));
    at("remarks").replaceChildren(...lines);
    for (const old of document.querySelectorAll("#story .sign")) old.remove();
    for (const [ply, mark] of Object.entries(marks)) {
      const sign = make("span", "sign", SIGNS[mark.kind]);
      sign.title = mark.text;
      document.querySelector(`#story [data-ply="${ply}"]`)?.append(sign);
    }
  }

  /** @param {string} text @param {() => void} press */
  #button(text, press) {
    const button = make("button", "", text);
    button.addEventListener("click", press);
    return button;
  }

  /** The better turn and the punishment on the board. @param {string} ply */
  async #showMistake(ply) {
    const wanted = this.showing();
    try {
      const answer = await fetch(`${this.home}/mistakes/${ply}${this.query()}`);
      const said = await answer.json();
      if (!answer.ok) throw said;
      if (wanted()) this.teacher.show(said.frames, this.#analysis(ply));
    } catch (refused) {
      if (!wanted()) return;
      at("review-words").hidden = false;
      at("review-words").textContent = refused.error ?? this.words.failed;
    }
  }

  /** The analysis board after a turn, if this game can be analysed. @param {string} ply */
  #analysis(ply) {
    const link = /** @type {HTMLAnchorElement | null} */ (at("analyse"));
    if (!link) return "";
    const address = new URL(link.href);
    address.searchParams.set("ply", ply);
    return address.href;
  }

  /** The turns that changed who leads. @param {import("./schema.d.ts").TurningPoint[]} points */
  #turning(points) {
    at("turning-points").hidden = !points.length;
    at("turning").replaceChildren(
      ...points.map((point) => {
        const item = make("li");
        const link = /** @type {HTMLAnchorElement} */ (make("a", "", point.text));
        link.href = `?ply=${point.ply}`;
        link.dataset.ply = String(point.ply);
        item.append(link);
        return item;
      }),
    );
  }

  /** Offer to learn from mistakes, one's own or those of each player; one's own come back later. @param {import("./schema.d.ts").Review["marks"]} marks */
  #learning(marks) {
    /** @type {Map<number, any[]>} */
    const bySeat = new Map();
    for (const [ply, mark] of Object.entries(marks)) {
      if (!mark.task) continue;
      const task = { ...mark.task, id: `${this.home.split("/").at(-1)}:${ply}` };
      bySeat.set(mark.seat, [...(bySeat.get(mark.seat) ?? []), task]);
    }
    note(this.own.length === 1 ? (bySeat.get(this.own[0]) ?? []) : []);
    const offered = [...bySeat].sort(([a], [b]) => Number(this.own.includes(b)) - Number(this.own.includes(a)));
    at("learn").replaceChildren(
      ...offered.map(([seat, tasks]) => {
        const text = this.own.length === 1 && this.own[0] === seat ? this.words.learn_own : this.words.learn;
        const filled = text.replace("{player}", tasks[0].player).replace("{n}", String(tasks.length));
        return this.#button(filled, () => this.teacher.learn(tasks));
      }),
    );
  }

  /** A click into the chart goes to the ply below it. @param {MouseEvent} event */
  #click(event) {
    const chart = at("chart").querySelector("svg");
    if (!chart || /** @type {Element} */ (event.target).closest("[data-ply]")) return;
    const box = chart.getBoundingClientRect();
    const { left, right, last } = chart.dataset;
    const share = ((event.clientX - box.x) / box.width - Number(left)) / (Number(right) - Number(left));
    this.go(Math.round(Math.min(Math.max(share, 0), 1) * Number(last)));
  }
}
