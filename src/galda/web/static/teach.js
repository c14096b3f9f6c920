// Learning from mistakes: shows a mistake on the board, or lets one try it again with the picker. It
// takes the place of the steps below the board while it is at work, and knows no rule.

import { newest } from "./newest.js";
import { Picker } from "./picker.js";
import { replaceBoard } from "./slide.js";

/** @typedef {import("./schema.d.ts").Frame} Frame */
/** @typedef {import("./schema.d.ts").Task} Task */
/** @typedef {import("./schema.d.ts").Attempt} Attempt */

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);
const BUTTONS = ["reply", "again", "answer", "on"];

export class Teacher {
  /**
   * @param {HTMLElement} board
   * @param {Record<string, string>} words
   * @param {{query: () => string, left: () => void, tried?: (task: any, right: boolean) => void}} page
   */
  constructor(board, words, page) {
    this.board = board;
    this.words = words;
    this.page = page;
    this.asking = newest();
    /** Whether the board is to be brought into sight once it is drawn. */
    this.fresh = false;
    /** @type {Frame[]} The boards to step through, when a mistake is shown. */
    this.frames = [];
    /** @type {Task[]} The mistakes to try again. */
    this.tasks = [];
    this.number = 0;
    /** @type {Attempt | null} */
    this.view = null;
    /** Whether the present mistake has been tried or its answer shown. */
    this.tried = false;
    this.picker = new Picker(board, {
      play: (action) => this.#try([...(this.view?.actions ?? []), action]),
      why: () => this.on && this.view && !this.view.done && this.#say(this.words.whole),
      back: () => (this.view?.actions.length && !this.view.done ? this.#begin() : this.on && this.leave()),
      chosen: () => {},
    });
    at("teach-on").addEventListener("click", () => this.#next());
    at("teach-again").addEventListener("click", () => this.#begin());
    at("teach-answer").addEventListener("click", () => this.#showAnswer());
    at("teach-reply").addEventListener("click", () => this.#showReply());
    at("teach-leave").addEventListener("click", () => this.leave());
  }

  /** Whether the board is ours now. */
  get on() {
    return !at("teach").hidden;
  }

  /** Step through boards. @param {Frame[]} frames @param {string} [analyse]  where one can play on from the mistake */
  show(frames, analyse = "") {
    this.#open();
    at("teach-analyse").hidden = !analyse;
    at("teach-analyse").href = analyse;
    this.tasks = [];
    this.frames = frames;
    this.number = 0;
    this.#frame();
  }

  /** Try mistakes again, one by one. @param {Task[]} tasks */
  learn(tasks) {
    this.#open();
    at("teach-analyse").hidden = true;
    this.frames = [];
    this.tasks = tasks;
    this.number = 0;
    this.tried = false;
    return this.#begin();
  }

  /** Draw what is shown anew, for another shape of room. */
  redraw() {
    if (this.tasks.length && !this.view?.done) this.#begin();
  }

  /** Give the board back. */
  stop() {
    this.#forget();
    at("teach").hidden = true;
    document.body.classList.remove("teaching");
    this.view = null;
    this.tasks = this.frames = [];
    this.picker.show([]);
  }

  leave() {
    this.stop();
    this.page.left();
  }

  /** What is on its way is no longer wanted. */
  #forget() {
    this.asking();
    at("teach").removeAttribute("aria-busy");
  }

  #open() {
    this.#forget();
    at("teach").hidden = false;
    document.body.classList.add("teaching");
    at("teach-told").focus({ preventScroll: true });
    this.fresh = true;
  }

  #next() {
    this.number += 1;
    this.tried = false;
    if (this.frames.length) this.#frame();
    else this.#begin();
  }

  #frame() {
    const frame = this.frames[this.number];
    this.#draw(frame.svg, []);
    this.#point(frame.kind, frame.touches);
    at("teach-place").textContent = "";
    this.#say(frame.told);
    this.#buttons(this.number + 1 < this.frames.length ? ["on"] : []);
  }

  /** A mistake from its beginning. */
  async #begin() {
    const said = await this.#ask([]);
    if (!said) return;
    const place = this.words.place.replace("{k}", String(this.number + 1)).replace("{n}", String(this.tasks.length));
    at("teach-place").textContent = `${place}: ${this.tasks[this.number].player}`;
    this.#show(said);
  }

