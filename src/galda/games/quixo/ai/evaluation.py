"""Quixo: how good a position looks to a search (two players).

A network (NNUE, `core/kernels/network.py`) has learnt it from positions whose exact value is known,
one for each size of board; `lab/networks` makes them. Its parts are the board's lines.
"""

from pathlib import Path

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.core.kernels.network import infer, read_network
from galda.games.quixo.rules.rules import SIZES

# A line of five cells as one number: a digit for each, 0 blank, 1 the mover's, 2 the other's.
FIVE = 3**5
DIGITS = np.array([sum((n >> k & 1) * 3**k for k in range(5)) for n in range(32)], np.int64)
# The cells of a row spread out, so that rows add up to columns.
APART = np.array([sum((n >> k & 1) << (10 * k) for k in range(5)) for n in range(32)], np.int64)
# The first row of each part's table, and after the last the number of all rows.
OUTER, SECOND, MIDDLE, DIAGONAL = 0, FIVE, 2 * FIVE, 3 * FIVE
CUBES = 4 * FIVE
ROWS = CUBES + 26 * 26
WEIGHTS_FILE = Path(__file__).with_name("weights.npz")
TABLES, WEIGHTS = read_network(WEIGHTS_FILE, len(SIZES), ROWS)


@kernel
def row_code(mine, theirs, row):
    """A row as a number."""
    return DIGITS[(mine >> (5 * row)) & 31] + 2 * DIGITS[(theirs >> (5 * row)) & 31]


@kernel
def column_codes(mine, theirs):
    """All columns as numbers, ten bits for each."""
    codes = np.int64(0)
    for row in range(4, -1, -1):
        codes = 3 * codes + APART[(mine >> (5 * row)) & 31] + 2 * APART[(theirs >> (5 * row)) & 31]
    return codes


@kernel
def diagonal_code(mine, theirs, first, apart):
    """A diagonal as a number."""
    code = np.int64(0)
    for k in range(4, -1, -1):
        cell = first + apart * k
        code = 3 * code + ((mine >> cell) & 1) + 2 * ((theirs >> cell) & 1)
    return code


@kernel
def parts_of(mine, theirs):
    """For each part of the position the row of its table; symmetric parts share their tables."""
    columns = column_codes(mine, theirs)
    return (
        OUTER + row_code(mine, theirs, 0), OUTER + row_code(mine, theirs, 4),
        OUTER + (columns & 1023), OUTER + ((columns >> 40) & 1023),
        SECOND + row_code(mine, theirs, 1), SECOND + row_code(mine, theirs, 3),
        SECOND + ((columns >> 10) & 1023), SECOND + ((columns >> 30) & 1023),
        MIDDLE + row_code(mine, theirs, 2), MIDDLE + ((columns >> 20) & 1023),
        DIAGONAL + diagonal_code(mine, theirs, 0, 6), DIAGONAL + diagonal_code(mine, theirs, 4, 4),
        CUBES + 26 * bits.count(mine) + bits.count(theirs),
    )  # fmt: skip


@kernel
def evaluate(state):
    """How good the position is for the side to act."""
    side = state.to_act & 1
    mine, theirs = np.int64(state.cubes[side]), np.int64(state.cubes[1 - side])
    size = state.rows - SIZES[0]
    return infer(parts_of(mine, theirs), TABLES[size], WEIGHTS[size])
