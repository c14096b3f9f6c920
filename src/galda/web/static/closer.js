// Looking closer: a part of the board that is drawn small is shown large over the board while it is
// pointed at or has the focus; touched, until something else is touched. Boards lay an element over
// such parts whose `data-closer` says what it is.

import { bare, dressCloser } from "./slide.js";

const HOVER = 350;
/** How many pixels for one of the drawing's own measure, but at least so many times as large. */
const SCALE = 1.6;
const LEAST = 2;
/** How much of the window it takes at most. */
const SHARE = 0.9;
const EDGE = 8;
const mouse = matchMedia("(hover: hover) and (pointer: fine)");

export class Closer {
  /** @param {HTMLElement} board */
  constructor(board) {
    this.board = board;
    this.place = document.createElement("div");
    this.place.className = "closer";
    this.place.setAttribute("aria-hidden", "true");
    this.place.hidden = true;
    document.body.append(this.place);
    /** @type {SVGGraphicsElement | null} What is shown large. */
    this.shown = null;
    this.hovering = 0;
    board.addEventListener("click", (event) => this.#click(event));
    board.addEventListener("pointerover", (event) => this.#point(event));
    board.addEventListener("pointerleave", () => this.#unpoint());
    board.addEventListener("focusin", (event) => this.#focus(event));
    board.addEventListener("focusout", () => this.close());
    board.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    document.addEventListener("pointerdown", (event) => this.shown && !this.#part(event) && this.close());
    document.addEventListener("scroll", () => this.close(), { capture: true, passive: true });
    new MutationObserver(() => this.close()).observe(board, { childList: true }); // it is no longer there
    board.dataset.looksCloser = "";
    dressCloser(board);
  }

  /** Put the part away. */
  close() {
    clearTimeout(this.hovering);
    this.shown = null;
    this.place.hidden = true;
    this.place.replaceChildren();
  }

  /** @param {Event} event @returns {SVGGraphicsElement | null} */
  #part(event) {
    return event.target instanceof Element ? event.target.closest("[data-closer]") : null;
  }

  /** @param {Event} event */
  #click(event) {
    const part = this.#part(event);
    clearTimeout(this.hovering);
    if (part && part === this.shown && !mouse.matches) this.close();
    else if (part) this.#show(part);
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const part = this.#part(event);
    if (event.pointerType !== "mouse" || part === this.shown) return;
    this.#unpoint();
    if (part) this.hovering = setTimeout(() => this.#show(part), HOVER);
  }

  #unpoint() {
    clearTimeout(this.hovering);
    if (mouse.matches) this.close();
  }

  /** @param {FocusEvent} event */
  #focus(event) {
    const part = this.#part(event);
    if (part?.matches(":focus-visible")) this.#show(part);
  }

  /** @param {SVGGraphicsElement} part */
  #show(part) {
    this.shown = part;
    const box = part.getBBox();
    const seen = part.getBoundingClientRect();
    const wanted = Math.max(LEAST, (SCALE * box.width) / seen.width);
    const large = Math.min(wanted, (SHARE * innerWidth) / seen.width, (SHARE * innerHeight) / seen.height);
    const svg = /** @type {SVGSVGElement} */ (part.ownerSVGElement?.cloneNode(false));
    svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    const group = bare(/** @type {Element} */ (part.parentNode));
    group.removeAttribute("transform");
    svg.append(group);
    const [width, height] = [large * seen.width, large * seen.height];
    const left = beside(seen, width);
    const top = Math.min(Math.max(EDGE, seen.top + seen.height / 2 - height / 2), innerHeight - height - EDGE);
    Object.assign(this.place.style, { width: `${width}px`, height: `${height}px`, left: `${left}px`, top: `${top}px` });
    this.place.replaceChildren(svg);
    this.place.hidden = false;
  }
}

/** Where it begins: beside the part where there is room, else where it fits. @param {DOMRect} seen @param {number} width */
function beside(seen, width) {
  if (seen.left - width - EDGE >= EDGE) return seen.left - width - EDGE;
  if (seen.right + width + 2 * EDGE <= innerWidth) return seen.right + EDGE;
  return Math.max(EDGE, Math.min(seen.left + seen.width / 2 - width / 2, innerWidth - width - EDGE));
}
