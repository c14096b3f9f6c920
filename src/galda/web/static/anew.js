// A form that opens a table is sent with a move id, so that sending it again after a lost answer
// opens no second one. Whoever comes back to the page and sends it again does want another table.

addEventListener("pageshow", (event) => {
  if (!event.persisted) return; // a page that was loaded has a fresh one
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const fresh = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  for (const field of document.getElementsByName("move_id")) {
    /** @type {HTMLInputElement} */ (field).value = fresh;
  }
});
