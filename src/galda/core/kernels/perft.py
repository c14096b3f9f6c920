"""Walking the tree of any game: random play, and counting turns (perft)."""

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.chance import draw
from galda.core.kernels.kernel import kernel

LONGEST_TURN = 64
"""More actions than one turn of any game can have."""


@kernel
def random_games(start, games, seed, most_legal):
    """Play `games` games at random from the state `start[0]`; return the number of actions."""
    scratch = np.empty(most_legal, np.int32)
    board = start.copy()
    actions = 0
    for _ in range(games):
        board[0] = start[0]
        state = board[0]
        while not contract.is_over(state):
            contract.apply(state, contract.pick(state, draw(seed, actions), scratch))
            actions += 1
    return actions


@kernel
def perft(start, depth, most_legal):
    """Count the sequences of `depth` whole turns from `start[0]`; a finished game has none.

    As "performance test" does in chess, where each turn is one move.
    """
    if depth == 0:
        return 1
    deepest = depth * LONGEST_TURN
    states = np.empty(deepest + 1, start.dtype)
    actions = np.empty((deepest + 1, most_legal), np.int32)
    left = np.zeros(deepest + 1, np.int64)
    turns = np.zeros(deepest + 1, np.int64)
    states[0] = start[0]
    if contract.is_over(states[0]):
        return 0
    left[0] = contract.legal(states[0], actions[0])
    total, level = 0, 0
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        child = states[level + 1]
        states[level + 1] = states[level]
        contract.apply(child, actions[level, left[level]])
        over = contract.is_over(child)
        turns[level + 1] = turns[level]
        if over or not contract.in_turn(child):
            turns[level + 1] += 1
        if turns[level + 1] == depth:
            total += 1
        elif not over:
            level += 1
            left[level] = contract.legal(states[level], actions[level])
    return total
