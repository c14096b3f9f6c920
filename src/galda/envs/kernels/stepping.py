"""Stepping many games at once, as kernels: one function for a game, whatever device it is on."""

from typing import Any, NamedTuple

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.chance import below, draw
from galda.core.kernels.kernel import kernel
from galda.core.kernels.running import begin, reward

RESTART = -1
"""In the place of an action: give this game up and begin the next."""


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
def begin_next(i, rows):
    """Begin the next game at place `i`, with the next seed of its stream."""
    begin(rows.states[i], rows.options, draw(rows.streams[i], rows.episodes[i]))
    rows.episodes[i] += 1


@kernel
def advance(i, action, rows):
    """Play one action in game `i`; an illegal one changes nothing, an ended game begins anew."""
    rewards, scores, over = rows.rewards, rows.scores, rows.over
    players = rewards.shape[1]
    if over[i]:
        over[i] = False
        for seat in range(players):
            rewards[i, seat] = 0
            scores[i, seat] = 0
    if action == RESTART:
        begin_next(i, rows)
    elif 0 <= action < rows.masks.shape[1] and rows.masks[i, action]:
        state = rows.states[i]
        contract.apply(state, action)
        if contract.is_over(state):
            over[i] = True
            contract.scores(state, scores[i])
            reward(scores[i], players, rewards[i])
            begin_next(i, rows)


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
    """Step the games from `first` up to `last`."""
    for i in range(first, last):
        advance(i, np.int64(actions[i]), rows)
        state = rows.states[i]
        write_mask(state, rows.masks[i], scratch)
        if rows.observations.shape[1] > 0:
            contract.observe(state, np.int64(state.to_act), rows.observations[i])


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
