"""Static functions built: so many bits for each of some numbers, and sieves of them.

What reads them is part of the package (`galda/core/kernels/static_function.py`).
"""

from __future__ import annotations

from math import ceil, log

import numpy as np
import numpy.typing as npt

from galda.core.kernels.kernel import kernel
from galda.core.kernels.static_function import (
    FIELDS,
    FUNCTION,
    LARGEST_SEGMENT,
    WORD,
    fingerprint,
    hashed,
    passes,
    places,
)

TRIES = 12
"""Seeds that are tried before a function gets more room."""

Numbers = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint32]


@kernel
def peel(numbers, seed, segment, ranged, degrees, sums, order, slots, waiting):
    """Find an order in which each number has a place that no later one needs; how many have."""
    degrees[:] = 0
    sums[:] = 0
    for k in range(len(numbers)):
        for place in places(hashed(numbers[k], seed), segment, ranged):
            degrees[place] += 1
            sums[place] ^= k
    count, done = 0, 0
    for place in range(len(degrees)):
        if degrees[place] == 1:
            waiting[count] = place
            count += 1
    while count > 0:
        count -= 1
        place = waiting[count]
        if degrees[place] != 1:
            continue
        k = sums[place]
        order[done], slots[done] = k, place
        done += 1
        for other in places(hashed(numbers[k], seed), segment, ranged):
            degrees[other] -= 1
            sums[other] ^= k
            if degrees[other] == 1:
                waiting[count] = other
                count += 1
    return done


@kernel
def fill(numbers, values, seed, segment, ranged, order, slots, table):
    """Write what a function tells into its table, in the reverse of the order that was found."""
    for done in range(len(numbers) - 1, -1, -1):
        k, slot = order[done], slots[done]
        found = values[k]
        for place in places(hashed(numbers[k], seed), segment, ranged):
            if place != slot:
                found ^= table[place]
        table[slot] = found
    return 0


@kernel
def pack(table, wide, words):
    """Write the numbers of a table into words, so many bits each."""
    for k in range(len(table)):
        word, shift = k * wide // WORD, np.uint64(k * wide % WORD)
        pair = np.uint64(table[k]) << shift
        words[word] |= np.uint32(pair & np.uint64(0xFFFFFFFF))
        if pair >> np.uint64(WORD) != 0:
            words[word + 1] |= np.uint32(pair >> np.uint64(WORD))
    return 0


@kernel
def print_span(start, stop, numbers, seed, wide, values):
    """The fingerprints of numbers `start` to `stop`."""
    for k in range(start, stop):
        values[k] = fingerprint(hashed(numbers[k], seed), wide)
    return 0


def room_for(count: int, more: float) -> tuple[int, int]:
    """The length of a segment, and of all but the last two, for so many numbers."""
    spread = log(max(count, 2))
    segment = 1 << min(LARGEST_SEGMENT, int(spread / log(3.33) + 2.25))
    factor = max(1.125, 0.875 + 0.25 * log(1e6) / spread) * more
    return segment, segment * max(1, ceil(count * factor / segment) - 2)


def function_for(
    numbers: Numbers, values: Numbers | None, wide: int, first: int
) -> tuple[list[int], Words]:
    """A function that gives `values`, or else fingerprints; its description and its bits.

    `first` is where its bits will begin: at a whole word.
    """
    if not wide:
        return [0] * FUNCTION, np.zeros(0, np.uint32)
    order, slots = np.zeros(len(numbers), np.int64), np.zeros(len(numbers), np.int64)
    seed, more = 0, 1.0
    while True:
        seed += 1
        segment, ranged = room_for(len(numbers), more)
        size = ranged + 2 * segment
        degrees, sums = np.zeros(size, np.int32), np.zeros(size, np.int64)
        waiting = np.zeros(size + len(numbers), np.int64)
        if peel(
            numbers, seed, segment, ranged, degrees, sums, order, slots, waiting
        ) == len(numbers):  # fmt: skip
            break
        more *= 1.0 if seed % TRIES else 1.1
    if values is None:
        values = np.zeros(len(numbers), np.int64)
        print_span(0, len(numbers), numbers, seed, wide, values)
    sums[:] = 0
    fill(numbers, values, seed, segment, ranged, order, slots, sums)
    words = np.zeros(-(-size * wide // WORD), np.uint32)
    pack(sums, wide, words)
    return [wide, first, seed, segment, ranged], words


def bits_needed(count: int, wide: int) -> int:
    """About how many bits a function takes."""
    segment, ranged = room_for(count, 1.0)
    return wide * (ranged + 2 * segment) if wide and count else 0


def any_fields(count: int) -> npt.NDArray[np.int64]:
    """Room for the descriptions of so many sieves, none of which tells anything."""
    return np.zeros((count, FIELDS), np.int64)


@kernel
def passing_span(start, stop, numbers, table, words, passed):
    """Note which of numbers `start` to `stop` pass the filter of a sieve."""
    for k in range(start, stop):
        passed[k] = passes(numbers[k], table, 0, words)
    return 0
