// Setting up a position: by text, which is checked as it is typed, and by touch, where each touch
// changes what lies at one place, or opens the list of what may be put there. The server says what
// may be, and by which rule something cannot be.

import { newest } from "./newest.js";
import { make } from "./panels.js";

/** @typedef {import("./schema.d.ts").AnalysisChoice} Choice */
/**
 * @typedef {object} Page
 * @property {(id: string) => any} at
 * @property {(path: string, body: object, signal?: AbortSignal) => Promise<any>} ask
 * @property {Record<string, string>} words
 * @property {import("./picker.js").Picker} picker
 * @property {() => object} beginning
 * @property {() => number} seatToAct
 * @property {(...given: any[]) => any} draw
 * @property {(...given: any[]) => any} open
 * @property {(...given: any[]) => any} tellRule
 * @property {(...given: any[]) => any} enter
 * @property {(...given: any[]) => any} leave
 */

const TURN = "turn";
const CALM = 400;

export class SettingUp {
  /**
   * @param {Page} page  what the page of the analysis can do: see there
   */
  constructor(page) {
    this.page = page;
    this.on = false;
    /** @type {any} */
    this.start = null;
    /** @type {string[]} */
    this.touches = [];
    /** @type {any} The position that is typed, once the server has found nothing wrong with it. */
    this.found = null;
    this.checking = newest();
    this.listing = newest();
    this.beginnings = newest();
    /** Whether what was begun last still goes on. */
    this.goesOn = () => false;
    const { at } = page;
    at("paper").addEventListener("input", () => this.#typed());
    at("use").addEventListener("click", () => this.#use());
    at("by-touch").addEventListener("click", () => this.begin());
    at("next-turn").addEventListener("click", () => this.#change(TURN));
    at("done").addEventListener("click", () => this.#done());
    at("cancel").addEventListener("click", () => this.leaveOff());
    at("place").addEventListener("change", () => this.#ask(at("place").value));
    at("no-choice").addEventListener("click", () => this.#close());
    at("choices").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#key(event));
  }

  // By text

  /** Check what is typed when the fingers rest. */
  #typed() {
    clearTimeout(this.waiting);
    this.checking();
    this.found = null;
    this.page.at("use").disabled = true;
    this.waiting = setTimeout(() => this.#check(), CALM);
  }

  async #check() {
    const typed = this.page.at("paper").value;
    const wanted = this.checking();
    let found = null;
    let said = this.page.words.fine;
    try {
      found = await this.page.ask("/open", { text: typed });
    } catch (trouble) {
      said = trouble.message;
    }
    if (!wanted() || typed !== this.page.at("paper").value) return;
    this.found = found;
    this.page.at("use").disabled = this.on || !found;
    this.#say(said, Boolean(found));
  }

  async #use() {
    const found = this.found;
    if (!found) return;
    this.found = null;
    this.page.at("use").disabled = true;
    await this.page.open(found);
    this.#say("", true);
  }

  /** @param {string} said @param {boolean} fine */
  #say(said, fine) {
    this.page.at("problem").textContent = said;
    this.page.at("problem").hidden = !said;
    this.page.at("problem").classList.toggle("problem", !fine);
  }

  // By touch

  begin() {
    this.on = true;
    this.goesOn = this.beginnings();
    this.start = this.page.beginning();
    this.touches = [];
    this.page.enter();
    this.page.picker.show([]);
    this.#show(true);
    this.#change();
  }

  /** Something was touched: its number among the places. @param {number} number */
  touch(number) {
    const { id } = this.places[number];
    if (this.page.at("board").dataset.choices) this.#ask(id);
    else this.#change(id);
  }

  /** Somebody else's eyes are chosen: their places are shown. */
  look() {
    this.#close();
    this.#change();
  }

  /** One thing after the other: each begins with what the one before has left. @param {(goesOn: () => boolean) => Promise<void>} what */
  #then(what) {
    const goesOn = this.goesOn;
    this.doing = (this.doing ?? Promise.resolve()).then(() => (goesOn() ? what(goesOn) : undefined));
    return this.doing;
  }

  /** @param {string} [touch] */
  #change(touch) {
    return this.#then((goesOn) => this.#changeNow(goesOn, touch));
  }

  /** @param {() => boolean} goesOn @param {string} [touch] */
  async #changeNow(goesOn, touch) {
    if (touch) this.touches.push(touch);
    const view = await this.#send(goesOn);
    if (!goesOn()) return;
    if (!view) {
      if (touch) this.touches.pop();
      return;
    }
    this.#draw(view);
    const fine = !view.problem;
    if (fine) [this.start.root, this.touches] = [view.text, []];
    this.page.at("done").disabled = !fine;
    this.page.tellRule(view.rule, fine ? this.page.words.fine : view.problem);
  }

