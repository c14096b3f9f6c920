"""Games by a game's own rollout policy, as kernels: positions on the way and what came of them."""

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.chance import below, draw, scramble
from galda.core.kernels.kernel import kernel
from galda.core.kernels.learnt import write_leads

SLIP = 7
"""Before its positions count, a game takes just any action in one of so many."""


@kernel
def play_on(state, players, seed, opening, every, scratch, leads, observed, seen, seats):
    """Play a game to its end; returns how many positions were written.

    The first actions, `opening` of them, are now and then just anything. From then on the policy
    plays alone, and of the positions with a choice one in `every` is written, as the seat to act
    sees it, with how far each seat leads.
    """
    written, n = 0, 0
    while not contract.is_over(state):
        bits = draw(seed, n)
        if n < opening:
            if below(bits, SLIP) == 0:
                contract.apply(state, contract.pick(state, scramble(bits), scratch))
            else:
                contract.apply(state, contract.rollout_policy(state, scramble(bits), scratch))
        else:
            if (
                written < len(seats)
                and below(bits, every) == 0
                and contract.legal(state, scratch) > 1
            ):
                seat = np.int64(state.to_act)
                contract.observe(state, seat, seen[written])
                write_leads(state, seat, players, leads, seen[written], observed)
                seats[written] = seat
                written += 1
            contract.apply(state, contract.rollout_policy(state, scramble(bits), scratch))
        n += 1
    return written
