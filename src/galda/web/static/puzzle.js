// The page of a puzzle: each choice is told to the server, which shows on the board what becomes of
// it: the answer to a right one, the refutation of a wrong one. It knows no game and no rule.

import { askServer } from "./asking.js";
import { guardFocus } from "./focus.js";
import { newest } from "./newest.js";
import { Picker } from "./picker.js";
import { Room } from "./shape.js";
import { dress, replaceBoard } from "./slide.js";
import { daysBefore, note, solved, streak } from "./solved.js";

/** @typedef {import("./schema.d.ts").PuzzleView} PuzzleView */
/** @typedef {import("./schema.d.ts").PuzzleAnswer} PuzzleAnswer */

const page = document.body.dataset;
const words = JSON.parse(page.words ?? "{}");
/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

const PAUSE = 1100;
const DAYS_SHOWN = 7;
const board = at("board");
const day = page.day ?? "";
const name = `${page.game} ${page.number}`;
const nothing = () => {};
const picker = new Picker(board, { play: (action) => choose([...view.actions, action]), why, back: again, chosen: nothing });
/** @type {PuzzleView} The question as it began, or the middle of a turn. */
let view = JSON.parse(at("view").textContent);
view.svg = board.innerHTML;
/** The question as it began: wrong choices lead back here. */
let question = view;
let wrong = 0;
let over = false;
const asking = newest();
/** Whether an answer is on its way, or its boards are being shown. */
let waits = false;

/** @param {object} body @returns {Promise<PuzzleAnswer>} */
function ask(body) {
  return askServer(page.home ?? "", words.failed, { asked: question.asked, ...body }, room.shape);
}

/**
 * Ask the server and do something with its answer, unless something else is wanted by then; what
 * goes wrong is said.
 * @param {object} body
 * @param {(answer: PuzzleAnswer, wanted: () => boolean) => Promise<void> | void} then
 */
async function told(body, then) {
  const wanted = asking();
  wait(true);
  try {
    const answer = await ask(body);
    if (wanted()) await then(answer, wanted);
  } catch (trouble) {
    if (!wanted()) return;
    say(trouble instanceof Error ? trouble.message : words.failed, "wrong");
    picker.show(over ? [] : view.paths);
  } finally {
    if (wanted()) wait(false);
  }
}

/** @param {boolean} on */
function wait(on) {
  waits = on;
  document.body.classList.toggle("busy", on);
}

/** @param {string} text @param {"" | "wrong" | "done"} mood @param {string} [rule] */
function say(text, mood, rule = "") {
  at("prompt").textContent = text;
  at("say").dataset.mood = mood;
  at("rule").hidden = !rule;
  at("rule").textContent = rule;
  at("rule").href = `/rules/${page.game}#${rule}`;
}

/** Put boards up one after the other; whether they were wanted to the end. @param {string[]} boards @param {() => boolean} wanted */
async function play(boards, wanted) {
  for (const [k, svg] of boards.entries()) {
    if (k) await new Promise((go) => setTimeout(go, PAUSE));
    if (!wanted()) return false;
    replaceBoard(board, svg);
    picker.show([]);
  }
  return true;
}

/** @param {PuzzleView} fresh */
function go(fresh) {
  const refocus = replaceBoard(board, fresh.svg);
  view = fresh;
  picker.show(fresh.paths);
  refocus();
}

/** @param {number[]} actions */
function choose(actions) {
  told({ actions }, async (answer, wanted) => {
    if (answer.state === "on" && answer.view) {
      go(answer.view);
      at("again").hidden = false;
      return say(answer.said, "");
    }
    if (answer.state !== "solved") say(answer.said, answer.state === "wrong" ? "wrong" : "");
    if (answer.state === "wrong") wrong += 1;
    if (!(await play(answer.boards, wanted))) return;
    if (answer.state === "wrong") {
      at("again").hidden = false;
      at("again").focus({ preventScroll: true });
    } else if (answer.view) {
      question = answer.view;
      at("again").hidden = true;
      go(question);
    } else {
      finish(wrong, answer.said);
    }
  });
}

/** The puzzle is solved, or its solution was shown. @param {number} tries @param {string} [rest] */
function finish(tries, rest = "") {
  over = true;
  const fresh = solved().puzzles[name] === undefined;
  const kept = note(name, day, tries);
  if (tries >= 0) say(`${tries ? words.tries.replace("{n}", String(tries)) : words.first} ${rest}`.trim(), "done");
  at("again").hidden = at("show").hidden = true;
  at("share").hidden = !day || tries < 0;
  at("next").classList.add("primary");
  if (fresh && tries >= 0) at("next").focus({ preventScroll: true });
  showRecord(kept);
}

/** @param {import("./solved.js").Solved} kept */
function showRecord(kept) {
  const count = Object.values(kept.puzzles).filter((tries) => tries >= 0).length;
  const lines = count ? [words.solved.replace("{n}", String(count))] : [];
  if (day) lines.unshift(words.streak.replace("{n}", String(streak(kept, day))));
  at("record").textContent = lines.join(" · ");
  at("record").hidden = !lines.length;
  if (!day) return;
  at("days").replaceChildren(...Array.from({ length: DAYS_SHOWN }, (_, k) => {
    const date = daysBefore(day, DAYS_SHOWN - 1 - k);
    const tries = kept.days[date];
    const item = document.createElement("li");
    item.className = tries !== undefined && tries >= 0 ? "solved" : "";
    item.textContent = `${Number(date.slice(8))} ${mark(tries)}`;
    return item;
  }));
  at("days").hidden = false;
}

/** @param {number | undefined} tries */
function mark(tries) {
  return tries === undefined ? "·" : tries < 0 ? "–" : tries ? `✓${tries + 1}` : "✓";
}

/** Something that leads nowhere was touched. @param {string[]} touches */
function why(touches) {
  if (over || !picker.paths.length) return;
  told({ actions: view.actions, touches }, (answer) => say(answer.said, "wrong", answer.rule));
}

function again() {
  if (over) return;
  asking();
  wait(false);
  at("again").hidden = true;
  say(question.said, "");
  go(question);
  picker.focus();
}

at("again").addEventListener("click", again);
at("show").addEventListener("click", () => {
  told({ give_up: true }, async (answer, wanted) => {
    over = true;
    say(answer.said, "");
    replaceBoard(board, firstBoard);
    if (await play(answer.boards, wanted)) finish(-1);
  });
});
at("share").addEventListener("click", async () => {
  const text = `${words.share.replace("{day}", day)} ${"✗".repeat(wrong)}✓\n${words.streak.replace("{n}", String(streak(solved(), day)))}\n${location.origin}/puzzles/day?day=${day}`;
  try {
    if (navigator.share) await navigator.share({ text });
    else {
      await navigator.clipboard.writeText(text);
      at("share").textContent = words.copied;
    }
  } catch {
    say(text, "done"); // to be copied by hand
  }
});

const firstBoard = view.svg;
const room = new Room(at("stage"), /** @type {"tall" | "wide"} */ (page.shape), () => reshape());

/** There is another shape of room: a question that has only begun is drawn anew. */
function reshape() {
  if (!waits && !over && !view.actions.length && at("again").hidden) told({ actions: [] }, (answer) => {
    if (!answer.view) return;
    question = answer.view;
    go(question);
  });
}

guardFocus(() => picker.focus());
dress(board);
picker.show(view.paths);
const known = solved();
if (Object.keys(known.puzzles).length) showRecord(known);
if (room.shape !== page.shape) reshape();
else document.body.classList.remove("busy");
