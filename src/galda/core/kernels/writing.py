"""Writing several numbers of a row of bytes at a stroke: sets as flags, counts, digits of a number.

Sets can be written to a row of words of 32 bits, too, whose bits are then the flags: only what is
in a set is written there, and as one step, for threads may share a word.

Left to itself Numba writes such numbers one by one, or shifts each of them as a word of 64 bits. A
processor does a whole set in a few instructions. A graphics card can write only to whole words at
once, so it writes four numbers at a time to rows of signed bytes, which are those that it stages
near its threads and that begin at a whole word; to others it writes one byte after the other.
"""

import threading

import numpy as np

from galda.core.kernels.kernel import kernel, lowered

one_at_a_time = threading.Lock()


@lowered("galda.core.jit.writing")
def write_digits(row, at, number, size, wide):
    """Write the digits of a number, the lowest first: `size` of them, `wide` bits each."""
    left = int(number) % (1 << 64)
    if row.dtype == np.uint32:
        with one_at_a_time:
            for place in range(int(at), int(at) + size):
                row[place >> 5] |= np.uint32((left & 1) << (place & 31))
                left >>= 1
        return
    for k in range(size):
        row[at + k] = left & ((1 << wide) - 1)
        left >>= wide


@lowered("galda.core.jit.writing")
def write_counts(row, at, one, other, size):
    """Write for each of `size` numbers in how many of two sets it is."""
    first, second = int(one), int(other)
    for k in range(size):
        row[at + k] = (first >> k & 1) + (second >> k & 1)


@lowered("galda.core.jit.writing")
def write_same(row, at, number, size):
    """Write the same number `size` times."""
    row[at : at + size] = int(number) & 255


@kernel
def write_zeros(row, first, last):
    """Set the numbers from the place `first` up to `last` to 0."""
    at = first
    while at + 64 <= last:
        write_same(row, at, np.uint64(0), 64)
        at += 64
    while at + 4 <= last:
        write_same(row, at, np.uint64(0), 4)
        at += 4
    for k in range(at, last):
        row[k] = 0
