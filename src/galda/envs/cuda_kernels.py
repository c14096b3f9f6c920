"""CUDA kernels made for one game: stepping a batch, and random play for its own sake.

A block stages what its games write out in shared memory and then copies it word by word, so that
neighbouring threads write neighbouring words; the rules themselves are the kernels of the CPU.
"""

from functools import lru_cache

import numba
import numpy as np

from galda.core import contract
from galda.core.chance import draw
from galda.core.cuda import load_cuda
from galda.core.features import width
from galda.core.game import Game
from galda.envs.stepping import advance, choose, play_on, write_mask

cuda = load_cuda()
SHARED = 46 * 1024
"""Shared memory a block may ask for without further ado is 48 KiB."""
MOST_THREADS = 64
LARGEST_NEAR = 1 << 20
"""Records up to this many bytes are played near a thread."""
WARP = 32


class Cut:
    """How a batch of a game is cut into blocks."""

    def __init__(self, game: Game, observe: bool) -> None:
        self.actions = game.action_count
        self.numbers = width(game.features) if observe else 0
        room = SHARED // (self.actions + self.numbers)
        self.games = min(MOST_THREADS, room // 4 * 4)  # a multiple of 4: whole words
        self.threads = max(WARP, self.games)
        self.shared = self.games * (self.actions + self.numbers)

    def blocks(self, n: int) -> int:
        """How many blocks `n` games need."""
        return -(-n // self.games)


@lru_cache
def stepper(game: Game, observe: bool):
    """The CUDA kernel that steps a batch; `mask_words` and `number_words` are its outputs."""
    cut = Cut(game, observe)
    games, actions_, numbers = cut.games, cut.actions, cut.numbers
    most_legal = game.most_legal

    @cuda.jit
    def step(
        n, actions, states, blank, options, streams, episodes, masks, mask_words, number_words,
        rewards, scores, over, to_act,
    ):  # fmt: skip
        staged = cuda.shared.array(0, numba.uint8)
        words = cuda.shared.array(0, numba.uint32)
        scratch = cuda.local.array(most_legal, np.int32)
        thread, first = cuda.threadIdx.x, cuda.blockIdx.x * games
        i = first + thread
        if thread < games and i < n:
            advance(
                i, np.int64(actions[i]), states, blank, options, streams, episodes, masks, rewards,
                scores, over,
            )  # fmt: skip
            state = states[i]
            seat = np.int64(state.to_act)
            to_act[i] = seat
            write_mask(state, staged[thread * actions_ : (thread + 1) * actions_], scratch)
            if numbers > 0:
                at = games * actions_ + thread * numbers
                contract.observe(state, seat, staged[at : at + numbers])
        cuda.syncthreads()
        for k in range(thread, games * actions_ // 4, cuda.blockDim.x):
            mask_words[first * actions_ // 4 + k] = words[k]
        for k in range(thread, games * numbers // 4, cuda.blockDim.x):
            number_words[first * numbers // 4 + k] = words[games * actions_ // 4 + k]

    return step


@lru_cache
def chooser():
    """The CUDA kernel that chooses a legal action by chance in each game."""

    @cuda.jit
    def choose_all(seed, masks, out):
        i = cuda.grid(1)
        if i < out.shape[0]:
            out[i] = choose(draw(seed, i), masks[i])

    return choose_all


@lru_cache
def copier():
    """The CUDA kernel that copies actions, whatever their type."""

    @cuda.jit
    def copy(given, own):
        i = cuda.grid(1)
        if i < own.shape[0]:
            own[i] = given[i]

    return copy


@lru_cache
def opener():
    """The CUDA kernel that gives each game its stream and takes all that was from it."""

    @cuda.jit
    def open_streams(seed, streams, episodes, actions, restart):
        i = cuda.grid(1)
        if i < streams.shape[0]:
            streams[i] = draw(seed, i)
            episodes[i] = 0
            actions[i] = restart

    return open_streams


@lru_cache
def random_player(game: Game, near: bool | None = None):
    """The CUDA kernel that plays on by chance in each of many games, a fixed number of actions.

    With `near` a thread keeps its state in memory of its own, laid out for threads in step.
    """
    most_legal, record = game.most_legal, numba.from_dtype(game.record)
    own_copy = game.record.itemsize <= LARGEST_NEAR if near is None else near

    @cuda.jit
    def play(seed, actions, states, blank, options, ended):
        i = cuda.grid(1)
        if i < states.shape[0]:
            scratch = cuda.local.array(most_legal, np.int32)
            stream = draw(seed, i)
            if own_copy:
                own = cuda.local.array(1, record)
                own[0] = states[i]
                ended[i] = play_on(own, stream, actions, blank, options, scratch)
                states[i] = own[0]
            else:
                ended[i] = play_on(states[i : i + 1], stream, actions, blank, options, scratch)

    return play
