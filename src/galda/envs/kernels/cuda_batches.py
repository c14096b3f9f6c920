"""CUDA kernels that step a batch of one game: a thread plays a game, its block writes out.

The rules are the kernels of the CPU. Where a state lies while it is played, and whether seeing is
a kernel of its own, is a matter of speed alone: `Plan` says it.
"""

from functools import lru_cache
from typing import NamedTuple

import numba
import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.cuda import load_cuda
from galda.core.kernels.features import width
from galda.core.kernels.kernel import COMPILED
from galda.core.kernels.memory import copy
from galda.core.kernels.wide import record_at
from galda.core.play.game import Game
from galda.envs.kernels.cuda_tiles import (
    WORD,
    Launch,
    apart,
    clear_words,
    kind_of_row,
    marks_size,
    move_all,
    row_writer,
    rows_at_once,
    share_out,
    whole,
    write_marks,
)
from galda.envs.kernels.pure import see_state
from galda.envs.kernels.stepping import SAME_STEP, Rows, after_end, allow_all, end, play

cuda = load_cuda()
FAR, OWN, SHARED = 0, 1, 2
"""Where a state lies while it is played: in the batch, with the thread, or with the block."""
LARGEST_OWN = 64
"""Records up to this many bytes find room in a thread's registers."""


class Plan(NamedTuple):
    """How a batch is cut into blocks."""

    games: int
    """So many games are played by a block, one by each of its threads."""
    near: int
    """Where their states lie."""
    apart: bool = False
    """Whether what is seen is written by a kernel of its own."""
    seen_near: int = FAR
    """Where states lie while they are seen."""
    alike: bool = False
    """Whether the games of a block are shared out by their actions, for threads to do the same."""
    registers: int = 0
    """The most registers that a thread may have; 0: as many as it wants."""
    carve: int = -1
    """How much of the memory is to be shared, in percent; -1: as the driver thinks."""


@lru_cache
def stepper(game: Game, observe: bool, plan: Plan) -> Launch:
    """The CUDA kernel that steps a batch, one thread for each game."""
    games, near, alike = plan.games, plan.near, plan.alike
    action_count, most_legal, size = game.action_count, game.most_legal, int(game.record.itemsize)
    observed = width(game.features) if observe and not plan.apart else 0
    step_between, row_type = apart(observed), kind_of_row(observed)
    write_rows = row_writer(observed or 1)
    rows_at = marks_size(games, action_count)
    states_at = rows_at + whole(games * step_between)
    order_at = states_at + (whole(games * size) if near == SHARED else 0)
    shared = order_at + (2 * WORD * games if alike else 0)
    record = numba.from_dtype(game.record) if COMPILED else game.record
    limit = {"max_registers": plan.registers} if plan.registers else {}
    if COMPILED:
        limit["shared_memory_carveout"] = plan.carve

    @cuda.jit(**limit)
    def step(
        n, mode, actions, to_act, states, options, streams, episodes, masks, observations,
        rewards, scores, over, final_states,
    ):  # fmt: skip
        # Built here and not passed, so that a launch needs nothing but arrays.
        rows = Rows(
            states, options, streams, episodes, masks, observations, rewards, scores, over,
            final_states,
        )  # fmt: skip
        staged = cuda.shared.array(0, row_type)
        words = cuda.shared.array(0, numba.uint32)
        scratch = cuda.local.array(most_legal, np.int16)
        thread, first = cuda.threadIdx.x, cuda.blockIdx.x * games
        here = min(games, n - first)
        clear_words(words, rows_at >> 2)
        if near == SHARED:
            move_all(staged, states_at, states, first * size, here * size)
        slot = thread
        if alike:
            slot = share_out(words, order_at >> 2, actions, first, here)
        cuda.syncthreads()
        if slot < here:
            i = first + slot
            if near == OWN:
                own = cuda.local.array(1, record)
                state = own[0]
                copy(state, states[i])
            elif near == SHARED:
                state = record_at(staged, states_at + slot * size, states)
            else:
                state = states[i]
            action = np.int64(actions[i])
            if over[i]:
                action = after_end(i, action, mode, rows)
            if play(state, action, masks[i]):
                end(i, state, action, mode, rows)
            seat = np.int64(state.to_act)
            to_act[i] = seat
            if near == OWN:
                copy(states[i], state)
            place = slot * action_count
            if mode != SAME_STEP and over[i]:
                allow_all(words, place, action_count)
            else:
                contract.mark_legal(state, words, place, scratch)
            if observed:
                at = rows_at + slot * step_between
                contract.observe(state, seat, staged[at : at + observed])
        cuda.syncthreads()
        if near == SHARED:
            move_all(states, first * size, staged, states_at, here * size)
        write_marks(words, masks, first * action_count, here * action_count)
        if observed:
            write_rows(staged, rows_at, observations, first * observed, here)

    return Launch(step, games, shared)


@lru_cache
def seer(game: Game, near: int = FAR, carve: int = -1) -> Launch:
    """The CUDA kernel that writes what seats see, one for each state."""
    observed, size = width(game.features), int(game.record.itemsize)
    games, step_between = rows_at_once(observed), apart(observed)
    write_rows, row_type = row_writer(observed), kind_of_row(observed)
    states_at = whole(games * step_between)
    shared = states_at + (whole(games * size) if near == SHARED else 0)
    limit = {"shared_memory_carveout": carve} if COMPILED else {}

    @cuda.jit(**limit)
    def see(n, states, seats, players, observations):
        staged = cuda.shared.array(0, row_type)
        thread, first = cuda.threadIdx.x, cuda.blockIdx.x * games
        here = min(games, n - first)
        if near == SHARED:
            move_all(staged, states_at, states, first * size, here * size)
            cuda.syncthreads()
        if thread < here:
            i, at = first + thread, thread * step_between
            if near == SHARED:
                state = record_at(staged, states_at + thread * size, states)
            else:
                state = states[i]
            see_state(state, np.int64(seats[i]), players, staged[at : at + observed])
        cuda.syncthreads()
        write_rows(staged, 0, observations, first * observed, here)

    return Launch(see, games, shared)


@lru_cache
def marker(game: Game) -> Launch:
    """The CUDA kernel that marks what is legal, nothing where a game is over."""
    games, action_count, most_legal = 128, game.action_count, game.most_legal
    shared = marks_size(games, action_count)

    @cuda.jit
    def mark(n, states, masks):
        words = cuda.shared.array(0, numba.uint32)
        scratch = cuda.local.array(most_legal, np.int16)
        thread, first = cuda.threadIdx.x, cuda.blockIdx.x * games
        here = min(games, n - first)
        clear_words(words, shared >> 2)
        cuda.syncthreads()
        if thread < here and not contract.is_over(states[first + thread]):
            contract.mark_legal(states[first + thread], words, thread * action_count, scratch)
        cuda.syncthreads()
        write_marks(words, masks, first * action_count, here * action_count)

    return Launch(mark, games, shared)


def usual_plan(game: Game) -> Plan:
    """How a batch is cut by default."""
    if game.record.itemsize <= LARGEST_OWN:
        return Plan(128, OWN)
    return Plan(128, FAR, apart=True)
