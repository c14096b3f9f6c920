"""One learner at each of many tables: kernels that play its actions and the others' between them.

What a step does to a table is cut into parts, so that opponents may also be played from Python:
`act`, the others, `finish`, the others again where a new game has begun, and `tell`.
"""

from typing import Any, NamedTuple

import numpy as np

from galda.bots.kernels.lookahead import greedy_action
from galda.core.kernels import contract
from galda.core.kernels.chance import below, draw
from galda.core.kernels.kernel import kernel
from galda.core.kernels.memory import copy
from galda.core.kernels.running import begin, reward
from galda.envs.kernels.stepping import (
    DISABLED,
    RESTART,
    SAME_STEP,
    STAY,
    allow_all,
    write_mask,
)

DRAWN_A_GAME = 3
"""Numbers of its stream that a game takes: the deal, the opponents' dice, the learner's seat."""


class Tables(NamedTuple):
    """The arrays of many tables: row i is about table i."""

    states: Any
    options: Any
    streams: Any
    """Each table's stream of seeds."""
    episodes: Any
    """How many games each table has begun."""
    seats: Any
    """The learner's."""
    dice: Any
    """The stream that decides what opponents do in this game."""
    drawn: Any
    """How many numbers of it they have used."""
    fresh: Any
    """Whether a game has begun in this step."""
    masks: Any
    observations: Any
    rewards: Any
    terminated: Any
    illegal: Any
    """Whether the learner's action was illegal, and lost its game."""
    scores: Any
    """Of the game that has just ended."""
    shares: Any
    """Room for the rewards of all seats."""
    final_states: Any
    final_seats: Any


@kernel
def deal(i, fixed, rows):
    """Begin the next game at table `i`; the learner's seat is `fixed`, or drawn if that is -1."""
    number = rows.episodes[i] * DRAWN_A_GAME
    begin(rows.states[i], rows.options, draw(rows.streams[i], number))
    rows.dice[i] = draw(rows.streams[i], number + 1)
    rows.drawn[i] = 0
    seat = below(draw(rows.streams[i], number + 2), rows.scores.shape[1])
    rows.seats[i] = fixed if fixed >= 0 else seat
    rows.episodes[i] += 1
    rows.fresh[i] = True


@kernel
def act(i, action, mode, fixed, rows):
    """Play the learner's action, or begin a game if that is what is to be done now."""
    if action == STAY:
        return
    ended = rows.terminated[i] and mode != SAME_STEP
    rows.terminated[i] = rows.illegal[i] = False
    rows.rewards[i] = 0
    if ended and mode == DISABLED and action != RESTART:
        rows.terminated[i] = True  # it is over still, and its reward has been told
    elif ended or action == RESTART:
        deal(i, fixed, rows)
    elif 0 <= action < rows.masks.shape[1] and rows.masks[i, action]:
        contract.apply(rows.states[i], action)
    else:
        rows.illegal[i] = True


@kernel
def awaits_others(i, rows):
    """Whether another seat than the learner's is to act at table `i`."""
    state = rows.states[i]
    going = rows.fresh[i] or not (rows.illegal[i] or rows.terminated[i])
    return going and state.to_act != rows.seats[i] and not contract.is_over(state)


@kernel
def roll(i, rows):
    """The next number of the opponents' dice."""
    rows.drawn[i] += 1
    return draw(rows.dice[i], rows.drawn[i] - 1)


@kernel
def play_random(i, rows, scratch):
    """Let the others play by chance until the learner is to act or the game is over."""
    while awaits_others(i, rows):
        state = rows.states[i]
        contract.apply(state, contract.pick(state, roll(i, rows), scratch))


@kernel
def play_greedy(i, rows, scratch, known):
    """Let the others play what brings most at once, by what they can know."""
    while awaits_others(i, rows):
        state = rows.states[i]
        copy(known[0], state)
        contract.determinize(known[0], np.int64(state.to_act), roll(i, rows))
        contract.apply(state, greedy_action(known, rows.scores.shape[1], roll(i, rows), scratch))


