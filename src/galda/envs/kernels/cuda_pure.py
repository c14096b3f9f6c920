"""The functions of many states (`pure`) as CUDA kernels: one thread for each state."""

from functools import lru_cache

import numpy as np

from galda.core.kernels.cuda import load_cuda
from galda.core.play.game import Game
from galda.envs.kernels.cuda_batches import marker, seer
from galda.envs.kernels.cuda_stepping import THREADS
from galda.envs.kernels.cuda_tiles import Launch
from galda.envs.kernels.pure import (
    advance_row,
    begin_row,
    conceal_row,
    count_row,
    judge_row,
    list_row,
    pad_row,
    redraw_row,
)

cuda = load_cuda()


@lru_cache
def launchers(game: Game):
    """The CUDA kernels made for a game, by the names they have in `pure`, ready to be run."""
    most_legal = game.rules.most_legal

    @cuda.jit
    def advance(n, states, actions, out):
        i = cuda.grid(1)
        if i < n:
            scratch = cuda.local.array(most_legal, np.int32)
            advance_row(i, states, actions, out, scratch)

    @cuda.jit
    def count(n, states, counts):
        i = cuda.grid(1)
        if i < n:
            scratch = cuda.local.array(most_legal, np.int32)
            count_row(i, states, counts, scratch)

    @cuda.jit
    def list_all(n, states, starts, listed):
        i = cuda.grid(1)
        if i < n:
            scratch = cuda.local.array(most_legal, np.int32)
            list_row(i, states, starts, listed, scratch)

    @cuda.jit
    def pad(n, states, padded):
        i = cuda.grid(1)
        if i < n:
            scratch = cuda.local.array(most_legal, np.int32)
            pad_row(i, states, padded, scratch)

    @cuda.jit
    def judge(n, states, over, scores, rewards):
        i = cuda.grid(1)
        if i < n:
            judge_row(i, states, over, scores, rewards)

    @cuda.jit
    def begin_all(n, seeds, options, states):
        i = cuda.grid(1)
        if i < n:
            begin_row(i, seeds, options, states)

    @cuda.jit
    def redraw(n, states, seats, seeds, out):
        i = cuda.grid(1)
        if i < n:
            redraw_row(i, states, seats, seeds, out)

    @cuda.jit
    def conceal(n, states, seats, out):
        i = cuda.grid(1)
        if i < n:
            conceal_row(i, states, seats, out)

    kernels = (advance, count, list_all, pad, judge, begin_all, redraw, conceal)
    found = {each.__name__: Launch(each, THREADS) for each in kernels}
    if game.rules.features:
        found["see"] = seer(game)
    return found | {"mask": marker(game)}


@lru_cache
def seat_reader(game: Game):
    """The CUDA kernel that reads off whose turn it is."""

    @cuda.jit
    def read(n, states, seats):
        i = cuda.grid(1)
        if i < n:
            seats[i] = states[i].to_act

    return read
