"""What is noted of a game of Pylos; the game's own numbers are in light's row."""

import numpy as np

from galda.core.kernels.kernel import kernel
from galda.games.pylos.rules.rules import PLAYING, RAISE, REMOVE, REMOVING, STOP, TOP

FIRST = 0
"""Where the first two balls were placed."""
TURNS = 2
TOPPED = 3
"""Whether the game ended with a ball on the top."""
RAISES = 4
SQUARES = 5
"""Squares, or an expert's rows, that let a seat take balls back, and the balls it took back."""
REMOVED = 6
RESERVE = 7
WIDTH = 8


@kernel
def note(state, action, facts):
    """Look at an action before it is played."""
    seat = np.int64(state.to_act)
    if state.phase == PLAYING:
        if facts[0, TURNS] < 2:
            facts[0, FIRST + facts[0, TURNS]] = action
        facts[0, TURNS] += 1
        facts[seat, RAISES] += RAISE <= action < STOP
        return
    facts[seat, SQUARES] += state.phase == REMOVING
    facts[seat, REMOVED] += REMOVE <= action < RAISE


@kernel
def finish(state, facts):
    """What is left."""
    for seat in range(2):
        facts[seat, RESERVE] = state.reserve[seat]
    facts[0, TOPPED] = (np.int64(state.balls[0]) | np.int64(state.balls[1])) >> TOP & 1
