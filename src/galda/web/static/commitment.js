// What decides a game's random draws was fixed before it began: the page keeps what it was told then,
// and after the game compares the seed with it.

const KEY = "commitments";
const MOST = 300;

/** @returns {[string, string][]} tables and what was told there, the oldest first */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** Keep what was told at a table, unless something is kept already. @param {string} table @param {string} told */
export function keep(table, told) {
  const all = kept();
  if (all.some(([id]) => id === table)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...all, [table, told]].slice(-MOST)));
  } catch {
    // A full or closed store: then there is nothing to compare with.
  }
}

/** The SHA-256 of a text, where the browser computes one; else null. @param {string} text */
async function sha256(text) {
  if (!crypto.subtle) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Whether a seed is the one that was told of: `verified`, `differs`, or `unknown` where this browser
 * did not see the game begin.
 * @param {string} table @param {string} seed @param {string} told
 */
export async function verify(table, seed, told) {
  const computed = await sha256(seed);
  if (computed !== null && computed !== told) return "differs";
  const before = kept().find(([id]) => id === table)?.[1];
  if (before === undefined) return "unknown";
  return before === told ? "verified" : "differs";
}
