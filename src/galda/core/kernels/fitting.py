"""Whether records that come from elsewhere can be states of a game with certain options.

Limits of fields are limits of bytes: most fields are one byte, and of larger ones it is mostly the
highest bytes that count. So a processor compares `WIDE` bytes of a record in one instruction.
"""

import numpy as np

from galda.core.kernels.kernel import kernel, lowered

SIGN = 0x80
WIDE = 32
"""Bytes of a record that are compared together."""
AT_ONCE = 256
"""Rows that stay in the processor's nearest memory."""


@kernel
def field_value(row, offset, size, signed):
    """A little-endian integer of `size` bytes."""
    value = np.int64(0)
    for k in range(size):
        value |= np.int64(row[offset + k]) << (8 * k)
    if signed and size < 8 and row[offset + size - 1] & SIGN:
        value -= np.int64(1) << (8 * size)
    return value


@lowered("galda.core.jit.fitting")
def bytes_beyond(rows, at, bounds, k):
    """Which of `WIDE` bytes from a place on are beyond their bounds, as a set.

    `bounds[k]` holds how small each byte may be, and how much larger.
    """
    above = rows.reshape(-1)[int(at) : int(at) + WIDE] - bounds[k, 0]
    return int.from_bytes(np.packbits(above > bounds[k, 1], bitorder="little").tobytes(), "little")


@kernel
def seems_beyond(rows, last, places, bounds):
    """Whether a byte of the rows before `last` is beyond its bounds."""
    size, found = np.int64(rows.shape[1]), np.uint32(0)
    for first in range(0, last, AT_ONCE):
        for k in range(places.shape[0]):
            for i in range(first, min(first + AT_ONCE, last)):
                found |= bytes_beyond(rows, i * size + places[k], bounds, k)
    return found != 0


@kernel
def first_misfit(rows, fields, places, bounds):
    """The first row with a field outside its limits, and the place of this field; or -1, -1.

    `rows` are records as bytes; a field is its offset, size, sign, least and greatest value. The
    same limits are those of the bytes from `places` on, if there are any places.
    """
    n, first = rows.shape[0], 0
    if places.shape[0] > 0:
        # What is compared together must not go beyond the last row.
        whole = (n * rows.shape[1] - places[-1] - WIDE) // rows.shape[1] + 1
        if whole > 0 and not seems_beyond(rows, whole, places, bounds):
            first = whole
    for i in range(first, n):
        for k in range(fields.shape[0]):
            value = field_value(rows[i], fields[k, 0], fields[k, 1], fields[k, 2] != 0)
            if value < fields[k, 3] or value > fields[k, 4]:
                return i, k
    return -1, -1
