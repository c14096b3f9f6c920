"""Functions of numbers kept in hardly more bits than what they tell, each right where it was built.

A static function gives a fixed number of bits for each number it was built for, and anything
for others: three places of a table of bits, found by hashing, are added without carry. It is a
binary fuse filter (Graf and Lemire 2022) whose fingerprints may be anything. A `Sieve` is a filter,
a function that gives a fingerprint for the few numbers that matter, behind it a function that tells
of all numbers that pass the filter which pass rightly, and one that tells how much those matter. So
it is exact on the set that it was built for, and costs about as many bits as there are in knowing
which numbers of the set matter.

A sieve is a row of `FIELDS` whole numbers, and its bits lie among those of others in one array.
"""

from __future__ import annotations

import numpy as np

from galda.core.kernels.chance import STEP, below, scramble
from galda.core.kernels.kernel import kernel

FUNCTION = 5
"""Whole numbers that describe a function, in this order:"""
WIDE, FIRST, SEED, SEGMENT, RANGE = range(FUNCTION)
"""Bits it gives (0: there is none), its first bit, and how numbers are hashed."""
FIELDS = 3 * FUNCTION
"""Of a sieve: the filter, the function that tells which, and the one that tells how much."""
WORD = 32
LARGEST_SEGMENT = 18


@kernel
def hashed(number, seed):
    """What places and fingerprints are made of."""
    return scramble(np.uint64(number) * STEP + scramble(np.uint64(seed)))


@kernel
def places(bits, segment, ranged):
    """The three places of a number in a function's table."""
    last = np.int64(segment - 1)
    first = below(bits, ranged)
    low = np.int64(bits & np.uint64(0xFFFFFFFF))
    return (
        first,
        (first + segment) ^ (low & last),
        (first + 2 * segment) ^ ((low >> (32 - LARGEST_SEGMENT)) & last),
    )


@kernel
def fingerprint(bits, wide):
    """Bits that are independent of the places."""
    return np.int64(scramble(bits ^ STEP) & np.uint64((1 << wide) - 1))


@kernel
def bits_at(words, first, wide):
    """A number of bits of an array of words, from a place on; the array has a word too many."""
    word, shift = first // WORD, np.uint64(first % WORD)
    pair = np.uint64(words[word]) | (np.uint64(words[word + 1]) << np.uint64(WORD))
    return np.int64((pair >> shift) & np.uint64((1 << wide) - 1))


@kernel
def told(bits, table, at, words):
    """What the function described from `at` on tells of a number with this hash."""
    wide, begin = table[at + WIDE], table[at + FIRST]
    one, two, three = places(bits, table[at + SEGMENT], table[at + RANGE])
    return (
        bits_at(words, begin + one * wide, wide)
        ^ bits_at(words, begin + two * wide, wide)
        ^ bits_at(words, begin + three * wide, wide)
    )


@kernel
def passes(number, table, at, words):
    """Whether a number passes the filter of the sieve described from `at` on."""
    if table[at + WIDE] == 0:
        return True
    bits = hashed(number, table[at + SEED])
    return told(bits, table, at, words) == fingerprint(bits, table[at + WIDE])


@kernel
def sieved(number, table, at, words):
    """What a sieve tells of a number of its set; 0 for what does not matter."""
    which, much = at + FUNCTION, at + 2 * FUNCTION
    if table[which + WIDE] == 0 or not passes(number, table, at, words):
        return np.int64(0)
    if told(hashed(number, table[which + SEED]), table, which, words) == 0:
        return np.int64(0)
    if table[much + WIDE] == 0:
        return np.int64(1)
    return 1 + told(hashed(number, table[much + SEED]), table, much, words)
