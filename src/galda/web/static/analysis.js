// The page of an analysis: the board with the picker, the tree of what was tried, the engine, eyes
// and redraws. It keeps all the state there is, in the link and in the browser; it knows no rule.

import { ask as askServer } from "./analysis_api.js";
import { Engine } from "./engine.js";
import { newest } from "./newest.js";
import { make, showPlayers } from "./panels.js";
import { Picker } from "./picker.js";
import { SettingUp } from "./setting_up.js";
import { Room } from "./shape.js";
import { dress, replaceBoard } from "./slide.js";
import { Tree, fits, keep, readLink, writeLink, written } from "./tree.js";
import { Variations } from "./variations.js";

/** @typedef {import("./schema.d.ts").AnalysisView} View */
/** @typedef {import("./schema.d.ts").AnalysisTree} AnalysisTree */
/** @typedef {import("./tree.js").Turn} Turn */

const page = document.body.dataset;
/** @type {Record<string, string>} */
const words = JSON.parse(page.words ?? "{}");
/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);
const values = JSON.parse(at("values").textContent);
const board = at("board");
const SAVE_AFTER = 400;
const HERE = `${location.pathname}${location.search}`;

/** @type {Tree} */
let tree = new Tree(values.tree);
/** @type {Turn} Where one is. */
let turn = tree.root;
/** @type {number[]} The beginning of a turn that is not whole yet. */
let draft = [];
/** @type {View | null} The position as the server last showed it. */
let view = null;
/** @type {[Turn, number[]]} Where one was when it was shown. */
let last = [turn, []];
const asking = newest();
/** Whether the position asked for last is still wanted. */
let wanted = asking();
const opening = newest();
const telling = newest();
const spreading = newest();
let seed = 0;
let link = "";
/** @type {any} */
let saving = 0;

const room = new Room(at("stage"), /** @type {"tall" | "wide"} */ (page.shape), () => (settingUp.on ? settingUp.look() : refresh()));
/** @param {string} path @param {object} body @param {AbortSignal} [signal] */
const ask = (path, body, signal) => askServer(path, body, words.failed, room.shape, signal);
const picker = new Picker(board, { play, why, back, chosen });
const variations = new Variations(at("tree"), words, go);
const engine = new Engine(board, { list: at("good-turns"), note: at("engine-note") }, words, ask, playTurn);
const settingUp = new SettingUp({ at, ask, words, picker, beginning, draw, open, tellRule, seatToAct, enter, leave: refresh });

/** The position, as every question tells it. */
function place() {
  const eyes = at("eyes").value;
  return {
    root: tree.text,
    names: tree.names,
    actions: [...tree.path(turn), ...draft],
    eyes: eyes === "" ? null : Number(eyes),
  };
}

/** @returns {object} What a position that is set up is changed from. */
function beginning() {
  const { eyes, names } = place();
  return { root: view?.text ?? tree.text, names, eyes };
}

/** @returns {number} */
function seatToAct() {
  return view?.players.find((player) => player.acts)?.seat ?? 0;
}

// Showing

/** Have the position drawn anew; a turn that is whole by then grows on the tree. */
async function refresh() {
  const still = (wanted = asking());
  telling();
  document.body.classList.add("busy");
  engine.consider(null);
  try {
    const fresh = await ask("/positions", place());
    if (!still()) return;
    view = fresh;
    if (draft.length && !fresh.in_turn) {
      turn = tree.add(turn, draft, fresh.words);
      draft = [];
    }
    last = [turn, draft.slice()];
    draw(fresh);
  } catch (trouble) {
    if (!still()) return;
    tellTrouble(trouble.message);
    draft = last[0] === turn ? last[1].slice() : [];
    if (view) picker.show(view.paths);
  } finally {
    if (still()) document.body.classList.remove("busy");
  }
}

/** The board is for setting up now: what is on its way is no longer wanted. */
function enter() {
  wanted = asking();
  telling();
  engine.consider(null);
  document.body.classList.remove("busy");
}

/** @param {View} fresh @param {import("./picker.js").Path[]} [paths]  what can be touched instead */
function draw(fresh, paths) {
  view = fresh;
  const refocus = replaceBoard(board, fresh.svg);
  picker.show(paths ?? fresh.paths);
  refocus();
  showPlayers(at("players"), fresh.players, words);
  at("told").textContent = [fresh.told, fresh.status].filter(Boolean).join(" ");
  at("prompt").textContent = fresh.in_turn ? `${words.draft} ${fresh.prompt}` : fresh.prompt;
  tellRule("", "");
  if (document.activeElement !== at("paper")) at("paper").value = fresh.text;
  at("secrets").hidden = !fresh.secrets;
  showEyes(fresh);
  at("play-on").href = `/new/${tree.game}?${new URLSearchParams({ position: fresh.text })}`;
  at("play-on").hidden = fresh.over || fresh.in_turn;
  if (paths) return;
  showTree();
  engine.consider(fresh.over ? null : { ...place(), seed });
}

