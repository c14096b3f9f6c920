// Replacing one board by the next so that every piece slides from where it was. Movement is
// derived from `data-piece` ids, never told; focus stays where it was.

import { slideTime } from "./comfort.js";

/** Boards that many times as high as wide are scrolled, not fitted on the screen: the page says. */
const TALL = Number(document.body.dataset.tall);

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
  const focused = board.contains(document.activeElement)
    ? document.activeElement?.closest("[data-touch]")?.getAttribute("data-touch")
    : null;
  const before = new Map();
  for (const piece of board.querySelectorAll("[data-piece]")) {
    before.set(piece.getAttribute("data-piece"), middle(piece));
  }
  board.innerHTML = svg;
  dress(board);
  const time = slideTime();
  if (before.size && time) slide(board, before, time);
  return () => {
    if (focused === null || focused === undefined) return;
    /** @param {string} which @returns {SVGElement | null} */
    const find = (which) => board.querySelector(`[data-touch${which}][tabindex]`);
    const to = find(`="${CSS.escape(focused)}"`) ?? find("");
    (to ?? board).focus({ preventScroll: true });
  };
}

/** Prepare a drawing: one that can be operated is no longer just a picture. @param {HTMLElement} board */
export function dress(board) {
  const svg = board.querySelector("svg");
  if (!svg) return;
  svg.setAttribute("role", "group");
  const { width, height } = svg.viewBox.baseVal;
  board.classList.toggle("tall", height > TALL * width);
}

/**
 * @param {HTMLElement} board
 * @param {Map<string, {x: number, y: number}>} before
 * @param {number} time  in milliseconds
 */
function slide(board, before, time) {
  for (const piece of board.querySelectorAll("[data-piece]")) {
    const from = before.get(piece.getAttribute("data-piece"));
    if (!from) {
      piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 0.7 * time });
      continue;
    }
    const to = middle(piece);
    const screen = /** @type {SVGGraphicsElement} */ (piece.parentNode).getScreenCTM?.();
    if (!screen || Math.hypot(from.x - to.x, from.y - to.y) < 1) continue;
    const turn = screen.inverse();
    const right = (from.x - to.x) * turn.a + (from.y - to.y) * turn.c;
    const down = (from.x - to.x) * turn.b + (from.y - to.y) * turn.d;
    // `translate` adds to the element's own transform; `transform` would replace it.
    piece.animate([{ translate: `${right}px ${down}px` }, { translate: "0px 0px" }], {
      duration: time,
      easing: "cubic-bezier(.3,.1,.2,1)",
    });
  }
}
