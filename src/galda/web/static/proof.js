// The page on which one walks a proof: each reply is told to the server with all that was played
// before it, and the player's answer is shown. It knows no game and no rule.

import { askServer } from "./asking.js";
import { guardFocus } from "./focus.js";
import { Picker } from "./picker.js";
import { dress, replaceBoard } from "./slide.js";
import { Walk } from "./walk.js";

/** @typedef {import("./schema.d.ts").ProofView} ProofView */

const page = document.body.dataset;
const words = JSON.parse(page.words ?? "{}");
/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

const board = at("board");
const nothing = () => {};
const picker = new Picker(board, { play: (action) => walk.on(action), why: nothing, back: () => walk.back(), chosen: nothing });
/** @type {ProofView} The game as the server last showed it. */
let view = JSON.parse(at("view").textContent);
// Taken back are the last reply and the player's answer to it.
const walk = new Walk(view.actions, { ask, wait: () => picker.show([]), show: draw, failed });

/** @param {number[]} actions  @returns {Promise<ProofView>} */
function ask(actions) {
  return askServer(page.home ?? "", words.failed, { actions });
}

/** @param {string} why */
function failed(why) {
  at("prompt").textContent = why;
  picker.show(view.paths);
}

/** @param {ProofView} fresh */
function draw(fresh) {
  view = fresh;
  const refocus = replaceBoard(board, view.svg);
  show();
  refocus();
}

function show() {
  picker.show(view.over ? [] : view.paths);
  at("prompt").textContent = view.said;
  at("left").textContent = view.left;
  at("say").dataset.mood = view.over ? "done" : "";
  at("back").hidden = !walk.begun;
}

at("back").addEventListener("click", () => walk.back());
at("again").addEventListener("click", () => walk.again());
guardFocus(() => picker.focus());
dress(board);
show();
document.body.classList.remove("busy");
