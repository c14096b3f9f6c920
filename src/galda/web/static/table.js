// The table page: shows each view the server sends, keeps the draft of a turn, and posts moves.
// It knows no game: boards, paths, sentences and reasons all come from the server.

import { moveId, momentAddress, post as send, streamAddress, turnPath } from "./api.js";
import { Closer } from "./closer.js";
import { slideTime, soundOffered, soundOn } from "./comfort.js";
import { keep } from "./commitment.js";
import { guardFocus } from "./focus.js";
import { Foresight } from "./foresight.js";
import { Follow } from "./follow.js";
import { showInvites } from "./invites.js";
import { Connection } from "./live.js";
import { Moments } from "./moments.js";
import { newest } from "./newest.js";
import { arrange, chatLine, keepAtEnd, logLine, showLines, showOffers, showPlayers, tick } from "./panels.js";
import { Picker } from "./picker.js";
import { Room } from "./shape.js";
import { stopFor, watchScorings } from "./scoring.js";
import { Since } from "./since.js";
import { dress, replaceBoard } from "./slide.js";
import { play as sound } from "./sounds.js";
import { explain, forgive, notice, showResult, showTurn, Unread } from "./strip.js";

/** @typedef {import("./schema.d.ts").View} View */
/** @typedef {import("./schema.d.ts").Curtain} Curtain */

const page = document.body.dataset;
const words = JSON.parse(page.words ?? "{}");
const story = `/game/${page.table}${page.watch ? `?watch=${encodeURIComponent(page.watch)}` : ""}`;
/** How many steps of a turn under way are told: the strip is low, and the board shows the others. */
const TOLD = 2;
/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

const board = at("board");
const picker = new Picker(board, { play, why, back: stepBack, chosen, late: () => explain("", words.late) });
/** @type {View} The last view that the server pushed, without a draft. */
let view = JSON.parse(at("view").textContent);
view.svg = board.innerHTML;
/** @type {View} What is shown: `view`, or a draft on top of it. */
let shown = view;
/** How much is asked of the server and not answered yet. */
let busy = 0;
/** @type {Promise<any>} What is asked of the server is asked one after the other. */
let asked = Promise.resolve();
/** @type {number[][]} What the draft was before each touch that changed it. */
let trail = [];
let drawn = "";
const reasons = newest();
/** Whether sounds were offered on this page. */
let offered = false;
/** Whether the page has shown something before: an end that comes now is news. */
let begun = false;
/** Whether the board was asked for although the table waits for others. */
let meanwhile = sessionStorage.getItem(`meanwhile ${page.table}`) === "yes";
const title = document.title;
const unread = new Unread();
const follow = new Follow((fresh) => receive({ ...fresh, pushed: true }), view.base);
const moments = new Moments(board, {
  address: (ply) => momentAddress(ply, room.shape),
  enter: () => picker.show([]),
  leave: () => show(shown, true),
  last: () => Math.max(0, ...view.log.map((line) => line.ply ?? 0)),
  words,
});
const since = new Since(moments, (line) => logLine(line, story));

const foresight = new Foresight();

/** @param {string} path @param {object} body */
const post = (path, body) => send(path, body, words.failed, sending);

/** What becomes of what was sent, in words. @param {"sending" | "lost" | ""} state */
function sending(state) {
  at("sending").textContent = state && words[state === "lost" ? "again" : "sending"];
  at("sending").hidden = !state;
  // What an answer shows is not sent to the page as well: this one may have been lost.
  if (state === "lost") connection.send({ again: true });
}

/**
 * Do something with the server, after all that was asked of it before; a refusal is shown.
 * @param {string} path @param {() => object | null} say  what to send, by then; null: nothing
 */
function ask(path, say) {
  busy += 1;
  document.body.classList.add("busy");
  picker.hold();
  const answer = asked.then(() => work(path, say));
  asked = answer;
  return answer;
}