  /** @param {() => boolean} goesOn @param {string | null} [place] */
  async #send(goesOn, place = null) {
    const { eyes } = this.page.beginning();
    try {
      return await this.page.ask("/set-up", { ...this.start, eyes, touches: this.touches, place });
    } catch (trouble) {
      if (goesOn()) this.page.tellRule("", trouble.message);
      return null;
    }
  }

  /** @param {any} view */
  #draw(view) {
    this.places = view.places;
    this.page.draw(view, this.places.map((/** @type {any} */ place, /** @type {number} */ k) => [[place.id], k]));
    const options = this.places.map((/** @type {any} */ { id, name }) => {
      const option = make("option", "", name);
      option.setAttribute("value", id);
      return option;
    });
    const none = make("option", "", this.page.words.which);
    none.setAttribute("value", "");
    this.page.at("place").replaceChildren(none, ...options);
    this.page.at("place").value = this.place ?? "";
  }

  // What may be put somewhere

  /** Show what may be put at a place. @param {string} place */
  #ask(place) {
    if (!place) return this.#close();
    const wanted = this.listing();
    this.#then(() => this.#askNow(place, wanted));
  }

  /** @param {string} place @param {() => boolean} wanted  false once another is asked for, or the list closed */
  async #askNow(place, wanted) {
    const view = wanted() ? await this.#send(wanted, place) : null;
    if (!view || !wanted()) return;
    this.place = place;
    this.page.at("place").value = place;
    this.page.picker.show(this.places.map((/** @type {any} */ one, /** @type {number} */ k) => [[one.id], k]));
    this.page.at("choices-title").textContent = this.places.find((/** @type {any} */ one) => one.id === place)?.name ?? "";
    this.page.at("choice-groups").replaceChildren(...this.#groups(view.choices));
    this.#makeRoom();
    this.page.at("choices").hidden = false;
    this.page.at("choices").querySelector("#choice-groups button")?.focus();
  }

  /** Beside the board where there is room, else above the buttons: it covers nothing. */
  #makeRoom() {
    const list = this.page.at("choices");
    const side = document.querySelector(".side");
    if (side && matchMedia("(min-width: 960px)").matches) {
      side.prepend(list);
      side.scrollTop = 0;
    } else this.page.at("set-up-row").before(list);
  }

  /** @param {Choice[]} choices */
  #groups(choices) {
    const names = [...new Set(choices.map((choice) => choice.group))];
    if (!choices.length) return [make("p", "soft", this.page.words.nothing)];
    return names.map((name) => {
      const group = make("div", "group");
      group.setAttribute("role", "group");
      if (name) group.setAttribute("aria-label", name);
      const buttons = choices.filter((choice) => choice.group === name).map((choice) => this.#button(choice));
      group.append(...(name ? [make("span", "soft", name)] : []), ...buttons);
      return group;
    });
  }

  /** @param {Choice} choice */
  #button(choice) {
    const button = make("button", choice.sentence ? "not" : "", choice.sign);
    button.setAttribute("aria-label", choice.name);
    button.title = choice.name;
    if (choice.sentence) button.setAttribute("aria-disabled", "true");
    button.addEventListener("click", () => {
      if (choice.sentence) this.page.tellRule(choice.rule, choice.sentence);
      else this.#put(choice.id);
    });
    return button;
  }

  /** @param {string} choice */
  async #put(choice) {
    const place = this.place;
    const { eyes } = this.page.beginning();
    const seat = eyes ?? this.page.seatToAct();
    this.#close();
    await this.#change(`${place}=${choice}@${seat}`);
    if (this.on) this.page.picker.focus();
  }

  #close() {
    const had = this.page.at("choices").contains(document.activeElement);
    this.listing();
    this.place = "";
    this.page.at("place").value = "";
    this.page.at("choices").hidden = true;
    if (had) this.page.picker.focus();
  }

  /** Arrows go through the choices, Escape closes them. @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Escape") {
      event.stopPropagation();
      this.#close();
      return;
    }
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...this.page.at("choice-groups").querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  }

  /** What was touched last counts, too: its answer is awaited. */
  #done() {
    return this.#then(async (goesOn) => {
      if (this.page.at("done").disabled) return;
      document.body.classList.add("busy");
      try {
        const told = await this.page.ask("/open", { text: this.start.root });
        if (!goesOn()) return;
        this.leaveOff(false);
        await this.page.open(told);
      } catch (trouble) {
        if (!goesOn()) return;
        this.page.tellRule("", trouble.message);
        document.body.classList.remove("busy");
      }
    });
  }

  /** @param {boolean} [again]  whether the position of before is shown */
  leaveOff(again = true) {
    this.on = false;
    this.beginnings();
    this.#show(false);
    this.page.tellRule("", "");
    if (again) this.page.leave();
  }

  /** @param {boolean} on */
  #show(on) {
    document.body.classList.toggle("setting-up", on);
    this.page.at("set-up-row").hidden = !on;
    this.page.at("step-row").hidden = on;
    this.page.at("place-label").hidden = !this.page.at("board").dataset.choices;
    if (!on) this.#close();
    this.page.at("by-touch").disabled = on;
    this.page.at("paper").disabled = on;
    this.page.at("use").disabled = on || !this.found;
    if (on) this.page.at("room").scrollTop = 0;
  }
}
