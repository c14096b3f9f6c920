// What this browser remembers of lessons: how far each was done. Links to lessons show it.

/** @typedef {{step: number, steps: number, done: boolean}} Progress */

/** @param {string} lesson @returns {Progress | null} */
export function recall(lesson) {
  try {
    return JSON.parse(localStorage.getItem(`lesson ${lesson}`) ?? "null");
  } catch {
    return null; // somebody else wrote there
  }
}

/** Remember how far a lesson was done; once finished it stays so. @param {string} lesson @param {Progress} progress */
export function remember(lesson, progress) {
  const done = progress.done || (recall(lesson)?.done ?? false);
  localStorage.setItem(`lesson ${lesson}`, JSON.stringify({ ...progress, done }));
}

/** @param {string} kind @param {string} text */
function note(kind, text) {
  const made = document.createElement("span");
  made.className = kind;
  made.textContent = text;
  return made;
}

/** Mark the links to lessons: a tick where one is finished; one begun is gone on with. */
export function markLinks() {
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-lesson]"))) {
    const progress = recall(link.dataset.lesson ?? "");
    for (const old of link.querySelectorAll(".tick, .so-far, .told-done")) old.remove();
    link.search = "";
    if (progress?.done) {
      const tick = note("tick", " ✓");
      tick.setAttribute("aria-hidden", "true");
      link.append(tick, note("told-done spoken", `, ${link.dataset.done}`));
    } else if (progress && progress.step > 1) {
      link.append(note("so-far", ` ${progress.step}/${progress.steps}`));
      link.search = `step=${progress.step}`;
    }
  }
}

markLinks();
addEventListener("pageshow", markLinks);
