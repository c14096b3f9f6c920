// A part of a board, enlarged on demand: whatever is drawn small opens large in a window of its own.
// Boards say which parts by `data-enlarge` on what is pressed for it; a press on the part does, too.

import { boxOf } from "./focus.js";

const SVG = "http://www.w3.org/2000/svg";
const PERSONAL = ["id", "data-touch", "data-piece", "data-part", "data-enlarge", "tabindex", "aria-haspopup"];

/** @type {WeakSet<HTMLElement>} The boards whose parts can be enlarged. */
const boards = new WeakSet();

/** Let parts of a board be enlarged. @param {HTMLElement} board @param {HTMLDialogElement} dialog */
export function letEnlarge(board, dialog) {
  boards.add(board);
  /** @param {EventTarget | null} target */
  const asked = (target) => {
    const element = /** @type {Element} */ (target);
    if (element.closest("[data-touch]")) return null;
    const key = element.closest("[data-enlarge]");
    const name = key?.getAttribute("data-enlarge") ?? element.closest("[data-part]")?.getAttribute("data-part");
    return name && board.querySelector(`[data-enlarge="${CSS.escape(name)}"]`) ? name : null;
  };
  board.addEventListener("click", (event) => {
    const name = asked(event.target);
    if (name) open(board, dialog, name);
  });
  board.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const name = /** @type {Element} */ (event.target).getAttribute("data-enlarge");
    if (!name) return;
    event.preventDefault();
    open(board, dialog, name);
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

/** Make what opens a part known to keys and to those who listen. @param {HTMLElement} board */
export function dressEnlarging(board) {
  for (const key of boards.has(board) ? board.querySelectorAll("[data-enlarge]") : []) {
    key.setAttribute("role", "button");
    key.setAttribute("tabindex", "0");
    key.setAttribute("aria-haspopup", "dialog");
  }
}

/** @param {HTMLElement} board @param {HTMLDialogElement} dialog @param {string} name */
function open(board, dialog, name) {
  const svg = board.querySelector("svg");
  const part = board.querySelector(`[data-part="${CSS.escape(name)}"]`);
  const key = board.querySelector(`[data-enlarge="${CSS.escape(name)}"]`);
  if (!svg || !part) return;
  const { x, y, width, height } = boxOf(svg, part);
  const large = document.createElementNS(SVG, "svg");
  large.setAttribute("viewBox", `${x - 2} ${y - 2} ${width + 4} ${height + 4}`);
  large.setAttribute("role", "group");
  large.setAttribute("font-family", svg.getAttribute("font-family") ?? "");
  const copy = /** @type {Element} */ (part.cloneNode(true));
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    if (element.hasAttribute("data-enlarge")) element.setAttribute("role", "img");
    for (const attribute of PERSONAL) element.removeAttribute(attribute);
  }
  large.append(copy);
  dialog.setAttribute("aria-label", key?.getAttribute("aria-label") ?? "");
  dialog.querySelector("div")?.replaceChildren(large);
  // Browsers give the focus back to what is no drawing.
  const again = () => /** @type {SVGElement | null} */ (board.querySelector(`[data-enlarge="${CSS.escape(name)}"]`))?.focus({ preventScroll: true });
  if (board.contains(document.activeElement)) dialog.addEventListener("close", again, { once: true });
  dialog.showModal();
}
