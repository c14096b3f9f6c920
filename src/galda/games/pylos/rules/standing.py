"""Pylos: whether the game is over, how it stands, and what tells positions apart, as kernels."""

import numpy as np

from galda.core.kernels.chance import scramble
from galda.core.kernels.kernel import kernel
from galda.games.pylos.rules.rules import DARK_WON, GOING, LIGHT_WON, PLAYING

DRAW_IN_SIGHT = 40
"""From this many quiet turns on the draw is within reach of a search: then the count matters."""


@kernel
def is_over(state):
    """Whether the game is won or drawn."""
    return state.result != GOING


@kernel
def in_turn(state):
    """Whether the seat to act has played and now removes balls."""
    return state.phase != PLAYING


@kernel
def scores(state, out):
    """1 for the winner, -1 for the loser, 0 each in a draw."""
    out[0] = 0
    out[1] = 0
    if state.result in (LIGHT_WON, DARK_WON):
        winner = state.result - LIGHT_WON
        out[winner] = 1
        out[1 - winner] = -1


@kernel
def key(state):
    """The balls, who acts, how far the turn has come; how near a draw is once it is in sight."""
    balls = (np.uint64(state.balls[0]) << np.uint64(32)) | np.uint64(state.balls[1])
    rest = np.uint64(state.phase)
    rest = (rest << np.uint64(8)) | np.uint64(state.to_act)
    rest = (rest << np.uint64(8)) | np.uint64(state.variant)
    if state.quiet >= DRAW_IN_SIGHT:
        rest |= np.uint64(state.quiet) << np.uint64(32)
    return scramble(balls ^ scramble(rest))


KERNELS = {"is_over": is_over, "in_turn": in_turn, "scores": scores, "key": key}
