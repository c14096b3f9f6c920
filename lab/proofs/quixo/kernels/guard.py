"""Quixo: the guard, a network that says how good a board is to leave to the other side.

It has learnt nothing else: of the moves in a position that the player of a proof meets, the best
by its word is to keep what the position is worth, and to leave few positions to come
(`lab/proofs/guard.py`). Parts of the board, its lines and how many cubes there are, lead to rows
of tables; the rows add up to so many sums. What is positive of them, up to a limit, is weighed in
`LATER` ways, by weights for each number of cubes: the first is a judgement as it is, the others
are cut off in the same way and weighed once more. All numbers are whole, so the guard's word is
the same on every machine.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.core.kernels.packed import LANES, add_words, lane_of, pack
from galda.games.quixo.ai.evaluation import parts_of
from galda.games.quixo.rules.rules import ENTERED, push
from galda.games.quixo.solve.kernels.choice import (
    HALF,
    ONE_SIDE,
    PARTS,
    RAISED,
    STEP,
    is_decided,
)

FINE, FINE_WEIGHTS, FINER = 127, 64, 6
"""Sums are kept as whole numbers, so many to one; weights likewise, a power of two."""
TO_UNIT = 3
"""What the last weights make has 127 times 64 to one; less these bits it is about 1000 to one."""
MOST = 9000
LATER = 8
COUNTS = 26
"""Numbers of cubes on a board."""


class Guard(NamedTuple):
    """The numbers of a guard; with no units there is none."""

    units: int
    tables: Any
    """For each row of a part its numbers, four to a word, each raised above 0."""
    weights: Any
    """For each number of cubes, and each unit: its weight in each of the later sums."""
    offsets: Any
    """For each number of cubes what each of the later sums begins with."""
    last: Any
    """For each number of cubes the weights of the later sums."""


def no_guard() -> Guard:
    """What stands where there is none."""
    return Guard(
        0,
        np.zeros(1, np.uint64),
        np.zeros(1, np.int8),
        np.zeros(1, np.int32),
        np.zeros(1, np.int16),
    )


def read_guard(file: Path) -> Guard:
    """The guard in a file; none, if there is no file."""
    if not file.exists():
        return no_guard()
    with np.load(file) as found:
        tables, weights = found["tables"], found["weights"]
        offsets, last = found["offsets"], found["last"]
    return Guard(
        tables.shape[1], pack(tables, PARTS, RAISED),
        np.ascontiguousarray(weights, np.int8).reshape(-1),
        offsets.astype(np.int32).reshape(-1), last.astype(np.int16).reshape(-1),
    )  # fmt: skip


def placed_guard(guard: Guard, put: Callable[[Any], Any]) -> Guard:
    """A guard whose arrays are where `put` has put them."""
    return Guard(*(put(part) if isinstance(part, np.ndarray) else part for part in guard))


@kernel
def cut_off(number):
    """What is positive of a number, up to the limit."""
    return max(np.int64(0), min(np.int64(FINE), number))


@kernel
def guarded(mine, theirs, guard):
    """How good it is to have left a board with these cubes to the other side."""
    words, cubes = guard.units // LANES, bits.count(mine | theirs)
    parts = parts_of(mine, theirs)
    at = cubes * LATER
    s0, s1 = np.int64(guard.offsets[at]), np.int64(guard.offsets[at + 1])
    s2, s3 = np.int64(guard.offsets[at + 2]), np.int64(guard.offsets[at + 3])
    s4, s5 = np.int64(guard.offsets[at + 4]), np.int64(guard.offsets[at + 5])
    s6, s7 = np.int64(guard.offsets[at + 6]), np.int64(guard.offsets[at + 7])
    for word in range(words):
        sums = add_words(parts, guard.tables, words, word)
        for lane in range(LANES):
            unit = cut_off(lane_of(sums, lane, PARTS * RAISED))
            if unit > 0:
                k = (cubes * guard.units + word * LANES + lane) * LATER
                s0 += unit * guard.weights[k]
                s1 += unit * guard.weights[k + 1]
                s2 += unit * guard.weights[k + 2]
                s3 += unit * guard.weights[k + 3]
                s4 += unit * guard.weights[k + 4]
                s5 += unit * guard.weights[k + 5]
                s6 += unit * guard.weights[k + 6]
                s7 += unit * guard.weights[k + 7]
    s0 += cut_off(s1 >> FINER) * guard.last[at + 1]
    s0 += cut_off(s2 >> FINER) * guard.last[at + 2]
    s0 += cut_off(s3 >> FINER) * guard.last[at + 3]
    s0 += cut_off(s4 >> FINER) * guard.last[at + 4]
    s0 += cut_off(s5 >> FINER) * guard.last[at + 5]
    s0 += cut_off(s6 >> FINER) * guard.last[at + 6]
    s0 += cut_off(s7 >> FINER) * guard.last[at + 7]
    return max(np.int64(-MOST), min(np.int64(MOST), s0 >> TO_UNIT))


@kernel
def guard_span(start, stop, guide, guard, positions, marks):
    """Add what the guard says to the marks of moves `start` to `stop` that are not decided."""
    board = guide.board
    for k in range(start, stop):
        if not is_decided(marks[k]):
            position, move = positions[k // guide.moves], k % guide.moves
            mine = push(position & ONE_SIDE, board, move) | ENTERED[board, move]
            theirs = push(position >> HALF, board, move)
            marks[k] += guarded(mine, theirs, guard) * STEP
    return 0
