// The page of openings: what is played, on the board or from the list, is told to the server with all
// that was played before it; it answers with the next position and the values of all turns there.

import { askServer } from "./asking.js";
import { guardFocus } from "./focus.js";
import { Picker } from "./picker.js";
import { Room } from "./shape.js";
import { dress, replaceBoard } from "./slide.js";
import { Walk } from "./walk.js";

/** @typedef {import("./schema.d.ts").OpeningView} OpeningView */
/** @typedef {import("./schema.d.ts").OpeningMove} OpeningMove */

const page = document.body.dataset;
const words = JSON.parse(page.words ?? "{}");
/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

const board = at("board");
const nothing = () => {};
const picker = new Picker(board, { play: (action) => walk.on(action), why: nothing, back: () => walk.back(), chosen: nothing });
/** @type {OpeningView} */
let view = JSON.parse(at("view").textContent);
const walk = new Walk(view.actions, { ask, wait: () => picker.show([]), show: draw, failed });

/** @param {number[]} actions @returns {Promise<OpeningView>} */
function ask(actions) {
  return askServer(page.home ?? "", words.failed, { actions }, room.shape);
}

/** @param {string} why */
function failed(why) {
  at("prompt").textContent = why;
  picker.show(view.paths);
}

/** @param {OpeningView} fresh */
function draw(fresh) {
  view = fresh;
  const refocus = replaceBoard(board, view.svg);
  show();
  refocus();
}

function show() {
  picker.show(view.paths);
  at("prompt").textContent = view.said;
  at("back").hidden = !walk.begun;
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
    if (walk.waits || !(await walk.on(...move.actions))) return;
    at("moves").querySelector("button")?.focus({ preventScroll: true });
  });
  entry.append(button);
  return entry;
}

at("back").addEventListener("click", () => walk.back());
at("again").addEventListener("click", () => walk.again());
const room = new Room(at("stage"), /** @type {"tall" | "wide"} */ (page.shape), () => walk.redraw());
guardFocus(() => picker.focus());
dress(board);
show();
if (room.shape !== page.shape) walk.redraw();
else document.body.classList.remove("busy");
