"""Sets of up to 64 small numbers kept as the bits of one unsigned integer."""

import numpy as np

from galda.core.kernels.kernel import kernel, lowered

PAIRS = np.uint64(0x5555555555555555)
NIBBLE_HALVES = np.uint64(0x3333333333333333)
LOW_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
EACH_BYTE = np.uint64(0x0101010101010101)
HIGH_BITS = np.uint64(0x8080808080808080)
OTHER_BITS = np.uint64(0x7F7F7F7F7F7F7F7F)
NTH_BIT_OF_NTH_BYTE = np.uint64(0x8040201008040201)


@kernel
def byte_counts(bits):
    """The number of bits set in each byte, byte by byte."""
    n = np.uint64(bits)
    n = n - ((n >> np.uint64(1)) & PAIRS)
    n = (n & NIBBLE_HALVES) + ((n >> np.uint64(2)) & NIBBLE_HALVES)
    return (n + (n >> np.uint64(4))) & LOW_NIBBLES


@lowered("galda.core.jit.bits")
def up(word, by):
    """A word of 32 bits moved up by fewer than 32."""
    return np.uint32(np.uint32(word) << np.uint32(by))


@lowered("galda.core.jit.bits")
def down(word, by):
    """A word of 32 bits moved down by fewer than 32."""
    return np.uint32(np.uint32(word) >> np.uint32(by))


@lowered("galda.core.jit.bits")
def ones(word):
    """How many bits of an unsigned word are set."""
    return np.int64((byte_counts(word) * EACH_BYTE) >> np.uint64(56))


@lowered("galda.core.jit.bits")
def trailing_zeros(word):
    """How many zeros are below the lowest bit set of an unsigned word."""
    return ones((word & (~word + np.uint64(1))) - np.uint64(1))


@kernel
def count(bits):
    """How many bits are set."""
    return ones(np.uint64(bits))


@kernel
def lowest(bits):
    """The number of the lowest bit set; `bits` must not be zero."""
    return trailing_zeros(np.uint64(bits))


@kernel
def nth(bits, n):
    """The number of the n-th bit set, counting from 0; `bits` must have that many."""
    upto = byte_counts(bits) * EACH_BYTE  # in each byte: bits set in it and the bytes below
    wanted = np.uint64(n)
    # A byte's high bit stays set exactly where `upto` is still <= n, so counting finds the byte.
    full = (((wanted * EACH_BYTE) | HIGH_BITS) - upto) & HIGH_BITS
    shift = np.uint64(count(full)) * np.uint64(8)
    left = wanted - (((upto << np.uint64(8)) >> shift) & np.uint64(255))
    byte = (np.uint64(bits) >> shift) & np.uint64(255)
    # The same once more inside the byte, each of its bits being given a byte of its own.
    ones = ((((byte * EACH_BYTE) & NTH_BIT_OF_NTH_BYTE) + OTHER_BITS) & HIGH_BITS) >> np.uint64(7)
    full = (((left * EACH_BYTE) | HIGH_BITS) - ones * EACH_BYTE) & HIGH_BITS
    return np.int64(shift) + count(full)


@kernel
def nth_of_few(bits, n):
    """`nth` for a set of numbers below 32, in steps that suit graphics cards: halve and count."""
    left, at, wanted = np.uint64(bits), np.int64(0), np.int64(n)
    for half in (16, 8, 4, 2, 1):
        here = ones(left & np.uint64((1 << half) - 1))
        if wanted >= here:
            wanted -= here
            left >>= np.uint64(half)
            at += half
    return at
