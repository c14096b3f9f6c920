// The lesson page: shows one step after the other on the real board with the real picker, points at
// what to touch, and tells the server what was touched. It knows no game and no rule.

import "./anew.js";
import { askServer } from "./asking.js";
import { drawRing, guardFocus } from "./focus.js";
import { markLinks, remember } from "./lessons.js";
import { Picker } from "./picker.js";
import { Room } from "./shape.js";
import { dress, replaceBoard } from "./slide.js";

/** @typedef {import("./schema.d.ts").LessonStep} LessonStep */
/** @typedef {import("./schema.d.ts").LessonVerdict} LessonVerdict */

const page = document.body.dataset;
const words = JSON.parse(page.words ?? "{}");
/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

const MOST_RINGS = 4;
const board = at("board");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const picker = new Picker(board, { play: () => tell(picker.touched), why, back: again, chosen });
/** @type {LessonStep} The step as the server last showed it. */
let view = JSON.parse(at("view").textContent);
let done = view.reads;
let pointing = !view.find;
/** @type {string[]} What was touched before the touch that is told now. */
let before = [];
/** @type {Promise<any>} What is asked of the server is asked one after the other. */
let asked = Promise.resolve();

/** @param {number} step @param {object} [body] */
function ask(step, body) {
  return askServer(`/api/v1/lessons/${page.game}/${page.lesson}/${step}`, words.failed, body, room.shape);
}

/** Do something with the server, after all that was asked of it before. @param {() => Promise<void>} what */
function queue(what) {
  asked = asked.then(async () => {
    document.body.classList.add("busy");
    try {
      await what();
    } catch (trouble) {
      picker.show(done ? [] : view.paths);
      before = [];
      showAnswer({ right: false, said: trouble.message });
    } finally {
      document.body.classList.remove("busy");
    }
  });
}

/** Tell the server what was touched, and show what it says. @param {string[]} touches */
function tell(touches) {
  const told = [...touches];
  const { step } = view;
  before = told;
  queue(async () => {
    if (!done && view.step === step) hear(await ask(view.step, { actions: view.actions, touches: told }));
  });
}

/** @param {LessonVerdict} verdict */
function hear(verdict) {
  done = verdict.done;
  if (verdict.view) showBoard(verdict.view);
  if (!verdict.right) {
    pointing = true;
    if (!verdict.why) picker.show(view.paths);
  }
  if (done) picker.show([]);
  before = [...picker.touched];
  showAnswer(verdict);
  showControls();
  point();
  if (done && view.step < view.steps) at("next").focus({ preventScroll: true });
}

/** Something that leads nowhere was touched. @param {string[]} touches */
function why(touches) {
  if (!done && picker.paths.length) tell(touches);
}

/** Something was chosen, or let go. @param {Element | null} element */
function chosen(element) {
  const id = element?.getAttribute("data-touch") ?? before.at(-1);
  // What the picker takes for a new beginning, or for letting go, may be the very attempt wanted.
  const attempt = [...before, id];
  if (view.wanted.some((path) => path.length > 1 && same(path, attempt))) return tell(attempt);
  before = [...picker.touched];
  if (element) tell(picker.touched);
  else point();
}

/** @param {string[]} path @param {(string | undefined)[]} other */
function same(path, other) {
  return path.length === other.length && path.every((id, k) => id === other[k]);
}

/** @param {{right: boolean, said: string, done?: boolean, rule?: string, why?: string}} answer */
function showAnswer(answer) {
  const [link, text] = at("why").children;
  at("why").hidden = !answer.why;
  link.hidden = !answer.rule;
  link.textContent = answer.rule ?? "";
  link.href = `/rules/${page.game}#${answer.rule}`;
  text.textContent = answer.why ?? "";
  at("prompt").textContent = answer.said;
  at("say").dataset.mood = answer.done ? "done" : answer.right ? "" : "wrong";
  at("say").hidden = !answer.said && !answer.why;
}

