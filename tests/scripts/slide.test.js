// Pieces go from where they were: pushed, carried or turned up, by how far they went.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { element } from "./dom.js";
import { bare, dress, replaceBoard } from "../../src/galda/web/static/slide.js";

let board;

beforeEach(() => {
  localStorage.setItem("motion", "");
  board = element({}, 0, 0, [piece("p", 0, 0), piece("q", 50, 0)]);
});

const piece = (id, x, y) => element({ "data-piece": id, "data-touch": id, id }, x, y);
const at = (id) => board.querySelector(`[data-piece="${id}"]`);

/** How a piece was animated first. */
const first = (id) => at(id).animations[0]?.frames[0];

test("a piece that stays is not animated", () => {
  replaceBoard(board, [piece("p", 0, 0), piece("q", 50, 0)]);
  assert.equal(first("p"), undefined);
});

test("a piece that goes a little way is pushed from where it was", () => {
  replaceBoard(board, [piece("p", 12, 0), piece("q", 50, 0)]);
  assert.deepEqual(first("p"), { translate: "-12px 0px" });
  assert.equal(at("p").animations[0].timing.delay, 0);
});

test("one that goes far is carried, and those it pushes wait for it", () => {
  replaceBoard(board, [piece("p", 12, 0), piece("q", 50, 80)]);
  assert.deepEqual(first("q"), { opacity: 0 }, "its picture flies in its place");
  assert.ok(at("p").animations[0].timing.delay > 0);
});

test("one that was not there is turned up", () => {
  replaceBoard(board, [piece("p", 0, 0), piece("new", 20, 20)]);
  assert.deepEqual(first("new"), { opacity: 0 });
});

test("nothing moves for readers who want no movement", () => {
  localStorage.setItem("motion", "none");
  replaceBoard(board, [piece("p", 12, 0), piece("q", 50, 80)]);
  assert.equal(first("p"), undefined);
});

test("a first drawing is just there", () => {
  board = element({}, 0, 0, []);
  replaceBoard(board, [piece("p", 12, 0)]);
  assert.equal(first("p"), undefined);
});

test("the picture of a piece has nothing that a piece is found by", () => {
  assert.deepEqual(bare(piece("p", 0, 0)).attributes, {});
});

test("a board that can be operated says so, and a tall one is scrolled", () => {
  const svg = element({ tag: "svg" });
  svg.viewBox = { baseVal: { width: 100, height: 131 } };
  board = element({}, 0, 0, [svg]);
  dress(board);
  assert.equal(svg.getAttribute("role"), "group");
  assert.ok(board.classes.has("tall"));
  svg.viewBox.baseVal.height = 130;
  dress(board);
  assert.ok(!board.classes.has("tall"));
});
