// Where an analysis begins: something pasted, or one of the boards that this browser has kept.

import { ask } from "./analysis_api.js";
import { make } from "./panels.js";
import { Tree, kept, pack, writeLink } from "./tree.js";

/** @type {Record<string, string>} */
const words = JSON.parse(document.body.dataset.words ?? "{}");
/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

at("paste").addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  at("problem").hidden = true;
  try {
    const tree = new Tree(await ask("/open", { text: at("paper").value }, words.failed));
    location.assign(`/analyse/${tree.game}#${await writeLink(tree, tree.root)}`);
  } catch (trouble) {
    at("problem").textContent = trouble.message;
    at("problem").hidden = false;
  }
});

const when = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
const boards = kept().map((board) => {
  const item = make("li");
  const link = make("a", "", board.title);
  link.setAttribute("href", `/analyse/${encodeURIComponent(board.game)}`);
  pack(board.tree).then((end) => link.setAttribute("href", `/analyse/${encodeURIComponent(board.game)}#${end}`));
  item.append(link, make("span", "soft", when.format(board.when)));
  return item;
});
at("kept").replaceChildren(...(boards.length ? boards : [make("li", "soft", words.none)]));

// Each new board is dealt anew, where something is dealt.
for (const game of document.querySelectorAll("a.game")) {
  const href = `${game.getAttribute("href")}?seed=${Math.floor(Math.random() * 2 ** 40)}`;
  game.setAttribute("href", href);
}
