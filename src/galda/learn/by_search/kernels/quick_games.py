"""Games by a game's own policy as kernels: positions on the way and what came of them.

That is the policy that has learnt, where there is one.
"""

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.chance import below, draw, scramble
from galda.core.kernels.kernel import kernel
from galda.core.kernels.learnt import write_leads

SLIP = 7
"""Before its positions count, a game takes just any action in one of so many."""


@kernel
def play_on(
    state, players, seed, opening, every, scratch, leads, observed, seen, seats, masks, chosen
):  # fmt: skip
    """Play a game to its end; returns how many positions were written.

    The first actions, `opening` of them, are now and then just anything. From then on the policy
    plays alone, and of the positions with a choice one in `every` is written, as the seat to act
    sees it, with how far each seat leads, the legal actions as bits and what the policy chose.
    """
    written, n = 0, 0
    while not contract.is_over(state):
        bits = draw(seed, n)
        keeps = n >= opening and written < len(seats) and below(bits, every) == 0
        legal = contract.legal(state, scratch) if keeps else 0
        if legal > 1:
            seat = np.int64(state.to_act)
            contract.observe(state, seat, seen[written])
            write_leads(state, seat, players, leads, seen[written], observed)
            seats[written] = seat
            for k in range(legal):
                masks[written, scratch[k] >> 3] |= np.uint8(1 << (scratch[k] & 7))
        if n < opening and below(bits, SLIP) == 0:
            action = contract.pick(state, scramble(bits), scratch)
        else:
            action = contract.learnt_policy(state, scramble(bits), scratch)
        if legal > 1:
            chosen[written] = action
            written += 1
        contract.apply(state, action)
        n += 1
    return written