/** @param {string} path @param {() => object | null} say */
async function work(path, say) {
  try {
    const body = say();
    if (!body) return;
    const said = await post(turnPath(path, room.shape), body);
    if (said.svg) {
      if (!said.draft.actions.length) follow.own(said);
      receive(said);
    }
    return said;
  } catch (refused) {
    if (refused.status === 409) show(view, true);
    else show(shown, true);
    explain(refused.rule ?? "", refused.sentence ?? refused.error ?? words.failed);
    // What an answer shows is not sent to the page as well: this one may have been lost.
    if (!(refused.status >= 400 && refused.status < 500)) connection.send({ again: true });
  } finally {
    busy -= 1;
    if (!busy) {
      document.body.classList.remove("busy");
      picker.release();
    }
  }
}

/** The touched path is whole: its action follows the draft, or it makes the whole turn. @param {number | number[]} action */
function play(action) {
  trail.push(shown.draft.actions);
  const turn = () => (Array.isArray(action) ? action : [...shown.draft.actions, action]);
  draft(turn, !at("confirm").checked);
  const foreseen = foresight.find(lookOf(shown), turn());
  if (!foreseen) return;
  replaceBoard(board, foreseen);
  drawn = foreseen;
  picker.show([]);
}

/** @param {() => number[] | null} turn @param {boolean} [atOnce] */
function draft(turn, atOnce = false) {
  const id = moveId();
  return ask("/draft", () => {
    const actions = turn();
    return actions && { seat: view.viewer, base: view.base, actions, at_once: atOnce, move_id: id, around: false };
  });
}

function seal() {
  const id = moveId();
  at("draft").hidden = true; // the board shows it already
  return ask("/moves", () => {
    const actions = shown.draft.actions;
    return actions.length ? { seat: view.viewer, base: view.base, actions, move_id: id } : null;
  });
}

function stepBack() {
  if (picker.untouch()) return;
  if (shown.draft.actions.length) draft(() => (shown.draft.actions.length ? (trail.pop() ?? []) : null));
}

function startAgain() {
  if (shown.draft.actions.length) draft(() => (shown.draft.actions.length ? [] : null));
  else show(view, true);
}

/** Which board is shown. @param {View} fresh */
const lookOf = (fresh) => `${fresh.base} ${fresh.viewer} ${fresh.draft.actions}`;

/** @param {string[]} touches */
async function why(touches) {
  if (!view.seats.length || view.curtain || view.result || moments.ply !== null) return;
  const [asked, newestOne] = [lookOf(shown), reasons()];
  const still = () => newestOne() && lookOf(shown) === asked;
  try {
    const seat = view.viewer >= 0 ? view.viewer : view.seats[0];
    const said = await post("/why", { seat, actions: shown.draft.actions, touches });
    if (!still()) return;
    if (said.actions) {
      trail.push(shown.draft.actions);
      await draft(() => said.actions);
    }
    else if (said.sentence) explain(said.rule, said.sentence);
  } catch (refused) {
    if (still()) explain(refused.rule ?? "", refused.error);
  }
}

/** @param {Element | null} element */
function chosen(element) {
  reasons();
  forgive();
  showDraft();
  showTurn(shown, picker.touched);
  foresee();
  seeWhatIsLit(true);
  const name = element?.getAttribute("aria-label");
  if (name) at("spoken").textContent = words.touched.replace("{name}", name);
}

/** From the server: a draft, without what is around it, or the table's present. @param {View & {pushed?: boolean}} fresh */
function receive(fresh) {
  if (fresh.draft.actions.length) {
    // A turn that was begun before others' news came is over: their board is shown already.
    if (fresh.base === view.base && fresh.viewer === view.viewer) show({ ...view, ...fresh });
    return;
  }
  if (fresh.sequence < view.sequence) return;
  const drafted = shown.draft.actions;
  const same = fresh.base === view.base && fresh.viewer === view.viewer;
  const reshaped = fresh.shape !== view.shape;
  view = fresh;
  // Somebody chatted while a turn was being made: the turn stays as it is.
  if (same && drafted.length && fresh.pushed) {
    showAround(fresh);
    if (reshaped) draft(() => (shown.draft.actions.length ? shown.draft.actions : null));
  } else if (same && fresh.pushed && picker.touched.length && !reshaped) showAround(fresh);
  else show(fresh);
}

