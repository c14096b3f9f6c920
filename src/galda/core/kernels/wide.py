"""Reading and writing memory in wide words, wherever it lies, and records inside rows of bytes.

A graphics card moves memory in pieces of 32 bytes and serves neighbouring threads together: sixteen
bytes a thread are as quick as one. Places are counted in bytes from an array's start, and are whole
multiples of what is read or written there, unless it says that any place will do.
"""

import numpy as np

from galda.core.kernels.kernel import lowered

WIDE = 16
"""The most bytes that one thread reads or writes at once."""


def _bytes(array, at, size):
    """Some bytes of an array."""
    whole = np.ndarray(array.size * array.dtype.itemsize, np.uint8, array.data)
    return whole[int(at) : int(at) + size]


@lowered("galda.core.jit.wide")
def address(array):
    """Where an array begins."""
    return int(array.ctypes.data)


@lowered("galda.core.jit.wide")
def put_byte(array, at, byte):
    """Write one byte."""
    _bytes(array, at, 1)[0] = int(byte) & 255


@lowered("galda.core.jit.wide")
def put_words(array, at, one, two, three, four):
    """Write sixteen bytes."""
    _bytes(array, at, WIDE).view(np.uint32)[:] = (one, two, three, four)


@lowered("galda.core.jit.wide")
def move_byte(into, to, source, at):
    """Copy one byte from one array to another."""
    _bytes(into, to, 1)[:] = _bytes(source, at, 1)


@lowered("galda.core.jit.wide")
def move_words(into, to, source, at):
    """Copy sixteen bytes from one array to another."""
    _bytes(into, to, WIDE)[:] = _bytes(source, at, WIDE)


@lowered("galda.core.jit.wide")
def move_pieces(into, to, source, at, apart, count):
    """Copy several pieces of sixteen bytes, so far apart."""
    for k in range(count):
        move_words(into, to + k * apart, source, at + k * apart)


@lowered("galda.core.jit.wide")
def record_at(row, at, like):
    """The record that lies in a row of bytes, of the kind that an array is made of."""
    return _bytes(row, at, like.dtype.itemsize).view(like.dtype)[0]
