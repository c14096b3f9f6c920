// Looking back at a game: steps from board to board, by buttons, keys, slider, chart and list. The
// boards come from the server when they are wanted and slide into each other.

import { Closer } from "./closer.js";
import { verify } from "./commitment.js";
import { guardFocus, showFocus } from "./focus.js";
import { newest } from "./newest.js";
import { showPlayers } from "./panels.js";
import { Review } from "./review.js";
import { Room } from "./shape.js";
import { dress, replaceBoard } from "./slide.js";
import { Teacher } from "./teach.js";

/** @typedef {import("./schema.d.ts").ReplayPly} ReplayPly */

const words = JSON.parse(document.body.dataset.words ?? "{}");
/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);
const game = JSON.parse(at("values").textContent);
const home = `/api/v1/games/${game.game}`;
const board = at("board");

let ply = game.ply;
let eyes = game.viewer;
/** The last ply that was asked for: answers to older questions come too late. */
let wanted = ply;
const asking = newest();
let playing = 0;
let remembering = 0;
/** @type {Map<string, Promise<ReplayPly>>} What has been asked for already. */
const asked = new Map();

/** What is added to addresses so that the same is seen. @param {Record<string, string | number>} more */
function query(more = {}) {
  const asks = new URLSearchParams({ lang: game.lang, shape: room.shape });
  if (game.over) asks.set("eyes", String(eyes));
  if (game.watch) asks.set("watch", game.watch);
  for (const [name, value] of Object.entries(more)) asks.set(name, String(value));
  return `?${asks}`;
}

/** One ply from the server, asked for once. @param {number} n */
function fetchPly(n) {
  const address = `${home}/positions/${n}${query()}`;
  let answer = asked.get(address);
  if (!answer) {
    answer = fetch(address).then((said) => {
      if (!said.ok) throw new Error(String(said.status));
      return said.json();
    });
    answer.catch(() => asked.delete(address));
    asked.set(address, answer);
  }
  return answer;
}

/** Go to a ply and show it. @param {number} n */
async function go(n) {
  if (teacher?.on) teacher.stop();
  const still = asking();
  wanted = Math.min(Math.max(n, 0), game.last);
  mark(wanted);
  let shown;
  try {
    shown = await fetchPly(wanted);
  } catch {
    if (!still()) return;
    at("told").textContent = words.failed;
    return pause();
  }
  if (!still() || teacher?.on) return;
  ply = shown.ply;
  replaceBoard(board, shown.svg)();
  showAround(shown);
  remember();
  if (ply < game.last) fetchPly(ply + 1);
}

/** Everything but the board. @param {Omit<ReplayPly, "svg">} shown */
function showAround(shown) {
  at("told").textContent = [shown.sentence, shown.ending].filter(Boolean).join(" ");
  showPlayers(at("players"), shown.players, words);
  at("sheets-card").hidden = !shown.sheets.length;
  at("sheets").innerHTML = [...shown.sheets].reverse().join("");
}

/** Show in slider, list and chart where we are going, at once. @param {number} n */
function mark(n) {
  at("slider").value = n;
  at("slider").setAttribute("aria-valuetext", fill(words.turn, { ply: n, last: game.last }));
  at("count").textContent = `${n} / ${game.last}`;
  at("first").disabled = at("back").disabled = n === 0;
  at("last").disabled = at("on").disabled = n === game.last;
  if (at("scoring-on")) {
    at("scoring-on").disabled = next(1, n) === null;
    at("scoring-back").disabled = next(-1, n) === null;
  }
  at("story").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = at("story").querySelector(`[data-ply="${n}"]`);
  line?.setAttribute("aria-current", "step");
  const list = at("story");
  if (line && (line.offsetTop < list.scrollTop || line.offsetTop + line.offsetHeight > list.scrollTop + list.clientHeight)) {
    list.scrollTop = line.offsetTop - list.clientHeight / 2;
  }
  review?.mark(n);
}

/** @param {string} text @param {Record<string, unknown>} values */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** The scoring before or after a ply. @param {1 | -1} way @param {number} from */
function next(way, from = wanted) {
  const found = game.scorings.filter((n) => (way > 0 ? n > from : n < from));
  return found.length ? (way > 0 ? found[0] : found.at(-1)) : null;
}