function showControls() {
  const last = view.step === view.steps;
  [...at("dots").children].forEach((dot, k) => {
    dot.className = k + 1 < view.step || (k + 1 === view.step && done) ? "done" : k + 1 === view.step ? "now" : "";
  });
  at("back").hidden = view.step === 1;
  at("again").hidden = done || !view.actions.length;
  at("show").hidden = done || pointing;
  at("next").hidden = last;
  at("next").textContent = done ? words.next : words.skip;
  at("next").className = done ? "primary" : "quiet";
  at("finish").hidden = !last;
  if (at("onward")) at("onward").hidden = !last;
  remember(`${page.game}/${page.lesson}`, { step: view.step, steps: view.steps, done: last && done });
  markLinks();
}

/** @param {LessonStep} fresh */
function showBoard(fresh) {
  const refocus = fresh.svg ? replaceBoard(board, fresh.svg) : null;
  view = fresh;
  picker.show(done ? [] : view.paths);
  before = [];
  refocus?.();
}

/** A step from its beginning. @param {LessonStep} fresh */
function begin(fresh) {
  done = fresh.reads;
  pointing = !fresh.find;
  showBoard(fresh);
  at("place").textContent = fresh.place;
  at("told").textContent = fresh.told.join(" ");
  at("told").hidden = !fresh.told.length;
  at("tell").textContent = fresh.tell;
  showAnswer({ right: true, said: fresh.prompt });
  showControls();
  point();
}

/** @param {number} step */
function go(step) {
  queue(async () => {
    begin(await ask(step));
    const url = new URL(location.href);
    url.searchParams.set("step", String(step));
    history.replaceState(null, "", url);
    at("tell").focus({ preventScroll: true });
  });
}

function again() {
  if (view.actions.length || done) go(view.step);
}

/** @param {string} id @returns {any} */
function find(id) {
  const name = CSS.escape(id);
  return board.querySelector(`[data-touch="${name}"], [data-part="${name}"]`);
}

/** Draw rings round what is to be touched next, and scroll there. */
function point() {
  for (const ring of board.querySelectorAll(".ring")) ring.remove();
  const paths = view.wanted.filter((path) => picker.touched.every((id, k) => path[k] === id));
  const next = done ? [] : [...new Set(paths.map((path) => path[picker.touched.length]))];
  // Keys must reach what the rules forbid, too, for it is wanted here.
  for (const id of next) find(id)?.setAttribute("tabindex", "0");
  // Where almost anything is right, the board's own lights say enough.
  const ringed = view.reads ? view.look : pointing && next.length <= MOST_RINGS ? next : [];
  const found = ringed.map(find).filter(Boolean);
  for (const element of found) drawRing(element, ["ring under", "ring"], 5);
  if (found.length) bringIntoSight(found[0]);
}

/** Scroll so far that an element is seen, beside or below the teacher. @param {Element} element */
function bringIntoSight(element) {
  const box = element.getBoundingClientRect();
  const teacher = at("teacher").getBoundingClientRect();
  const covered = teacher.right > box.left && teacher.left < box.right ? Math.max(0, teacher.bottom) : 0;
  if (box.top >= covered + 8 && box.bottom <= innerHeight - 8) return;
  const middle = (covered + innerHeight) / 2;
  scrollBy({ top: box.top + box.height / 2 - middle, behavior: calm.matches ? "auto" : "smooth" });
}

/** There is another shape of room: a step that has only begun is drawn anew, others when they go on. */
function reshape() {
  if (!view.actions.length && !done) go(view.step);
}

at("back").addEventListener("click", () => go(view.step - 1));
at("next").addEventListener("click", () => go(view.step + 1));
at("again").addEventListener("click", again);
at("show").addEventListener("click", () => {
  pointing = true;
  showControls();
  point();
  board.querySelector('[data-touch][tabindex="0"]')?.focus({ preventScroll: true });
});

const room = new Room(at("stage"), /** @type {"tall" | "wide"} */ (page.shape), reshape);
guardFocus(() => at("tell").focus({ preventScroll: true }));
dress(board);
begin({ ...view, svg: "" });
if (room.shape !== page.shape) reshape();
document.body.classList.remove("busy");
