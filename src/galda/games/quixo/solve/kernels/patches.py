"""Quixo: what patches say of a position, for the bot and the checker alike.

A patch says how many of the best moves are to be skipped. Most patches are in sieves
(`core/kernels/static_function.py`), one for each number of cubes and each risk; a sieve is right on
all positions that the player can ever meet, and on no others. Sieves can be chained: where one
tells as much as it can, the next says how much more. What is not in sieves is in a list.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.core.kernels.static_function import FIELDS, FUNCTION, WIDE, sieved
from galda.games.quixo.solve.kernels.choice import (
    FORCES,
    HALF,
    HIGHEST,
    ONE_SIDE,
    RISKS,
    STEP,
    next_mark,
    number_of,
    risk_of,
)


class Patches(NamedTuple):
    """How many moves to skip where: sieves by cubes and risk, and a list for the rest."""

    kinds: int
    """How many kinds of positions there are, by cubes and risk."""
    sieves: Any
    """The descriptions of the first sieve of each kind, then those of the second and so on."""
    bits: Any
    numbers: Any
    """Of the positions in the list, ascending."""
    skipped: Any


def placed_patches(patches: Patches, put: Callable[[Any], Any]) -> Patches:
    """Patches whose arrays are where `put` has put them."""
    return Patches(patches.kinds, *map(put, patches[1:]))


@kernel
def skipped_at(number, cubes, risk, patches):
    """How many of the best moves a patch skips in a position."""
    at, skips = (cubes * RISKS + risk) * FIELDS, np.int64(0)
    while at < len(patches.sieves) and patches.sieves[at + FUNCTION + WIDE] > 0:
        found = sieved(number, patches.sieves, at, patches.bits)
        skips += found
        if found < np.int64(1) << patches.sieves[at + 2 * FUNCTION + WIDE]:
            return skips
        at += patches.kinds * FIELDS
    return max(skips, listed_at(number, patches))


@kernel
def listed_at(number, patches):
    """How many moves the list skips in a position."""
    low, high = 0, len(patches.numbers)
    while low < high:
        middle = (low + high) // 2
        if patches.numbers[middle] < number:
            low = middle + 1
        else:
            high = middle
    if low < len(patches.numbers) and patches.numbers[low] == number:
        return np.int64(patches.skipped[low])
    return np.int64(0)


@kernel
def chosen_mark(position, marks, first, count, patches):
    """The mark of the move to play in a position: the best but for those that a patch skips."""
    mark = next_mark(marks, first, count, HIGHEST)
    if mark >= FORCES * STEP:
        return mark
    mine, theirs = position & ONE_SIDE, position >> HALF
    risk = risk_of(marks, first, count, mark)
    number = number_of(mine, theirs)
    for _ in range(skipped_at(number, bits.count(mine | theirs), risk, patches)):
        mark = next_mark(marks, first, count, mark)
    return mark
