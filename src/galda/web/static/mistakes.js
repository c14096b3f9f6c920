// Mistakes of all one's games, kept in this browser: each comes back after some days, later and later
// as long as a better turn is found at once, and then no more.

/** @typedef {import("./schema.d.ts").Task} Task */
/** @typedef {Task & {id: string, day: number, step: number}} Kept */

const KEY = "mistakes";
const DAYS = [1, 3, 7, 21];
const MOST = 200;
const DAY = 86400000;

/** The number of today, by the reader's own clock. */
export function today() {
  const now = new Date();
  return Math.floor((now.getTime() - now.getTimezoneOffset() * 60000) / DAY);
}

/** @returns {Kept[]} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return Array.isArray(kept.waiting) ? kept.waiting : [];
  } catch {
    return [];
  }
}

/** @returns {string[]} Those that have been learnt: they do not come back with another look. */
function learnt() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}").learnt ?? [];
  } catch {
    return [];
  }
}

/** @param {Kept[]} waiting @param {string[]} done */
function write(waiting, done) {
  localStorage.setItem(KEY, JSON.stringify({ waiting: waiting.slice(-MOST), learnt: done.slice(-MOST) }));
}

/** Have mistakes come back, from tomorrow on; those that are known stay as they are. @param {(Task & {id: string})[]} tasks */
export function note(tasks) {
  const waiting = read();
  const done = learnt();
  const known = new Set([...done, ...waiting.map((kept) => kept.id)]);
  const fresh = tasks.filter((task) => !known.has(task.id));
  if (fresh.length) write([...waiting, ...fresh.map((task) => ({ ...task, day: today() + DAYS[0], step: 0 }))], done);
}

/** What is to be looked at again today. */
export function dueToday() {
  return read().filter((kept) => kept.day <= today());
}

/** When the next one comes back. @returns {Date | null} */
export function nextDay() {
  const days = read().map((kept) => kept.day);
  return days.length ? new Date(Math.min(...days) * DAY) : null;
}

/** Put off what was tried: for longer if it was right at once, else till tomorrow. @param {string} id @param {boolean} right */
export function putOff(id, right) {
  const waiting = read();
  const kept = waiting.find((one) => one.id === id);
  if (!kept) return;
  kept.step = right ? kept.step + 1 : 0;
  const over = kept.step >= DAYS.length;
  kept.day = today() + DAYS[kept.step % DAYS.length];
  write(over ? waiting.filter((one) => one !== kept) : waiting, over ? [...learnt(), id] : learnt());
}
