"""Pylos: how good a position looks to a search."""

import numpy as np

from galda.core import bits
from galda.core.kernel import kernel
from galda.games.pylos.rules import carriers, receivers, squares

RESERVE_WORTH = 100
FREE_WORTH = 12
RAISE_WORTH = 25


@kernel
def evaluate(state):
    """Balls in reserve above all, then balls free to be raised, for the seat to act."""
    seat = state.to_act
    mine, theirs = np.int64(state.balls[seat]), np.int64(state.balls[1 - seat])
    both = mine | theirs
    carrying = carriers(both)
    free = bits.count(mine & ~carrying) - bits.count(theirs & ~carrying)
    value = RESERVE_WORTH * (np.int64(state.reserve[seat]) - np.int64(state.reserve[1 - seat]))
    value += FREE_WORTH * free
    if squares(both) & receivers(both) != 0:
        value += RAISE_WORTH
    return value
