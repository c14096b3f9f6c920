// The page of openings: what is played, on the board or from the list, is told to the server with all
// that was played before it; it answers with the next position and the values of all turns there.

import { guardFocus } from "./focus.js";
import { Picker } from "./picker.js";
import { Room } from "./shape.js";
import { dress, replaceBoard } from "./slide.js";

/** @typedef {import("./schema.d.ts").OpeningView} OpeningView */
/** @typedef {import("./schema.d.ts").OpeningMove} OpeningMove */

const page = document.body.dataset;
const words = JSON.parse(page.words ?? "{}");
/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

const board = at("board");
const nothing = () => {};
const picker = new Picker(board, { play: (action) => go([...view.actions, action]), why: nothing, back, chosen: nothing });
/** @type {OpeningView} */
let view = JSON.parse(at("view").textContent);
/** @type {number[][]} What was played before each step, to take it back. */
const before = [];

/** @param {number[]} actions @param {boolean} [keep] */
async function go(actions, keep = true) {
  document.body.classList.add("busy");
  picker.show([]);
  const answer = await fetch(`${page.home}?lang=${document.documentElement.lang}&shape=${room.shape}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ actions }),
  }).catch(() => null);
  const said = await answer?.json().catch(() => null);
  document.body.classList.remove("busy");
  if (!answer?.ok || !said) {
    at("prompt").textContent = said?.error ?? words.failed;
    picker.show(view.paths);
    return;
  }
  if (keep) before.push(view.actions);
  view = said;
  const refocus = replaceBoard(board, view.svg);
  show();
  refocus();
}

function show() {
  picker.show(view.paths);
  at("prompt").textContent = view.said;
  at("back").hidden = !before.length;
  at("moves").replaceChildren(...view.moves.map(item));
}

/** @param {OpeningMove} move */
function item(move) {
  const [entry, button, worth] = ["li", "button", "span"].map((kind) => document.createElement(kind));
  button.className = move.kind;
  worth.className = "worth";
  worth.textContent = move.value;
  button.append(move.text, worth);
  button.addEventListener("click", async () => {
    await go([...view.actions, ...move.actions]);
    at("moves").querySelector("button")?.focus({ preventScroll: true });
  });
  entry.append(button);
  return entry;
}

function back() {
  const played = before.pop();
  if (played) go(played, false);
}

at("back").addEventListener("click", back);
at("again").addEventListener("click", () => {
  before.length = 0;
  go([], false);
});
const room = new Room(at("stage"), /** @type {"tall" | "wide"} */ (page.shape), () => go(view.actions, false));
guardFocus(() => picker.focus());
dress(board);
show();
if (room.shape !== page.shape) go(view.actions, false);
document.body.classList.remove("busy");
