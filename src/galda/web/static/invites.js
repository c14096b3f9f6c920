// Invitations: the links for friends as text, as codes and by the device's own way of sharing; in a
// window, or in place of the board while the table waits.

import { newest } from "./newest.js";

/** @type {WeakMap<Element, ReturnType<typeof newest>>} What was asked for each place. */
const asked = new WeakMap();

/**
 * Put the links that the server gives into a place.
 * @param {string} from @param {Element} place @param {string} copied  what is said after copying
 */
export async function showInvites(from, place, copied) {
  const asking = asked.get(place) ?? newest();
  asked.set(place, asking);
  const wanted = asking();
  const answer = await fetch(from).catch(() => null);
  const links = answer?.ok ? await answer.text() : null;
  if (links === null || !wanted()) return;
  place.innerHTML = links;
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
