// The tree of an analysis: turns that were tried, with comments; as a link, and in the browser.
// It knows no rule: what a turn is and how it is written comes from the server.

/** @typedef {import("./schema.d.ts").AnalysisTree} AnalysisTree */

/**
 * @typedef {{parent: Turn | null, actions: number[], words: string, comment: string,
 *   children: Turn[], depth: number}} Turn  the beginning has no parent and no actions
 */

const KEPT = "analyses";
const MOST_KEPT = 10;
/** More letters make a link that some programs cut off. */
const LONGEST = 30000;

export class Tree {
  /** @param {AnalysisTree} told */
  constructor(told) {
    this.game = told.game;
    this.text = told.root;
    this.names = told.names;
    this.date = told.date;
    this.result = told.result;
    /** @type {Turn} */
    this.root = { parent: null, actions: [], words: "", comment: told.comment, children: [], depth: 0 };
    /** @type {Turn[]} */
    const made = [];
    for (const node of told.nodes) {
      const parent = made[node.parent] ?? this.root;
      made.push(this.#find(parent, node.actions) ?? this.#put(parent, node.actions, node.words));
      made[made.length - 1].comment = node.comment;
    }
  }

  /** @param {Turn} parent @param {number[]} actions */
  #find(parent, actions) {
    return parent.children.find((child) => child.actions.join() === actions.join());
  }

  /** @param {Turn} parent @param {number[]} actions @param {string} words */
  #put(parent, actions, words) {
    /** @type {Turn} */
    const turn = { parent, actions, words, comment: "", children: [], depth: parent.depth + 1 };
    parent.children.push(turn);
    return turn;
  }

  /** The turn after another one, as it was tried before or new. @param {Turn} parent @param {number[]} actions @param {string} words */
  add(parent, actions, words) {
    return this.#find(parent, actions) ?? this.#put(parent, actions, words);
  }

  /** All that is played from the beginning to a turn. @param {Turn} turn @returns {number[]} */
  path(turn) {
    const actions = [];
    for (let at = turn; at.parent; at = at.parent) actions.unshift(...at.actions);
    return actions;
  }

  /** Every turn, whole lines, the main line first. @returns {Turn[]} */
  all() {
    const found = [];
    const waiting = [this.root];
    while (waiting.length) {
      const turn = /** @type {Turn} */ (waiting.pop());
      if (turn.parent) found.push(turn);
      waiting.push(...turn.children.slice().reverse());
    }
    return found;
  }

  /** The end of the line a turn is in. @param {Turn} turn */
  end(turn) {
    while (turn.children.length) turn = turn.children[0];
    return turn;
  }

  /** A turn and its neighbour among those that could be played instead. @param {Turn} turn @param {number} step */
  beside(turn, step) {
    const all = turn.parent?.children ?? [turn];
    return all[all.indexOf(turn) + step] ?? turn;
  }

  /** The nearest turn of its line that others stand before. @param {Turn} turn @returns {Turn | null} */
  aside(turn) {
    for (let at = turn; at.parent; at = at.parent) if (at.parent.children[0] !== at) return at;
    return null;
  }

  /** Put the line of a turn before those that could be played instead. @param {Turn} turn */
  promote(turn) {
    const first = this.aside(turn);
    if (!first?.parent) return;
    const all = first.parent.children;
    all.splice(all.indexOf(first), 1);
    all.unshift(first);
  }

  /** Take out a turn and all that follows it; the one before. @param {Turn} turn @returns {Turn} */
  remove(turn) {
    if (!turn.parent) return turn;
    turn.parent.children = turn.parent.children.filter((child) => child !== turn);
    return turn.parent;
  }

  /** As the server wants it. */
  plain() {
    const all = this.all();
    const number = new Map(all.map((turn, k) => [turn, k]));
    const nodes = all.map((turn) => [number.get(/** @type {Turn} */ (turn.parent)) ?? -1, turn.actions, turn.comment]);
    return { root: this.text, names: this.names, date: this.date, result: this.result, comment: this.root.comment, nodes };
  }
}

// Links

/** @param {BlobPart} bytes @param {"deflate-raw"} how @param {boolean} back */
async function squeeze(bytes, how, back) {
  const through = back ? new DecompressionStream(how) : new CompressionStream(how);
  const whole = new Response(new Blob([bytes]).stream().pipeThrough(through));
  return new Uint8Array(await whole.arrayBuffer());
}

/** A tree and where one is in it, as the end of a link. @param {Tree} tree @param {Turn} at */
export const writeLink = (tree, at) => pack(written(tree, at));

/** The same as plain values. @param {Tree} tree @param {Turn} at */
export const written = (tree, at) => ({ ...tree.plain(), at: tree.all().indexOf(at) });

/** Plain values as the end of a link. @param {object} values */
export async function pack(values) {
  const bytes = new TextEncoder().encode(JSON.stringify(values));
  const packed = await squeeze(bytes, "deflate-raw", false);
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What `writeLink` wrote, as the server wants it, and the number of the turn. @param {string} link */
export async function readLink(link) {
  const letters = atob(link.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await squeeze(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)), "deflate-raw", true);
  const { at, ...tree } = JSON.parse(new TextDecoder().decode(bytes));
  return { tree, at: Number(at) };
}

/** Whether a link can still be sent. @param {string} link */
export const fits = (link) => link.length < LONGEST;

// In the browser

/** @typedef {{game: string, title: string, root: string, tree: object, when: number}} Kept */

/** @returns {Kept[]} The last boards, the newest first. */
export function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** Keep a board; one that begins alike gives way. @param {Kept} board */
export function keep(board) {
  const others = kept().filter((other) => other.root !== board.root);
  try {
    localStorage.setItem(KEPT, JSON.stringify([board, ...others].slice(0, MOST_KEPT)));
  } catch {
    // The browser keeps nothing, or has no room: the link still holds all.
  }
}
