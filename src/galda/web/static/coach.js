// The coach at the table: shows a good move on the board and says why, what is threatened, and how
// everybody stands. The server decides whether it may be asked; all words come from there.

import { newest } from "./newest.js";
import { make } from "./panels.js";

/** @typedef {import("./schema.d.ts").View} View */
/** @typedef {import("./schema.d.ts").CoachMove} CoachMove */
/** @typedef {import("./schema.d.ts").CoachChances} CoachChances */
/** @typedef {import("./schema.d.ts").CoachThreat} CoachThreat */

const page = document.body.dataset;
const words = JSON.parse(page.words ?? "{}");
const address = `/api/v1/tables/${page.table}/coach`;
/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);
const board = at("board");
/** @type {View | null} The table as it is. */
let view = null;
/** @type {View | null} The table as the page shows it, with the draft. */
let shown = null;
/** For which position there is an answer, or one is on its way. */
let answered = "";
const asking = newest();
let chancesFor = "";
/** @type {[string, string][]} Class and id of what the coach points at. */
let pointed = [];

/** @param {"move" | "chances" | "threat"} what @param {number[]} actions */
async function ask(what, actions) {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ask: what, seat: view.viewer, base: view.base, actions }),
  });
  const said = await answer.json().catch(() => ({ error: words.failed }));
  if (!answer.ok) throw said;
  return said;
}

const place = () => `${view.base} ${view.viewer} ${shown.draft.actions}`;

/** Ask, and show what the coach says unless the game has moved on. @param {"move" | "threat"} what */
async function tell(what) {
  if (!view || view.viewer < 0) return;
  const asked = (answered = place());
  const wanted = asking();
  say({ text: words.thinking });
  at("coach").setAttribute("aria-busy", "true");
  let said;
  try {
    said = await ask(what, what === "move" ? shown.draft.actions : []);
  } catch (refused) {
    said = { text: refused.error ?? words.failed };
  }
  if (!wanted()) return;
  at("coach").removeAttribute("aria-busy");
  if (asked !== place()) return;
  say(said);
  const kind = what === "move" ? "advised" : "threatened";
  pointed = (said.touches ?? []).map((id) => [kind, id]);
  point();
}

/** @param {{text: string} & Partial<CoachMove | CoachThreat> & {moves?: CoachMove["moves"]}} said */
function say(said) {
  pointed = [];
  point();
  at("advice").hidden = false;
  at("advice-text").textContent = said.text;
  at("advice-reason").textContent = said.reason ?? "";
  at("advice-moves").replaceChildren(
    ...(said.moves ?? []).map((move) => {
      const item = make("li");
      item.append(make("span", "", move.text), make("span", "worth", move.worth));
      return item;
    }),
  );
}

/** Mark on the board what the coach points at; a new drawing has lost the marks. */
function point() {
  for (const kind of ["advised", "threatened"]) {
    for (const element of board.querySelectorAll(`.${kind}`)) element.classList.remove(kind);
  }
  for (const [kind, id] of pointed) {
    board.querySelector(`[data-touch="${CSS.escape(id)}"]`)?.classList.add(kind);
  }
}

function hush() {
  at("advice").hidden = true;
  answered = "";
  pointed = [];
  point();
}

/** Keep the bar of chances in step with the game. */
async function showChances() {
  const bar = at("chances");
  const wanted = at("coach-chances").checked && view.can.coach && view.viewer >= 0;
  if (!wanted) {
    bar.hidden = true;
    chancesFor = "";
    return;
  }
  const now = `${view.base} ${view.viewer}`;
  if (chancesFor === now) return;
  chancesFor = now;
  bar.classList.add("old");
  try {
    const said = await ask("chances", []);
    if (chancesFor === now) drawChances(bar, said);
  } catch {
    if (chancesFor === now) bar.hidden = true;
  }
}

/** @param {HTMLElement} bar @param {CoachChances} said */
function drawChances(bar, said) {
  bar.hidden = false;
  bar.classList.remove("old");
  bar.classList.toggle("apart", !said.two_sides);
  bar.setAttribute("aria-label", said.lines.map((line) => `${line.name}: ${line.text}`).join(", "));
  bar.title = said.text;
  if (said.two_sides) {
    const sides = said.lines.map((line) => {
      const part = make("span", line.mine ? "side own" : "side");
      part.append(make("span", "name", line.name), make("strong", "", line.text));
      part.style.flexGrow = String(Math.max(line.value, 0.02));
      return part;
    });
    bar.replaceChildren(...sides);
    return;
  }
  bar.replaceChildren(
    ...said.lines.map((line) => {
      const box = make("div", line.mine ? "seat-line own" : "seat-line");
      const meter = document.createElement("meter");
      meter.value = line.value;
      box.append(make("strong", "", `${line.name} ${line.text}`), meter);
      return box;
    }),
  );
}

if (at("coach")) {
  at("coach-move").addEventListener("click", () => tell("move"));
  at("coach-threat").addEventListener("click", () => tell("threat"));
  const chances = at("coach-chances");
  chances.checked = localStorage.getItem("chances") === "yes";
  chances.addEventListener("change", () => {
    localStorage.setItem("chances", chances.checked ? "yes" : "no");
    showChances();
  });
  document.addEventListener("shown", (event) => {
    ({ view, shown } = /** @type {CustomEvent} */ (event).detail);
    at("coach-move").disabled = !view.your_turn || shown.draft.ready;
    if (answered && answered !== place()) hush();
    else point();
    showChances();
  });
}
