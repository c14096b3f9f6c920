// The page on which one walks a proof: each reply is told to the server with all that was played
// before it, and the player's answer is shown. It knows no game and no rule.

import { guardFocus } from "./focus.js";
import { Picker } from "./picker.js";
import { dress, replaceBoard } from "./slide.js";

/** @typedef {import("./schema.d.ts").ProofView} ProofView */

const page = document.body.dataset;
const words = JSON.parse(page.words ?? "{}");
/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

const board = at("board");
const nothing = () => {};
const picker = new Picker(board, { play: reply, why: nothing, back, chosen: nothing });
/** @type {ProofView} The game as the server last showed it. */
let view = JSON.parse(at("view").textContent);
/** @type {number[][]} What was played before each reply, to take it back. */
let before = [];

/** @param {number[]} actions  @returns {Promise<ProofView>} */
async function ask(actions) {
  const answer = await fetch(`${page.home}?lang=${document.documentElement.lang}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ actions }),
  }).catch(() => null);
  const said = await answer?.json().catch(() => null);
  if (!answer?.ok || !said) throw new Error(said?.error ?? words.failed);
  return said;
}

/** Have the server answer, and show it; whether it did. @param {number[]} actions */
async function go(actions) {
  document.body.classList.add("busy");
  picker.show([]);
  try {
    view = await ask(actions);
  } catch (trouble) {
    at("prompt").textContent = trouble instanceof Error ? trouble.message : words.failed;
    picker.show(view.paths);
    return false;
  } finally {
    document.body.classList.remove("busy");
  }
  const refocus = replaceBoard(board, view.svg);
  show();
  refocus();
  return true;
}

function show() {
  picker.show(view.over ? [] : view.paths);
  at("prompt").textContent = view.said;
  at("left").textContent = view.left;
  at("say").dataset.mood = view.over ? "done" : "";
  at("back").hidden = !before.length;
}

/** @param {number} action */
async function reply(action) {
  const played = view.actions;
  before.push(played.slice());
  if (!(await go([...played, action]))) before.pop();
}

/** The position before the last reply: all that was played but the player's last answer. */
async function back() {
  const played = before.pop();
  if (played && !(await go(played))) before.push(played);
}

at("back").addEventListener("click", back);
at("again").addEventListener("click", () => {
  before = [];
  go([]);
});
guardFocus(() => picker.focus());
dress(board);
show();
document.body.classList.remove("busy");
