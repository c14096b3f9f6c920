"""A tower of 5 Towers as one word, so that its top and what is below it are found at once.

A tower falls from card to card, save after an 8 and at a 9 (T4–T7). There is one 8 and one 9 of
each kind, so it has at most three falling runs, and a falling run is a set of values:

    60 … 48   the values whose topmost card is a second copy
    47 … 32   the first run, once there are three
    31 … 16   the run before the last
    15 …  0   the last run: its smallest value is the top
"""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.games.towers.rules.cards import EMPTY, ONCE_EACH, VALUES, reach

COPIES = 3 * VALUES
RUNS = (1 << COPIES) - 1
EARLIER_RUNS = RUNS & ~ONCE_EACH
EACH_RUN = 1 | 1 << VALUES | 1 << 2 * VALUES


@kernel
def top_of(tower):
    """The value a tower ends with, or EMPTY (T3)."""
    return bits.lowest(tower & ONCE_EACH | 1 << EMPTY)


@kernel
def reach_of(tower):
    """What falls from a tower's top: on nothing all, on a 0 nothing."""
    last = tower & ONCE_EACH | 1 << EMPTY
    return reach(last & -last)


@kernel
def runs_below_top(tower):
    """The runs of a tower that has a card, without its top."""
    runs = tower & (tower - 1) & RUNS
    return runs if runs & ONCE_EACH else runs >> VALUES


@kernel
def may_lose_top(tower):
    """Whether a tower has a card and its top may be demolished: never a 0 (T14)."""
    return tower & ONCE_EACH != 0 and tower & 1 == 0


@kernel
def height_of(tower):
    """How many cards a tower has."""
    return bits.count(tower & RUNS)


@kernel
def with_card(tower, value, second):
    """A tower with one card more: with its first copy, or if `second` is 1 the second."""
    runs = tower & RUNS
    if value > top_of(tower):
        runs <<= VALUES  # after an 8 or at a 9 the next run begins
    mark = np.int64(1) << (COPIES + value)
    return tower & ~RUNS & ~mark | second << (COPIES + value) | runs | 1 << value


@kernel
def top_copy(tower):
    """1 if the top is a second copy, else 0."""
    return tower >> (COPIES + top_of(tower)) & 1


@kernel
def without_top(tower):
    """A tower that has a card, with that one less."""
    value, runs = top_of(tower), runs_below_top(tower)
    mark = np.int64(1) << (COPIES + value)
    copies = tower & ~RUNS
    # Two equal cards are a first and a second copy: below the one may lie the other.
    return runs | (copies ^ mark if runs & EACH_RUN << value else copies & ~mark)


@kernel
def list_cards(tower, out):
    """Write a tower's cards from the lowest up, value + 16 for second copies; return how many."""
    height = height_of(tower)
    for level in range(height - 1, -1, -1):
        out[level] = top_of(tower) + VALUES * top_copy(tower)
        tower = without_top(tower)
    return height
