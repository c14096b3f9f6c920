// Replacing one board by the next so that every piece goes from where it was to where it is: pushed
// ones slide together, one that goes far is carried over the others, new ones are turned up.
// Movement is derived from `data-piece` ids, never told; focus stays where it was.

import { slideTime } from "./comfort.js";
import { keepFocus } from "./focus.js";

/** Boards that many times as high as wide are scrolled, not fitted on the screen: the page says. */
const TALL = Number(document.body.dataset.tall);

const EASE = "cubic-bezier(.3,.1,.2,1)";
/** Pieces that go that many times their own size are carried, others are pushed. */
const FAR = 1.45;
const LIFT = 0.5;
/** What a moving picture of a piece must not have of the piece. */
const PERSONAL = ["id", "data-touch", "data-piece", "data-part", "data-closer", "role", "tabindex", "aria-label", "aria-current", "aria-pressed", "aria-disabled"];

/** @param {Element} element */
function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * @param {HTMLElement} board
 * @param {string} svg  the new drawing
 */
export function replaceBoard(board, svg) {
  const refocus = keepFocus(board);
  const before = new Map();
  for (const piece of board.querySelectorAll("[data-piece]")) {
    before.set(piece.getAttribute("data-piece"), middle(piece));
  }
  board.innerHTML = svg;
  dress(board);
  const time = slideTime();
  if (before.size && time) slide(board, before, time);
  return refocus;
}

/** Prepare a drawing: one that can be operated is no longer just a picture. @param {HTMLElement} board */
export function dress(board) {
  const svg = board.querySelector("svg");
  if (!svg) return;
  svg.setAttribute("role", "group");
  if (document.getElementById("keys")) svg.setAttribute("aria-describedby", "keys");
  if ("looksCloser" in board.dataset) dressCloser(board);
  const { width, height } = svg.viewBox.baseVal;
  board.classList.toggle("tall", height > TALL * width);
}

/** Let parts that can be looked at closer be reached by keys. @param {HTMLElement} board */
export function dressCloser(board) {
  for (const part of board.querySelectorAll("[data-closer]")) {
    part.setAttribute("role", "button");
    part.setAttribute("aria-label", part.getAttribute("data-closer") ?? "");
    part.setAttribute("tabindex", "0");
  }
}

/**
 * @param {HTMLElement} board
 * @param {Map<string, {x: number, y: number}>} before
 * @param {number} time  in milliseconds
 */
function slide(board, before, time) {
  const pieces = [.../** @type {NodeListOf<SVGGraphicsElement>} */ (board.querySelectorAll("[data-piece]"))];
  const ways = pieces.map((piece) => way(piece, before.get(piece.dataset.piece ?? "")));
  // What is carried goes first, and what it pushes makes room when it arrives.
  const carried = ways.some((found) => found?.lifted);
  pieces.forEach((piece, k) => {
    const found = ways[k];
    if (!found) return;
    if (found.fresh) turnUp(piece, time);
    else if (found.lifted) carry(piece, found, time);
    else push(piece, found, time, carried ? 0.55 * time : 0);
  });
}

/**
 * The way of a piece in its own measure; null if it stays.
 * @param {SVGGraphicsElement} piece @param {{x: number, y: number} | undefined} from
 */
function way(piece, from) {
  if (!from) return { fresh: true, lifted: false, right: 0, down: 0, up: 0 };
  const to = middle(piece);
  const screen = /** @type {SVGGraphicsElement} */ (piece.parentNode).getScreenCTM?.();
  const far = Math.hypot(from.x - to.x, from.y - to.y);
  if (!screen || far < 1) return null;
  const turn = screen.inverse();
  const box = piece.getBoundingClientRect();
  return {
    fresh: false,
    lifted: far > FAR * Math.max(box.width, box.height),
    right: (from.x - to.x) * turn.a + (from.y - to.y) * turn.c,
    down: (from.x - to.x) * turn.b + (from.y - to.y) * turn.d,
    up: LIFT * box.height * turn.d,
  };
}

/** @typedef {{right: number, down: number, up: number}} Way */

/** One that is pushed slides. @param {SVGGraphicsElement} piece @param {Way} found @param {number} time @param {number} delay */
function push(piece, { right, down }, time, delay) {
  // `translate` adds to the element's own transform; `transform` would replace it.
  piece.animate([{ translate: `${right}px ${down}px` }, { translate: "0px 0px" }], {
    duration: time, delay, fill: "backwards", easing: EASE,
  });
}

/** One that goes far is lifted over the others. @param {SVGGraphicsElement} piece @param {Way} found @param {number} time */
function carry(piece, { right, down, up }, time) {
  const flying = double(piece);
  above(piece, flying);
  const end = 1.15 * time;
  piece.animate([{ opacity: 0 }, { opacity: 0 }], { duration: end });
  flying.animate(
    [
      { translate: `${right}px ${down}px`, scale: 1 },
      { translate: `${right / 2}px ${down / 2 - up}px`, scale: 1.14 },
      { translate: "0px 0px", scale: 1 },
    ],
    { duration: end, easing: EASE },
  ).finished.finally(() => flying.parentElement?.remove());
}

/** Put a picture above everything, where the piece's own measure holds. @param {SVGGraphicsElement} piece @param {Element} flying */
function above(piece, flying) {
  const svg = piece.ownerSVGElement;
  const frame = document.createElementNS("http://www.w3.org/2000/svg", "g");
  const own = /** @type {SVGGraphicsElement} */ (piece.parentNode).getScreenCTM();
  const { a, b, c, d, e, f } = svg?.getScreenCTM()?.inverse().multiply(own ?? new DOMMatrix()) ?? new DOMMatrix();
  frame.setAttribute("transform", `matrix(${[a, b, c, d, e, f]})`);
  frame.append(flying);
  svg?.append(frame);
}

/** One that was not there is turned up, as a card is. @param {SVGGraphicsElement} piece @param {number} time */
function turnUp(piece, time) {
  const flying = double(piece);
  piece.after(flying);
  piece.animate([{ opacity: 0 }, { opacity: 0 }], { duration: time });
  flying.animate(
    [{ scale: "0.05 1", opacity: 0.4 }, { scale: "1 1", opacity: 1 }],
    { duration: time, easing: EASE },
  ).finished.finally(() => flying.remove());
}

/** A piece's picture that can be moved about while the piece itself stays. @param {SVGGraphicsElement} piece */
function double(piece) {
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  group.setAttribute("class", "flying");
  group.setAttribute("aria-hidden", "true");
  group.append(bare(piece));
  return group;
}

/** A copy that is only a picture. @param {Element} drawn */
export function bare(drawn) {
  const copy = /** @type {Element} */ (drawn.cloneNode(true));
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of PERSONAL) element.removeAttribute(name);
  }
  return copy;
}
