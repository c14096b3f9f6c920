// In the lobby: whether the puzzle of the day is solved already, and for how many days in a row.

import { solved, streak } from "./solved.js";

const link = /** @type {HTMLElement | null} */ (document.getElementById("daily"));
const record = link?.querySelector(".record");
if (link && record) {
  const { day = "", words = "" } = link.dataset;
  const kept = solved();
  const row = streak(kept, day);
  const done = (kept.days[day] ?? -1) >= 0 ? "✓ " : "";
  record.textContent = done + (row ? words.replace("{n}", String(row)) : "");
}
