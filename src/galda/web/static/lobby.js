// The lobby: keeps the list of one's own tables fresh while it is looked at, tells its dates as the
// reader writes them, and asks before a game that goes on is taken off it.

import { dueToday } from "./mistakes.js";
import { newest } from "./newest.js";

const mine = document.getElementById("mine");
const asking = newest();

async function refresh() {
  // Whoever is in the list keeps it as it is, also if they came while the answer was on its way.
  const used = () => document.hidden || mine?.contains(document.activeElement);
  if (!mine || used()) return;
  const wanted = asking();
  const answer = await fetch(mine.dataset.from ?? "").catch(() => null);
  const list = answer?.ok ? await answer.text() : null;
  if (list === null || used() || !wanted()) return;
  const open = mine.querySelector("details")?.open ?? false;
  mine.innerHTML = list;
  const folded = mine.querySelector("details");
  if (folded) folded.open = open;
  tellDates();
}

function tellDates() {
  const now = new Date();
  const lang = document.documentElement.lang;
  for (const time of mine?.querySelectorAll("time") ?? []) {
    const then = new Date(time.dateTime);
    const today = then.toDateString() === now.toDateString();
    /** @type {Intl.DateTimeFormatOptions} */
    const how = today ? { hour: "numeric", minute: "2-digit" } : { day: "numeric", month: "short" };
    if (then.getFullYear() !== now.getFullYear()) how.year = "numeric";
    time.textContent = then.toLocaleString(lang, how);
  }
}

mine?.addEventListener("submit", (event) => {
  const { sure } = /** @type {HTMLFormElement} */ (event.target).dataset;
  if (sure && !confirm(sure)) event.preventDefault();
});
/** Say how many mistakes are to be looked at again today, if any. */
function tellMistakes() {
  const told = document.getElementById("mistakes-due");
  const link = told?.querySelector("a");
  if (!told || !link) return;
  const due = dueToday().length;
  told.hidden = !due;
  link.textContent = (link.dataset.said ?? "").replace("{n}", String(due));
}

document.addEventListener("visibilitychange", refresh);
tellMistakes();
tellDates();
if (mine && "late" in mine.dataset) refresh();
setInterval(refresh, 10000);
