"""Pylos: whole turns from any position, and positions numbered so that images are one.

For proofs, on processor and graphics card alike. A position is the balls of the side to move and
the balls of the other. Its *number* is that of the solution's places (`indexing.py`): its shape's
home, and which of the home's balls are the mover's; of homes that some symmetries leave as they
are, the least such number. So positions that are alike have one number, and nothing but positions
with at most 28 balls has any.

A turn is one number too: the mover's balls after it, and from bit 30 on which ball went where.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.games.pylos.rules import rules
from galda.games.pylos.solve.kernels import indexing
from galda.games.pylos.solve.kernels.steps import squeezed

PIECES, PIECE_BITS = 3, 10
"""A set of spots is turned in three pieces."""
PIECE = (1 << PIECE_BITS) - 1
SET = (1 << rules.SPOTS) - 1
MOST_TURNS = 2048
"""Room for the turns of a position."""
# Where a turn's number keeps what was done: the spot played to, and, each plus 1, the spot a ball
# was raised from and the spots that balls were removed from.
END, START, FIRST, SECOND = rules.SPOTS, rules.SPOTS + 5, rules.SPOTS + 10, rules.SPOTS + 15
SPOT_BITS = 31


class Book(NamedTuple):
    """What positions are numbered by."""

    shapes: Any
    home: Any
    balls: Any
    base: Any
    fixed: Any
    """For each home the symmetries that leave it as it is, as a set."""
    turns: Any
    """For each symmetry and piece of a set of spots, where it takes them."""


@lru_cache
def book() -> Book:
    """Work the tables out."""
    known = indexing.homes()
    fixed = np.zeros(len(known.balls), np.int64)
    for symmetry in range(indexing.SYMMETRIES):
        fixed |= (indexing.turn_all(known.balls, symmetry) == known.balls).astype(
            np.int64
        ) << symmetry
    return Book(known.shapes, known.home, known.balls, known.base, fixed, turn_table())


def turn_table() -> npt.NDArray[np.int64]:
    """Where each symmetry takes each piece of a set."""
    table = np.zeros((indexing.SYMMETRIES, PIECES, PIECE + 1), np.int64)
    sets = np.arange(PIECE + 1)
    for symmetry in range(indexing.SYMMETRIES):
        for spot in range(rules.SPOTS):
            piece, bit = divmod(spot, PIECE_BITS)
            table[symmetry, piece] |= (sets >> bit & 1) << indexing.TURNED[symmetry, spot]
    return table


@kernel
def turn(spots, symmetry, turns):
    """A set of spots after a symmetry."""
    return (
        turns[symmetry, 0, spots & PIECE]
        | turns[symmetry, 1, (spots >> PIECE_BITS) & PIECE]
        | turns[symmetry, 2, spots >> (2 * PIECE_BITS)]
    )


@kernel
def spread(mask, balls):
    """The spots of a home's balls that a mask names."""
    spots = np.int64(0)
    while mask != 0:
        if mask & 1 != 0:
            spots |= balls & -balls
        balls &= balls - 1
        mask >>= 1
    return spots


@kernel
def number_of(mine, theirs, known):
    """The number of a position of at most 28 balls, without the top."""
    entry = indexing.find_home(mine | theirs, known.shapes, known.home)
    home, balls = entry >> 3, known.balls[entry >> 3]
    mine = turn(mine, entry & 7, known.turns)
    least = squeezed(mine, balls)
    others = known.fixed[home] >> 1
    symmetry = 1
    while others != 0:
        if others & 1 != 0:
            least = min(least, squeezed(turn(mine, symmetry, known.turns), balls))
        others >>= 1
        symmetry += 1
    return known.base[home] + least


@kernel
def home_of(number, known):
    """The home of the position with a number: the last that begins no later."""
    low, high = 0, len(known.balls)
    while high - low > 1:
        middle = (low + high) // 2
        if known.base[middle] <= number:  # homes that are not kept come first and have -1
            low = middle
        else:
            high = middle
    return low


@kernel
def position_of(number, known):
    """The position with a number: the mover's balls and the other's."""
    home = home_of(number, known)
    balls = known.balls[home]
    mine = spread(number - known.base[home], balls)
    return mine, balls ^ mine


@kernel
def list_turns(mine, theirs, variant, out, at):
    """Write all turns of the side to move from `at` on; return how many.

    Not those that put a ball on top: a player who can do that has won.
    """
    both = mine | theirs
    free = mine & ~rules.carriers(both)
    ends = rules.receivers(both)
    n = np.int64(0)
    while ends != 0:
        end = np.int64(bits.lowest(ends))
        ends &= ends - 1
        here = np.int64(1) << end
        if end == rules.SPOTS - 1:
            continue
        n = finish(mine | here, theirs, end << END, end, variant, out, at, n)
        starts = free & rules.STARTS[end] if rules.HOLLOWS >> end & 1 == 0 else np.int64(0)
        while starts != 0:
            start = np.int64(bits.lowest(starts))
            starts &= starts - 1
            after = mine ^ (np.int64(1) << start) | here
            n = finish(after, theirs, end << END | (start + 1) << START, end, variant, out, at, n)
    return n


@kernel
def write_turn(turn, out, at, n):
    """Write one turn if there is room; return how many there are now."""
    if n < MOST_TURNS:
        out[at + n] = turn
    return n + 1


@kernel
def finish(mine, theirs, done, end, variant, out, at, n):
    """Write all ways to finish a turn, with a ball just played on `end` (P7, P14)."""
    if not rules.earns_removal(mine, end, variant):
        return write_turn(mine | done, out, at, n)
    if variant == rules.EXPERT:
        n = write_turn(mine | done, out, at, n)
    free = mine & ~rules.carriers(mine | theirs)
    firsts = free
    while firsts != 0:
        first = np.int64(bits.lowest(firsts))
        firsts &= firsts - 1
        rest, so_far = mine ^ (np.int64(1) << first), done | (first + 1) << FIRST
        n = write_turn(rest | so_far, out, at, n)
        # As in the rules: free ones in ascending order, and what the first has freed (P8).
        seconds = (
            rest
            & ~rules.carriers(rest | theirs)
            & ((np.int64(-1) << first) | rules.RESTS_ON[first])
        )
        while seconds != 0:
            second = np.int64(bits.lowest(seconds))
            seconds &= seconds - 1
            last = rest ^ (np.int64(1) << second)
            n = write_turn(last | so_far | (second + 1) << SECOND, out, at, n)
    return n


def actions_of(turn: int) -> list[int]:
    """The actions of a turn, as the rules count them; a `STOP` at the end may be one too many."""
    end, start, first, second = (turn >> place & SPOT_BITS for place in (END, START, FIRST, SECOND))
    found = [int(rules.RAISE_CODE[end, start - 1]) if start else end]
    if first:
        found.append(rules.REMOVE + first - 1)
    found.append(rules.REMOVE + second - 1 if second else rules.STOP)
    return found
