"""Stepping many games at once, as kernels: one function for a game, whatever device it is on."""

from typing import Any, NamedTuple

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.chance import below, draw
from galda.core.kernels.kernel import kernel
from galda.core.kernels.running import begin, reward

RESTART = -1
"""In the place of an action: give this game up and begin the next."""
STAY = -2
"""In the place of an action: nothing is played, and what there is to see is written anew."""
NO_ACTION = -3
"""What stands for a number that is too large to be an action: illegal in every game."""
LARGEST = 2**31 - 1
"""The largest number that fits where actions are kept."""


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
    """What the seat to act sees; no columns: nobody wants to know."""
    rewards: Any
    """Of the game that has just ended, else 0; so are the scores."""
    scores: Any
    over: Any
    """Whether a game has just ended."""


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
def begin_next(i, action, rows):
    """Begin the next game at place `i`, with the next seed; tell how the last one has ended."""
    state = rows.states[i]
    if action != RESTART:
        rows.over[i] = True
        contract.scores(state, rows.scores[i])
        reward(rows.scores[i], rows.rewards.shape[1], rows.rewards[i])
    begin(state, rows.options, draw(rows.streams[i], rows.episodes[i]))
    rows.episodes[i] += 1


@kernel
def forget_end(i, rows):
    """Clear what was told of the game that ended at place `i`."""
    rows.over[i] = False
    for seat in range(rows.rewards.shape[1]):
        rows.rewards[i, seat] = 0
        rows.scores[i, seat] = 0


@kernel
def write_mask(state, mask, scratch):
    """Mark the legal actions."""
    count = contract.legal(state, scratch)
    for action in range(mask.shape[0]):
        mask[action] = False
    for k in range(count):
        mask[scratch[k]] = True


@kernel
def step(first, last, actions, scratch, rows):
    """Step the games from `first` up to `last`.

    An illegal action changes nothing, an ended game begins anew.
    """
    states, masks, observations, over = rows.states, rows.masks, rows.observations, rows.over
    for i in range(first, last):
        state, mask, action = states[i], masks[i], np.int64(actions[i])
        if over[i]:
            forget_end(i, rows)
        if play(state, action, mask):
            begin_next(i, action, rows)
        write_mask(state, mask, scratch)
        if observations.shape[1] > 0:
            contract.observe(state, np.int64(state.to_act), observations[i])


@kernel
def first_illegal(actions, masks):
    """The first game whose action is neither legal nor `RESTART`, or -1."""
    for i in range(actions.shape[0]):
        action = np.int64(actions[i])
        if action != RESTART and not (0 <= action < masks.shape[1] and masks[i, action]):
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
