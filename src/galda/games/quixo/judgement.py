"""Quixo: how good a position looks to a search (two players).

On the full board the judgement was learnt from positions whose exact value is known: parts of the
board are looked up in tables of weights, and the weights add up. `scripts/quixo_learn.py` makes the
tables. On smaller boards lines that lack only few cubes count.
"""

from pathlib import Path

import numpy as np
import numpy.typing as npt

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

# A line of five cells as one number: a digit for each, 0 blank, 1 the mover's, 2 the other's.
FIVE = 3**5
THREE = 3**3
DIGITS = np.array([sum((n >> k & 1) * 3**k for k in range(5)) for n in range(32)], np.int64)
APART = np.array([sum((n >> k & 1) << (10 * k) for k in range(5)) for n in range(32)], np.int64)
REVERSED = np.array(
    [sum(n // 3**k % 3 * 3 ** (4 - k) for k in range(5)) for n in range(FIVE)], np.int64
)
# The first table of weights of each kind of part, and after the last the number of all weights.
OUTER, INNER, BORDERS, DIAGONAL = 0, FIVE**2, 2 * FIVE**2, 3 * FIVE**2
CORNER = 4 * FIVE**2
EDGE, CENTRE, CUBES = CORNER + THREE**3, CORNER + 2 * THREE**3, CORNER + 3 * THREE**3
WEIGHTS = CUBES + 26 * 26
MOST = 9000
WEIGHTS_FILE = Path(__file__).with_name("weights.npz")
UNIT = 1000
"""A judgement of so much is a value of tanh(1) between -1, lost, and 1, won."""


def read_weights() -> npt.NDArray[np.int16]:
    """The weights that were learnt."""
    if not WEIGHTS_FILE.exists():
        return np.zeros(WEIGHTS, np.int16)
    with np.load(WEIGHTS_FILE) as file:
        return np.asarray(file["weights"])


LEARNT = read_weights()  # Numba caches no kernel that knows more than a megabyte
HAS_LEARNT = bool(LEARNT.any())


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
def diagonal_codes(mine, theirs):
    """Both long diagonals, as one number."""
    rising, falling = np.int64(0), np.int64(0)
    for k in range(4, -1, -1):
        rising = 3 * rising + ((mine >> (6 * k)) & 1) + 2 * ((theirs >> (6 * k)) & 1)
        falling = 3 * falling + ((mine >> (4 * k + 4)) & 1) + 2 * ((theirs >> (4 * k + 4)) & 1)
    return rising + FIVE * falling


@kernel
def block(a, b, c):
    """The three first cells of three lines, as one number."""
    return a % THREE + THREE * (b % THREE) + THREE**2 * (c % THREE)


@kernel
def parts_of(mine, theirs):
    """For each part of the board the place of its weight; symmetric parts share their weights."""
    a, b, c = row_code(mine, theirs, 0), row_code(mine, theirs, 1), row_code(mine, theirs, 2)
    d, e = row_code(mine, theirs, 3), row_code(mine, theirs, 4)
    columns = column_codes(mine, theirs)
    v, w, x = columns & 1023, (columns >> 10) & 1023, (columns >> 20) & 1023
    y, z = (columns >> 30) & 1023, (columns >> 40) & 1023
    return (
        OUTER + a + FIVE * b, OUTER + e + FIVE * d, OUTER + v + FIVE * w, OUTER + z + FIVE * y,
        INNER + b + FIVE * c, INNER + d + FIVE * c, INNER + w + FIVE * x, INNER + y + FIVE * x,
        BORDERS + a + FIVE * e, BORDERS + v + FIVE * z,
        EDGE + block(a // 3, b // 3, c // 3), EDGE + block(e // 3, d // 3, c // 3),
        EDGE + block(v // 3, w // 3, x // 3), EDGE + block(z // 3, y // 3, x // 3),
        CORNER + block(a, b, c), CORNER + block(e, d, c),
        CORNER + block(REVERSED[a], REVERSED[b], REVERSED[c]),
        CORNER + block(REVERSED[e], REVERSED[d], REVERSED[c]),
        CENTRE + block(b // 3, c // 3, d // 3),
        DIAGONAL + diagonal_codes(mine, theirs),
        CUBES + 26 * bits.count(mine) + bits.count(theirs),
    )  # fmt: skip


@kernel
def judge(mine, theirs, weights):
    """The sum of the weights of all parts of the full board."""
    total = 0
    for part in parts_of(mine, theirs):
        total += weights[part]
    return total


@kernel
def count_lines(mine, theirs, rows):
    """Lines that lack only few cubes, and cubes in all."""
    value = 12 * (bits.count(mine) - bits.count(theirs))
    for k in range(2 * rows + 2):
        line = LINES[rows - 3, k]
        own, other = bits.count(mine & line), bits.count(theirs & line)
        value += LINE_WORTH[own] - LINE_WORTH[other]
    return value


@kernel
def evaluate(state):
    """How good the position is for the side to act."""
    side = state.to_act & 1
    mine, theirs = np.int64(state.cubes[side]), np.int64(state.cubes[1 - side])
    if state.rows == 5 and HAS_LEARNT:
        return max(-MOST, min(MOST, np.int64(judge(mine, theirs, LEARNT))))
    return count_lines(mine, theirs, np.int64(state.rows))
