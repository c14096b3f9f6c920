// The table page: shows each view the server sends, keeps the draft of a turn, and posts moves.
// It knows no game: boards, paths, sentences and reasons all come from the server.

import { Connection } from "./live.js";
import { chatLine, logLine, showLines, showOffers, showPlayers, tick } from "./panels.js";
import { Picker } from "./picker.js";
import { dress, replaceBoard } from "./slide.js";
import { play as sound } from "./sounds.js";

/** @typedef {import("./schema.d.ts").View} View */
/** @typedef {import("./schema.d.ts").Curtain} Curtain */

const page = document.body.dataset;
const words = JSON.parse(page.words ?? "{}");
const home = `/api/v1/tables/${page.table}`;
/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

const board = at("board");
const picker = new Picker(board, { play, why, back: stepBack, chosen });
/** @type {View} The last view that the server pushed, without a draft. */
let view = JSON.parse(at("view").textContent);
/** @type {View} What is shown: `view`, or a draft on top of it. */
let shown = view;
let busy = false;
let drawn = "";
let fading = 0;
const title = document.title;

/** A fresh name for something that must happen once. */
function moveId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Post to the API. A lost answer is asked for again with the same move id, which plays only once.
 * @param {string} path @param {object} body
 */
async function post(path, body, tries = 3) {
  let answer;
  try {
    answer = await fetch(home + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    if (tries > 1) {
      await new Promise((go) => setTimeout(go, 700));
      return post(path, body, tries - 1);
    }
    throw { error: words.failed };
  }
  const said = await answer.json().catch(() => ({ error: words.failed }));
  if (!answer.ok) throw { ...said, status: answer.status };
  return said;
}

/** Do something with the server, one thing at a time; a refusal is shown. */
async function ask(path, body) {
  if (busy) return;
  busy = true;
  document.body.classList.add("busy");
  try {
    const said = await post(path, { ...body });
    if (said.svg) receive(said);
    return said;
  } catch (refused) {
    explain(refused.rule ?? "", refused.sentence ?? refused.error ?? words.failed);
    show(shown, true);
    if (refused.status === 409) show(view, true);
  } finally {
    busy = false;
    document.body.classList.remove("busy");
  }
}

/** The touched path is whole: add its action to the draft. @param {number} action */
function play(action) {
  draft([...shown.draft.actions, action], !at("confirm").checked);
}

/** @param {number[]} actions @param {boolean} [atOnce] */
function draft(actions, atOnce = false) {
  return ask("/draft", { seat: view.viewer, base: view.base, actions, at_once: atOnce, move_id: moveId() });
}

function seal() {
  return ask("/moves", {
    seat: view.viewer, base: view.base, actions: shown.draft.actions, move_id: moveId(),
  });
}

function stepBack() {
  if (picker.untouch()) return;
  if (shown.draft.actions.length) draft(shown.draft.actions.slice(0, -1));
}

function startAgain() {
  if (shown.draft.actions.length) draft([]);
  else show(view, true);
}

/** @param {string[]} touches */
async function why(touches) {
  if (!view.seats.length || view.curtain || view.result) return;
  try {
    const seat = view.viewer >= 0 ? view.viewer : view.seats[0];
    const said = await post("/why", { seat, actions: shown.draft.actions, touches });
    if (said.actions) await draft(said.actions);
    else if (said.sentence) explain(said.rule, said.sentence);
  } catch (refused) {
    explain(refused.rule ?? "", refused.error);
  }
}

/** @param {string} rule @param {string} sentence */
function explain(rule, sentence) {
  const [link, text] = at("why").children;
  link.hidden = !rule;
  link.textContent = rule;
  link.href = `/rules/${page.game}#${rule}`;
  text.textContent = sentence;
  at("why").hidden = false;
}

/** @param {Element | null} element */
function chosen(element) {
  at("why").hidden = true;
  showDraft();
  const name = element?.getAttribute("aria-label");
  if (name) at("spoken").textContent = words.touched.replace("{name}", name);
}

/** A view from the server: a draft's answer or the table's present. @param {View & {pushed?: boolean}} fresh */
function receive(fresh) {
  if (fresh.draft.actions.length) return show(fresh);
  if (fresh.sequence < view.sequence) return;
  const drafted = shown.draft.actions;
  const same = fresh.base === view.base && fresh.viewer === view.viewer;
  view = fresh;
  // Somebody chatted while a turn was being made: the turn stays as it is.
  if (same && drafted.length && fresh.pushed) showAround(fresh);
  else if (same && fresh.pushed && picker.touched.length) showAround(fresh);
  else show(fresh);
}

/** @param {View} fresh @param {boolean} [anew] */
function show(fresh, anew = false) {
  const moved = anew || fresh.svg !== drawn;
  const look = `${fresh.base} ${fresh.viewer} ${fresh.draft.actions}`;
  if (moved || look !== board.dataset.look) {
    const refocus = fresh.svg && fresh.svg !== drawn ? replaceBoard(board, fresh.svg) : null;
    if (fresh.svg) drawn = fresh.svg;
    if (look !== board.dataset.look) at("why").hidden = true;
    board.dataset.look = look;
    picker.show(fresh.paths);
    refocus?.();
  }
  shown = fresh;
  showAround(fresh.draft.actions.length ? { ...view, draft: fresh.draft } : fresh);
}

/** Everything but the board. @param {View} fresh */
function showAround(fresh) {
  showPlayers(at("players"), fresh.players, words);
  at("status").textContent = fresh.status;
  at("status").classList.toggle("yours", fresh.your_turn);
  showWhoseTurn(fresh);
  const told = showLines(at("log"), fresh.log, logLine);
  if (told.length) {
    at("spoken").textContent = told.map((line) => line.text).join(" ");
    sound(fresh.result ? "end" : fresh.your_turn ? "turn" : "move");
  }
  showLines(at("chat"), fresh.chat, (message) => chatLine(message, words));
  showOffers(at("offers"), fresh.offers, words, answer);
  showCurtain(fresh.curtain);
  showResult(fresh);
  at("sheets-card").hidden = !fresh.sheets.length;
  if (at("sheets").dataset.shown !== String(fresh.sheets)) {
    at("sheets").innerHTML = [...fresh.sheets].reverse().join("");
    at("sheets").dataset.shown = String(fresh.sheets);
  }
  for (const element of document.querySelectorAll("[data-can]")) {
    /** @type {HTMLElement} */ (element).hidden = !fresh.can[element.getAttribute("data-can")];
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
  const { actions, sentences, ready } = shown.draft;
  const focused = at("draft").contains(document.activeElement);
  at("draft").hidden = !actions.length && !picker.touched.length;
  at("draft-words").textContent = sentences.join(" ");
  at("seal").hidden = !ready;
  at("start-again").hidden = actions.length < 2;
  if (focused && !document.activeElement?.checkVisibility()) board.focus({ preventScroll: true });
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

/** @param {View} fresh */
function showResult(fresh) {
  const place = at("result");
  const fell = place.hidden && fresh.result;
  place.hidden = !fresh.result;
  if (!fresh.result) return;
  place.dataset.mood = fresh.result.mood;
  place.querySelector("p").textContent = fresh.result.text;
  at("next").hidden = !fresh.rematch || !fresh.seats.length;
  if (fresh.rematch) at("next").href = `/table/${fresh.rematch}`;
  if (fell && board.contains(document.activeElement)) place.querySelector("a, button")?.focus();
}

/** @param {string} kind @param {boolean} agree */
function answer(kind, agree) {
  return ask(kind === "draw" ? "/draw/answer" : "/take-back/answer", { agree, move_id: moveId() });
}

/** @param {string} what */
async function act(what) {
  if (what === "resign" && !confirm(words.sure)) return;
  const said = await ask(`/${what}`, { move_id: moveId() });
  if (what === "rematch" && said?.page) location.href = said.page;
}

for (const button of document.querySelectorAll("[data-act]")) {
  button.addEventListener("click", () => act(button.getAttribute("data-act")));
}
at("step-back")?.addEventListener("click", stepBack);
at("start-again")?.addEventListener("click", startAgain);
at("seal")?.addEventListener("click", seal);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !board.contains(document.activeElement) && !at("invites").open) stepBack();
});
at("say")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const text = form.text.value.trim();
  if (!text) return;
  try {
    await post("/chat", { text, to: form.to.hidden ? "all" : form.to.value, move_id: moveId() });
    form.text.value = "";
  } catch (refused) {
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
  const answer = await fetch(at("invite").dataset.from);
  const place = at("invites").querySelector("div");
  place.innerHTML = await answer.text();
  for (const button of place.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", async () => {
      const link = button.parentNode.querySelector("input");
      link.select();
      await navigator.clipboard?.writeText(link.value).catch(() => document.execCommand("copy"));
      button.textContent = words.copied;
    });
  }
  at("invites").showModal();
});

/** @param {string} text @param {number} [fades] */
function notice(text, fades = 0) {
  const place = at("connection");
  place.textContent = text;
  place.hidden = !text;
  clearTimeout(fading);
  if (fades) fading = setTimeout(() => (place.hidden = true), fades);
}

dress(board);
picker.show(view.paths);
board.dataset.look = `${view.base} ${view.viewer} `;
showAround(view);
setInterval(() => tick(at("players")), 250);
const watch = page.watch ? `?watch=${encodeURIComponent(page.watch)}` : "";
const connection = new Connection(`${home}/stream${watch}`, {
  view: (fresh) => receive({ ...fresh, pushed: true }),
  lost: () => notice(words.lost),
  back: () => notice(words.back, 2500),
  refused: (reason) => notice(reason || words.closed),
});
