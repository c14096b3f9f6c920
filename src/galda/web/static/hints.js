// The engine's best turns on the board: an arrow from the first touch to the last, a ring where one
// thing is touched, each with its rank; the pieces of the best turn as ghosts where they would lie.

import { boxOf } from "./focus.js";
import { showGhosts } from "./ghosts.js";

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Record<string, string | number>} values */
function draw(name, values) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) element.setAttribute(key, String(value));
  return element;
}

/** Take all hints off a board. @param {HTMLElement} board */
export function clearHints(board) {
  for (const hint of board.querySelectorAll(".hints")) hint.remove();
}

/**
 * Show the best turns, the best one last and on top.
 * @param {HTMLElement} board @param {string[][]} paths  what is touched for each
 * @param {string} [after]  the board after the best one
 */
export function showHints(board, paths, after = "") {
  clearHints(board);
  const svg = board.querySelector("svg");
  if (!svg) return;
  const group = draw("g", { class: "hints", "aria-hidden": "true" });
  showGhosts(board, group, after);
  const scale = svg.viewBox.baseVal.width / Math.max(1, svg.getBoundingClientRect().width);
  for (let rank = paths.length; rank >= 1; rank--) {
    const boxes = paths[rank - 1]
      .map((id) => board.querySelector(`[data-touch="${CSS.escape(id)}"]`))
      .filter(Boolean)
      .map((element) => boxOf(svg, element));
    if (boxes.length) group.append(hint(boxes, rank, scale));
  }
  svg.append(group);
}

/** @param {{x: number, y: number, width: number, height: number}[]} boxes @param {number} rank @param {number} scale */
function hint(boxes, rank, scale) {
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const [from, to] = [boxes[0], boxes[boxes.length - 1]];
  const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
  const parts = draw("g", { class: `hint h${rank}` });
  const far = Math.hypot(x2 - x1, y2 - y1);
  const size = 13 * scale;
  let [bx, by] = [from.x + from.width - size / 2, from.y + size / 2];
  if (far > size) {
    const [ux, uy] = [(x2 - x1) / far, (y2 - y1) / far];
    const [ex, ey] = [x2 - ux * size, y2 - uy * size];
    const head = [[x2, y2], [ex - uy * size * 0.7, ey + ux * size * 0.7], [ex + uy * size * 0.7, ey - ux * size * 0.7]];
    for (const kind of ["under", "over"]) {
      parts.append(draw("line", { class: kind, x1, y1, x2: ex, y2: ey }));
      parts.append(draw("polygon", { class: kind, points: head.map((point) => point.join(",")).join(" ") }));
    }
    [bx, by] = [x1 + (x2 - x1) * 0.3 + uy * size * 0.2 * rank, y1 + (y2 - y1) * 0.3 - ux * size * 0.2 * rank];
  } else {
    const rx = Math.min(14 * scale, from.width / 2, from.height / 2);
    for (const kind of ["under", "over"]) {
      parts.append(draw("rect", { class: kind, x: from.x, y: from.y, width: from.width, height: from.height, rx }));
    }
  }
  parts.append(draw("circle", { class: "badge", cx: bx, cy: by, r: size * 0.85 }));
  const number = draw("text", { x: bx, y: by, "font-size": size * 1.2, "text-anchor": "middle", dy: ".35em" });
  number.textContent = String(rank);
  parts.append(number);
  return parts;
}