/** @param {1 | -1} way */
function toScoring(way) {
  const found = next(way);
  if (found !== null) step(found);
}

/** A step by hand: whoever steps does not want it to run on. @param {number} n */
function step(n) {
  pause();
  return go(n);
}

/** The address tells where we are, so that it can be shared and comes back after a reload. */
function remember() {
  clearTimeout(remembering);
  remembering = setTimeout(() => history.replaceState(null, "", link()), 200);
}

function link() {
  const asks = new URLSearchParams({ ply: String(wanted) });
  if (game.over && eyes !== -1) asks.set("eyes", String(eyes));
  if (game.watch) asks.set("watch", game.watch);
  return `${location.pathname}?${asks}`;
}

async function run() {
  if (playing) return pause();
  if (wanted === game.last) go(0);
  at("run").setAttribute("aria-pressed", "true");
  at("run").setAttribute("aria-label", words.pause);
  at("run").title = `${words.pause} (P)`;
  playing = setTimeout(tick, pace());
}

const pace = () => Number(at("speed").value);

async function tick() {
  if (wanted === game.last) return pause();
  const mine = playing;
  await go(wanted + 1);
  if (playing === mine) playing = setTimeout(tick, pace());
}

function pause() {
  clearTimeout(playing);
  playing = 0;
  at("run").setAttribute("aria-pressed", "false");
  at("run").setAttribute("aria-label", words.play);
  at("run").title = `${words.play} (P)`;
}

at("first").addEventListener("click", () => step(0));
at("back").addEventListener("click", () => step(wanted - 1));
at("on").addEventListener("click", () => step(wanted + 1));
at("last").addEventListener("click", () => step(game.last));
at("run").addEventListener("click", run);
at("slider").addEventListener("input", () => step(Number(at("slider").value)));
at("scoring-back")?.addEventListener("click", () => toScoring(-1));
at("scoring-on")?.addEventListener("click", () => toScoring(1));

document.addEventListener("keydown", (event) => {
  const typing = /** @type {Element} */ (event.target).matches?.("input, select, textarea");
  if (event.ctrlKey || event.metaKey || event.altKey || typing || teacher?.on) return;
  const keys = {
    ArrowLeft: () => step(wanted - 1),
    ArrowRight: () => step(wanted + 1),
    Home: () => step(0),
    End: () => step(game.last),
    p: run,
    P: run,
    s: () => toScoring(1),
    S: () => toScoring(-1),
  };
  if (!(event.key in keys)) return;
  event.preventDefault();
  keys[event.key]();
});

// Links to plies (list, remarks, marks in the chart, table) step there instead of loading anew.
document.addEventListener("click", (event) => {
  const to = /** @type {Element} */ (event.target).closest("[data-ply]");
  if (!to || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  step(Number(to.getAttribute("data-ply")));
});

at("eyes")?.addEventListener("change", () => {
  eyes = Number(at("eyes").value);
  location.href = link();
});

at("analyse")?.addEventListener("click", () => {
  const address = new URL(at("analyse").href);
  address.searchParams.set("ply", String(wanted));
  at("analyse").href = address.href;
});
at("share").addEventListener("click", async () => {
  history.replaceState(null, "", link());
  const address = new URL(link(), location.href).href;
  try {
    await navigator.clipboard.writeText(address);
    at("shared").textContent = words.copied;
  } catch {
    at("shared").textContent = address;
  }
});

const { seed, commitment } = at("chance")?.dataset ?? {};
if (seed && commitment) {
  verify(game.game, seed, commitment).then((found) => {
    at("verified").textContent = found === "unknown" ? "" : words[found];
    at("compared").textContent = words[`${found}_words`];
  });
}

const room = new Room(at("stage"), game.shape, () => (teacher?.on ? teacher.redraw() : go(wanted)));
const teacher = game.over && at("review") ? new Teacher(board, words, { query, left: () => go(wanted) }) : null;
const review = teacher && new Review(home, query, words, step, teacher, game.own);
guardFocus(() => board.focus({ preventScroll: true }));
if (!teacher) showFocus(board);
dress(board);
new Closer(board);
showAround(game.shown);
mark(ply);
if (room.shape !== game.shape) go(ply);
if (ply < game.last) fetchPly(ply + 1);
