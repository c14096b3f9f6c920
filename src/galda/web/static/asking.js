// Asking the server: what it answers, or an error in its own words.

/**
 * @param {string} address  where to ask, without language and shape
 * @param {string} failed  what to say without an answer
 * @param {object | string} [body]  what is posted, as JSON; without one, something is only looked up
 * @param {string} [shape]  the room for which boards are drawn
 * @param {AbortSignal} [signal]  withdraws the question
 */
export async function askServer(address, failed, body, shape = "", signal) {
  const asks = new URLSearchParams({ lang: document.documentElement.lang, ...(shape && { shape }) });
  const posted = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
  const answer = await fetch(`${address}?${asks}`, { ...posted, signal }).catch(() => null);
  const said = await answer?.json().catch(() => null);
  if (!answer?.ok || !said) throw new Error(said?.error ?? failed);
  return said;
}
