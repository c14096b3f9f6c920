// The message strip: the one place where everything that a player must hear is said, always in view.
// Turn and prompt, refusals, connection, offers, what was said in the chat, and how the game ended.

import { make, points, tell as tellTime } from "./panels.js";

/** @typedef {import("./schema.d.ts").View} View */
/** @typedef {import("./schema.d.ts").ChatMessage} ChatMessage */

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);
let fading = 0;

/** Only what is new is put in, for all of it is read aloud. @param {HTMLElement} place @param {string} words */
function tell(place, words) {
  if (place.textContent !== words) place.textContent = words;
}

/** What is to be done after some touches: what is left to count, or what the game says. @param {View} view @param {string[]} touched */
function promptAfter(view, touched) {
  const tally = view.counted.find(({ first }) => first === touched[0]);
  const counts = touched.slice(1).reduce((sum, id) => sum + (tally?.worth[id] ?? 0), 0);
  return tally?.left[tally.due - counts - 1] ?? (touched.length ? view.next_prompts[touched.length - 1] : "");
}

/** Whose turn it is, and what is to be done. @param {View} view @param {string[]} touched  what already */
export function showTurn(view, touched) {
  tell(at("status"), view.status);
  at("status").classList.toggle("yours", view.your_turn);
  tell(at("prompt"), promptAfter(view, touched) || view.prompt);
  at("turn").hidden = Boolean(view.result);
  at("strip").classList.toggle("ended", Boolean(view.result));
}

/** Say why something cannot be done, with the rule. @param {string} rule @param {string} sentence */
export function explain(rule, sentence) {
  const [link, text] = at("why").children;
  link.hidden = !rule;
  link.textContent = rule;
  link.href = `/rules/${document.body.dataset.game}#${rule}`;
  // A space of its own: where the rule's ends, readers run the two together.
  text.textContent = rule ? `\u00a0${sentence}` : sentence;
  at("why").hidden = false;
  at("strip").scrollTop = 0;
}

export function forgive() {
  at("why").hidden = true;
}

/** About the connection. @param {string} text @param {number} [fades]  after so many milliseconds */
export function notice(text, fades = 0) {
  const place = at("connection");
  place.textContent = text;
  place.hidden = !text;
  clearTimeout(fading);
  if (fades) fading = setTimeout(() => (place.hidden = true), fades);
}

/** How it ended: whether the end has come only now. @param {View} view */
export function showResult(view) {
  const place = at("result");
  const fell = place.hidden && view.result !== null;
  place.hidden = !view.result;
  if (!view.result) return false;
  place.dataset.mood = view.result.mood;
  at("result-title").textContent = view.result.title;
  at("result-words").textContent = view.result.text;
  at("result-facts").textContent = document.body.dataset.facts
    ?.replace("{turns}", String(view.result.turns)).replace("{time}", tellTime(view.result.seconds)) ?? "";
  const counted = view.players.filter((player) => player.score !== null);
  counted.sort((a, b) => Number(b.score) - Number(a.score) || Number(b.won) - Number(a.won));
  at("points").hidden = !counted.length;
  at("points").replaceChildren(
    ...counted.map((player) => {
      const item = make("li", player.won ? "won" : "", `${player.name} `);
      // Equal ones share a place, unless only one of them has won.
      const same = (other) => other.score === player.score && other.won === player.won;
      item.dataset.place = String(1 + counted.findIndex(same));
      item.append(make("strong", "", points(Number(player.score))));
      return item;
    }),
  );
  at("next").hidden = !view.rematch || !view.seats.length;
  if (view.rematch) at("next").href = `/table/${view.rematch}`;
  return fell;
}

/** What was said while the chat was out of sight: a badge, and the last of it. */
export class Unread {
  constructor() {
    this.count = 0;
    this.inSight = false;
    const watch = new IntersectionObserver(([entry]) => {
      this.inSight = entry.isIntersecting;
      if (this.inSight) this.#seen();
    });
    watch.observe(at("chat").parentElement);
    at("unread").addEventListener("click", () => {
      at("chat").parentElement.scrollIntoView({ block: "nearest" });
      (at("say")?.querySelector("input") ?? at("chat")).focus({ preventScroll: true });
      this.#seen();
    });
  }

  /** @param {ChatMessage[]} messages  new ones, of others */
  add(messages) {
    const last = messages.at(-1);
    if (!last || (this.inSight && !document.hidden)) return;
    this.count += messages.length;
    at("unread").querySelector(".words").textContent = `${last.name}: ${last.text}`;
    at("unread").querySelector(".count").textContent = String(this.count);
    at("unread").hidden = false;
  }

  #seen() {
    this.count = 0;
    at("unread").hidden = true;
  }
}
