// What a table's page asks of the server, one thing after the other.

const page = document.body.dataset;
const home = `/api/v1/tables/${page.table}`;

/** A fresh name for something that must happen once, or for this page. */
export function moveId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** By this the server knows the page that asks: what it is answered with is not sent to it again. */
const name = moveId();

/** Ask for a turn: the path for the room's shape, and for this page. @param {string} path @param {string} shape */
export const turnPath = (path, shape) => `${path}?${new URLSearchParams({ shape, page: name })}`;

/** After so long without an answer the page says that it is sending, and after so long it asks again. */
const SENDING = 300;
const GIVEN_UP = 8000;
/** For so long what was asked is asked again: a train is in a tunnel for less. */
const TUNNEL = 60000;
/** How long the last answer took, in milliseconds. */
export let roundTrip = 0;

/**
 * Post to the API. A lost answer is asked for again with the same move id, which plays only once.
 * @param {string} path @param {object} body @param {string} failed  what to say without an answer
 * @param {(state: "sending" | "lost" | "") => void} [say]  how it goes, where somebody waits for it
 */
export async function post(path, body, failed, say = () => {}) {
  const begun = performance.now();
  const late = setTimeout(() => say("sending"), SENDING);
  try {
    for (let pause = 400; ; pause = Math.min(2 * pause, 3000)) {
      try {
        const asked = performance.now();
        const answer = await fetch(home + path, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(GIVEN_UP),
        });
        const said = read(await answer.text());
        roundTrip = performance.now() - asked;
        if (!said || !answer.ok) throw { error: failed, ...said, status: answer.status };
        return said;
      } catch (error) {
        if (error.status) throw error;
        if (performance.now() - begun > TUNNEL) throw { error: failed };
        clearTimeout(late);
        say("lost");
        await new Promise((go) => setTimeout(go, pause));
      }
    }
  } finally {
    clearTimeout(late);
    say("");
  }
}

/** What an answer says; null where it is not ours. @param {string} text */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Where views are pushed from. @param {string} shape */
export function streamAddress(shape) {
  const asks = new URLSearchParams({ shape, page: name });
  if (page.watch) asks.set("watch", page.watch);
  return `${home}/stream?${asks}`;
}

/** Where the board after so many turns is. @param {number} ply @param {string} shape */
export function momentAddress(ply, shape) {
  const asks = new URLSearchParams({ shape, lang: document.documentElement.lang });
  if (page.watch) asks.set("watch", page.watch);
  return `/api/v1/games/${page.table}/positions/${ply}?${asks}`;
}
