"""Pylos: the one fixed way to choose a turn that proofs follow, on processor and card alike.

The prover, the checker and the bot share this file. Everything is whole numbers, so it comes out
the same on every machine. A position is brought home first (`turns.py`), and its turns are listed
there. Each gets a *mark*: what the network thinks of the position after it, less a cost for each
way the other side can then place or raise a ball. The best mark is played; equal ones in the order
of the list. A patch says how many of the best are to be skipped.
"""

from typing import Any, NamedTuple

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.core.kernels.packed import infer_packed, pack
from galda.games.pylos.ai.evaluation import TABLES, WEIGHTS, parts_of
from galda.games.pylos.rules import rules
from galda.games.pylos.solve.kernels.turns import MOST_TURNS, SET, list_turns, position_of

LOSES = -300_000
"""What a turn is worth after which the other wins at once."""
STEP = MOST_TURNS
"""A mark is a judgement times this, and what is left says which turn it is."""
NO_TURN = -(1 << 40)
HIGHEST = 1 << 40
KINDS = 24
"""Kinds of positions by the number of turns: who has many is likely to skip more of them."""

RAISED = 1200
"""Added to each number of a table, so that none is below 0."""
PARTS = 24


class Guide(NamedTuple):
    """What the choice depends on: the variant, the network, and how marks are given."""

    variant: int
    reply_cost: int
    """Taken off a mark for each way to place or raise a ball that it leaves the other."""
    tables: Any
    weights: Any


def guide_for(variant: int, reply_cost: int) -> Guide:
    """The guide for a variant, by its place in the rules."""
    tables = pack(TABLES[variant], PARTS, RAISED)
    return Guide(variant, reply_cost, tables, WEIGHTS[variant].astype(np.int32))


@kernel
def judge(mine, theirs, guide):
    """What the network says of a position for the mover."""
    return infer_packed(parts_of(mine, theirs), guide.tables, guide.weights, PARTS * RAISED)


@kernel
def count_replies(mine, theirs):
    """How many ways the mover has to place or raise a ball; removals are not counted."""
    both = mine | theirs
    spots = rules.receivers(both)
    count = bits.count(spots)
    ends = spots & ~rules.HOLLOWS
    free = mine & ~rules.carriers(both)
    while ends != 0:
        count += bits.count(free & rules.STARTS[bits.lowest(ends)])
        ends &= ends - 1
    return count


@kernel
def wins_at_once(mine, theirs):
    """Whether the mover, who has a ball in reserve, wins with this turn (P2, P3)."""
    return (
        rules.squares(mine | theirs) >> rules.TOP & 1 != 0 or bits.count(theirs) >= rules.BALLS_EACH
    )


@kernel
def worth(mine, theirs, guide):
    """What a turn is worth that leaves these balls of the one who played and of the other."""
    if bits.count(mine) >= rules.BALLS_EACH or wins_at_once(theirs, mine):
        return np.int64(LOSES)
    return -judge(theirs, mine, guide) - guide.reply_cost * count_replies(theirs, mine)


@kernel
def mark_span(start, stop, guide, known, numbers, turns, marks, counts):
    """List the turns of positions `start` to `stop`, and give each a mark."""
    for k in range(start, stop):
        mine, theirs = position_of(numbers[k], known)
        at = k * MOST_TURNS
        counts[k] = list_turns(mine, theirs, guide.variant, turns, at)
        for n in range(counts[k]):
            value = worth(turns[at + n] & SET, theirs, guide)
            marks[at + n] = value * STEP + (STEP - 1 - n)
    return 0


@kernel
def next_mark(marks, at, count, above):
    """The best mark below another; `NO_TURN`: there is none."""
    best = np.int64(NO_TURN)
    for n in range(at, at + count):
        if best < marks[n] < above:
            best = np.int64(marks[n])
    return best


@kernel
def kind_of(count):
    """A position's kind by its number of turns: two to each doubling, at 2, 3, 4, 6, 8, 12 …"""
    doublings = 0
    while count >> (doublings + 1) > 0:
        doublings += 1
    return 2 * doublings + (2 * count >> doublings & 1)


@kernel
def turn_of(mark):
    """Which turn of the list has a mark."""
    return STEP - 1 - (mark & (STEP - 1))
