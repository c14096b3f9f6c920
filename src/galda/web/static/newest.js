// Questions of which only the newest counts: an answer to an older one comes after the reader has
// gone on, and must change nothing.

/**
 * Make a counter of questions. Call it when something is asked, or when what was asked is no longer
 * wanted; it gives back a function that says whether nothing newer has been asked since.
 */
export function newest() {
  let last = 0;
  return () => {
    const mine = ++last;
    return () => mine === last;
  };
}
