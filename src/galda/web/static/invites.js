// Invitations: the links for friends as text, as codes and by the device's own way of sharing; in a
// window, or in place of the board while the table waits.

/**
 * Put the links that the server gives into a place.
 * @param {string} from @param {Element} place @param {string} copied  what is said after copying
 */
export async function showInvites(from, place, copied) {
  const answer = await fetch(from).catch(() => null);
  if (!answer?.ok) return;
  place.innerHTML = await answer.text();
  for (const button of place.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", () => copy(/** @type {HTMLElement} */ (button), copied));
  }
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-share]"))) {
    button.hidden = !navigator.share;
    const { share: url, title } = button.dataset;
    button.addEventListener("click", () => navigator.share({ title, url }).catch(() => {}));
  }
}

/** @param {HTMLElement} button @param {string} copied */
async function copy(button, copied) {
  const link = /** @type {HTMLInputElement} */ (button.parentElement?.querySelector("input"));
  link.select();
  await navigator.clipboard?.writeText(link.value).catch(() => document.execCommand("copy"));
  button.textContent = copied;
}
