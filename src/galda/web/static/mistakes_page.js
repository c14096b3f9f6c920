// The page of mistakes that come back: those of today, one by one.

import { guardFocus } from "./focus.js";
import { dueToday, nextDay, putOff } from "./mistakes.js";
import { Room } from "./shape.js";
import { Teacher } from "./teach.js";

const words = JSON.parse(document.body.dataset.words ?? "{}");
/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);
const values = JSON.parse(at("values").textContent);
const teacher = new Teacher(at("board"), words, {
  query: () => `?lang=${values.lang}&shape=${room.shape}`,
  left: tell,
  tried: (task, right) => {
    putOff(task.id, right);
    tell();
  },
});
const room = new Room(at("stage"), values.shape, () => teacher.redraw());

/** How many there are today, or when the next one comes. */
function tell() {
  const due = dueToday().length;
  const next = nextDay();
  const date = next?.toLocaleDateString(values.lang, { day: "numeric", month: "long", timeZone: "UTC" });
  at("due").textContent = due
    ? words.today.replace("{n}", String(due))
    : date ? words.later.replace("{date}", date) : words.nothing;
  at("begin").hidden = !due || teacher.on;
}

at("begin").addEventListener("click", () => {
  teacher.learn(dueToday());
  at("begin").hidden = true;
});
guardFocus(() => at("board").focus({ preventScroll: true }));
tell();
