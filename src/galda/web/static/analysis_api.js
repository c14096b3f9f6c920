// What the pages of an analysis ask of the server. Each question holds all there is to know.

const HOME = "/api/v1/analysis";

/**
 * Ask, or throw an error in the server's words.
 * @param {string} path @param {object} body @param {string} failed  what to say without an answer
 * @param {string} [shape] @param {AbortSignal} [signal]  withdraws the question
 */
export async function ask(path, body, failed, shape = "", signal) {
  const asks = new URLSearchParams({ lang: document.documentElement.lang, ...(shape && { shape }) });
  const answer = await fetch(`${HOME}${path}?${asks}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  }).catch(() => null);
  const said = await answer?.json().catch(() => null);
  if (!answer?.ok || !said) throw new Error(said?.error ?? failed);
  return said;
}
