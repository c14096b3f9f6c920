// What the pages of an analysis ask of the server. Each question holds all there is to know.

import { pack } from "./tree.js";

const HOME = "/api/v1/analysis";
/** Questions with more letters are sent packed, where the server takes that. */
const LARGE = 20000;
const PACKED = ["/open", "/trees"];

/**
 * Ask, or throw an error in the server's words.
 * @param {string} path @param {object} body @param {string} failed  what to say without an answer
 * @param {string} [shape] @param {AbortSignal} [signal]  withdraws the question
 */
export async function ask(path, body, failed, shape = "", signal) {
  const asks = new URLSearchParams({ lang: document.documentElement.lang, ...(shape && { shape }) });
  const plain = JSON.stringify(body);
  const large = plain.length > LARGE && PACKED.includes(path);
  const answer = await fetch(`${HOME}${path}?${asks}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: large ? JSON.stringify({ packed: await pack(body) }) : plain,
    signal,
  }).catch(() => null);
  const said = await answer?.json().catch(() => null);
  if (!answer?.ok || !said) throw new Error(said?.error ?? failed);
  return said;
}