  /** @param {number[]} actions */
  async #try(actions) {
    const said = await this.#ask(actions);
    if (!said) return;
    if (said.done && !this.tried) {
      this.tried = true;
      this.page.tried?.(this.tasks[this.number], said.right);
    }
    this.#show(said);
  }

  /** @param {Attempt} said */
  #show(said) {
    this.view = said;
    this.#draw(said.svg, said.paths);
    this.#point("threatened", said.touches);
    const last = this.number + 1 >= this.tasks.length;
    this.#say(said.done && said.right && last ? `${said.said} ${this.words.done}` : said.said);
    const more = last ? [] : ["on"];
    if (!said.done) this.#buttons(["answer", ...more]);
    else if (said.right) this.#buttons(more);
    else this.#buttons([...(said.reply ? ["reply"] : []), "again", "answer", ...more]);
  }

  /** The answer on the board; whoever wants may play it. */
  async #showAnswer() {
    if (!this.tried) this.page.tried?.(this.tasks[this.number], false);
    this.tried = true;
    const said = await this.#ask([]);
    if (!said?.answer) return;
    this.#show(said);
    this.#point("advised", said.answer.touches);
    this.#say(said.answer.told);
    at("teach-answer").hidden = true;
  }

  #showReply() {
    const reply = this.view?.reply;
    if (!reply) return;
    this.#draw(reply.svg, []);
    this.#point("", []);
    this.#say(reply.told);
    at("teach-reply").hidden = true;
    at("teach-again").focus({ preventScroll: true });
  }

  /** What the server says; null if it failed, or something else is wanted by then. @param {number[]} actions @returns {Promise<Attempt | null>} */
  async #ask(actions) {
    const wanted = this.asking();
    const task = this.tasks[this.number];
    at("teach").setAttribute("aria-busy", "true");
    if (actions.length) this.#say(this.words.thinking);
    try {
      const answer = await fetch(`/api/v1/mistakes${this.page.query()}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ position: task.position, actions, best: task.best }),
      });
      const said = await answer.json();
      if (!answer.ok) throw said;
      return wanted() ? said : null;
    } catch (refused) {
      if (!wanted()) return null;
      this.#say(refused.error ?? this.words.failed);
      this.picker.show(this.view?.paths ?? []);
      return null;
    } finally {
      if (wanted()) at("teach").removeAttribute("aria-busy");
    }
  }

  /** @param {string} svg @param {Attempt["paths"]} paths */
  #draw(svg, paths) {
    const refocus = replaceBoard(this.board, svg);
    this.picker.show(paths);
    refocus();
    if (this.fresh) this.board.scrollIntoView({ block: "start" });
    this.fresh = false;
  }

  /** Mark things on the board, as the coach does. @param {string} kind @param {string[]} touches */
  #point(kind, touches) {
    for (const old of ["advised", "threatened"]) {
      for (const element of this.board.querySelectorAll(`.${old}`)) element.classList.remove(old);
    }
    if (!kind) return;
    for (const id of touches) {
      this.board.querySelector(`[data-touch="${CSS.escape(id)}"], [data-part="${CSS.escape(id)}"]`)?.classList.add(kind);
    }
  }

  /** @param {string} text */
  #say(text) {
    at("teach-told").textContent = text;
  }

  /** @param {string[]} shown */
  #buttons(shown) {
    for (const name of BUTTONS) at(`teach-${name}`).hidden = !shown.includes(name);
  }
}
