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
from galda.core.kernels.wide import record_at
from galda.core.play.game import Game
from galda.envs.kernels.cuda_tiles import (
    FEWEST_ROWS,
    MOST_STAGED,
    WHOLE_ROW,
    WORD,
    Launch,
    apart,
    clear_words,
    kind_of_row,
    marks_size,
    move_all,
    odd_words,
    row_writer,
    rows_at_once,
    shifting_writer,
    whole,
    write_marks,
)
from galda.envs.kernels.pure import see_state
from galda.envs.kernels.stepping import SAME_STEP, Rows, after_end, allow_all, end, play

cuda = load_cuda()
FAR, SHARED = 0, 1
"""Where a state lies while it is played: in the batch, or in the shared memory of the block."""
LARGEST_FAR = 64
"""Records up to this many bytes are few words, which a thread reads once."""


class Plan(NamedTuple):
    """How a batch is cut into blocks."""

    games: int
    """So many games are played by a block, one by each of its threads."""
    near: int
    """Where their states lie."""
    apart: bool = False
    """Whether what is seen is written by a kernel of its own."""
    shifting: bool = False
    """Whether that kernel stages all rows from whole words on, and shifts as it writes them out."""
    seen_near: int = FAR
    """Where that kernel has the states, if it shifts."""


class Places(NamedTuple):
    """Where things lie in a block's shared memory, after its masks, and how much it needs."""

    rows: int
    states: int
    end: int


def find_places(game: Game, observed: int, plan: Plan) -> Places:
    """What a block needs that plays games and writes so many numbers of each."""
    rows = marks_size(plan.games, game.rules.action_count)
    states = rows + whole(plan.games * apart(observed))
    size = int(game.rules.record.itemsize) if plan.near == SHARED else 0
    return Places(rows, states, states + whole(plan.games * size))


def usual_plan(game: Game) -> Plan:
    """How a batch is cut by default.

    Small states are played and seen at once. Larger ones are played where the block has them near;
    what is seen needs so much of that room that it is written by a kernel of its own.
    """
    if game.rules.record.itemsize <= LARGEST_FAR:
        tried = [Plan(128, FAR), Plan(64, FAR)]
    else:
        tried = [Plan(64, SHARED, apart=True), Plan(32, SHARED, apart=True)]
    tried += [Plan(games, FAR, apart=True) for games in (128, 64, 32)]
    for plan in tried:
        observed = 0 if plan.apart else width(game.rules.features)
        if find_places(game, observed, plan).end <= MOST_STAGED:
            return plan
    return Plan(FEWEST_ROWS, FAR, apart=True)


def scratch_type(game: Game):
    """The smallest type that holds all actions: lists of them lie in slow memory."""
    return np.int16 if game.rules.action_count < 1 << 15 else np.int32


@lru_cache
def stepper(game: Game, observe: bool, plan: Plan) -> Launch:
    """The CUDA kernel that steps a batch, one thread for each game."""
    games, near, action_count = plan.games, plan.near, game.rules.action_count
    most_legal, code_type = game.rules.most_legal, scratch_type(game)
    observed = width(game.rules.features) if observe and not plan.apart else 0
    step_between, row_type, write_rows = (
        apart(observed), kind_of_row(observed), row_writer(observed or 1)
    )  # fmt: skip
    rows_at, states_at, shared = find_places(game, observed, plan)
    size = int(game.rules.record.itemsize)

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
        staged = cuda.shared.array(0, row_type)
        words = cuda.shared.array(0, numba.uint32)
        scratch = cuda.local.array(most_legal, code_type)
        thread, first = cuda.threadIdx.x, cuda.blockIdx.x * games
        here = min(games, n - first)
        clear_words(words, rows_at >> 2)
        if near == SHARED:
            move_all(staged, states_at, states, first * size, here * size)
        cuda.syncthreads()
        if thread < here:
            i = first + thread
            if near == SHARED:
                state = record_at(staged, states_at + thread * size, states)
            else:
                state = states[i]
            action = np.int64(actions[i])
            if over[i]:
                action = after_end(i, action, mode, rows)
            if play(state, action, masks[i]):
                end(i, state, action, mode, rows)
            seat = np.int64(state.to_act)
            to_act[i] = seat
            place = thread * action_count
            if mode != SAME_STEP and over[i]:
                allow_all(words, place, action_count)
            else:
                contract.mark_legal(state, words, place, scratch)
            if observed:
                at = rows_at + thread * step_between
                contract.observe(state, seat, staged[at : at + observed])
        cuda.syncthreads()
        if near == SHARED:
            move_all(states, first * size, staged, states_at, here * size)
        write_marks(words, masks, first * action_count, here * action_count)
        if observed:
            write_rows(staged, rows_at, observations, first * observed, here)

    return Launch(step, games, shared)


