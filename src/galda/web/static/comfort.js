// What readers choose for their comfort, kept in this browser: light, movement, pace, sound.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const SPEEDS = { none: 0, slow: 900, fast: 200 };

/** How many milliseconds a piece takes from one place to the next; 0: it is there at once. */
export function slideTime() {
  const chosen = localStorage.getItem("motion");
  if (!chosen) return calm.matches ? 0 : 420;
  return SPEEDS[chosen] ?? 420;
}

const PACES = { none: 0, slow: 2200, fast: 600 };

/** How many milliseconds a turn of somebody else is shown at least before the next. */
export function followTime() {
  return PACES[localStorage.getItem("pace") ?? ""] ?? 1200;
}

/** Whether the reader wants to hear anything. */
export function soundOn() {
  return localStorage.getItem("sound") === "on";
}

/** Whether the reader has said yes or no to sounds before. */
export function soundOffered() {
  return localStorage.getItem("sound") !== null;
}

/** @param {string} id @param {string} key @param {(value: string) => void} [then] */
function bind(id, key, then) {
  const choice = /** @type {HTMLSelectElement | HTMLInputElement | null} */ (document.getElementById(id));
  if (!choice) return;
  const kept = localStorage.getItem(key) ?? "";
  if (choice instanceof HTMLInputElement) choice.checked = kept === "on";
  else choice.value = kept;
  choice.addEventListener("change", () => {
    const value = choice instanceof HTMLInputElement ? (choice.checked ? "on" : "") : choice.value;
    localStorage.setItem(key, value);
    then?.(value);
  });
}

bind("comfort-light", "light", (light) => (document.documentElement.dataset.light = light));
bind("comfort-motion", "motion");
bind("comfort-pace", "pace");
bind("comfort-sound", "sound", async (on) => on && (await import("./sounds.js")).play("turn"));

// A menu closes when the reader goes on elsewhere.
const menus = [.../** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.menu"))];
document.addEventListener("click", (event) => {
  for (const menu of menus) if (!menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  const open = menus.find((menu) => menu.open);
  if (event.key !== "Escape" || !open) return;
  open.open = false;
  open.querySelector("summary")?.focus();
});
