"""Observations made compact and made whole again, as kernels: the same on all devices.

A compact observation is a row of runs (`galda.envs.compact`): numbers of as many bits as the
largest needs, one after the other, the lowest bits first. Eight numbers of `bits` bits are `bits`
whole bytes, so eight are done at once, as the bytes of one word.
"""

import numpy as np

from galda.core.kernels.kernel import kernel
from galda.core.kernels.wide import put_byte, put_eight, read_eight
from galda.envs.kernels.pure import see_state

START, STEP, COUNT, BITS, AT, EIGHTS = range(6)
"""The columns of a table of runs: the first number, how far it is from one number to the next, how
many there are, their bits, the byte at which they begin, and how many eights are done as words."""
EIGHT = 8
ONE = np.uint64(1)
IN_BYTES = np.uint64(0x0101010101010101)
GATHER = np.uint64(0x0102040810204080)
# The lower and the upper of two neighbours: bytes, then pairs of them, then fours.
LOWER_1, UPPER_1 = np.uint64(0x00FF00FF00FF00FF), np.uint64(0xFF00FF00FF00FF00)
LOWER_2, UPPER_2 = np.uint64(0x0000FFFF0000FFFF), np.uint64(0xFFFF0000FFFF0000)
LOWER_4, UPPER_4 = np.uint64(0x00000000FFFFFFFF), np.uint64(0xFFFFFFFF00000000)


@kernel
def each_byte(bits):
    """A word whose bytes all have their lowest bits set."""
    return IN_BYTES * np.uint64((1 << bits) - 1)


@kernel
def squeeze(word, bits):
    """The lowest bits of eight bytes, next to each other."""
    if bits == EIGHT:
        return word
    gap = np.uint64(EIGHT - bits)
    word &= each_byte(bits)
    word = word & LOWER_1 | (word & UPPER_1) >> gap
    word = word & LOWER_2 | (word & UPPER_2) >> (gap + gap)
    return word & LOWER_4 | (word & UPPER_4) >> (gap << np.uint64(2))


@kernel
def spread(word, bits):
    """What was squeezed, as eight bytes again; higher bits are of no account."""
    if bits == EIGHT:
        return word
    gap = np.uint64(EIGHT - bits)
    four = ((ONE << np.uint64(4 * bits)) - ONE) & LOWER_4
    word = word & four | word << (gap << np.uint64(2)) & UPPER_4
    two = ((ONE << np.uint64(2 * bits)) - ONE) * np.uint64(0x0000000100000001)
    word = word & two | word << (gap + gap) & UPPER_2
    one = ((ONE << np.uint64(bits)) - ONE) * np.uint64(0x0001000100010001)
    word = word & one | word << gap & UPPER_1
    return word & each_byte(bits)


@kernel
def pack_flags(row, start, eights, out, at):
    """Pack so many eights of numbers that are 0 or 1."""
    for n in range(eights):
        # Each byte comes to a bit of its own in the highest byte.
        flags = read_eight(row, start + EIGHT * n) & IN_BYTES
        put_byte(out, at + n, np.uint32(flags * GATHER >> np.uint64(56)))


@kernel
def pack_eights(row, start, eights, bits, out, at):
    """Pack so many eights of numbers; up to eight bytes beyond them are written as well."""
    for n in range(eights):
        put_eight(out, at + bits * n, squeeze(read_eight(row, start + EIGHT * n), bits))


@kernel
def pack_some(row, start, step, many, bits, out, at):
    """Pack up to eight numbers, and write nothing beyond."""
    word = np.uint64(0)
    if step == 1 and start + EIGHT <= row.shape[0]:  # what is beyond is shifted out
        word = read_eight(row, start) << np.uint64(EIGHT * (EIGHT - many))
        word >>= np.uint64(EIGHT * (EIGHT - many))
    else:
        for k in range(many):
            word |= np.uint64(np.int64(row[start + k * step]) & 255) << np.uint64(EIGHT * k)
    word = squeeze(word, bits)
    for k in range((many * bits + 7) >> 3):
        put_byte(out, at + k, np.uint32(word & np.uint64(255)))
        word >>= np.uint64(EIGHT)


@kernel
def pack(row, runs, out):
    """Make an observation compact; `out` may be the same memory, for it is written behind."""
    size, at = out.shape[0], np.int64(0)
    for run in range(runs.shape[0]):
        start, step = np.int64(runs[run, START]), np.int64(runs[run, STEP])
        left, bits = np.int64(runs[run, COUNT]), np.int64(runs[run, BITS])
        at = np.int64(runs[run, AT])
        eights = np.int64(runs[run, EIGHTS])
        if bits == 1:
            pack_flags(row, start, eights, out, at)
        else:
            pack_eights(row, start, eights, bits, out, at)
        at += eights * bits
        start += eights * EIGHT
        left -= eights * EIGHT
        while left > 0:
            many = min(left, EIGHT)
            pack_some(row, start, step, many, bits, out, at)
            at += (many * bits + 7) >> 3
            start += many * step
            left -= many
    for k in range(at, size):
        out[k] = 0


@kernel
def unpack_eights(packed, at, eights, bits, out, start):
    """Make so many eights of numbers whole again; each is read as eight bytes."""
    for n in range(eights):
        put_eight(out, start + EIGHT * n, spread(read_eight(packed, at + bits * n), bits))


@kernel
def unpack_some(packed, at, step, many, bits, out, start):
    """Make up to eight numbers whole again, each as often as it is there."""
    word = np.uint64(0)
    for k in range((many * bits + 7) >> 3):
        word |= np.uint64(packed[at + k]) << np.uint64(EIGHT * k)
    word = spread(word, bits)
    for k in range(many):
        number, n = word >> np.uint64(EIGHT * k) & np.uint64(255), start + k * step
        end = n + step
        while n + EIGHT <= end:
            put_eight(out, n, number * IN_BYTES)
            n += EIGHT
        while n < end:
            out[n] = number
            n += 1


@kernel
def unpack(packed, runs, out):
    """Make a compact observation whole again."""
    for run in range(runs.shape[0]):
        start, step = np.int64(runs[run, START]), np.int64(runs[run, STEP])
        left, bits = np.int64(runs[run, COUNT]), np.int64(runs[run, BITS])
        at = np.int64(runs[run, AT])
        eights = np.int64(runs[run, EIGHTS])
        unpack_eights(packed, at, eights, bits, out, start)
        at += eights * bits
        start += eights * EIGHT
        left -= eights * EIGHT
        while left > 0:
            many = min(left, EIGHT)
            unpack_some(packed, at, step, many, bits, out, start)
            at += (many * bits + 7) >> 3
            start += many * step
            left -= many


@kernel
def see_compact(first, last, states, seats, players, runs, room, out):
    """Write what seats see, compact; a whole observation has room in `room`."""
    for i in range(first, last):
        see_state(states[i], np.int64(seats[i]), players, room)
        pack(room, runs, out[i])


@kernel
def pack_all(first, last, whole, runs, out):
    """Make observations compact."""
    for i in range(first, last):
        pack(whole[i], runs, out[i])


@kernel
def unpack_all(first, last, packed, runs, out):
    """Make compact observations whole again."""
    for i in range(first, last):
        unpack(packed[i], runs, out[i])
