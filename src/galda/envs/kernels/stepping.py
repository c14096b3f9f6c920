"""Stepping many games at once, as kernels: one function for a game, whatever device it is on."""

from typing import Any, NamedTuple

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.chance import below, draw
from galda.core.kernels.kernel import kernel
from galda.core.kernels.memory import copy
from galda.core.kernels.running import begin, reward
from galda.core.kernels.writing import write_digits

RESTART = -(2**31)
"""In the place of an action: give this game up and begin the next. Only batches themselves say it:
numbers from outside are never below `NO_ACTION`."""
STAY = RESTART + 1
"""In the place of an action: nothing is played, and the mask and observation are written anew."""
NO_ACTION = -1
"""What stands for a number that cannot be an action: illegal in every game."""
LARGEST = 2**31 - 1
"""The largest number that fits where actions are kept."""
SAME_STEP, NEXT_STEP, DISABLED = 0, 1, 2
"""When the next game begins where one has ended: in the step that ends it, in the step after that,
which plays nothing, or only when somebody says `RESTART`."""


class Rows(NamedTuple):
    """The arrays of a batch: row i is about game i."""

    states: Any
    options: Any
    """The option codes, the same for all games."""
    streams: Any
    """Each game's stream of seeds."""
    episodes: Any
    """How many games each row has begun."""
    masks: Any
    """1 for every legal action."""
    observations: Any
    """What the seat to act sees; no columns where observations are switched off."""
    rewards: Any
    """Of the game that has just ended, else 0; so are the scores."""
    scores: Any
    terminated: Any
    """Whether a game has just ended."""
    final_states: Any
    """Where the last game that ended stood at its end."""


@kernel
def open_streams(seed, streams):
    """Give each game a stream of seeds of its own."""
    for i in range(streams.shape[0]):
        streams[i] = draw(seed, i)


@kernel
def play(state, action, mask):
    """Play an action where it is legal; returns whether the next game is to begin.

    It is given no `Rows`: handing those on costs more than a move, and most moves end no game.
    """
    if 0 <= action < mask.shape[0] and mask[action]:
        contract.apply(state, action)
        return contract.is_over(state)
    return action == RESTART


@kernel
def end(i, state, action, mode, rows):
    """Tell how the game at place `i` has ended, and begin the next one if it is time for it.

    A game that was given up has no end to be told.
    """
    if action != RESTART:
        rows.terminated[i] = True
        contract.scores(state, rows.scores[i])
        reward(rows.scores[i], rows.rewards.shape[1], rows.rewards[i])
        copy(rows.final_states[i], state)
    if action == RESTART or mode == SAME_STEP:
        begin(state, rows.options, draw(rows.streams[i], rows.episodes[i]))
        rows.episodes[i] += 1


@kernel
def forget_end(i, rows):
    """Clear what was told of the game that ended at place `i`."""
    rows.terminated[i] = False
    for seat in range(rows.rewards.shape[1]):
        rows.rewards[i, seat] = 0
        rows.scores[i, seat] = 0


@kernel
def after_end(i, action, mode, rows):
    """What an action means where the last one has ended a game: the action to be played now."""
    if action == STAY:
        return action
    forget_end(i, rows)
    if mode == DISABLED and action != RESTART:
        rows.terminated[i] = True  # it is over still, and its rewards have been told
        return STAY
    return RESTART if mode == NEXT_STEP else action


@kernel
def write_mask(state, mask, scratch):
    """Mark the legal actions."""
    for action in range(mask.shape[0]):
        mask[action] = False
    contract.mark_legal(state, mask, 0, scratch)


@kernel
def allow_all(out, at, count):
    """The mask of a game that has ended: whatever is chosen, nothing will be played.

    It is marked as legal actions are, from the place `at` on.
    """
    for k in range(count):
        write_digits(out, at + k, np.uint64(1), 1, 1)


@kernel
def step(first, last, actions, mode, scratch, rows):
    """Step the games from `first` up to `last`; an illegal action changes nothing."""
    states, masks, observations, over = rows.states, rows.masks, rows.observations, rows.terminated
    for i in range(first, last):
        state, mask, action = states[i], masks[i], np.int64(actions[i])
        if over[i]:
            action = after_end(i, action, mode, rows)
        if play(state, action, mask):
            end(i, state, action, mode, rows)
        if mode != SAME_STEP and over[i]:
            allow_all(mask, 0, mask.shape[0])
        else:
            write_mask(state, mask, scratch)
        if observations.shape[1] > 0:
            contract.observe(state, np.int64(state.to_act), observations[i])


@kernel
def first_illegal(actions, masks, over, mode):
    """The first game whose action is not legal, or -1.

    Where a game has ended and stands there still, any action will do.
    """
    for i in range(actions.shape[0]):
        action = np.int64(actions[i])
        if 0 <= action < masks.shape[1] and masks[i, action]:
            continue
        if mode == SAME_STEP or not over[i]:
            return i
    return -1


@kernel
def choose(bits, mask):
    """The action of a mask that a random number chooses, as `contract.pick` would."""
    count = 0
    for action in range(mask.shape[0]):
        count += mask[action]
    left = below(bits, count)
    for action in range(mask.shape[0]):
        if mask[action]:
            if left == 0:
                return action
            left -= 1
    return RESTART


@kernel
def choose_all(first, last, seed, masks, out):
    """Choose a legal action by chance in each game."""
    for i in range(first, last):
        out[i] = choose(draw(seed, i), masks[i])


@kernel
def play_on(state, stream, actions, options, scratch):
    """Play `actions` actions by chance in a game, beginning anew at each end.

    Returns how many games have ended. The stream decides both the actions and the new games.
    """
    ended = 0
    for k in range(actions):
        contract.apply(state, contract.pick(state, draw(stream, k), scratch))
        if contract.is_over(state):
            begin(state, options, draw(stream, k + actions))
            ended += 1
    return ended
