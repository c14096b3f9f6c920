"""Whether records that come from elsewhere can be states of a game with certain options."""

import numpy as np

from galda.core.kernels.kernel import kernel

SIGN = 0x80


@kernel
def field_value(row, offset, size, signed):
    """A little-endian integer of `size` bytes."""
    value = np.int64(0)
    for k in range(size):
        value |= np.int64(row[offset + k]) << (8 * k)
    if signed and size < 8 and row[offset + size - 1] & SIGN:
        value -= np.int64(1) << (8 * size)
    return value


@kernel
def first_misfit(rows, fields):
    """The first row with a field outside its limits, and the place of this field; or -1, -1.

    `rows` are records as bytes; a field is its offset, size, sign, least and greatest value.
    """
    for i in range(rows.shape[0]):
        for k in range(fields.shape[0]):
            at, least, most = fields[k, 0], fields[k, 3], fields[k, 4]
            if fields[k, 1] == 1:  # most are bytes, and this is quick
                if ((np.int64(rows[i, at]) - least) & 0xFF) > most - least:
                    return i, k
                continue
            value = field_value(rows[i], at, fields[k, 1], fields[k, 2] != 0)
            if value < least or value > most:
                return i, k
    return -1, -1
