"""The best one can do in a single turn, found by looking at all ways to finish it (greedy)."""

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.kernel import kernel, seldom
from galda.core.kernels.perft import LONGEST_TURN


@kernel
def lead(state, seat, players, out):
    """How far a seat is ahead of the others' average, if the game were counted now."""
    contract.scores_now(state, out)
    others = 0.0
    for other in range(players):
        if other != seat:
            others += out[other]
    return out[seat] - others / (players - 1)


@seldom
@kernel
def best_leads(start, players, most_leaves, most_legal, values):
    """For each legal action (in `values`, by its place in the list): the best lead it can reach.

    Below each action at most `most_leaves` ways to finish the turn are looked at.
    """
    states = np.empty(LONGEST_TURN + 1, start.dtype)
    actions = np.empty((LONGEST_TURN + 1, most_legal), np.int32)
    left = np.zeros(LONGEST_TURN + 1, np.int64)
    out = np.zeros(players, np.float64)
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
                    best = max(best, lead(state, seat, players, out))
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
