"""CUDA kernels made for one game: stepping a batch, and random play for its own sake.

A block stages what its games write out in shared memory and then copies it row by row, so that
neighbouring threads write neighbouring bytes; the rules themselves are the kernels of the CPU.
"""

from functools import lru_cache

import numba
import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.chance import draw
from galda.core.kernels.cuda import load_cuda
from galda.core.kernels.features import width
from galda.core.kernels.memory import copy
from galda.core.play.game import Game
from galda.envs.kernels.stepping import (
    LARGEST,
    NO_ACTION,
    SAME_STEP,
    Rows,
    after_end,
    allow_all,
    choose,
    end,
    play,
    play_on,
    write_mask,
)

cuda = load_cuda()
SHARED = 46 * 1024
"""Shared memory a block may ask for without further ado is 48 KiB."""
MOST_GAMES = 64
THREADS = 128
LARGEST_NEAR = 512
"""Records up to this many bytes are played near a thread."""
LARGEST_IN_REGISTERS = 64
REGISTERS = 64
"""Larger records lie in memory anyway: with no more registers than this more threads run at once
(one H200, a record of 392 bytes: 4.93 instead of 4.28 thousand million moves a second)."""
WARP = 32


class Cut:
    """How a batch of a game is cut into blocks, and how far apart their rows are staged."""

    def __init__(self, game: Game, observe: bool) -> None:
        self.actions = game.action_count
        self.numbers = width(game.features) if observe else 0
        self.mask_apart = apart(self.actions)
        self.numbers_apart = apart(self.numbers)
        row = self.mask_apart + self.numbers_apart
        self.games = min(MOST_GAMES, SHARED // row)
        self.shared = self.games * row

    def blocks(self, n: int) -> int:
        """How many blocks `n` games need."""
        return -(-n // self.games)


def apart(length: int) -> int:
    """How many bytes to leave for a row: an odd number of words, so that neighbouring threads
    write to different banks of the shared memory."""
    return (-(-length // 4) | 1) * 4 if length else 0


@lru_cache
def stepper(game: Game, observe: bool):
    """The CUDA kernel that steps a batch, one thread for each of a block's games."""
    cut = Cut(game, observe)
    games, most_legal, observed = cut.games, game.most_legal, cut.numbers
    mask_apart, numbers_apart = cut.mask_apart, cut.numbers_apart

    @cuda.jit
    def step(
        n, mode, actions, to_act, states, options, streams, episodes, masks, observations,
        rewards, scores, over, final_states,
    ):  # fmt: skip
        # Built here and not passed, so that a launch needs nothing but arrays.
        rows = Rows(
            states, options, streams, episodes, masks, observations, rewards, scores, over,
            final_states,
        )  # fmt: skip
        staged = cuda.shared.array(0, numba.uint8)
        scratch = cuda.local.array(most_legal, np.int32)
        thread, first = cuda.threadIdx.x, cuda.blockIdx.x * games
        here = min(games, n - first)
        if thread < here:
            i = first + thread
            state, action = states[i], np.int64(actions[i])
            if over[i]:
                action = after_end(i, action, mode, rows)
            if play(state, action, masks[i]):
                end(i, state, action, mode, rows)
            seat = np.int64(state.to_act)
            to_act[i] = seat
            at = thread * mask_apart
            if mode != SAME_STEP and over[i]:
                allow_all(staged[at : at + masks.shape[1]], 0, masks.shape[1])
            else:
                write_mask(state, staged[at : at + masks.shape[1]], scratch)
            if observed > 0:
                at = games * mask_apart + thread * numbers_apart
                contract.observe(state, seat, staged[at : at + observed])
        cuda.syncthreads()
        lane = thread % WARP
        for row in range(thread // WARP, here, THREADS // WARP):
            for k in range(lane, masks.shape[1], WARP):
                masks[first + row, k] = staged[row * mask_apart + k] != 0
            for k in range(lane, observed, WARP):
                observations[first + row, k] = staged[games * mask_apart + row * numbers_apart + k]

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
    """The CUDA kernel that copies actions, whatever their type; too large ones are illegal."""

    @cuda.jit
    def copy(given, own):
        i = cuda.grid(1)
        if i < own.shape[0]:
            action = np.int64(given[i])
            own[i] = action if NO_ACTION < action <= LARGEST else NO_ACTION

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
def placer(game: Game):
    """The CUDA kernel that writes states of a game into chosen rows."""

    @cuda.jit
    def place(rows, given, states):
        k = cuda.grid(1)
        if k < rows.shape[0]:
            copy(states[rows[k]], given[k])

    return place


@lru_cache
def clearer():
    """The CUDA kernel that forgets how games of chosen rows have ended."""

    @cuda.jit
    def clear(rows, over, rewards, scores):
        k = cuda.grid(1)
        if k < rows.shape[0]:
            i = rows[k]
            over[i] = False
            for seat in range(rewards.shape[1]):
                rewards[i, seat] = 0
                scores[i, seat] = 0

    return clear


@lru_cache
def caster():
    """The CUDA kernel that copies whole numbers, whatever their type, within limits."""

    @cuda.jit
    def cast(given, least, most, own):
        i = cuda.grid(1)
        if i < own.shape[0]:
            own[i] = min(max(np.int64(given[i]), least), most)

    return cast


@lru_cache
def random_player(game: Game, near: bool | None = None):
    """The CUDA kernel that plays on by chance in each of many games, a fixed number of actions.

    With `near` a thread keeps its state in memory of its own, laid out for threads in step.
    """
    most_legal, record = game.most_legal, numba.from_dtype(game.record)
    size = game.record.itemsize
    own_copy = size <= LARGEST_NEAR if near is None else near
    limit = {"max_registers": REGISTERS} if own_copy and size > LARGEST_IN_REGISTERS else {}

    @cuda.jit(**limit)
    def play_all(seed, actions, states, options, ended):
        i = cuda.grid(1)
        if i < states.shape[0]:
            scratch = cuda.local.array(most_legal, np.int32)
            stream = draw(seed, i)
            if own_copy:
                own = cuda.local.array(1, record)
                copy(own[0], states[i])
                ended[i] = play_on(own[0], stream, actions, options, scratch)
                copy(states[i], own[0])
            else:
                ended[i] = play_on(states[i], stream, actions, options, scratch)

    return play_all
