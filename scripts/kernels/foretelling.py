"""Games for a network that is to foretell how each seat will do, as kernels."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from galda.bots.kernels.ismcts import MOST_PLAYERS, NONE, Search, follow_policy, iterate
from galda.core.kernels import contract
from galda.core.kernels.chance import below, draw, scramble
from galda.core.kernels.kernel import kernel

VOTES = 40
"""How often the policy is asked what to try first."""
NOBODY_SAID = -1.0
"""What is expected where nobody searched."""


@kernel
def most_visited(nodes):
    """The root's child that was tried most."""
    best, child = nodes[0].first_child, nodes[0].first_child
    while child != NONE:
        if nodes[child].visits > nodes[best].visits:
            best = child
        child = nodes[child].next_sibling
    return best


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


@kernel
def grow(board, search, tree, work, iterations, bits):
    """Search the position of `board` for its seat to act, as `search` says."""
    state = board[0]
    search.root[0] = state
    plant(tree)
    search.priors[:] = 0
    for vote in range(VOTES):
        search.priors[follow_policy(state, draw(bits, vote), True, work.legal)] += 1
    wanted = Search(
        search.root, 0, np.int64(state.to_act), np.int64(state.players), bits, search.exploration,
        search.rollout_limit, search.turns, search.trust, search.chancy, search.guided,
        search.learnt, search.widening, search.priors, search.tastes,
    )  # fmt: skip
    iterate(tree, wanted, work, np.int64(1), 0, iterations)


@kernel
def search_tree(board, search, tree, work, iterations, bits, hopes):
    """The action that tree search likes best; what each seat may then expect goes into `hopes`."""
    grow(board, search, tree, work, iterations, bits)
    best = most_visited(tree.nodes)
    for seat in range(np.int64(board[0].players)):
        hopes[seat] = tree.value_sums[best, seat] / tree.nodes[best].visits
    return np.int64(tree.nodes[best].action)


@kernel
def ask_game(state, samples, bits, legal, worths, hopes):
    """The same by the game's own search, for so many samples of what chance decides."""
    n, _ = contract.weigh(state, samples, bits, legal, worths)
    best = 0
    for k in range(1, n):
        if worths[k, state.to_act] > worths[best, state.to_act]:
            best = k
    for seat in range(np.int64(state.players)):
        hopes[seat] = worths[best, seat]
    return np.int64(legal[best])


@lru_cache
def player(write_parts: Callable[..., Any]) -> Any:
    """A kernel that plays games and writes down what `write_parts` tells of them."""

    @kernel
    def play(
        starts, board, search, tree, work, iterations, weighs, samples, slip, every, seed, rows,
        counts, seats, expected, worth,
    ):  # fmt: skip
        """Play the starts; one beginning of a turn in `every` is a lesson, if it has parts.

        All seats search so many iterations, 0: they follow the policy that has learnt; or by the
        game's own search if it `weighs`. One choice in `slip` is the policy's. Of two seats only
        the one to act is asked, for the other sees the same. Returns the number of lessons.
        """
        lessons = 0
        hopes = np.zeros(MOST_PLAYERS)
        worths = np.zeros((len(work.legal), MOST_PLAYERS))
        for game in range(len(starts)):
            board[0] = starts[game]
            state, n, first = board[0], 0, lessons
            players = np.int64(state.players)
            own_seed = scramble(seed + np.uint64(game))
            while not contract.is_over(state):
                bits = draw(own_seed, n)
                n += 1
                slips = below(scramble(bits + np.uint64(1)), slip) == 0
                kept = (
                    not contract.in_turn(state)
                    and below(scramble(bits + np.uint64(2)), every) == 0
                    and lessons + players <= len(counts)
                    and write_parts(state, np.int64(state.to_act), rows[lessons]) > 0
                )
                searched = (weighs or iterations > 0) and (kept or not slips)
                hopes[:] = NOBODY_SAID
                action = np.int64(follow_policy(state, bits, True, work.legal))
                if searched:
                    if weighs:
                        best = ask_game(state, samples, scramble(bits), work.legal, worths, hopes)
                    else:
                        best = search_tree(
                            board, search, tree, work, iterations, scramble(bits), hopes
                        )
                    action = action if slips else best
                for away in range((1 if players == 2 else players) if kept else 0):
                    seat = (np.int64(state.to_act) + away) % players
                    counts[lessons] = write_parts(state, seat, rows[lessons])
                    seats[lessons] = seat
                    expected[lessons] = hopes[seat]
                    lessons += 1
                contract.apply(state, action)
            contract.utility(state, players, work.values)
            for lesson in range(first, lessons):
                worth[lesson] = work.values[seats[lesson]]
        return lessons

    return play
