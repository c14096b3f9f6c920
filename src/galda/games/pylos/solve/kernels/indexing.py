"""Pylos solved: how positions are numbered.

The balls of both together form a *shape*: a pyramid under construction. Turning and mirroring the
board leads each shape to the first of its kind; those are the *homes*. A position is its shape's
home and, bit by bit for the balls of the home in the order of their spots, which of them are the
mover's: its *mask*. A home with n balls has room for 2**n masks, so a position's number is its
home's base plus its mask; and for one home and one move, the mask after the move is the old one
with its bits moved about, whatever the colours.

Homes come in the order of solving: those with more balls first, and of as many balls those first
whose balls lie higher, as a raise leads there.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.games.pylos.rules.rules import BALLS_EACH, LEVEL, PLACES, SPOT, SPOTS, TOP, squares

SYMMETRIES = 8
MOST_KEPT = 2 * (BALLS_EACH - 1)  # balls in a position that is not decided by an empty reserve
# With all but the top there, a removal is earned by four balls on level 3: only such masks count.
LAST_MASK = 0b1111 << 25
IMAGES = 32  # room for the images of a home's balls


def turned(symmetry: int) -> list[int]:
    """Where a symmetry of the board takes each spot."""
    found = []
    for level, row, column in PLACES:
        far = 3 - level
        r = far - row if symmetry & 1 else row
        c = far - column if symmetry & 2 else column
        found.append(SPOT[level, c, r] if symmetry & 4 else SPOT[level, r, c])
    return found


TURNED = np.array([turned(symmetry) for symmetry in range(SYMMETRIES)], np.int64)


def stable_shapes() -> npt.NDArray[np.int64]:
    """Every set of spots in which each ball rests on four, ascending."""
    full = (1 << 16) - 1
    found = []
    for ground in range(full + 1):
        upper = [0]
        grown = [ground]
        for level in (1, 2, 3):
            upper = [spot for spot in range(SPOTS) if LEVEL[spot] == level]
            grown = [
                shape | extra
                for shape in grown
                for extra in subsets(int(squares(shape)) & sum(1 << spot for spot in upper))
            ]
        found += grown
    return np.unique(np.array(found, np.int64))


def subsets(bits_set: int) -> list[int]:
    """All subsets of a set."""
    found, subset = [], bits_set
    while True:
        found.append(subset)
        if subset == 0:
            return found
        subset = (subset - 1) & bits_set


def turn_all(shapes: npt.NDArray[np.int64], symmetry: int) -> npt.NDArray[np.int64]:
    """Many sets of spots after a symmetry."""
    after = np.zeros_like(shapes)
    for spot, to in enumerate(TURNED[symmetry]):
        after |= (shapes >> spot & 1) << to
    return after


@dataclass(frozen=True)
class Homes:
    """All shapes below the top, where each has its home, and where homes have their numbers."""

    shapes: npt.NDArray[np.int64]
    """All stable shapes without the top ball, ascending."""
    home: npt.NDArray[np.int64]
    """For each of them 8 times the number of its home, plus the symmetry that leads there."""
    balls: npt.NDArray[np.int64]
    """For each home, in the order of solving: the set of its spots."""
    base: npt.NDArray[np.int64]
    """For each home: the number of its first position (-1: decided, so not kept); then the end."""
    in_level: npt.NDArray[np.int64]
    """For each home: the same, counted among homes with as many balls."""
    orbit: npt.NDArray[np.int64]
    """For each home: how many shapes it is the home of."""
    groups: list[tuple[int, int, int]]
    """(balls, first home, last home + 1) for homes with as many balls, equally high."""

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return int(self.base[-1])

    def homes_of(self, n: int) -> range:
        """The homes with n balls."""
        found = [k for count, first, last in self.groups if count == n for k in (first, last)]
        return range(found[0], found[-1]) if found else range(0)

    def room(self, n: int) -> int:
        """How many masks the homes with n balls have in a table of their own."""
        if n == SPOTS - 1:
            return (1 << n) - LAST_MASK
        return len(self.homes_of(n)) << n


@lru_cache
def homes() -> Homes:
    """Work the numbering out."""
    shapes = stable_shapes()
    shapes = shapes[shapes < 1 << TOP]
    least, way = shapes.copy(), np.zeros(len(shapes), np.int64)
    fixed = np.ones(len(shapes), np.int64)
    for symmetry in range(1, SYMMETRIES):
        image = turn_all(shapes, symmetry)
        way[image < least] = symmetry
        fixed += image == shapes
        least = np.minimum(least, image)
    first = np.flatnonzero(least == shapes)
    balls = shapes[first]
    count = np.bitwise_count(balls).astype(np.int64)
    height = np.zeros_like(balls)
    for spot in range(TOP):
        height += (balls >> spot & 1) * LEVEL[spot]
    order = np.lexsort((balls, -height, -count))
    first, balls, count, height = first[order], balls[order], count[order], height[order]
    number = np.zeros(len(shapes), np.int64)
    number[first] = np.arange(len(first))
    home = number[np.searchsorted(shapes, least)] * SYMMETRIES + way
    sizes = np.where(count <= MOST_KEPT, 1 << count, 0)
    ends = np.concatenate([[0], np.cumsum(sizes)])
    base = np.where(sizes > 0, ends[:-1], -1)
    in_level = np.zeros(len(balls), np.int64)
    for n in range(SPOTS):
        here = np.flatnonzero(count == n)
        in_level[here] = np.arange(len(here)) << n
    in_level[count == SPOTS - 1] = -LAST_MASK
    edges = np.flatnonzero(np.diff(count * 100 + height, prepend=-1))
    groups = [
        (int(count[a]), int(a), int(b))
        for a, b in zip(edges, [*edges[1:], len(balls)], strict=True)
    ]
    return Homes(
        shapes, home, balls, np.append(base, ends[-1]), in_level,
        SYMMETRIES // fixed[first], groups,
    )  # fmt: skip


@kernel
def find_home(shape, shapes, home):
    """Eight times the number of a shape's home, plus the symmetry that leads there."""
    start, stop = 0, len(shapes)
    while stop - start > 1:
        middle = (start + stop) // 2
        if shapes[middle] <= shape:
            start = middle
        else:
            stop = middle
    return home[start]


@kernel
def image_of(spot, symmetry, balls):
    """The bit in a home's masks of the ball that a symmetry takes to it from `spot`."""
    there = np.int64(1) << TURNED[symmetry, spot]
    return np.int64(1) << bits.count(balls & (there - 1))


@kernel
def place_of(mine, theirs, shapes, home, balls, base):
    """The number of a position; -1 where it is decided and not kept."""
    entry = find_home(mine | theirs, shapes, home)
    number, symmetry = entry >> 3, entry & 7
    if base[number] < 0:
        return np.int64(-1)
    mask = np.int64(0)
    while mine != 0:
        mask |= image_of(bits.lowest(mine), symmetry, balls[number])
        mine &= mine - 1
    return base[number] + mask


@kernel
def find_all(states, shapes, home, balls, base, places):
    """Where each position is kept; -1: an empty reserve or the top decides it."""
    for k in range(states.shape[0]):
        side = np.int64(states[k].to_act)
        mine, theirs = np.int64(states[k].balls[side]), np.int64(states[k].balls[1 - side])
        if (mine | theirs) >> TOP:
            places[k] = -1
        else:
            places[k] = place_of(mine, theirs, shapes, home, balls, base)
