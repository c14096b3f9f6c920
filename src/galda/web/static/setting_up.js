// Setting up a position: by text, which is checked as it is typed, and by touch, where each touch
// changes what lies at one place. The server says by which rule something cannot be.

const TURN = "turn";
const CALM = 400;

export class SettingUp {
  /** @param {any} page  what the page of the analysis can do: see there */
  constructor(page) {
    Object.assign(this, page);
    this.on = false;
    /** @type {any} */
    this.start = null;
    /** @type {string[]} */
    this.touches = [];
    const { at } = page;
    at("paper").addEventListener("input", () => this.#typed());
    at("use").addEventListener("click", () => this.#use());
    at("by-touch").addEventListener("click", () => this.begin());
    at("next-turn").addEventListener("click", () => this.#change(TURN));
    at("done").addEventListener("click", () => this.#done());
    at("cancel").addEventListener("click", () => this.leaveOff());
  }

  // By text

  /** Check what is typed when the fingers rest. */
  #typed() {
    clearTimeout(this.waiting);
    this.at("use").disabled = true;
    this.waiting = setTimeout(() => this.#check(), CALM);
  }

  async #check() {
    const typed = this.at("paper").value;
    /** @type {any} */
    this.found = null;
    let said = this.words.fine;
    try {
      this.found = await this.ask("/open", { text: typed });
    } catch (trouble) {
      said = trouble.message;
    }
    if (typed !== this.at("paper").value) return;
    this.at("use").disabled = !this.found;
    this.#say(said, Boolean(this.found));
  }

  async #use() {
    if (!this.found) return;
    this.at("use").disabled = true;
    await this.open(this.found);
    this.#say("", true);
  }

  /** @param {string} said @param {boolean} fine */
  #say(said, fine) {
    this.at("problem").textContent = said;
    this.at("problem").hidden = !said;
    this.at("problem").classList.toggle("problem", !fine);
  }

  // By touch

  begin() {
    this.on = true;
    this.start = this.beginning();
    this.touches = [];
    this.#show(true);
    this.#change();
  }

  /** Something was touched: its number among the places. @param {number} number */
  touch(number) {
    this.#change(this.places[number]);
  }

  /** @param {string} [place] */
  async #change(place) {
    if (place) this.touches.push(place);
    try {
      const view = await this.ask("/set-up", { ...this.start, touches: this.touches });
      this.places = view.places;
      this.draw(view, view.places.map((/** @type {string} */ id, /** @type {number} */ k) => [[id], k]));
      const fine = !view.problem;
      if (fine) [this.start.root, this.touches] = [view.text, []];
      this.at("done").disabled = !fine;
      this.tellRule(view.rule, fine ? this.words.fine : view.problem);
    } catch (trouble) {
      if (place) this.touches.pop();
      this.tellRule("", trouble.message);
    }
  }

  async #done() {
    const text = this.start.root;
    this.leaveOff(false);
    await this.open(await this.ask("/open", { text }));
  }

  /** @param {boolean} [again]  whether the position of before is shown */
  leaveOff(again = true) {
    this.on = false;
    this.#show(false);
    this.tellRule("", "");
    if (again) this.leave();
  }

  /** @param {boolean} on */
  #show(on) {
    document.body.classList.toggle("setting-up", on);
    this.at("set-up-row").hidden = !on;
    this.at("step-row").hidden = on;
    this.at("by-touch").disabled = on;
    this.at("paper").disabled = on;
    if (on) this.at("room").scrollTop = 0;
  }
}
