"""What the patches of a proof say of a position, for bots and checkers alike.

A patch says how many of the best moves are to be skipped. Most patches are in sieves
(`static_function.py`), one for each *kind* of positions that a game tells apart; a sieve is right
on all positions that the player of the proof can ever meet, and on no others. Sieves can be
chained: where one tells as much as it can, the next says how much more. What is not in sieves is
in a list.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from galda.core.kernels.kernel import kernel
from galda.core.kernels.static_function import FIELDS, FUNCTION, WIDE, sieved


class Patches(NamedTuple):
    """How many moves to skip where: sieves by kinds of positions, and a list for the rest."""

    kinds: int
    """How many kinds of positions there are."""
    sieves: Any
    """The descriptions of the first sieve of each kind, then those of the second and so on."""
    bits: Any
    numbers: Any
    """Of the positions in the list, ascending."""
    skipped: Any


def placed_patches(patches: Patches, put: Callable[[Any], Any]) -> Patches:
    """Patches whose arrays are where `put` has put them."""
    return Patches(patches.kinds, *map(put, patches[1:]))


def no_patches() -> Patches:
    """For a player that follows the choice everywhere."""
    nothing = np.zeros(0, np.int64)
    return Patches(1, nothing, np.zeros(0, np.uint32), nothing, np.zeros(0, np.uint8))


@kernel
def skips_at(number, kind, patches):
    """How many of the best moves a patch skips in a position of a kind."""
    at, skips = kind * FIELDS, np.int64(0)
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
