"""The best one can do in a single turn, found by looking at all ways to finish it (greedy)."""

import numpy as np

from galda.bots.kernels.tastes import add_tastes
from galda.core.kernels import contract
from galda.core.kernels.chance import below
from galda.core.kernels.kernel import kernel, seldom
from galda.core.kernels.perft import LONGEST_TURN

MOST_LEAVES = 2000
"""Ways to finish the turn that are looked at below each first action."""


@kernel
def lead(state, seat, players, tastes, traits, out):
    """How far a seat is ahead of the others' average, if the game were counted now.

    `tastes` are the seat's, none where it has no style.
    """
    contract.scores_now(state, out)
    if tastes.shape[0] > 0:
        add_tastes(state, players, tastes, traits, out)
    others = 0.0
    for other in range(players):
        if other != seat:
            others += out[other]
    return out[seat] - others / (players - 1)


@seldom
@kernel
def best_leads(start, players, most_leaves, most_legal, tastes, values):
    """For each legal action (in `values`, by its place in the list): the best lead it can reach.

    Below each action at most `most_leaves` ways to finish the turn are looked at. `tastes` are
    those of the seat to act.
    """
    states = np.empty(LONGEST_TURN + 1, start.dtype)
    actions = np.empty((LONGEST_TURN + 1, most_legal), np.int32)
    left = np.zeros(LONGEST_TURN + 1, np.int64)
    out = np.zeros(players, np.float64)
    traits = np.zeros((players, tastes.shape[0]))
    seat = start[0].to_act
    n = contract.legal(start[0], actions[0])
    for first in range(n):
        states[0] = start[0]
        left[0] = 0
        contract.apply(states[0], actions[0, first])
        level, leaves, best = 0, 0, -1e30
        entering = True
        while level >= 0 and leaves < most_leaves:
            state = states[level]
            if entering:
                entering = False
                over = contract.is_over(state) or not contract.in_turn(state)
                if over or state.to_act != seat or level + 1 == LONGEST_TURN:
                    best = max(best, lead(state, seat, players, tastes, traits, out))
                    leaves += 1
                    level -= 1
                    continue
                left[level] = contract.legal(state, actions[level + 1])
            if left[level] == 0:
                level -= 1
                continue
            left[level] -= 1
            states[level + 1] = states[level]
            contract.apply(states[level + 1], actions[level + 1, left[level]])
            level += 1
            entering = True
        values[first] = best
    return n


@kernel
def greedy_action(start, players, bits, scratch):
    """The action with the best lead; among equals the one that the random number `bits` chooses."""
    values = np.empty(scratch.shape[0], np.float64)
    tastes = np.empty(0, np.float64)
    count = best_leads(start, players, MOST_LEAVES, scratch.shape[0], tastes, values)
    best, equal = values[0], 0
    for k in range(count):
        best = max(best, values[k])
    for k in range(count):
        equal += values[k] == best
    left = below(bits, equal)
    contract.legal(start[0], scratch)
    for k in range(count):
        if values[k] == best:
            if left == 0:
                return np.int64(scratch[k])
            left -= 1
    return np.int64(scratch[0])