/** @param {View} fresh @param {boolean} [anew] */
function show(fresh, anew = false) {
  const moved = anew || fresh.svg !== drawn;
  const look = lookOf(fresh);
  if (moments.ply === null && (moved || look !== board.dataset.look)) {
    const refocus = fresh.svg && (anew || fresh.svg !== drawn) ? replaceBoard(board, fresh.svg) : null;
    if (fresh.svg) drawn = fresh.svg;
    if (look !== board.dataset.look) forgive();
    board.dataset.look = look;
    picker.show(fresh.choices ?? fresh.paths);
    refocus?.();
    if (begun) queueMicrotask(foresee);
  }
  // Each step of a turn that has several is told, as whole turns are.
  if (fresh.draft.actions.length > shown.draft.actions.length) at("spoken").textContent = fresh.draft.sentences.at(-1) ?? "";
  shown = fresh;
  if (!shown.draft.actions.length) trail = [];
  showAround(fresh.draft.actions.length ? { ...view, ...drafted(fresh) } : fresh);
  seeWhatIsLit(fresh.draft.actions.length > 0);
}

/** What a draft changes around the board. @param {View} fresh */
function drafted({ draft, prompt, next_prompts, counted }) {
  return { draft, prompt, next_prompts, counted };
}

/** Everything but the board. @param {View} fresh */
function showAround(fresh) {
  showPlayers(at("players"), fresh.players, words);
  showTurn(fresh, picker.touched);
  showWhoseTurn(fresh);
  const told = showLines(at("log"), fresh.log, (line) => logLine(line, story));
  arrange(at("log"), fresh.log, fresh.players.length, at("told"));
  if (told.length) {
    at("spoken").textContent = told.map((line) => line.text).join(" ");
    sound(fresh.result ? "end" : fresh.your_turn ? "turn" : "move");
  }
  since.show(fresh);
  const said = showLines(at("chat"), fresh.chat, (message) => chatLine(message, words));
  const heard = said.filter((message) => !fresh.seats.includes(message.seat));
  unread.add(heard);
  const asks = showOffers(at("offers"), fresh.offers, words, answer);
  if (heard.length || asks) sound("message");
  showCurtain(fresh.curtain);
  showWaiting(fresh);
  showEnd(fresh);
  const sheets = at("sheets").children.length;
  showSheets(fresh);
  if (begun) stopFor(fresh, sheets, follow);
  for (const element of /** @type {NodeListOf<any>} */ (document.querySelectorAll("[data-can]"))) {
    const can = fresh.can[element.getAttribute("data-can")];
    // What stays in its place cannot push something else under the pointer.
    if ("stays" in element.dataset) element.disabled = !can;
    else element.hidden = !can;
  }
  showDraft();
  document.dispatchEvent(new CustomEvent("shown", { detail: { view, shown } }));
}

/** In the window's title and icon, for those who look elsewhere meanwhile. @param {View} fresh */
function showWhoseTurn(fresh) {
  const mine = fresh.to_act !== null && fresh.seats.includes(fresh.to_act);
  document.title = `${mine ? "● " : ""}${fresh.status} – ${title}`;
  const icon = at("icon");
  icon.href = icon.href.replace(/icon(-turn)?\.svg/, mine ? "icon-turn.svg" : "icon.svg");
}

function showDraft() {
  if (!at("draft")) return;
  showOffer();
  const { actions, sentences, ready } = shown.draft;
  const whole = ready && at("seal").hidden;
  const sealing = document.activeElement === at("seal");
  at("draft").hidden = !actions.length && !picker.touched.length;
  at("draft-words").textContent = `${sentences.length > TOLD ? "… " : ""}${sentences.slice(-TOLD).join(" ")}`;
  at("seal").hidden = !ready;
  at("start-again").hidden = actions.length < 2;
  // There is nothing more to touch: what was done by keys can be confirmed by one more.
  if (whole && board.contains(document.activeElement)) at("seal").focus({ preventScroll: true });
  else if (sealing && !ready) picker.focus();
}

