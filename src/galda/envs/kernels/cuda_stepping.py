"""CUDA kernels around a batch's steps: choosing and copying actions, opening, placing, clearing;
and random play for its own sake. Each is one thread for a game; the steps are in `cuda_batches`.
"""

from functools import lru_cache

import numba
import numpy as np

from galda.core.kernels.chance import draw
from galda.core.kernels.cuda import load_cuda
from galda.core.kernels.memory import copy
from galda.core.play.game import Game
from galda.envs.kernels.stepping import (
    LARGEST,
    NO_ACTION,
    choose,
    play_on,
)

cuda = load_cuda()
THREADS = 128
LARGEST_NEAR = 512
"""Records up to this many bytes are played near a thread."""
LARGEST_IN_REGISTERS = 64
REGISTERS = 64
"""Larger records lie in memory anyway: with no more registers than this more threads run at once
(one H200, a record of 392 bytes: 4.93 instead of 4.28 thousand million moves a second)."""


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
    most_legal, record = game.rules.most_legal, numba.from_dtype(game.rules.record)
    size = game.rules.record.itemsize
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
