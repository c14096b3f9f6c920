// A board in a notebook: it shows what the kernel sends and tells it what was touched. Which touches
// make a move is the picker's business, as on the site; the rules are the kernel's.

import { keepFocus } from "./focus.js";
import { Picker } from "./picker.js";

/** An element with a class and, if given, a text. */
function make(kind, name, text = "") {
  const made = document.createElement(kind);
  made.className = name;
  made.textContent = text;
  return made;
}

/** Everything that is shown, by name; nothing is in it yet. */
function lay(el, words) {
  const parts = {
    board: make("div", "galda-board"),
    status: make("p", "galda-status"),
    said: make("p", "galda-said"),
    buttons: make("div", "galda-buttons"),
    advice: make("ol", "galda-advice"),
    heading: make("h4", "galda-heading", words.told),
    told: make("ol", "galda-told"),
  };
  parts.status.setAttribute("role", "status");
  parts.said.setAttribute("role", "alert");
  const side = make("div", "galda-side");
  side.append(parts.status, parts.said, parts.buttons, parts.advice, parts.heading, parts.told);
  el.classList.add("galda");
  el.dataset.lmSuppressShortcuts = "true"; // the notebook's own keys stay out of the board
  el.append(parts.board, side);
  return parts;
}

function render({ model, el }) {
  const parts = lay(el, model.get("words"));
  const tell = (content) => model.send({ ...content, number: model.get("view").number });
  const picker = new Picker(parts.board, {
    play: (action) => tell({ play: action }),
    why: (touches) => tell({ why: touches }),
    back: () => tell({ press: "back" }),
    chosen: () => say(""),
  });

  for (const press of ["advise", "back", "again"]) {
    const button = make("button", "galda-button", model.get("words")[press]);
    button.type = "button";
    button.dataset.press = press;
    button.addEventListener("click", () => tell({ press }));
    parts.buttons.append(button);
  }

  function say(text) {
    parts.said.textContent = text;
  }

  function show() {
    const view = model.get("view");
    const refocus = keepFocus(parts.board);
    parts.board.innerHTML = view.svg;
    parts.board.querySelector("svg")?.setAttribute("role", "group");
    picker.show(view.paths);
    refocus();
    parts.status.textContent = view.status;
    parts.heading.hidden = !view.told.length;
    parts.told.replaceChildren(...view.told.map((line) => make("li", "", line)));
    say("");
  }

  function advise() {
    parts.advice.replaceChildren(
      ...model.get("advice").map((move) => {
        const line = make("li", "");
        const button = make("button", "galda-move", move.text);
        button.type = "button";
        button.addEventListener("click", () => tell({ play: move.action }));
        const worth = make("span", "galda-worth", move.worth);
        if (move.share !== null) worth.style.setProperty("--share", `${100 * move.share}%`);
        line.append(button, worth);
        return line;
      }),
    );
  }

  const hear = (content) => {
    if ("said" in content) say(content.said);
  };
  model.on("change:view", show);
  model.on("change:advice", advise);
  model.on("msg:custom", hear);
  show();
  advise();
  return () => {
    model.off("change:view", show);
    model.off("change:advice", advise);
    model.off("msg:custom", hear);
  };
}

export default { render };