function showTree() {
  variations.show(tree, turn);
  if (document.activeElement !== at("comment")) at("comment").value = turn.comment;
  at("first").disabled = at("back").disabled = !turn.parent && !draft.length;
  at("on").disabled = at("last").disabled = !turn.children.length;
  at("up").disabled = tree.beside(turn, -1) === turn;
  at("down").disabled = tree.beside(turn, 1) === turn;
  at("promote").disabled = !tree.aside(turn);
  at("delete").disabled = !turn.parent;
  disarm();
  save();
}

/** The seats whose eyes one can choose; they have names once a position is known. @param {View} fresh */
function showEyes(fresh) {
  const select = at("eyes");
  if (select.options.length === fresh.players.length + 1) return;
  const seats = fresh.players.map((player) => {
    const option = make("option", "", player.name);
    option.setAttribute("value", String(player.seat));
    return option;
  });
  select.replaceChildren(select.options[0], ...seats);
}

/** @param {string} text */
function tellTrouble(text) {
  at("told").textContent = text;
}

/** Say which rule forbids what was touched. @param {string} rule @param {string} sentence */
function tellRule(rule, sentence) {
  const [name, text] = at("why").children;
  at("why").hidden = !sentence;
  name.hidden = !rule;
  name.textContent = rule;
  name.href = `/rules/${tree.game}#${rule}`;
  text.textContent = sentence;
}

// Keeping

/** Keep the tree in the browser, and in the link when nothing has changed for a moment. */
function save() {
  clearTimeout(saving);
  saving = setTimeout(saveNow, SAVE_AFTER);
  const untouched = !tree.root.children.length && !tree.root.comment && !values.given;
  if (untouched && tree.text === values.tree.root) return;
  const title = [page.title, tree.names.join(", ")].filter(Boolean).join(": ");
  keep({ game: tree.game, title, root: tree.text, tree: written(tree, turn), when: Date.now() });
}

async function saveNow() {
  clearTimeout(saving);
  link = await writeLink(tree, turn);
  at("full").hidden = fits(link);
  if (fits(link)) history.replaceState(null, "", `${HERE}#${link}`);
  try {
    sessionStorage.setItem(HERE, link);
  } catch {
    // The browser keeps nothing: the link still holds all.
  }
}

/** Begin with another tree; the one before stays in the browser's history. @param {AnalysisTree} told @param {number} [number] */
async function open(told, number = -1) {
  if (told.game !== page.game) {
    const other = new Tree(told);
    location.assign(`/analyse/${told.game}#${await writeLink(other, other.root)}`);
    return;
  }
  if (view) {
    await saveNow();
    history.pushState(null, "", HERE);
  }
  tree = new Tree(told);
  turn = tree.all()[number] ?? tree.root;
  draft = [];
  await refresh();
}

/** Open the tree of a link; whether it could be read. @param {string} found */
async function openLink(found) {
  const still = opening();
  try {
    const { tree: plain, at: number } = await readLink(found);
    const told = await ask("/trees", plain);
    if (!still()) return false;
    if (told.game !== page.game) return void location.assign(`/analyse/${told.game}#${found}`);
    tree = new Tree(told);
    turn = tree.all()[number] ?? tree.root;
    draft = [];
    return true;
  } catch (trouble) {
    if (!still()) return false;
    tellTrouble(trouble instanceof Error && trouble.message && !(trouble instanceof DOMException)
      && !(trouble instanceof TypeError) && !(trouble instanceof SyntaxError) ? trouble.message : words.broken);
    return false;
  }
}

// Playing and walking

/** @param {number} action */
function play(action) {
  if (settingUp.on) return settingUp.touch(action);
  draft.push(action);
  refresh();
}

/** Play a whole turn of the engine's. @param {{actions: number[]}} good */
function playTurn(good) {
  draft.push(...good.actions);
  refresh();
}

/** @param {string[]} touches */
async function why(touches) {
  if (settingUp.on || !view || view.over) return;
  const still = telling();
  try {
    const { rule, sentence } = await ask("/why", { ...place(), touches });
    if (still()) tellRule(rule, sentence);
  } catch (trouble) {
    if (still()) tellTrouble(trouble.message);
  }
}

function chosen() {
  telling();
  tellRule("", "");
}

/** @param {Turn} to */
function go(to) {
  if (settingUp.on) return;
  turn = to;
  draft = [];
  refresh();
}

