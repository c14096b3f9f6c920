"""Games between two sets of weights of a policy, as kernels."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.chance import draw
from galda.core.kernels.kernel import kernel


@lru_cache
def dueller(choose_by: Callable[..., Any]) -> Any:
    """A kernel that plays games by a game's `choose_by`."""

    @kernel
    def duel(starts, board, own, mine, theirs, seed, scratch, values):
        """Play each start; `own` seats play by `mine`, the others by `theirs`.

        With no weights they follow the game's rollout policy. Adds up the own seats' utility.
        """
        total = 0.0
        for k in range(len(starts)):
            board[0] = starts[k]
            state, n = board[0], 0
            players = np.int64(state.players)
            seat = own[k] % players
            while not contract.is_over(state):
                bits = draw(seed + np.uint64(k), n)
                weights = mine if state.to_act == seat else theirs
                if len(weights) > 0:
                    action = np.int64(choose_by(state, bits, scratch, weights))
                else:
                    action = np.int64(contract.rollout_policy(state, bits, scratch))
                contract.apply(state, action)
                n += 1
            contract.utility(state, players, values)
            total += values[seat]
        return total

    return duel
