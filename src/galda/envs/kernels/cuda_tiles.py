"""What the games of a block write out, staged in the shared memory of the block.

Masks are staged as one long row of bits, observations as rows of bytes. When all games are done the
block writes both out in wide words, neighbouring threads to neighbouring places, whatever the width
of a row is: the rows of a block lie one after the other, and a block begins at a whole word.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numba
import numpy as np

from galda.core.kernels.cuda import load_cuda
from galda.core.kernels.kernel import COMPILED, kernel
from galda.core.kernels.wide import (
    WIDE,
    address,
    move_byte,
    move_pieces,
    move_words,
    put_byte,
    put_words,
)

cuda = load_cuda()
WORD = 4
MOST_STAGED = 46 * 1024
"""Shared memory a block may ask for without further ado is 48 KiB."""
PIECES = 8
"""So many wide words does a thread read before it writes them."""
FEWEST_ROWS = 16
"""So many rows of any width fill whole wide words."""


class Launch(NamedTuple):
    """A kernel with the blocks that it is made for."""

    kernel: Any
    rows: int
    """So many rows does a block, one each of its threads."""
    shared: int = 0
    """So many bytes of shared memory does a block need."""

    def __call__(self, n: int, *arguments: Any, stream: Any = 0) -> None:
        """Run it over `n` rows; their number is its first argument."""
        self.kernel[-(-n // self.rows), self.rows, stream, self.shared](n, *arguments)


def whole(length: int, of: int = WIDE) -> int:
    """A length rounded up to whole pieces."""
    return -(-length // of) * of


def apart(width: int) -> int:
    """How many bytes from one staged row to the next: rows begin at whole words if they can.

    Threads write the same place of neighbouring rows at the same time. Where these lie in few of
    the memory's banks, which would serve them one after the other, rows are staged further apart.
    """
    return width + WIDE if width and width % (8 * WORD) == 0 else width


def rows_at_once(width: int) -> int:
    """How many rows a block stages: few enough for several blocks to share the memory."""
    return next((rows for rows in (128, 64, 32) if rows * apart(width) <= MOST_STAGED), FEWEST_ROWS)


WHOLE_ROW = numba.int8 if COMPILED else numba.uint8
"""What rows are made of that all begin at whole words; only compiled code knows them by that."""


def kind_of_row(width: int):
    """What staged rows are made of: where all begin at whole words they are of signed bytes."""
    return numba.int8 if width % WORD == 0 else numba.uint8


def marks_size(games: int, actions: int) -> int:
    """How many bytes the staged masks of a block need; beyond a set, two words may be touched."""
    return whole(-(-games * actions // 8) + 2 * WORD)


@kernel
def lies_whole(array):
    """Whether an array begins at a whole wide word; memory that was given may not."""
    return address(array) % WIDE == 0


@kernel
def four_bytes(bits):
    """The lowest four bits, each as a byte of a word."""
    return np.uint32((np.uint32(bits) & np.uint32(15)) * np.uint32(0x00204081)) & np.uint32(
        0x01010101
    )


@cuda.jit(device=True)
def clear_words(words, count):
    """Set the first words of the shared memory to 0, all threads of the block together."""
    k = cuda.threadIdx.x
    while k < count:
        words[k] = 0
        k += cuda.blockDim.x


# Loops are written out: of a range whose step is not known Numba first finds the length, and for
# that divides numbers of 64 bits, which takes a card longer than the loop.
@cuda.jit(device=True)
def write_marks(words, out, first, count):
    """Write so many staged bits out as bytes, from the byte `first` of `out` on."""
    done = 0
    if lies_whole(out):
        done = count & -WIDE
        k = cuda.threadIdx.x
        while k * WIDE < done:
            bits = np.uint32(words[k >> 1]) >> np.uint32((k & 1) * 16)
            put_words(
                out, first + k * WIDE,
                four_bytes(bits), four_bytes(bits >> np.uint32(4)),
                four_bytes(bits >> np.uint32(8)), four_bytes(bits >> np.uint32(12)),
            )  # fmt: skip
            k += cuda.blockDim.x
    k = done + cuda.threadIdx.x
    while k < count:
        bit = np.uint32(words[k >> 5]) >> np.uint32(k & 31)
        put_byte(out, first + k, np.uint32(bit & np.uint32(1)))
        k += cuda.blockDim.x


@cuda.jit(device=True)
def move_all(into, to, source, at, size):
    """Copy so many bytes from one array to another, all threads of the block together."""
    done = 0
    if lies_whole(into) and lies_whole(source):
        done = size & -WIDE
        step = cuda.blockDim.x * WIDE
        k = cuda.threadIdx.x * WIDE
        while k + (PIECES - 1) * step < done:
            move_pieces(into, to + k, source, at + k, step, PIECES)
            k += PIECES * step
        while k < done:
            move_words(into, to + k, source, at + k)
            k += step
    k = done + cuda.threadIdx.x
    while k < size:
        move_byte(into, to + k, source, at + k)
        k += cuda.blockDim.x


def odd_words(width: int) -> int:
    """How far apart rows are staged that all begin at whole words, whatever their width.

    With an odd number of words between them, the same places of 32 rows lie in 32 banks.
    """
    words = -(-width // WORD)
    return WORD * (words + (words + 1) % 2)


@kernel
def shifted(low, high, bits):
    """The lowest word of two, after so many bits were shifted out."""
    both = np.uint64(low) | np.uint64(high) << np.uint64(32)
    return np.uint32((both >> np.uint64(bits)) & np.uint64(0xFFFFFFFF))


@lru_cache
def shifting_writer(width: int, between: int):
    """The function that writes out rows which begin at whole words, whatever their width.

    Wide words of what is written out begin anywhere in a row, so they are put together from words
    and shifted. Those with the end of a row in them are done byte by byte, a thread for each row.
    Up to four bytes beyond the last row are read.
    """
    more = between - width

    @cuda.jit(device=True)
    def write_rows(staged, words, out, first, rows):
        count, done = rows * width, 0
        if lies_whole(out):
            done = count & -WIDE
            k = cuda.threadIdx.x * WIDE
            while k < done:
                row = np.uint32(k) // np.uint32(width)
                if k - row * width + WIDE <= width:
                    source = k + row * more
                    at, bits = source >> 2, (source & 3) << 3
                    one, two, three = words[at], words[at + 1], words[at + 2]
                    four, five = words[at + 3], words[at + 4]
                    put_words(
                        out, first + k, shifted(one, two, bits), shifted(two, three, bits),
                        shifted(three, four, bits), shifted(four, five, bits),
                    )  # fmt: skip
                k += cuda.blockDim.x * WIDE
            ending = cuda.threadIdx.x + 1
            while ending < rows:
                k = (ending * width) & -WIDE
                if ending * width != k and k < done:
                    for n in range(WIDE):
                        row = np.uint32(k + n) // np.uint32(width)
                        move_byte(out, first + k + n, staged, k + n + row * more)
                ending += cuda.blockDim.x
        k = done + cuda.threadIdx.x
        while k < count:
            row = np.uint32(k) // np.uint32(width)
            move_byte(out, first + k, staged, k + row * more)
            k += cuda.blockDim.x

    return write_rows


@lru_cache
def row_writer(width: int):
    """The function that writes staged rows out, from the byte `first` of `out` on."""
    more, pieces = apart(width) - width, max(width // WIDE, 1)

    @cuda.jit(device=True)
    def write_rows(staged, start, out, first, rows):
        if not more:
            move_all(out, first, staged, start, rows * width)
            return
        done, count = 0, rows * width
        if lies_whole(out):
            done = count & -WIDE
            k = cuda.threadIdx.x
            while k * WIDE < done:
                row = np.uint32(k) // np.uint32(pieces)
                move_words(out, first + k * WIDE, staged, start + k * WIDE + row * more)
                k += cuda.blockDim.x
        k = done + cuda.threadIdx.x
        while k < count:
            move_byte(out, first + k, staged, start + k + k // width * more)
            k += cuda.blockDim.x

    return write_rows
