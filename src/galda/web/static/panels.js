// The panels round the board: players with their clocks, log, chat, offers. All words come from
// the server and are put in as text, never as markup; so do the seats' marks, which are drawings.

/** @typedef {import("./schema.d.ts").Player} Player */
/** @typedef {import("./schema.d.ts").SeatedPlayer} SeatedPlayer */
/** @typedef {import("./schema.d.ts").LogLine} LogLine */
/** @typedef {import("./schema.d.ts").ChatMessage} ChatMessage */
/** @typedef {import("./schema.d.ts").Offer} Offer */

/** @param {string} name @param {string} [kind] @param {string} [words] */
export function make(name, kind = "", words = "") {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  if (words) element.textContent = words;
  return element;
}

/** Points as people write them: a number below 0 has a minus sign. @param {number} score */
export function points(score) {
  return String(score).replace("-", "\u2212");
}

/** @param {number} seconds */
export function tell(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** The points that were shown last, by seat. @type {Map<number, number>} */
const shownPoints = new Map();

/** @param {HTMLElement} list @param {(Player & Partial<SeatedPlayer>)[]} players @param {Record<string, string>} words */
export function showPlayers(list, players, words) {
  list.replaceChildren(
    ...players.map((player) => {
      const item = make("li", player.acts ? "player acts" : "player");
      item.classList.toggle("mine", Boolean(player.mine));
      if (player.won) item.classList.add("won");
      if (player.acts) item.setAttribute("aria-current", "true");
      if (player.mark) {
        const mark = make("span", "mark");
        mark.innerHTML = player.mark;
        item.append(mark);
      }
      const name = make("span", "who");
      name.append(make("strong", "", player.name));
      const about = [];
      if (player.level) about.push(player.level);
      if (player.role && player.role !== player.name) about.push(player.role);
      if (player.mine) about.push(words.you);
      if (player.free) about.push(words.free);
      if (player.won) about.push(words.won);
      if (about.length) name.append(make("span", "soft", about.join(" · ")));
      item.append(name);
      if (player.score !== null) {
        const score = make("span", "score", points(player.score));
        score.title = words.points;
        const gain = player.score - (shownPoints.get(player.seat) ?? player.score);
        if (gain) score.append(make("span", "gain", `${gain > 0 ? "+" : ""}${points(gain)}`));
        shownPoints.set(player.seat, player.score);
        item.append(score);
      }
      if (player.clock !== null) {
        const clock = make("span", "clock", tell(player.clock));
        if (player.runs) clock.dataset.ends = String(performance.now() + player.clock * 1000);
        item.append(clock);
      }
      return item;
    }),
  );
  // Where they do not all fit, keys can scroll them, and whoever is to act is in view.
  if (list.scrollWidth > list.clientWidth + 1) list.tabIndex = 0;
  else list.removeAttribute("tabindex");
  const acting = /** @type {HTMLElement | null} */ (list.querySelector(".acts"));
  if (acting) list.scrollLeft = acting.offsetLeft - 40;
}

/** Let the running clocks run. @param {HTMLElement} list */
export function tick(list) {
  for (const clock of list.querySelectorAll("[data-ends]")) {
    const left = (Number(/** @type {HTMLElement} */ (clock).dataset.ends) - performance.now()) / 1000;
    clock.textContent = tell(left);
    clock.classList.toggle("low", left < 20);
  }
}

/**
 * Show lines, newest at the bottom; gives back those that are new since the last time.
 * @template {LogLine | ChatMessage} Shown
 * @param {HTMLElement} list @param {Shown[]} lines @param {(line: Shown) => HTMLElement} draw
 */
export function showLines(list, lines, draw) {
  const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 40;
  updateLines(list, lines, draw);
  if (atEnd || !list.dataset.shown) list.scrollTop = list.scrollHeight;
  const known = list.dataset.shown === undefined ? Infinity : Number(list.dataset.shown);
  const newest = lines.at(-1)?.sequence ?? 0;
  list.dataset.shown = String(newest);
  return lines.filter((line) => line.sequence > known);
}

/** A list that is read at its end stays there when its room changes. @param {HTMLElement} list */
export function keepAtEnd(list) {
  let [atEnd, height] = [true, 0];
  list.addEventListener("scroll", () => {
    // What moved because the room changed says nothing about the reader.
    if (list.clientHeight === height) atEnd = list.scrollTop + height >= list.scrollHeight - 40;
  }, { passive: true });
  new ResizeObserver(() => {
    height = list.clientHeight;
    if (atEnd) list.scrollTop = list.scrollHeight;
  }).observe(list);
}

/**
 * Lines that stay keep their element, so that focus and pointer stay on them.
 * @template {LogLine | ChatMessage} Shown
 * @param {HTMLElement} list @param {Shown[]} lines @param {(line: Shown) => HTMLElement} draw
 */
function updateLines(list, lines, draw) {
  const keys = lines.map((line) => JSON.stringify(line));
  /** @param {Element} element */
  const key = (element) => /** @type {HTMLElement} */ (element).dataset.key ?? "";
  while (list.firstElementChild && key(list.firstElementChild) !== keys[0]) list.firstElementChild.remove();
  const same = keys.findIndex((wanted, k) => !list.children[k] || key(list.children[k]) !== wanted);
  const from = same < 0 ? keys.length : same;
  while (list.children.length > from) list.lastElementChild?.remove();
  for (let k = from; k < keys.length; k += 1) {
    const item = draw(lines[k]);
    item.dataset.key = keys[k];
    list.append(item);
  }
}

/** A line of the log; that of a turn leads to its moment. @param {LogLine} line @param {string} home */
export function logLine(line, home) {
  const item = make("li", line.undone ? "undone" : "");
  const milestone = line.milestone && make(line.sheet === null ? "span" : "button", "milestone", line.milestone);
  if (milestone && line.sheet !== null) milestone.dataset.sheet = String(line.sheet);
  if (line.seat >= 0) item.dataset.seat = String(line.seat);
  if (line.ply === null) {
    item.append(line.text, milestone);
    return item;
  }
  const link = /** @type {HTMLAnchorElement} */ (make("a"));
  link.append(make("span", "notation", line.notation), " ", make("span", "sentence", line.text));
  link.title = line.text;
  link.dataset.ply = String(line.ply);
  link.href = `${home}${home.includes("?") ? "&" : "?"}ply=${line.ply}`;
  item.append(link, milestone);
  return item;
}

/** @param {ChatMessage} message @param {Record<string, string>} words */
export function chatLine(message, words) {
  const item = make("li", message.to === "partner" ? "private" : "");
  item.append(make("strong", "", message.name), " ");
  if (message.to === "partner") item.append(make("span", "soft", `(${words.partner}) `));
  item.append(make("span", "", message.text));
  return item;
}

/**
 * Show what is asked; whether something new is asked of the reader.
 * @param {HTMLElement} place @param {Offer[]} offers @param {Record<string, string>} words
 * @param {(kind: string, agree: boolean) => void} answer
 */
export function showOffers(place, offers, words, answer) {
  const key = JSON.stringify(offers);
  if (place.dataset.shown === key) return false;
  place.dataset.shown = key;
  place.replaceChildren(
    ...offers.map((offer) => {
      const box = make("div", "offer");
      box.setAttribute("role", "alert");
      box.append(make("p", "", offer.text));
      if (!offer.answer.length) {
        box.append(make("p", "soft", words.asked));
        return box;
      }
      const row = make("div", "row");
      for (const [agree, label] of [[true, words.yes], [false, words.no]]) {
        const button = make("button", agree ? "primary" : "", String(label));
        button.dataset.answer = agree ? "yes" : "no";
        button.addEventListener("click", () => answer(offer.kind, Boolean(agree)));
        row.append(button);
      }
      box.append(row);
      return box;
    }),
  );
  return offers.some((offer) => offer.answer.length > 0);
}

/** Longer turns than this, in letters, are told in words. */
const SHORT = 14;

/**
 * A log of short turns of two is a table, a column a player; the sentence of one turn stands below.
 * @param {HTMLElement} log @param {LogLine[]} lines @param {number} players @param {HTMLElement} told
 */
export function arrange(log, lines, players, told) {
  const turns = lines.filter((line) => line.ply !== null);
  const short = players === 2 && turns.length > 0 && turns.every(({ notation }) => notation.length <= SHORT);
  log.classList.toggle("columns", short);
  const shown = log.querySelector("[aria-current]") ?? [...log.querySelectorAll("a")].at(-1);
  told.textContent = shown?.querySelector(".sentence")?.textContent ?? "";
  told.hidden = !short;
}
