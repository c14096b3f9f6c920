// On a slow line: the boards that the next touches lead to are asked for before, so that a move is
// on the board when it is made. The rules are the server's; what it answers replaces what was shown.

import { post, roundTrip, turnPath } from "./api.js";

/** With a quicker line than this, in milliseconds, nobody notices it. */
const QUICK = 120;
/** The most boards that are fetched ahead. */
const MOST = 12;

export class Foresight {
  constructor() {
    /** @type {Map<string, string>} The boards, by the turn that leads to them. */
    this.boards = new Map();
    this.look = "";
  }

  /**
   * Ask for the boards of some turns, one after the other, as long as the same board is shown.
   * @param {string} look @param {number[][]} turns @param {{seat: number, base: number}} who @param {string} shape
   */
  async prepare(look, turns, { seat, base }, shape) {
    if (look !== this.look) this.boards.clear();
    this.look = look;
    if (roundTrip < QUICK || turns.length > MOST) return;
    await Promise.all(
      turns.filter((turn) => !this.boards.has(String(turn))).map(async (actions) => {
        const said = await post(turnPath("/draft", shape), { seat, base, actions, around: false }, "").catch(() => null);
        if (said?.svg && this.look === look) this.boards.set(String(actions), said.svg);
      }),
    );
  }

  /** The board after a turn, if it is there already. @param {string} look @param {number[]} turn */
  find(look, turn) {
    return look === this.look ? this.boards.get(String(turn)) : undefined;
  }
}