/** The boards that one touch more leads to, before it is touched. */
function foresee() {
  const turns = [...picker.next(picker.touched)].flatMap((id) => {
    const action = picker.whole([...picker.touched, id]);
    return action === undefined ? [] : [Array.isArray(action) ? action : [...shown.draft.actions, action]];
  });
  if (turns.length) foresight.prepare(lookOf(shown), turns, { seat: view.viewer, base: view.base }, room.shape);
}

/** The best choice of all as one button, once there is something to choose. */
function showOffer() {
  if (!at("offer")) return;
  const tally = picker.touched.length === 1 && shown.counted.find(({ first, offer }) => offer.length && first === picker.touched[0]);
  at("offer").hidden = !tally;
  if (!tally) return;
  at("offer").textContent = tally.offered;
  at("offer").onclick = () => picker.touchAll(tally.offer);
}

/** @param {Curtain | null} curtain */
function showCurtain(curtain) {
  const place = at("curtain");
  const closing = Boolean(curtain) && place.hidden;
  place.hidden = !curtain;
  board.inert = Boolean(curtain);
  if (!curtain) return;
  place.querySelector("p").textContent = curtain.text;
  place.querySelector("button").textContent = curtain.button;
  place.querySelector("button").onclick = () => connection.send({ look: curtain.seat });
  if (closing) place.querySelector("button").focus();
}

/** The invitation in place of the board, until everybody sits or it was put aside. @param {View} fresh */
function showWaiting(fresh) {
  const place = at("waiting");
  if (!place) return;
  const waits = fresh.waiting && !meanwhile;
  place.hidden = !waits;
  board.hidden = waits;
  if (waits) at("status").textContent = at("waiting-words").textContent;
  const free = fresh.players.filter((player) => player.free).map((player) => player.seat).join();
  if (waits && place.dataset.free !== free) {
    place.dataset.free = free;
    showInvites(`${at("invite").dataset.from}?plain=true`, at("waiting-links"), words.copied);
  }
}

/** @param {View} fresh */
function showEnd(fresh) {
  const fell = showResult(fresh);
  if (!fell) return;
  at("sheets-card").open = true;
  if (begun) offerSound();
  const elsewhere = document.activeElement?.matches("input, select, textarea, dialog[open] *");
  if (begun && !elsewhere) at("result").focus({ preventScroll: true });
}

/** @param {View} fresh */
function showSheets(fresh) {
  at("sheets-card").hidden = !fresh.sheets.length;
  if (at("sheets").dataset.shown === String(fresh.sheets)) return;
  at("sheets").innerHTML = [...fresh.sheets].reverse().join("");
  at("sheets").dataset.shown = String(fresh.sheets);
}

/** Once in each browser, and in the middle of no game: whether a sound shall tell that it is one's turn. */
function offerSound() {
  if (!at("hear") || soundOffered() || soundOn() || offered) return;
  offered = true;
  at("hear").hidden = false;
}

/** What can be touched is in view, or one touch away. @param {boolean} [goThere] */
function seeWhatIsLit(goThere = false) {
  const lit = moments.ply === null ? [...board.querySelectorAll(".lit")] : [];
  const frames = [at("room"), at("stage")].map((frame) => frame.getBoundingClientRect());
  const top = Math.max(0, ...frames.filter((box) => box.height).map((box) => box.top));
  const bottom = at("strip").getBoundingClientRect().top;
  const inView = lit.some((element) => {
    const box = element.getBoundingClientRect();
    const middle = box.top + box.height / 2;
    return middle > top && (middle < bottom || bottom <= top);
  });
  const away = lit.length > 0 && !inView && board.checkVisibility();
  at("find").hidden = !away;
  if (away && goThere) goToLit(lit);
}

/** @param {Element[]} lit */
function goToLit(lit = [...board.querySelectorAll(".lit")]) {
  lit[0]?.scrollIntoView({ block: "center", behavior: slideTime() ? "smooth" : "auto" });
}

