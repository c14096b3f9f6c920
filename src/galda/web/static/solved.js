// What somebody has solved, kept in this browser alone: puzzles by name, puzzles of the day by date,
// each with the number of wrong tries (-1: the solution was looked at).

const KEY = "puzzles";
const DAY = 86400000;

/** @typedef {{ puzzles: Record<string, number>, days: Record<string, number> }} Solved */

/** @returns {Solved} */
export function solved() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { puzzles: kept.puzzles ?? {}, days: kept.days ?? {} };
  } catch {
    return { puzzles: {}, days: {} };
  }
}

/** Note how a puzzle went; the first time counts. @param {string} puzzle @param {string} day @param {number} wrong */
export function note(puzzle, day, wrong) {
  const kept = solved();
  kept.puzzles[puzzle] ??= wrong;
  if (day) kept.days[day] ??= wrong;
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing still shows puzzles.
  }
  return kept;
}

/** @param {string} day @param {number} by */
export function daysBefore(day, by) {
  return new Date(Date.parse(day) - by * DAY).toISOString().slice(0, 10);
}

/** How many days in a row were solved, up to a day or the one before it. @param {Solved} kept @param {string} day */
export function streak(kept, day) {
  const done = (/** @type {number} */ back) => (kept.days[daysBefore(day, back)] ?? -1) >= 0;
  let back = done(0) ? 0 : 1;
  let count = 0;
  while (done(back)) {
    back += 1;
    count += 1;
  }
  return count;
}