@kernel
def ends_unseen(i, fixed, rows):
    """Deal again where a game was over before the learner's first turn: there is none in it."""
    if rows.fresh[i] and contract.is_over(rows.states[i]):
        deal(i, fixed, rows)
        return True
    return False


@kernel
def finish(i, mode, fixed, rows):
    """Tell how the game at table `i` has ended, if it has; begin the next if it is time for it."""
    state = rows.states[i]
    if rows.fresh[i] or rows.terminated[i] or not (rows.illegal[i] or contract.is_over(state)):
        return
    seat = rows.seats[i]
    rows.terminated[i] = True
    contract.scores(state, rows.scores[i])
    reward(rows.scores[i], rows.scores.shape[1], rows.shares[i])
    rows.rewards[i] = -1 if rows.illegal[i] else rows.shares[i, seat]
    copy(rows.final_states[i], state)
    rows.final_seats[i] = seat
    if mode == SAME_STEP:
        deal(i, fixed, rows)


@kernel
def tell(i, mode, rows, scratch):
    """Write what the learner sees at table `i`, and what it may do."""
    state = rows.states[i]
    rows.fresh[i] = False
    if mode != SAME_STEP and rows.terminated[i]:
        allow_all(rows.masks[i], 0, rows.masks.shape[1])
    else:
        write_mask(state, rows.masks[i], scratch)
    contract.observe(state, np.int64(rows.seats[i]), rows.observations[i])


@kernel
def step_random(first, last, actions, mode, fixed, rows, scratch):
    """Step the tables from `first` up to `last`, the others playing by chance."""
    for i in range(first, last):
        act(i, np.int64(actions[i]), mode, fixed, rows)
        play_random(i, rows, scratch)
        finish(i, mode, fixed, rows)
        play_random(i, rows, scratch)
        while ends_unseen(i, fixed, rows):
            play_random(i, rows, scratch)
        tell(i, mode, rows, scratch)


@kernel
def step_greedy(first, last, actions, mode, fixed, rows, scratch, known):
    """Step the tables from `first` up to `last`, the others playing greedily."""
    for i in range(first, last):
        act(i, np.int64(actions[i]), mode, fixed, rows)
        play_greedy(i, rows, scratch, known)
        finish(i, mode, fixed, rows)
        play_greedy(i, rows, scratch, known)
        while ends_unseen(i, fixed, rows):
            play_greedy(i, rows, scratch, known)
        tell(i, mode, rows, scratch)


@kernel
def act_all(actions, mode, fixed, rows):
    """Play the learners' actions."""
    for i in range(actions.shape[0]):
        act(i, np.int64(actions[i]), mode, fixed, rows)


@kernel
def find_waiting(rows, out):
    """List the tables at which another seat than the learner's is to act; how many there are."""
    count = 0
    for i in range(rows.terminated.shape[0]):
        if awaits_others(i, rows):
            out[count] = i
            count += 1
    return count


@kernel
def roll_all(waiting, rows, out):
    """A number of the dice for each of the tables that wait."""
    for k in range(waiting.shape[0]):
        out[k] = roll(waiting[k], rows)


@kernel
def play_given(waiting, actions, rows, scratch):
    """Play what others chose at the tables that wait; the first illegal choice's place, or -1."""
    for k in range(waiting.shape[0]):
        state = rows.states[waiting[k]]
        count = contract.legal(state, scratch)
        legal = False
        for place in range(count):
            legal = legal or scratch[place] == actions[k]
        if not legal:
            return k
        contract.apply(state, np.int64(actions[k]))
    return -1


@kernel
def finish_all(mode, fixed, rows):
    """Tell how games have ended."""
    for i in range(rows.terminated.shape[0]):
        finish(i, mode, fixed, rows)


@kernel
def deal_again(fixed, rows):
    """Deal again where games were over before the learner's first turn; how many there were."""
    count = 0
    for i in range(rows.terminated.shape[0]):
        count += ends_unseen(i, fixed, rows)
    return count


@kernel
def tell_all(mode, rows, scratch):
    """Write what learners see."""
    for i in range(rows.terminated.shape[0]):
        tell(i, mode, rows, scratch)
