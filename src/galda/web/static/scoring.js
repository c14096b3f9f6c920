// A scoring is an event: the game stops for it until its sheet has been seen. It comes back from the
// log, and waits for nobody who has others' turns shown at once.

import { followTime } from "./comfort.js";

/** @typedef {import("./schema.d.ts").View} View */

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

/** @param {import("./follow.js").Follow} follow */
export function watchScorings(follow) {
  const dialog = at("scoring");
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => follow.go());
  at("log").addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const line = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-sheet]"));
    if (line) open(at("sheets").children[at("sheets").children.length - 1 - Number(line.dataset.sheet)]);
  });
}

/** @param {Element | undefined} sheet */
function open(sheet) {
  if (!sheet || at("scoring").open) return;
  at("scoring-sheet").replaceChildren(sheet.cloneNode(true));
  at("scoring").showModal();
}

/** Stop for a scoring that is new. @param {View} view @param {number} known  how many sheets were shown before @param {import("./follow.js").Follow} follow */
export function stopFor(view, known, follow) {
  if (view.sheets.length <= known || view.result || !followTime()) return;
  follow.wait();
  open(at("sheets").firstElementChild ?? undefined);
}
