"""Quixo: how good a position looks to a search (two players)."""

import numpy as np

from galda.core import bits
from galda.core.kernel import kernel
from galda.games.quixo.rules import DIAGONALS, SIZES, STRIDE, cells

# What a line without the other's cubes is worth by the number of one's own in it.
LINE_WORTH = np.array([0, 2, 8, 30, 120, 400], np.int64)

LINES = np.zeros((3, 12), np.int64)
for _size in SIZES:
    _i = _size - SIZES[0]
    _board = cells(_size)
    for _k in range(_size):
        LINES[_i, _k] = sum(1 << c for c in _board if c // STRIDE == _k)
        LINES[_i, _size + _k] = sum(1 << c for c in _board if c % STRIDE == _k)
    LINES[_i, 2 * _size : 2 * _size + 2] = DIAGONALS[_i]


@kernel
def evaluate(state):
    """Lines that lack only few cubes, and cubes in all, for the side to act."""
    side = state.to_act & 1
    board = state.rows - 3
    mine, theirs = np.int64(state.cubes[side]), np.int64(state.cubes[1 - side])
    value = 12 * (bits.count(mine) - bits.count(theirs))
    for k in range(2 * state.rows + 2):
        line = LINES[board, k]
        own, other = bits.count(mine & line), bits.count(theirs & line)
        value += LINE_WORTH[own] - LINE_WORTH[other]
    return value
