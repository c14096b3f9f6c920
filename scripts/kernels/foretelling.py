"""Games for a network that is to foretell how each seat will do, as kernels."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from galda.bots.kernels.ismcts import NONE, Search, follow_policy, iterate
from galda.core.kernels import contract
from galda.core.kernels.chance import below, draw, scramble
from galda.core.kernels.kernel import kernel


@kernel
def most_visited(nodes):
    """The root's action that was tried most."""
    best, child = nodes[0].first_child, nodes[0].first_child
    while child != NONE:
        if nodes[child].visits > nodes[best].visits:
            best = child
        child = nodes[child].next_sibling
    return np.int64(nodes[best].action)


@kernel
def plant(tree):
    """Begin a new tree."""
    node = tree.nodes[0]
    node.visits = 0
    node.available = 0
    node.first_child = NONE
    node.next_sibling = NONE
    node.children = 0
    node.room = 0
    node.legal = 0
    tree.value_sums[0, :] = 0


@lru_cache
def player(write_parts: Callable[..., Any]) -> Any:
    """A kernel that plays games and writes down what `write_parts` tells of them."""

    @kernel
    def play(starts, board, search, tree, work, iterations, slip, every, seed, parts, counts,
             expected, worth, sets, which):  # fmt: skip
        """Play the starts; keep one beginning of a turn in `every`, for each seat that is asked.

        All seats search so many iterations, 0: they follow the policy that has learnt. One choice in
        `slip` is the policy's. A row tells the parts, what the search expected, and what came of it.
        Returns the rows written.
        """
        rows = 0
        scratch, values = work.legal, work.values
        for game in range(len(starts)):
            board[0] = starts[game]
            state, n, first = board[0], 0, rows
            players = np.int64(state.players)
            from_seed = seed + np.uint64(game) * np.uint64(1 << 20)
            while not contract.is_over(state):
                bits = draw(from_seed, n)
                n += 1
                kept = (
                    not contract.in_turn(state)
                    and below(scramble(bits + np.uint64(7)), every) == 0
                    and rows + players <= len(counts)
                )
                action = np.int64(follow_policy(state, bits, True, scratch))
                if iterations > 0 and (kept or below(scramble(bits + np.uint64(9)), slip) != 0):
                    search.root[0] = board[0]
                    plant(tree)
                    found = Search(
                        search.root, 0, np.int64(state.to_act), players, bits, search.exploration,
                        search.rollout_limit, search.turns, search.chancy, search.guided,
                        search.learnt, search.widening, search.priors, search.tastes,
                    )
                    search.priors[:] = 0
                    for vote in range(40):
                        search.priors[follow_policy(state, draw(bits, vote + 5), True, scratch)] += 1
                    iterate(tree, found, work, np.int64(1), 0, iterations)
                    if below(scramble(bits + np.uint64(9)), slip) != 0:
                        action = most_visited(tree.nodes)
                if kept:
                    asked = 1 if players == 2 else players
                    for away in range(asked):
                        seat = (np.int64(state.to_act) + away) % players
                        counts[rows] = write_parts(state, seat, parts[rows])
                        which[rows] = seat
                        sets[rows] = players
                        if iterations > 0:
                            expected[rows] = tree.value_sums[0, seat] / tree.nodes[0].visits
                        rows += 1
                contract.apply(state, action)
            contract.utility(state, players, values)
            for row in range(first, rows):
                worth[row] = values[which[row]]
        return rows

    return play
