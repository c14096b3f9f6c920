"""Pylos: how good a position looks to a search.

A network (`core/network.py`) has learnt it from positions whose exact value is known, one for each
variant; `scripts/pylos_learn.py` makes them. Its parts are the rows and columns of the levels, and
some counts.
"""

from pathlib import Path

import numpy as np

from galda.core import bits
from galda.core.kernel import kernel
from galda.core.network import judge, read_network
from galda.games.pylos.rules import BALLS_EACH, VARIANTS, carriers, squares

FOUR, THREE = 3**4, 3**3  # so many ways to fill four spots, and three
MOST_FREE, MOST_ROOMS = 10, 8
"""Balls that carry nothing, and spots above complete squares: more count as so many."""
# A row of spots as one number: a digit for each, 0 empty, 1 the mover's, 2 the other's.
DIGITS = np.array([sum((n >> k & 1) * 3**k for k in range(4)) for n in range(16)], np.int64)
# The spots of a row spread out, so that rows add up to columns.
APART = np.array([sum((n >> k & 1) << (8 * k) for k in range(4)) for n in range(16)], np.int64)
# The first row of each part's table, and after the last the number of all rows.
OUTER_ROW, INNER_ROW = 0, FOUR
SIDE, MIDDLE = 2 * FOUR, 2 * FOUR + THREE
HIGH = MIDDLE + THREE
CENTRE = HIGH + FOUR
COUNTS = CENTRE + FOUR
FREE = COUNTS + (BALLS_EACH + 1) ** 2
ROWS = FREE + MOST_FREE**2 * MOST_ROOMS
WEIGHTS_FILE = Path(__file__).with_name("weights.npz")
TABLES, WEIGHTS = read_network(WEIGHTS_FILE, len(VARIANTS), ROWS)


@kernel
def row(mine, theirs, first, wide):
    """A row of spots as a number."""
    return DIGITS[(mine >> first) & wide] + 2 * DIGITS[(theirs >> first) & wide]


@kernel
def columns(mine, theirs, first, side):
    """The columns of a level of `side` rows as numbers, eight bits for each."""
    wide = (1 << side) - 1
    codes = np.int64(0)
    for k in range(side - 1, -1, -1):
        at = first + k * side
        codes = 3 * codes + APART[(mine >> at) & wide] + 2 * APART[(theirs >> at) & wide]
    return codes


@kernel
def centre(balls):
    """The four spots in the middle of the lowest level."""
    return (balls >> 5 & 3) | (balls >> 7 & 12)


@kernel
def parts_of(mine, theirs):
    """For each part of the position the row of its table; symmetric parts share their tables."""
    both = mine | theirs
    low, high = columns(mine, theirs, 0, 4), columns(mine, theirs, 16, 3)
    carrying = carriers(both)
    free = min(bits.count(mine & ~carrying), MOST_FREE - 1)
    other_free = min(bits.count(theirs & ~carrying), MOST_FREE - 1)
    rooms = min(bits.count(squares(both) & ~both), MOST_ROOMS - 1)
    return (
        OUTER_ROW + row(mine, theirs, 0, 15), OUTER_ROW + row(mine, theirs, 12, 15),
        OUTER_ROW + (low & 255), OUTER_ROW + ((low >> 24) & 255),
        INNER_ROW + row(mine, theirs, 4, 15), INNER_ROW + row(mine, theirs, 8, 15),
        INNER_ROW + ((low >> 8) & 255), INNER_ROW + ((low >> 16) & 255),
        SIDE + row(mine, theirs, 16, 7), SIDE + row(mine, theirs, 22, 7),
        SIDE + (high & 255), SIDE + ((high >> 16) & 255),
        MIDDLE + row(mine, theirs, 19, 7), MIDDLE + ((high >> 8) & 255),
        HIGH + row(mine, theirs, 25, 15),
        CENTRE + row(centre(mine), centre(theirs), 0, 15),
        COUNTS + (BALLS_EACH + 1) * bits.count(mine) + bits.count(theirs),
        FREE + (free * MOST_FREE + other_free) * MOST_ROOMS + rooms,
    )  # fmt: skip


@kernel
def evaluate(state):
    """How good the position is for the seat to act."""
    seat = state.to_act
    mine, theirs = np.int64(state.balls[seat]), np.int64(state.balls[1 - seat])
    return judge(parts_of(mine, theirs), TABLES[state.variant], WEIGHTS[state.variant])