/** @param {string} kind @param {boolean} agree */
function answer(kind, agree) {
  const id = moveId();
  return ask(kind === "draw" ? "/draw/answer" : "/take-back/answer", () => ({ agree, move_id: id }));
}

/** @param {string} what */
async function act(what) {
  if (what === "resign" && !confirm(words.sure)) return;
  const id = moveId();
  const said = await ask(`/${what}`, () => ({ move_id: id }));
  if (what === "rematch" && said?.page) location.href = said.page;
}

for (const button of document.querySelectorAll("[data-act]")) {
  button.addEventListener("click", () => act(button.getAttribute("data-act")));
}
at("step-back")?.addEventListener("click", stepBack);
at("start-again")?.addEventListener("click", startAgain);
at("seal")?.addEventListener("click", seal);
// A key that is still held from the last touch confirms nothing.
at("draft")?.addEventListener("keydown", (event) => event.repeat && event.key !== "Tab" && event.preventDefault());
at("find").addEventListener("click", () => goToLit());
at("room").addEventListener("scroll", () => seeWhatIsLit(), { passive: true });
at("stage").addEventListener("scroll", () => seeWhatIsLit(), { passive: true });
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
  if (moments.ply !== null) moments.leave();
  else if (!board.contains(document.activeElement)) stepBack();
});
// Through the game by the arrow keys, where they are not the board's or a box's.
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const elsewhere = document.activeElement?.closest("#board, input, select, textarea, dialog, [role=tablist]");
  if (step && !elsewhere && !event.ctrlKey && !event.metaKey && !event.altKey) moments.step(step);
});
// A touch while others' turns are being shown, or an earlier moment, goes to the present first.
for (const kind of ["pointerdown", "keydown"]) {
  board.addEventListener(kind, () => (moments.ply !== null ? moments.leave() : follow.skip()), { capture: true });
}
at("to-board")?.addEventListener("click", () => {
  meanwhile = true;
  sessionStorage.setItem(`meanwhile ${page.table}`, "yes");
  showWaiting(view);
  picker.focus();
});
at("hear")?.addEventListener("click", (event) => {
  const choice = event.target.closest("[data-hear]");
  if (!choice) return;
  at("hear").hidden = true;
  at("comfort-sound").checked = choice.dataset.hear === "on";
  at("comfort-sound").dispatchEvent(new Event("change"));
});
at("say")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const text = form.text.value.trim();
  if (!text) return;
  form.text.value = ""; // what is typed from now on is another message
  try {
    await post("/chat", { text, to: form.to.hidden ? "all" : form.to.value, move_id: moveId() });
  } catch (refused) {
    form.text.value ||= text;
    explain("", refused.error);
  }
});

const confirming = at("confirm");
if (confirming) {
  confirming.checked = localStorage.getItem("confirm") === "yes";
  confirming.addEventListener("change", () => {
    localStorage.setItem("confirm", confirming.checked ? "yes" : "no");
  });
}

at("invite")?.addEventListener("click", async () => {
  await showInvites(at("invite").dataset.from, at("invites").querySelector("div"), words.copied);
  at("invites").showModal();
});

if (view.chance && !view.chance.seed) keep(view.table, view.chance.commitment);

const room = new Room(at("stage"), view.shape, (shape) => {
  connection.send({ shape });
  connection.url.searchParams.set("shape", shape);
});
const connection = new Connection(streamAddress(room.shape), {
  view: (fresh) => follow.push(fresh),
  lost: () => notice(words.lost),
  back: () => notice(words.back, 2500),
  refused: (reason) => notice(reason || words.closed),
});
guardFocus(() => picker.focus());
watchScorings(follow);
keepAtEnd(at("log"));
dress(board);
new Closer(board);
picker.show(view.choices ?? view.paths);
board.dataset.look = `${view.base} ${view.viewer} `;
showAround(view);
begun = true;
// From now on what is said is news.
at("chat").setAttribute("aria-live", "polite");
seeWhatIsLit();
setInterval(() => tick(at("players")), 250);
