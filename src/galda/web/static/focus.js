// The focus on boards: shown by a ring of two tones that stands out on any ground, kept when a new
// drawing takes the old one's place, and never lost when what had it is gone.

const SVG = "http://www.w3.org/2000/svg";
/** From outside inwards; on any ground one of them stands out. */
const TONES = [["#1d1206", 8], ["#ffffff", 4]];
/** In pixels, between what has the focus and the middle of its ring. */
const ROOM = 3;
/** What on a board is pressed: to play it, or to look closer at a part of the board. */
const PRESSED = "[data-touch], [data-closer]";

/** @param {Element} element */
function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The box of an element in the drawing's own measure; shadows and the like do not count. */
export function boxOf(svg, element) {
  const shapes = [...element.querySelectorAll("*")].filter(
    (part) => !part.children.length && part.getBBox && !part.closest("[pointer-events=none], [display=none], [data-hit]"));
  const points = (shapes.length ? shapes : [element]).flatMap((part) => {
    const { x, y, width, height } = part.getBBox();
    const to = svg.getScreenCTM().inverse().multiply(part.getScreenCTM());
    return [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].map(([px, py]) =>
      new DOMPoint(px, py).matrixTransform(to));
  });
  const [across, down] = [points.map((p) => p.x), points.map((p) => p.y)];
  const [left, top] = [Math.min(...across), Math.min(...down)];
  return { x: left, y: top, width: Math.max(...across) - left, height: Math.max(...down) - top };
}

/**
 * Draw a ring round an element, above everything; as many lines as there are kinds.
 * @param {Element} element @param {string[]} kinds  a class for each line @param {number} room
 */
export function drawRing(element, kinds, room) {
  const svg = /** @type {SVGGraphicsElement} */ (element).ownerSVGElement;
  if (!svg) return [];
  const { x, y, width, height } = boxOf(svg, element);
  const rx = Math.min(18, width / 2, height / 2);
  const shape = { x: x - room, y: y - room, width: width + 2 * room, height: height + 2 * room, rx, "aria-hidden": "true" };
  return kinds.map((kind) => {
    const drawn = document.createElementNS(SVG, "rect");
    drawn.setAttribute("class", kind);
    for (const [name, value] of Object.entries(shape)) drawn.setAttribute(name, String(value));
    svg.append(drawn);
    return drawn;
  });
}

/** Show by a ring what has the focus on a board, where keys are used. @param {HTMLElement} board */
export function showFocus(board) {
  const clear = () => board.querySelectorAll(".focus-ring").forEach((line) => line.remove());
  /** @param {SVGElement} element */
  const draw = (element) => {
    clear();
    if (element !== document.activeElement || !element.matches(PRESSED) || !element.matches(":focus-visible")) return;
    const scale = element.ownerSVGElement?.getScreenCTM()?.a || 1;
    drawRing(element, TONES.map(() => "focus-ring"), ROOM / scale).forEach((line, k) => {
      const [stroke, width] = TONES[k];
      const style = { fill: "none", stroke, "stroke-width": width, "vector-effect": "non-scaling-stroke", "pointer-events": "none" };
      for (const [name, value] of Object.entries(style)) line.setAttribute(name, String(value));
    });
  };
  board.addEventListener("focusin", (event) => {
    const element = /** @type {SVGElement} */ (event.target);
    draw(element);
    // What is still on its way has its ring where it arrives.
    const moves = element.getAnimations?.({ subtree: true }) ?? [];
    if (moves.length) Promise.allSettled(moves.map((move) => move.finished)).then(() => draw(element));
  });
  board.addEventListener("focusout", clear);
}

/** @param {Element} element */
const name = (element) => element.getAttribute("data-touch") ?? `closer ${element.getAttribute("data-closer")}`;

/**
 * Before a board is drawn anew: how to put the focus back afterwards, on the same thing or on what
 * lies nearest to where it was.
 * @param {HTMLElement} board
 */
export function keepFocus(board) {
  const focused = board.contains(document.activeElement) ? document.activeElement?.closest(PRESSED) : null;
  if (!focused) return () => {};
  const id = name(focused);
  const { x, y } = middle(focused);
  return () => {
    const there = [.../** @type {NodeListOf<SVGElement>} */ (board.querySelectorAll(PRESSED))].filter((element) => element.hasAttribute("tabindex"));
    /** @param {Element} element */
    const far = (element) => Math.hypot(middle(element).x - x, middle(element).y - y);
    const same = there.find((element) => name(element) === id);
    const nearest = () => there.reduce((a, b) => (far(b) < far(a) ? b : a), there[0]);
    (same ?? nearest() ?? board).focus({ preventScroll: true });
  };
}

/** @param {Element} element */
const gone = (element) => !element.isConnected || !element.checkVisibility() || element.matches(":disabled") || Boolean(element.closest("[inert]"));

/** What can be used in a group, nearest to what was used. @param {Element} group @param {Element | null} used */
function nearestIn(group, used) {
  const all = [.../** @type {NodeListOf<HTMLElement>} */ (group.querySelectorAll("button, a[href], input, select"))];
  const from = Math.max(0, all.findIndex((element) => element === used));
  const left = all.map((element, k) => ({ element, far: Math.abs(k - from) })).filter(({ element }) => !gone(element));
  return left.sort((a, b) => a.far - b.far)[0]?.element;
}

/**
 * Where what had the focus is hidden, disabled or taken away, the focus goes on to what stands in
 * the same group, or home. Nobody who uses keys begins at the page's start again.
 * @param {() => void} home
 */
export function guardFocus(home) {
  /** @type {Element | null} What had the focus last, and the groups it stood in. */
  let last = null;
  /** @type {Element[]} */
  let groups = [];
  document.addEventListener("focusin", (event) => {
    last = /** @type {Element} */ (event.target);
    groups = [];
    for (let at = last.parentElement; at; at = at.parentElement) if (at.matches(".row, [role=group]")) groups.push(at);
  });
  document.addEventListener("focusout", (event) => {
    const left = event.target;
    // Whoever clicks beside everything wants no focus; what is taken away now has lost it.
    queueMicrotask(() => {
      if (last === left && document.hasFocus() && document.activeElement === document.body && !gone(last)) last = null;
    });
  });
  const look = () => {
    if (!last || !gone(last)) return;
    if (document.activeElement !== document.body && document.activeElement !== last) return;
    const next = groups.filter((group) => !gone(group)).map((group) => nearestIn(group, last)).find(Boolean);
    last = null;
    if (next) next.focus({ preventScroll: true });
    else home();
  };
  new MutationObserver(look).observe(document.body, {
    subtree: true, childList: true, attributeFilter: ["hidden", "disabled", "inert", "open"],
  });
}
