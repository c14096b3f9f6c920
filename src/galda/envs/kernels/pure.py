"""The rules as functions of many states: what goes in stays as it is, what comes out is written
into rows of its own. Each function of a row is the same on all devices.
"""

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.kernel import kernel
from galda.core.kernels.memory import copy
from galda.core.kernels.running import begin, list_legal, reward


@kernel
def advance_row(i, states, actions, out, scratch):
    """Write what state `i` becomes by each of its actions; the first illegal one's place, or -1.

    -1 plays nothing, nor does any action where the game is over or the action illegal.
    """
    each, wrong = actions.shape[1], -1
    count = list_legal(states[i], scratch)
    for k in range(each):
        action, into = np.int64(actions[i, k]), out[i * each + k]
        copy(into, states[i])
        if action == -1 or count == 0:
            continue
        place = 0
        while place < count and scratch[place] != action:
            place += 1
        if place < count:
            contract.apply(into, action)
        elif wrong < 0:
            wrong = k
    return wrong


@kernel
def mask_row(i, states, masks, scratch):
    """Mark what is legal in state `i`: nothing when the game is over."""
    for action in range(masks.shape[1]):
        masks[i, action] = False
    if not contract.is_over(states[i]):
        contract.mark_legal(states[i], masks[i], 0, scratch)


@kernel
def count_row(i, states, counts, scratch):
    """Count what is legal in state `i`."""
    counts[i] = list_legal(states[i], scratch)


@kernel
def list_row(i, states, starts, listed, scratch):
    """List what is legal in state `i`, from its place in the list of all on."""
    count, start = list_legal(states[i], scratch), starts[i]
    for k in range(count):
        listed[start + k] = scratch[k]


@kernel
def pad_row(i, states, padded, scratch):
    """List what is legal in state `i`, and -1 after it."""
    count = list_legal(states[i], scratch)
    for k in range(padded.shape[1]):
        padded[i, k] = scratch[k] if k < count else -1


@kernel
def see_state(state, seat, players, row):
    """Write what a seat sees of a state; a seat that is not there sees nothing."""
    if 0 <= seat < players:
        contract.observe(state, seat, row)
    else:
        for k in range(row.shape[0]):
            row[k] = 0


@kernel
def judge_row(i, states, over, scores, rewards):
    """Write whether the game of state `i` is over, its scores, and its rewards if it is."""
    players = rewards.shape[1]
    over[i] = contract.is_over(states[i])
    contract.scores(states[i], scores[i])
    if over[i]:
        reward(scores[i], players, rewards[i])
    else:
        for seat in range(players):
            rewards[i, seat] = 0


@kernel
def begin_row(i, seeds, options, states):
    """Begin a game with the seed of place `i`."""
    begin(states[i], options, seeds[i])


@kernel
def redraw_row(i, states, seats, seeds, out):
    """Write state `i` with everything drawn anew that a seat cannot know."""
    copy(out[i], states[i])
    contract.determinize(out[i], np.int64(seats[i]), seeds[i])


@kernel
def conceal_row(i, states, seats, out):
    """Write state `i` without anything that a seat cannot know."""
    copy(out[i], states[i])
    contract.conceal(out[i], np.int64(seats[i]))


@kernel
def advance(first, last, states, actions, out, scratch):
    """Advance the states from `first` up to `last`; the first that was given an illegal action."""
    wrong = -1
    for i in range(first, last):
        if advance_row(i, states, actions, out, scratch) >= 0 and wrong < 0:
            wrong = i
    return wrong


@kernel
def mask(first, last, states, masks, scratch):
    """Mark what is legal."""
    for i in range(first, last):
        mask_row(i, states, masks, scratch)


@kernel
def count(first, last, states, counts, scratch):
    """Count what is legal."""
    for i in range(first, last):
        count_row(i, states, counts, scratch)


@kernel
def list_all(first, last, states, starts, listed, scratch):
    """List what is legal, one state after the other."""
    for i in range(first, last):
        list_row(i, states, starts, listed, scratch)


@kernel
def pad(first, last, states, padded, scratch):
    """List what is legal in a row for each state."""
    for i in range(first, last):
        pad_row(i, states, padded, scratch)


@kernel
def see(first, last, states, seats, players, out):
    """Write what seats see."""
    for i in range(first, last):
        see_state(states[i], np.int64(seats[i]), players, out[i])


@kernel
def judge(first, last, states, over, scores, rewards):
    """Write how games stand."""
    for i in range(first, last):
        judge_row(i, states, over, scores, rewards)


@kernel
def begin_all(first, last, seeds, options, states):
    """Begin games."""
    for i in range(first, last):
        begin_row(i, seeds, options, states)


@kernel
def redraw(first, last, states, seats, seeds, out):
    """Draw anew what seats cannot know."""
    for i in range(first, last):
        redraw_row(i, states, seats, seeds, out)


@kernel
def conceal(first, last, states, seats, out):
    """Blank out what seats cannot know."""
    for i in range(first, last):
        conceal_row(i, states, seats, out)
