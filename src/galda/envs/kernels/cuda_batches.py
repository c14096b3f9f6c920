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
    apart,
    clear_words,
    kind_of_row,
    marks_size,
    move_all,
    row_writer,
    share_out,
    whole,
    write_marks,
)
from galda.envs.kernels.pure import see_state
from galda.envs.kernels.stepping import SAME_STEP, Rows, after_end, allow_all, end, play

cuda = load_cuda()
FAR, OWN, SHARED = 0, 1, 2
"""Where a state lies while it is played: in the batch, with the thread, or with the block."""


class Plan(NamedTuple):
    """How a batch is cut into blocks."""

    games: int
    """So many games are played by a block, one by each of its threads."""
    near: int
    """Where their states lie."""
    seen: int = 0
    """So many games are seen by a block of a kernel of its own; 0: by the one that plays them."""
    seen_near: int = FAR
    alike: bool = False
    """Whether the games of a block are shared out by their actions, for threads to do the same."""
    registers: int = 0
    """The most registers that a thread may have; 0: as many as it wants."""


class Cut:
    """What the blocks of a game need of the shared memory, and where things lie in it."""

    def __init__(self, game: Game, observe: bool, plan: Plan) -> None:
        self.plan = plan
        self.numbers = width(game.features) if observe else 0
        self.together = bool(self.numbers) and not plan.seen
        size = int(game.record.itemsize)
        self.rows_at = marks_size(plan.games, game.action_count)
        rows = whole(plan.games * apart(self.numbers)) if self.together else 0
        self.states_at = self.rows_at + rows
        self.order_at = self.states_at + (whole(plan.games * size) if plan.near == SHARED else 0)
        self.shared = self.order_at + (2 * WORD * plan.games if plan.alike else 0)
        self.seen_states_at = whole(plan.seen * apart(self.numbers))
        self.seen_shared = self.seen_states_at + (
            whole(plan.seen * size) if plan.seen_near == SHARED else 0
        )


@lru_cache
def stepper(game: Game, observe: bool, plan: Plan):
    """The CUDA kernel that steps a batch, one thread for each game."""
    cut = Cut(game, observe, plan)
    games, near, together = plan.games, plan.near, cut.together
    most_legal, action_count, observed = game.most_legal, game.action_count, cut.numbers
    step_between, rows_at, states_at = apart(observed), cut.rows_at, cut.states_at
    alike, order_at = plan.alike, cut.order_at
    size = int(game.record.itemsize)
    record = numba.from_dtype(game.record) if COMPILED else game.record
    write_rows, row_type = row_writer(observed or 1), kind_of_row(observed)
    limit = {"max_registers": plan.registers} if plan.registers else {}

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
            if together:
                at = rows_at + slot * step_between
                contract.observe(state, seat, staged[at : at + observed])
        cuda.syncthreads()
        if near == SHARED:
            move_all(states, first * size, staged, states_at, here * size)
        write_marks(words, masks, first * action_count, here * action_count)
        if together:
            write_rows(staged, rows_at, observations, first * observed, here)

    return step


@lru_cache
def seer(game: Game, plan: Plan):
    """The CUDA kernel that writes what seats see, one for each game."""
    cut = Cut(game, True, plan)
    games, near, observed = plan.seen, plan.seen_near, cut.numbers
    step_between, states_at, size = apart(observed), cut.seen_states_at, game.record.itemsize
    write_rows, row_type = row_writer(observed), kind_of_row(observed)

    @cuda.jit
    def see(n, states, seats, players, observations):
        staged = cuda.shared.array(0, row_type)
        thread, first = cuda.threadIdx.x, cuda.blockIdx.x * games
        here = min(games, n - first)
        if near == SHARED:
            move_all(staged, states_at, states, first * size, here * size)
            cuda.syncthreads()
        if thread < here:
            i = first + thread
            if near == SHARED:
                state = record_at(staged, states_at + thread * size, states)
            else:
                state = states[i]
            at = thread * step_between
            see_state(state, np.int64(seats[i]), players, staged[at : at + observed])
        cuda.syncthreads()
        write_rows(staged, 0, observations, first * observed, here)

    return see


def usual_plan(game: Game) -> Plan:
    """How a batch is cut by default."""
    size = int(game.record.itemsize)
    if size <= 64:
        return Plan(128, OWN)
    return Plan(128, FAR, seen=32)