function back() {
  if (settingUp.on) return;
  if (draft.length) {
    draft.pop();
    refresh();
  } else if (turn.parent) go(turn.parent);
}

const steps = {
  first: () => go(tree.root),
  back,
  on: () => turn.children.length && go(turn.children[0]),
  last: () => go(tree.end(turn)),
  up: () => go(tree.beside(turn, -1)),
  down: () => go(tree.beside(turn, 1)),
};
for (const [name, step] of Object.entries(steps)) at(name).addEventListener("click", step);

const KEYS = { ArrowLeft: "back", ArrowRight: "on", ArrowUp: "up", ArrowDown: "down", Home: "first", End: "last" };
document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, summary, #board")) return;
  const name = KEYS[event.key];
  if (!name) return;
  event.preventDefault();
  if (!at(name).disabled) steps[name]();
});

// Comments, promoting, deleting

at("comment").addEventListener("input", () => {
  turn.comment = at("comment").value.trim();
  variations.show(tree, turn);
  save();
});
at("promote").addEventListener("click", () => {
  tree.promote(turn);
  showTree();
});

/** @type {string} */
const deleting = at("delete").textContent;
function disarm() {
  at("delete").textContent = deleting;
  at("delete").classList.remove("danger");
}
at("delete").addEventListener("click", () => {
  if (at("delete").classList.contains("danger")) return go(tree.remove(turn));
  at("delete").textContent = words.sure;
  at("delete").classList.add("danger");
});
at("delete").addEventListener("blur", disarm);

// Taking it along

at("share").addEventListener("click", async () => {
  await saveNow();
  await navigator.clipboard.writeText(location.href).catch(() => {});
  at("shared").textContent = words.copied;
});
at("record").addEventListener("click", async () => {
  try {
    const told = await ask("/trees", tree.plain());
    const file = make("a");
    file.setAttribute("href", URL.createObjectURL(new Blob([told.record], { type: "text/plain" })));
    file.setAttribute("download", `galda-${tree.game}.txt`);
    file.click();
  } catch (trouble) {
    at("shared").textContent = trouble.message;
  }
});

// The engine, eyes and redraws

at("engine").checked = localStorage.getItem("engine") === "yes";
engine.on = at("engine").checked;
at("engine").addEventListener("change", () => {
  engine.on = at("engine").checked;
  localStorage.setItem("engine", engine.on ? "yes" : "no");
  engine.consider(view && !view.over ? { ...place(), seed } : null);
});
at("eyes").addEventListener("change", () => (settingUp.on ? settingUp.look() : refresh()));
at("redraw").addEventListener("click", async () => {
  seed = 1 + Math.floor(Math.random() * 2 ** 30);
  const seat = at("eyes").value;
  const player = view?.players.find((one) => (seat === "" ? one.acts : String(one.seat) === seat));
  const still = wanted;
  try {
    const { root } = await ask("/redraw", { ...place(), seed });
    if (!still()) return;
    const { names, date, result } = tree;
    await open({ game: tree.game, root, names, date, result, comment: "", nodes: [], record: "" });
    at("spread").textContent = words.redrawn.replace("{player}", player?.name ?? "");
  } catch (trouble) {
    at("spread").textContent = trouble.message;
  }
});
at("see-spread").addEventListener("click", async () => {
  at("spread").textContent = words.thinking;
  at("dots").replaceChildren();
  const [still, newestOne] = [wanted, spreading()];
  try {
    const said = await ask("/spread", { ...place(), seed });
    if (!newestOne()) return;
    if (!still()) return void (at("spread").textContent = "");
    at("spread").textContent = said.text;
    at("dots").replaceChildren(
      ...said.values.map((value, k) => {
        const dot = make("span", "dot");
        dot.style.left = `${100 * value}%`;
        dot.title = said.words[k];
        return dot;
      }),
    );
  } catch (trouble) {
    at("spread").textContent = trouble.message;
  }
});
addEventListener("popstate", async () => {
  if (location.hash.length <= 1 || !(await openLink(location.hash.slice(1)))) return;
  if (settingUp.on) settingUp.leaveOff();
  else refresh();
});

/** Open what the link says, or what was here before the language changed, or what the page brings. */
async function begin() {
  const same = document.referrer && document.referrer.split("#")[0] === location.href.split("#")[0];
  const found = location.hash.slice(1) || (same && sessionStorage.getItem(HERE)) || "";
  if (!found || !(await openLink(found))) {
    let steps_ = values.at;
    while (steps_-- > 0 && turn.children.length) turn = turn.children[0];
  }
  await refresh();
}

at("seed").value = String(Math.floor(Math.random() * 2 ** 40));
dress(board);
begin();
