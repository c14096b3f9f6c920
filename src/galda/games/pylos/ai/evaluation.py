"""Pylos: how good a position looks to a search.

A network (NNUE, `core/kernels/network.py`) has learnt it from positions whose exact value is known,
one for each variant; `lab/networks` makes them. Its parts are squares with the spot above them, the
rows and columns of the lowest level, and some counts.
"""

from pathlib import Path

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.core.kernels.network import infer, read_network
from galda.games.pylos.rules.rules import BALLS_EACH, VARIANTS, carriers, squares

FOUR, FIVE = 3**4, 3**5  # the ways to fill four spots, and five
MOST_FREE, MOST_ROOMS = 10, 8
"""Balls that carry nothing, and spots above complete squares, at most."""
# Four spots as one number: a digit for each, 0 empty, 1 the mover's, 2 the other's.
DIGITS = np.array([sum((n >> k & 1) * 3**k for k in range(4)) for n in range(16)], np.int64)
# The spots of a row spread out, so that rows add up to columns.
APART = np.array([sum((n >> k & 1) << (8 * k) for k in range(4)) for n in range(16)], np.int64)
# The first row of each part's table, and after the last the number of all rows.
CORNER, EDGE, MIDDLE, UPPER = 0, FIVE, 2 * FIVE, 3 * FIVE
OUTER_LINE = 4 * FIVE
INNER_LINE, HIGHEST = OUTER_LINE + FOUR, OUTER_LINE + 2 * FOUR
COUNTS = HIGHEST + FOUR
FREE = COUNTS + (BALLS_EACH + 1) ** 2
ROWS = FREE + MOST_FREE**2 * MOST_ROOMS
WEIGHTS_FILE = Path(__file__).with_name("weights.npz")
TABLES, WEIGHTS = read_network(WEIGHTS_FILE, len(VARIANTS), ROWS)


@kernel
def four(mine, theirs, first):
    """Four spots in a row as a number."""
    return DIGITS[(mine >> first) & 15] + 2 * DIGITS[(theirs >> first) & 15]


@kernel
def columns(mine, theirs):
    """The columns of the lowest level as numbers, eight bits for each."""
    codes = np.int64(0)
    for first in range(12, -1, -4):
        codes = 3 * codes + APART[(mine >> first) & 15] + 2 * APART[(theirs >> first) & 15]
    return codes


@kernel
def square(mine, theirs, first, apart, above):
    """A square and the spot above it as a number; its rows are `apart` spots apart."""
    own, other = mine >> first, theirs >> first
    low, high = (own & 3) | (own >> apart & 3) << 2, (other & 3) | (other >> apart & 3) << 2
    on_top = (mine >> above & 1) + 2 * (theirs >> above & 1)
    return DIGITS[low] + 2 * DIGITS[high] + FOUR * on_top


@kernel
def parts_of(mine, theirs):
    """For each part of the position the row of its table; symmetric parts share their tables."""
    both = mine | theirs
    lines = columns(mine, theirs)
    carrying = carriers(both)
    free = min(bits.count(mine & ~carrying), MOST_FREE - 1)
    other_free = min(bits.count(theirs & ~carrying), MOST_FREE - 1)
    rooms = min(bits.count(squares(both) & ~both), MOST_ROOMS - 1)
    return (
        CORNER + square(mine, theirs, 0, 4, 16), CORNER + square(mine, theirs, 2, 4, 18),
        CORNER + square(mine, theirs, 8, 4, 22), CORNER + square(mine, theirs, 10, 4, 24),
        EDGE + square(mine, theirs, 1, 4, 17), EDGE + square(mine, theirs, 4, 4, 19),
        EDGE + square(mine, theirs, 6, 4, 21), EDGE + square(mine, theirs, 9, 4, 23),
        MIDDLE + square(mine, theirs, 5, 4, 20),
        UPPER + square(mine, theirs, 16, 3, 25), UPPER + square(mine, theirs, 17, 3, 26),
        UPPER + square(mine, theirs, 19, 3, 27), UPPER + square(mine, theirs, 20, 3, 28),
        OUTER_LINE + four(mine, theirs, 0), OUTER_LINE + four(mine, theirs, 12),
        OUTER_LINE + (lines & 255), OUTER_LINE + (lines >> 24 & 255),
        INNER_LINE + four(mine, theirs, 4), INNER_LINE + four(mine, theirs, 8),
        INNER_LINE + (lines >> 8 & 255), INNER_LINE + (lines >> 16 & 255),
        HIGHEST + four(mine, theirs, 25),
        COUNTS + (BALLS_EACH + 1) * bits.count(mine) + bits.count(theirs),
        FREE + (free * MOST_FREE + other_free) * MOST_ROOMS + rooms,
    )  # fmt: skip


@kernel
def evaluate(state):
    """How good the position is for the seat to act."""
    seat = state.to_act
    mine, theirs = np.int64(state.balls[seat]), np.int64(state.balls[1 - seat])
    return infer(parts_of(mine, theirs), TABLES[state.variant], WEIGHTS[state.variant])
