"""Quixo solved: how positions are numbered.

A position is seen from the side to move: the mover's cubes and the other's. A layer holds all
positions with the same numbers of each. Of the two sets the larger is the position's *key* (the
mover's, if they are equal). Turning and mirroring makes the key the first of its kind, its
*pattern*; patterns are the rows of a layer. The columns are the ways to lay the smaller set on the
cells that the pattern leaves free, in the order of their numbers. A row is packed in words of 16
positions, two bits each.

Rows are short and a move's lane changes few cells, so neighbours look up neighbours: what a
processor has just fetched it soon needs again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, combinations
from math import comb

import numpy as np
import numpy.typing as npt

from galda.core.kernels.kernel import kernel
from galda.games.quixo.rules.rules import BEYOND, ENTERED, PUSHES, SIZES, STRIDE, cells, push

SYMMETRIES = 8
WORD = 16  # positions in a word
LOW_BITS = 13
LOW = (1 << LOW_BITS) - 1
SYMMETRY_BITS = 3
ROWS_OF_FIVE = STRIDE * 32  # entries of a table for `carry`
EVERYWHERE = (1 << STRIDE * STRIDE) - 1
u32 = np.uint32  # graphics cards are slow at anything wider


def turned(size: int, symmetry: int) -> list[int]:
    """Where a symmetry of the board takes each cell number (cells beyond the board stay)."""
    places = list(range(STRIDE * STRIDE))
    for cell in cells(size):
        row, column = divmod(cell, STRIDE)
        if symmetry & 1:
            row = size - 1 - row
        if symmetry & 2:
            column = size - 1 - column
        if symmetry & 4:
            row, column = column, row
        places[cell] = row * STRIDE + column
    return places


@lru_cache
def turn_table(size: int) -> npt.NDArray[np.uint32]:
    """For each symmetry, row and set of five cells: where they go, as a set."""
    fives = [five << (STRIDE * row) for row in range(STRIDE) for five in range(32)]
    table = np.zeros((SYMMETRIES, len(fives)), np.uint32)
    for symmetry in range(SYMMETRIES):
        places = turned(size, symmetry)
        for k, five in enumerate(fives):
            table[symmetry, k] = sum(1 << to for cell, to in enumerate(places) if five >> cell & 1)
    return table.reshape(-1)


def push_table(size: int) -> npt.NDArray[np.uint32]:
    """The same for each push followed by each symmetry."""
    turns = turn_table(size)
    fives = [five << (STRIDE * row) for row in range(STRIDE) for five in range(32)]
    table = np.zeros((len(PUSHES[size]), SYMMETRIES, len(fives)), np.uint32)
    for move in range(len(PUSHES[size])):
        for k, five in enumerate(fives):
            after = push(np.int64(five), size - SIZES[0], move)
            for symmetry in range(SYMMETRIES):
                table[move, symmetry, k] = turn(after, symmetry, turns)
    return table.reshape(-1)


def entry_table(size: int) -> npt.NDArray[np.uint32]:
    """For each push and symmetry: where the cube that enters goes."""
    turns = turn_table(size)
    entered = ENTERED[size - SIZES[0], : len(PUSHES[size])]
    places = [turn(cell, symmetry, turns) for cell in entered for symmetry in range(SYMMETRIES)]
    return np.array(places, np.uint32)


def _squeezed(kept: int, five: int) -> int:
    """The bits of `five` at the places of `kept`, moved together."""
    places = [k for k in range(STRIDE) if kept >> k & 1]
    return sum((five >> place & 1) << k for k, place in enumerate(places))


def _spread(kept: int, low: int) -> int:
    """The reverse: the lowest bits of `low` laid out on the places of `kept`."""
    places = [k for k in range(STRIDE) if kept >> k & 1]
    return sum((low >> k & 1) << place for k, place in enumerate(places))


SQUEEZED = np.array([_squeezed(k // 32, k % 32) for k in range(1024)], np.uint8)
SPREAD = np.array([_spread(k // 32, k % 32) for k in range(1024)], np.uint8)
WIDTH = np.array([k.bit_count() for k in range(32)], np.uint8)
# For each number of bits: the rank of a word's low bits among words of as many.
RANK_LOW = np.zeros(1 << LOW_BITS, np.uint16)
_seen = [0] * (LOW_BITS + 1)
for _low in range(1 << LOW_BITS):
    RANK_LOW[_low] = _seen[_low.bit_count()]
    _seen[_low.bit_count()] += 1


def rank_high(ones: int, width: int) -> npt.NDArray[np.uint32]:
    """For each high part: how many words with `ones` bits set come before those that have it."""
    highs = 1 << max(width - LOW_BITS, 0)
    before = [comb(LOW_BITS, ones - high.bit_count()) if high.bit_count() <= ones else 0
              for high in range(highs)]  # fmt: skip
    return np.concatenate([[0], np.cumsum(before)[:-1]]).astype(np.uint32)


def words_with(ones: int, width: int) -> npt.NDArray[np.uint32]:
    """All words of `width` bits with `ones` of them set, ascending."""
    if comb(width, ones) << 6 < 1 << width:  # few among many
        found = [sum(1 << place for place in chosen) for chosen in combinations(range(width), ones)]
        return np.sort(np.array(found, np.uint32))
    every = np.arange(1 << width, dtype=np.uint32)
    return every[np.bitwise_count(every) == ones]


@kernel
def carry(some_cells, table, at):
    """Where a set of cells goes, by a table that says it for each row and set of five."""
    some_cells = u32(some_cells)
    return u32(
        table[u32(at + (some_cells & 31))]
        | table[u32(at + 32 + (u32(some_cells >> 5) & 31))]
        | table[u32(at + 64 + (u32(some_cells >> 10) & 31))]
        | table[u32(at + 96 + (u32(some_cells >> 15) & 31))]
        | table[u32(at + 128 + (u32(some_cells >> 20) & 31))]
    )


@kernel
def turn(some_cells, symmetry, turns):
    """A set of cells after a symmetry of the board."""
    return np.int64(carry(some_cells, turns, symmetry * ROWS_OF_FIVE))


@kernel
def squeeze(some_cells, room, squeezed):
    """A set of free cells as a word: bit k is the k-th free cell of `room`."""
    some_cells = u32(some_cells)
    free, shifts = u32(room), u32(room >> np.uint64(32))
    word = u32(squeezed[u32((u32(free << 5) & 992) | (some_cells & 31))])
    for row in range(1, STRIDE):
        place = u32((u32(free >> (5 * row - 5)) & 992) | (u32(some_cells >> (5 * row)) & 31))
        word = u32(word | u32(u32(squeezed[place]) << (u32(shifts >> (8 * row - 8)) & 31)))
    return word


def rooms(free: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint64]:
    """For sets of free cells: the set, and above it how many lie below rows 2, 3, 4 and 5."""
    found = free.astype(np.uint64)
    for row in range(1, STRIDE):
        below = np.bitwise_count(free & np.uint32((1 << (STRIDE * row)) - 1))
        found |= below.astype(np.uint64) << np.uint64(24 + 8 * row)
    return found


@kernel
def lay(word, free, spread, width):
    """The reverse of `squeeze`."""
    some_cells = np.int64(0)
    for row in range(STRIDE):
        open_here = (free >> (5 * row)) & 31
        some_cells |= np.int64(spread[open_here * 32 + (word & 31)]) << (5 * row)
        word >>= np.int64(width[open_here])
    return some_cells


@kernel
def find_patterns(start, stop, board, turns, canonical, symmetry, stabiliser):
    """For sets `start` to `stop`: their pattern, the symmetry that leads there, and how many."""
    for number in range(start, stop):
        least, by, fixed = number, 0, 0
        if number & BEYOND[board] == 0:
            for s in range(SYMMETRIES):
                image = turn(number, s, turns)
                if image < least:
                    least, by = image, s
                if image == number:
                    fixed += 1
        canonical[number] = least
        symmetry[number] = by
        stabiliser[number] = fixed
    return 0


@kernel
def pattern_of(key, turns):
    """The pattern of one set and the symmetry that leads to it, without a table."""
    least, by = key, 0
    for s in range(1, SYMMETRIES):
        image = turn(key, s, turns)
        if image < least:
            least, by = image, s
    return least, by


@kernel
def search_sorted(numbers, start, stop, wanted):
    """Where `wanted` is in an ascending stretch of `numbers`; it must be there."""
    while stop - start > 1:
        middle = (start + stop) // 2
        if numbers[middle] <= wanted:
            start = middle
        else:
            stop = middle
    return start


@dataclass(frozen=True)
class Layer:
    """All positions with given numbers of cubes of the mover and of the other."""

    size: int
    mine: int
    theirs: int

    @property
    def name(self) -> str:
        """Its cubes: the mover's, the other's."""
        return f"{self.mine}-{self.theirs}"

    @property
    def key_moves(self) -> bool:
        """Whether the key is the mover's set."""
        return self.mine >= self.theirs

    @property
    def larger(self) -> int:
        """Cubes of the key."""
        return max(self.mine, self.theirs)

    @property
    def smaller(self) -> int:
        """Cubes of the other set."""
        return min(self.mine, self.theirs)

    @cached_property
    def columns(self) -> int:
        """Positions in a row."""
        return comb(self.size**2 - self.larger, self.smaller)

    @property
    def words(self) -> int:
        """Words in a row."""
        return -(-self.columns // WORD)

    @property
    def positions(self) -> int:
        """All positions, symmetric ones counted each."""
        return comb(self.size**2, self.larger) * self.columns


def pairs(size: int) -> Iterator[tuple[Layer, Layer]]:
    """Layers that lead to each other, in the order in which they can be solved."""
    for total in range(size**2, -1, -1):
        for larger in range(total, (total - 1) // 2, -1):
            if larger * 2 >= total:
                yield Layer(size, larger, total - larger), Layer(size, total - larger, larger)


def pattern_counts(size: int) -> list[int]:
    """How many patterns there are with each number of cells, by Burnside's lemma."""
    total = size**2
    sums = [0] * (total + 1)
    for symmetry in range(SYMMETRIES):
        places = turned(size, symmetry)
        ways = [1]
        left = set(cells(size))
        while left:
            cell = start = left.pop()
            length = 1
            while places[cell] != start:
                cell = places[cell]
                left.discard(cell)
                length += 1
            longer = ways + [0] * length
            for k, n in enumerate(ways):
                longer[k + length] += n
            ways = longer
        sums = [a + b for a, b in zip(sums, ways, strict=True)]
    return [n // SYMMETRIES for n in sums]


@lru_cache
def bases(size: int) -> dict[tuple[int, int], int]:
    """Where each layer begins among all words; (-1, -1): how many words there are."""
    at, found = 0, {}
    patterns = pattern_counts(size)
    for pair in pairs(size):
        for layer in pair:
            if (layer.mine, layer.theirs) not in found:
                found[layer.mine, layer.theirs] = at
                at += patterns[layer.larger] * layer.words
    found[-1, -1] = at
    return found


@lru_cache
def pattern_starts(size: int) -> list[int]:
    """Where the patterns of each number of cells begin among all patterns."""
    return list(accumulate(pattern_counts(size), initial=0))
