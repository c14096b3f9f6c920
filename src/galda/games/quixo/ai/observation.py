"""Quixo as planes of five by five numbers, for programs that learn."""

import numpy as np

from galda.core.kernels.features import Feature, width
from galda.core.kernels.kernel import kernel
from galda.core.kernels.writing import write_digits, write_same
from galda.games.quixo.rules.rules import STRIDE, cells

CELLS = STRIDE * STRIDE
GRID = (STRIDE, STRIDE)
FEATURES = (
    Feature("mine", GRID, "1 where a cube shows the viewer's symbol", most=1),
    Feature("theirs", GRID, "1 where a cube shows the other symbol", most=1),
    Feature("blank", GRID, "1 where a cube is blank", most=1),
    Feature("for_me", GRID, "team game: 1 where the dot on a cube of ours points at the viewer",
            most=1),
    Feature("for_next", GRID, "team game: 1 where the dot on a cube of theirs points at the next",
            most=1),
    Feature("quiet", GRID, "everywhere: turns in a row in which no blank cube was taken",
            same=True),
    Feature("passes", GRID, "everywhere: passes in a row", same=True),
    Feature("waiting", GRID, "everywhere: how many seats clockwise the seat to act is away",
            same=True),
)  # fmt: skip
WIDTH = width(FEATURES)
ON_BOARD = np.array([sum(1 << c for c in cells(size)) for size in range(6)], np.int64)


@kernel
def write_set(cells, out, plane):
    """Write a set of cells as a plane."""
    write_digits(out, plane * CELLS, np.uint64(cells), CELLS, 1)


@kernel
def observe(state, viewer, out):
    """Write the planes above; row 1 comes first, cells beyond a small board are 0."""
    side = viewer & 1
    mine, theirs = np.int64(state.cubes[side]), np.int64(state.cubes[1 - side])
    write_set(mine, out, 0)
    write_set(theirs, out, 1)
    write_set(ON_BOARD[state.rows] & ~(mine | theirs), out, 2)
    ours, next_ones = np.int64(0), np.int64(0)
    if state.players == 4:
        second = np.int64(state.dots)
        ours = mine & (second if viewer >= 2 else ~second)
        next_ones = theirs & (second if 1 <= viewer < 3 else ~second)
    write_set(ours, out, 3)
    write_set(next_ones, out, 4)
    players = np.int64(state.players)
    waiting = (np.int64(state.to_act) - viewer + players) % players
    numbers = (np.int64(state.quiet), np.int64(state.passes), waiting)
    for n in range(len(numbers)):
        write_same(out, (5 + n) * CELLS, np.uint64(numbers[n]), CELLS)
