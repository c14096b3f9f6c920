// Views of others' turns are shown one after the other, and one's own at once.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import "./dom.js";
import { Follow } from "../../src/galda/web/static/follow.js";
import { followTime } from "../../src/galda/web/static/comfort.js";

/** @type {object[]} */
let shown;
let now;
let follow;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  now = 0;
  mock.method(performance, "now", () => now);
  localStorage.setItem("pace", "");
  document.hidden = false;
  shown = [];
  follow = new Follow((view) => shown.push(view.base), 0);
});

function pass(milliseconds) {
  now += milliseconds;
  mock.timers.tick(milliseconds);
}

test("the first view is shown at once, the next when it has been seen", () => {
  for (const base of [1, 2, 3]) follow.push({ base });
  assert.deepEqual(shown, [1]);
  pass(followTime() - 1);
  assert.deepEqual(shown, [1]);
  pass(1);
  assert.deepEqual(shown, [1, 2]);
  pass(followTime());
  assert.deepEqual(shown, [1, 2, 3]);
});

test("a view of the same moment does not wait", () => {
  follow.push({ base: 1 });
  follow.push({ base: 1 });
  assert.deepEqual(shown, [1, 1]);
});

test("skipping shows the newest alone", () => {
  for (const base of [1, 2, 3]) follow.push({ base });
  assert.equal(follow.skip(), true);
  assert.deepEqual(shown, [1, 3]);
  assert.equal(follow.skip(), false);
  pass(10 * followTime());
  assert.deepEqual(shown, [1, 3], "what was skipped does not come back");
});

test("one's own turn drops what was held back, and its answer waits", () => {
  for (const base of [1, 2]) follow.push({ base });
  follow.own({ base: 3 });
  follow.push({ base: 4 });
  assert.deepEqual(shown, [1, 2], "one's own view is shown by the page");
  pass(followTime());
  assert.deepEqual(shown, [1, 2, 4]);
});

test("a page that is not seen holds nothing back", () => {
  document.hidden = true;
  for (const base of [1, 2, 3]) follow.push({ base });
  assert.deepEqual(shown, [1, 2, 3]);
});

test("leaving the page shows the present", () => {
  for (const base of [1, 2, 3]) follow.push({ base });
  document.hidden = true;
  document.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual(shown, [1, 3]);
});

test("the pace can be chosen", () => {
  localStorage.setItem("pace", "none");
  for (const base of [1, 2, 3]) follow.push({ base });
  assert.deepEqual(shown, [1, 2, 3]);
});
