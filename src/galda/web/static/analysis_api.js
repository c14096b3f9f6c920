// What the pages of an analysis ask of the server. Each question holds all there is to know.

import { askServer } from "./asking.js";
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
  const plain = JSON.stringify(body);
  const large = plain.length > LARGE && PACKED.includes(path);
  return askServer(HOME + path, failed, large ? { packed: await pack(body) } : plain, shape, signal);
}
