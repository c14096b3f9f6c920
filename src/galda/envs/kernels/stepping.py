"""Stepping many games at once, as kernels: one function for a game, whatever device it is on.

The arrays of a batch (one row for each game) are passed one by one, since kernels know no objects:

    states             the games
    options            the option codes, the same for all
    streams, episodes  each game's stream of seeds, and how many games it has begun
    masks              1 for every legal action
    observations       what the seat to act sees; no columns: nobody wants to know
    rewards, scores    of the game that has just ended, else 0
    over               whether one has
"""

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.chance import below, draw
from galda.core.kernels.kernel import kernel
from galda.core.kernels.running import begin, reward

RESTART = -1
"""In the place of an action: give this game up and begin the next."""


@kernel
def open_streams(seed, streams):
    """Give each game a stream of seeds of its own."""
    for i in range(streams.shape[0]):
        streams[i] = draw(seed, i)


@kernel
def begin_next(i, states, options, streams, episodes):
    """Begin the next game at place `i`, with the next seed of its stream."""
    begin(states[i], options, draw(streams[i], episodes[i]))
    episodes[i] += 1


@kernel
def advance(
    i, action, states, options, streams, episodes, masks, rewards, scores, over
):  # fmt: skip
    """Play one action in game `i`; an illegal one changes nothing, an ended game begins anew."""
    if over[i]:
        over[i] = False
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0
            scores[i, seat] = 0
    if action == RESTART:
        begin_next(i, states, options, streams, episodes)
    elif 0 <= action < masks.shape[1] and masks[i, action]:
        contract.apply(states[i], action)
        if contract.is_over(states[i]):
            over[i] = True
            contract.scores(states[i], scores[i])
            reward(scores[i], rewards.shape[1], rewards[i])
            begin_next(i, states, options, streams, episodes)


@kernel
def write_mask(state, mask, scratch):
    """Mark the legal actions."""
    count = contract.legal(state, scratch)
    for action in range(mask.shape[0]):
        mask[action] = False
    for k in range(count):
        mask[scratch[k]] = True


@kernel
def step(
    first, last, actions, scratch, states, options, streams, episodes, masks, observations,
    rewards, scores, over,
):  # fmt: skip
    """Step the games from `first` up to `last`."""
    for i in range(first, last):
        advance(
            i, np.int64(actions[i]), states, options, streams, episodes, masks, rewards,
            scores, over,
        )  # fmt: skip
        write_mask(states[i], masks[i], scratch)
        if observations.shape[1] > 0:
            contract.observe(states[i], np.int64(states[i].to_act), observations[i])


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
