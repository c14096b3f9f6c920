"""Compact observations on a graphics card: written by a block from whole ones that it has near, and
made whole again, neighbouring threads writing neighbouring words.
"""

from functools import lru_cache

import numba
import numpy as np

from galda.core.kernels.cuda import load_cuda
from galda.core.kernels.features import width
from galda.core.kernels.wide import move_byte, move_four, put_byte, put_four
from galda.core.play.game import Game
from galda.envs.compact import PLACE_BITS, WORD, compact_size
from galda.envs.kernels.compact import pack
from galda.envs.kernels.cuda_tiles import (
    MOST_STAGED,
    WHOLE_ROW,
    Launch,
    lies_whole,
    odd_words,
    rows_at_once,
    whole,
)
from galda.envs.kernels.pure import see_state

cuda = load_cuda()
ROWS = 128
"""So many rows a block packs or makes whole again."""


@lru_cache
def _packed_writer(size: int, between: int):
    """The function that writes packed rows out, which a block has so far apart from each other."""
    words = size // WORD

    @cuda.jit(device=True)
    def write_packed(staged, out, first, rows):
        k = cuda.threadIdx.x
        if lies_whole(out):
            while k < rows * words:
                row = np.uint32(k) // np.uint32(words)
                source = row * between + (k - row * words) * WORD
                move_four(out, first + k * WORD, staged, source)
                k += cuda.blockDim.x
            return
        while k < rows * size:
            row = np.uint32(k) // np.uint32(size)
            move_byte(out, first + k, staged, row * between + (k - row * size))
            k += cuda.blockDim.x

    return write_packed


@lru_cache
def compact_seer(game: Game) -> Launch:
    """The CUDA kernel that writes what seats see, compact, one for each state."""
    observed, size = width(game.rules.features), compact_size(game.rules.features)
    between = max(odd_words(observed), size)
    games = rows_at_once(between)
    write_packed = _packed_writer(size, between)

    @cuda.jit
    def see(n, states, seats, players, runs, out):
        staged = cuda.shared.array(0, WHOLE_ROW)
        thread, first = cuda.threadIdx.x, cuda.blockIdx.x * games
        here = min(games, n - first)
        if thread < here:
            i, at = first + thread, thread * between
            see_state(states[i], np.int64(seats[i]), players, staged[at : at + observed])
            pack(staged[at : at + observed], runs, staged[at : at + size])
        cuda.syncthreads()
        write_packed(staged, out, first * size, here)

    return Launch(see, games, whole(games * between + WORD))


@lru_cache
def packer(observed: int, size: int) -> Launch:
    """The CUDA kernel that makes observations compact."""
    between = size + WORD if size % (8 * WORD) == 0 else size
    games = next((rows for rows in (ROWS, 64, 32) if rows * between <= MOST_STAGED), 16)
    write_packed = _packed_writer(size, between)

    @cuda.jit
    def pack_all(n, rows, runs, out):
        staged = cuda.shared.array(0, numba.uint8)
        thread, first = cuda.threadIdx.x, cuda.blockIdx.x * games
        here = min(games, n - first)
        if thread < here:
            at = thread * between
            pack(rows[first + thread], runs, staged[at : at + size])
        cuda.syncthreads()
        write_packed(staged, out, first * size, here)

    return Launch(pack_all, games, whole(games * between))


@lru_cache
def expander(observed: int) -> Launch:
    """The CUDA kernel that makes compact observations whole again, four numbers at a stroke."""

    @cuda.jit(device=True)
    def number_at(packed, first, k, places):
        """Number `k` of all that a block writes."""
        row = np.uint32(k) // np.uint32(observed)
        place = places[k - row * observed]
        bits, begin = place & ((1 << PLACE_BITS) - 1), place >> PLACE_BITS
        byte, within = begin >> 3, begin & 7
        found = np.uint32(packed[first + row, byte])
        if within + bits > 8:
            found |= np.uint32(packed[first + row, byte + 1]) << np.uint32(8)
        return np.uint32(found >> np.uint32(within)) & np.uint32((1 << bits) - 1)

    @cuda.jit
    def expand(n, packed, places, out):
        first = cuda.blockIdx.x * ROWS
        count = min(ROWS, n - first) * observed
        done = 0
        if lies_whole(out):
            done = count & -WORD
            k = cuda.threadIdx.x * WORD
            while k < done:
                word = np.uint32(0)
                for n_ in range(WORD):
                    byte = number_at(packed, first, k + n_, places)
                    word |= np.uint32(byte) << np.uint32(8 * n_)
                put_four(out, first * observed + k, np.uint32(word))
                k += cuda.blockDim.x * WORD
        k = done + cuda.threadIdx.x
        while k < count:
            put_byte(out, first * observed + k, number_at(packed, first, k, places))
            k += cuda.blockDim.x

    return Launch(expand, ROWS)
