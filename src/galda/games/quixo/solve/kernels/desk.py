"""Quixo solved on a graphics card: what blocks of threads are told, and what threads share."""

from typing import Any, NamedTuple

import numpy as np

from galda.games.quixo.rules.rules import BORDER, PUSH_LIMIT, PUSHES, SIZES, lane
from galda.games.quixo.solve.kernels.indexing import u32

WIDEST = 20
"""Free cells of a row at most; a layer with wider rows has few positions."""
PIECES = 3
"""A word is taken apart into so many; two have larger tables and are 13 % slower."""
RANK_BITS = 10
"""Words are ranked by so many low bits, and by the others."""
LAST_SLOT = u32(PUSH_LIMIT - 1)
RANKS_LOW, RANKS_HIGH, ALL_IMAGES = 1 << RANK_BITS, 1 << (WIDEST - RANK_BITS), PUSH_LIMIT * WIDEST
# An entry of a block's list: a column's word, above it the column within the part, three flags.
FLAGS = 29
IS_LOSING = u32(1 << FLAGS)
"""A move that is looked at again leads to a won position."""
IS_SAFE = u32(1 << 30)
IS_WON = u32(1 << 31)
LOSING_OR_SAFE = u32(IS_LOSING | IS_SAFE)
NO_ENTRY = u32(0xFFFFFFFF)
EVERY_OTHER_BIT = u32(0x55555555)


class BlockPlan(NamedTuple):
    """What blocks are told of a layer and of the next one, all in whole numbers."""

    board: int
    moves: int
    key_moves: int
    """Whether the key is the mover's set."""
    opening: int
    """Whether lines and blank cubes are looked at, not one's own cubes."""
    first: int
    """Whether it is the layer's first sweep, so that all moves count."""
    lines: int
    """Whether the smaller set can hold a line."""
    base: int
    words: int
    columns: int
    patterns: int
    width: int
    """Free cells of a row."""
    piece: int
    """A word is taken apart into three pieces of so many bits."""
    part: int
    """Columns that a block takes at a time."""
    parts: int
    """Of a row."""
    next_base: int
    next_words: int
    next_patterns: int


def beside(size: int) -> list[int]:
    """For each push the cell beside the one taken, towards the end, if it could be taken instead.

    If it holds the same kind of cube, both pushes leave the same board.
    """
    board = size - SIZES[0]
    found = []
    for taken, entered in PUSHES[size]:
        cell = lane(taken, entered)[0][1]
        could = cell != entered and int(BORDER[board]) >> cell & 1
        found.append(1 << cell if could else 0)
    return found


BESIDE = np.zeros((len(SIZES), PUSH_LIMIT), np.int64)
for _size in SIZES:
    BESIDE[_size - SIZES[0], : len(PUSHES[_size])] = beside(_size)


class Desk(NamedTuple):
    """What the threads of a block share."""

    listed: Any
    """Positions that are looked at: a column's word, the column within the part, flags."""
    codes: Any
    """The part's words."""
    carried: Any
    """Where the bits of each piece of a word go, for one move and the next."""
    rank_low: Any
    rank_high: Any
    images: Any
    """For each move and each bit of a word: the bit that it becomes."""
    spots: Any
    """The cells that are free."""
    need: Any
    want: Any
    """For each move: which bits it asks for, and what they must be."""
    entering: Any
    """For each move the bit of the cube that enters, if it is not the key's."""
    ways: Any
    rooms: Any
    places: Any
    """For each move: push and symmetry, the next row's free cells and first word."""
    counts: Any
    """Positions listed, moves to rows that have changed, other moves."""


class Part(NamedTuple):
    """Columns of a row that a block works on."""

    row: int
    first: int
    columns: int
    words: int
    at: int
    """The first word among all."""
    free: int
    """The free cells."""
