// Ghosts: the pieces that the engine's best turn would move, drawn half transparent where they would
// lie. The server sends the board after the turn; what lies elsewhere there is found by its lasting
// id (`data-piece`). A part of the board that has grown is laid over the old one by what lies in both.

const SVG = "http://www.w3.org/2000/svg";
/** A piece that moved less than this share of what moved most is only pushed along. */
const FAR = 0.6;
const MOST = 4;

/**
 * Draw the ghosts of a turn into a board.
 * @param {HTMLElement} board @param {Element} group  where they are drawn
 * @param {string} after  the board after the turn
 */
export function showGhosts(board, group, after) {
  const now = /** @type {SVGSVGElement | null} */ (board.querySelector("svg"));
  if (!now || !after) return;
  const place = document.createElement("div");
  place.className = "unseen-board";
  place.innerHTML = after;
  board.append(place);
  const then = /** @type {SVGSVGElement} */ (place.querySelector("svg"));
  try {
    const moved = [...then.querySelectorAll("[data-piece]")]
      .map((piece) => movement(now, then, piece))
      .filter((move) => move !== null && move.far > 1);
    const most = Math.max(0, ...moved.map((move) => move?.far ?? 0));
    const far = moved.filter((move) => (move?.far ?? 0) >= FAR * most);
    const other = far.filter((move) => move?.changed);
    const shown = other.length ? other : far;  // what looks different now was not only pushed along
    if (shown.length > MOST) return;
    for (const move of shown) if (move) group.append(ghost(move.piece, move.to));
  } finally {
    place.remove();
  }
}

/** Where a piece would lie, in the old board's units, and how far from where it is. @param {SVGSVGElement} now @param {SVGSVGElement} then @param {Element} piece */
function movement(now, then, piece) {
  const id = `[data-piece="${CSS.escape(piece.getAttribute("data-piece") ?? "")}"]`;
  const old = now.querySelector(id);
  if (!old || old.closest(".hints")) return null;
  const [from, there] = [within(now, old), within(then, piece)];
  const part = piece.closest("[data-part]")?.getAttribute("data-part") ?? "";
  const stayed = part === (old.closest("[data-part]")?.getAttribute("data-part") ?? "");
  const anchor = part ? nearest(now, then, part, piece) : null;
  const sameSize = now.getAttribute("viewBox") === then.getAttribute("viewBox");
  if (!anchor && !sameSize) return null;
  const to = anchor ? anchor.multiply(there) : there;
  const far = Math.hypot(to.e - from.e, to.f - from.f);
  return stayed && part && sameSize && Math.hypot(there.e - from.e, there.f - from.f) < 1
    ? null
    : { piece, to, far, changed: looks(old) !== looks(piece) };
}

/** A piece as it is drawn, without what the page has added to it. @param {Element} piece */
function looks(piece) {
  return piece.querySelectorAll("*").length;
}

/** How the nearest thing that lies in a part of both boards is laid on itself. @param {SVGSVGElement} now @param {SVGSVGElement} then @param {string} part @param {Element} piece */
function nearest(now, then, part, piece) {
  const home = `[data-part="${CSS.escape(part)}"]`;
  const at = within(then, piece);
  let [best, least] = [/** @type {DOMMatrix | null} */ (null), Infinity];
  for (const kind of ["data-piece", "data-touch"]) {
    for (const other of then.querySelectorAll(`${home} [${kind}]`)) {
      const old = other === piece ? null : now.querySelector(`${home} [${kind}="${CSS.escape(other.getAttribute(kind) ?? "")}"]`);
      if (!old) continue;
      const there = within(then, other);
      const far = Math.hypot(there.e - at.e, there.f - at.f);
      if (far < least && far > 0) [best, least] = [within(now, old).multiply(there.inverse()), far];
    }
  }
  return best;
}

/** An element's own units in those of its board. @param {SVGSVGElement} svg @param {Element} element */
function within(svg, element) {
  const root = DOMMatrix.fromMatrix(/** @type {any} */ (svg.getScreenCTM()));
  return root.inverse().multiply(DOMMatrix.fromMatrix(/** @type {any} */ (/** @type {SVGGraphicsElement} */ (element).getScreenCTM())));
}

/** @param {Element} piece @param {DOMMatrix} to */
function ghost(piece, to) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", "ghost");
  group.setAttribute("transform", `matrix(${[to.a, to.b, to.c, to.d, to.e, to.f].map((n) => n.toFixed(4)).join(" ")})`);
  const copy = /** @type {Element} */ (piece.cloneNode(true));
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["data-piece", "data-touch", "aria-label", "tabindex", "role", "id"]) element.removeAttribute(name);
  }
  copy.removeAttribute("transform");
  group.append(copy);
  return group;
}
