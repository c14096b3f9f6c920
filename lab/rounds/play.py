"""Games for a network that values positions between rounds, as a kernel."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from galda.bots.kernels.ismcts import MOST_PLAYERS
from galda.core.kernels import contract, policy_value
from galda.core.kernels.chance import below, draw, scramble
from galda.core.kernels.kernel import kernel

UNKNOWN = -1.0
"""What is expected where nothing was searched."""


@kernel
def sample(state, network, layers, legal, logits, bits):
    """An action by the policy of a network, each as likely as it says."""
    n = contract.legal(state, legal)
    if n == 1:
        return np.int64(legal[0])
    policy_value.look(state, network, layers)
    policy_value.priors(state, network, layers, legal, n, 1.0, logits)
    whole = np.int64(0)
    for k in range(n):
        whole += logits[k]
    left = below(bits, whole)
    for k in range(n):
        left -= logits[k]
        if left < 0:
            return np.int64(legal[k])
    return np.int64(legal[n - 1])


@kernel
def ask_search(state, samples, bits, legal, worths, values):
    """The action that the game's round search likes best; `values`: what each seat may expect."""
    n, _ = contract.action_values(state, samples, bits, legal, worths)
    best = 0
    for k in range(1, n):
        if worths[k, state.to_act] > worths[best, state.to_act]:
            best = k
    for seat in range(np.int64(state.players)):
        values[seat] = worths[best, seat]
    return np.int64(legal[best])


@lru_cache
def player(write_parts: Callable[..., Any]) -> Any:
    """A kernel that plays games and writes down what `write_parts` tells of them."""

    @kernel
    def play(
        starts, board, network, layers, legal, logits, searches, samples, slip, every, seed,
        rows, counts, seats, expected, worth,
    ):  # fmt: skip
        """Play the starts; one position between rounds in `every` is a sample.

        All seats follow the network's policy, or the round search if it `searches`; then one choice
        in `slip` is the policy's. Of two seats only the one to act is asked, for the other sees the
        same. Returns the number of samples.
        """
        found = 0
        values, utilities = np.zeros(MOST_PLAYERS), np.zeros(2 * MOST_PLAYERS)
        worths = np.zeros((len(legal), MOST_PLAYERS))
        for game in range(len(starts)):
            board[0] = starts[game]
            state, n, first = board[0], 0, found
            players = np.int64(state.players)
            own_seed = scramble(seed + np.uint64(game))
            while not contract.is_over(state):
                bits = draw(own_seed, n)
                n += 1
                slips = below(scramble(bits + np.uint64(1)), slip) == 0
                kept = (
                    not contract.in_turn(state)
                    and below(scramble(bits + np.uint64(2)), every) == 0
                    and found + players <= len(counts)
                    and write_parts(state, np.int64(state.to_act), rows[found]) > 0
                )
                values[:] = UNKNOWN
                action = np.int64(-1)
                if slips or not searches:
                    action = sample(state, network, layers, legal, logits, bits)
                if searches and (kept or not slips):
                    best = ask_search(state, samples, scramble(bits), legal, worths, values)
                    action = action if slips else best
                for away in range((1 if players == 2 else players) if kept else 0):
                    seat = (np.int64(state.to_act) + away) % players
                    counts[found] = write_parts(state, seat, rows[found])
                    seats[found] = seat
                    expected[found] = values[seat]
                    found += 1
                contract.apply(state, action)
            contract.utility(state, players, utilities)
            for each in range(first, found):
                worth[each] = utilities[seats[each]]
        return found

    return play