@lru_cache
def seer(game: Game) -> Launch:
    """The CUDA kernel that writes what seats see, one for each state."""
    observed = width(game.rules.features)
    games, step_between = rows_at_once(observed), apart(observed)
    write_rows, row_type = row_writer(observed), kind_of_row(observed)

    @cuda.jit
    def see(n, states, seats, players, observations):
        staged = cuda.shared.array(0, row_type)
        thread, first = cuda.threadIdx.x, cuda.blockIdx.x * games
        here = min(games, n - first)
        if thread < here:
            i, at = first + thread, thread * step_between
            see_state(states[i], np.int64(seats[i]), players, staged[at : at + observed])
        cuda.syncthreads()
        write_rows(staged, 0, observations, first * observed, here)

    return Launch(see, games, whole(games * step_between))


@lru_cache
def shifting_seer(game: Game, near: int = FAR) -> Launch:
    """The same for rows of any width: all are staged from a whole word on, and so written in words.

    Else rows whose width is no multiple of four are written byte by byte.
    """
    observed, size = width(game.rules.features), int(game.rules.record.itemsize)
    between = odd_words(observed)
    games = rows_at_once(between + size if near == SHARED else between)
    write_rows = shifting_writer(observed, between)
    states_at = whole(games * between + WORD)
    shared = states_at + (whole(games * size) if near == SHARED else 0)

    @cuda.jit
    def see(n, states, seats, players, observations):
        staged = cuda.shared.array(0, WHOLE_ROW)
        words = cuda.shared.array(0, numba.uint32)
        thread, first = cuda.threadIdx.x, cuda.blockIdx.x * games
        here = min(games, n - first)
        if near == SHARED:
            move_all(staged, states_at, states, first * size, here * size)
            cuda.syncthreads()
        if thread < here:
            i, at = first + thread, thread * between
            seat = np.int64(seats[i])
            if near == SHARED:
                state = record_at(staged, states_at + thread * size, states)
            else:
                state = states[i]
            see_state(state, seat, players, staged[at : at + observed])
        cuda.syncthreads()
        write_rows(staged, words, observations, first * observed, here)

    return Launch(see, games, shared)


def find_seer(game: Game, plan: Plan) -> Launch:
    """The CUDA kernel that writes what seats see, as a plan says."""
    return shifting_seer(game, plan.seen_near) if plan.shifting else seer(game)


@lru_cache
def marker(game: Game) -> Launch:
    """The CUDA kernel that marks what is legal, nothing where a game is over."""
    action_count, most_legal, code_type = (
        game.rules.action_count,
        game.rules.most_legal,
        scratch_type(game),
    )
    games = next(
        (games for games in (128, 64, 32) if marks_size(games, action_count) <= MOST_STAGED),
        FEWEST_ROWS,
    )
    shared = marks_size(games, action_count)

    @cuda.jit
    def mark(n, states, masks):
        words = cuda.shared.array(0, numba.uint32)
        scratch = cuda.local.array(most_legal, code_type)
        thread, first = cuda.threadIdx.x, cuda.blockIdx.x * games
        here = min(games, n - first)
        clear_words(words, shared >> 2)
        cuda.syncthreads()
        if thread < here and not contract.is_over(states[first + thread]):
            contract.mark_legal(states[first + thread], words, thread * action_count, scratch)
        cuda.syncthreads()
        write_marks(words, masks, first * action_count, here * action_count)

    return Launch(mark, games, shared)
