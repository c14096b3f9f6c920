// Touches become moves: legal paths go on, others are asked about, keys do what fingers do.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { element, send } from "./dom.js";
import { Picker } from "../../src/galda/web/static/picker.js";

const IDS = { a: [0, 0], b: [20, 0], c: [40, 0], d: [0, 20] };
const PATHS = [[["a", "b"], 1], [["a", "b", "c"], 2], [["d"], 3]];
let board;
let picker;
let said;

beforeEach(() => {
  const parts = Object.entries(IDS).map(([id, [x, y]]) => element({ "data-touch": id }, x, y));
  board = element({}, 0, 0, parts);
  said = [];
  picker = new Picker(board, {
    play: (action) => said.push(["play", action]),
    why: (touches) => said.push(["why", ...touches]),
    back: () => said.push(["back"]),
    chosen: () => {},
    late: () => said.push(["late"]),
  });
  picker.show(PATHS);
});

const at = (id) => board.querySelector(`[data-touch="${id}"]`);
const lit = () => board.querySelectorAll(".lit").map((part) => part.dataset.touch).sort();

test("what can be touched is lit, and nothing else", () => {
  assert.deepEqual(lit(), ["a", "d"]);
  picker.touch("a");
  assert.deepEqual(lit(), ["b"]);
  assert.ok(at("a").classes.has("chosen"));
});

test("a path that cannot go on is played at once", () => {
  picker.touch("d");
  assert.deepEqual(said, [["play", 3]]);
  assert.deepEqual(lit(), [], "nothing is lit until the answer comes");
});

test("a path that could go on is played by a second touch of its end", () => {
  for (const id of ["a", "b"]) picker.touch(id);
  assert.deepEqual(said, []);
  picker.touch("b");
  assert.deepEqual(said, [["play", 1]]);
});

test("the longer path is played when it is whole", () => {
  for (const id of ["a", "b", "c"]) picker.touch(id);
  assert.deepEqual(said, [["play", 2]]);
});

test("a second touch takes the first back", () => {
  picker.touch("a");
  picker.touch("a");
  assert.deepEqual(picker.touched, []);
});

test("another beginning replaces the one that was chosen", () => {
  picker.touch("a");
  picker.touch("d");
  assert.deepEqual(said, [["play", 3]]);
});

test("a touch that no move has is asked about", () => {
  picker.touch("c");
  assert.deepEqual(said, [["why", "c"]]);
});

test("touches while an answer is awaited are touched after it", () => {
  picker.hold();
  for (const id of ["a", "b", "c"]) picker.touch(id);
  assert.deepEqual(said, []);
  picker.release();
  assert.deepEqual(said, [["play", 2]]);
});

test("a touch that no longer fits is dropped with those after it, and said", () => {
  picker.hold();
  for (const id of ["d", "a"]) picker.touch(id);
  picker.show([[["a", "b"], 1]]);
  picker.release();
  assert.deepEqual(said, [["late"]]);
  assert.deepEqual(picker.later, []);
});

test("keys: enter touches, escape takes back, then asks for the turn before", () => {
  send(board, "keydown", at("a"), { key: "Enter" });
  assert.deepEqual(picker.touched, ["a"]);
  send(board, "keydown", at("a"), { key: "Escape" });
  assert.deepEqual(picker.touched, []);
  send(board, "keydown", at("a"), { key: "Escape" });
  assert.deepEqual(said, [["back"]]);
});

test("arrows go to what lies nearest straight on", () => {
  send(board, "keydown", at("a"), { key: "ArrowRight" });
  assert.equal(document.activeElement, at("b"));
  send(board, "keydown", at("a"), { key: "ArrowDown" });
  assert.equal(document.activeElement, at("d"));
  const event = send(board, "keydown", at("a"), { key: "ArrowRight", ctrlKey: true });
  assert.equal(event.defaultPrevented, false, "the browser's own keys are left alone");
});
