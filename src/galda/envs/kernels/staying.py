"""Stepping games that stay as they ended until they are begun anew, as kernels."""

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.kernel import kernel
from galda.core.kernels.running import reward
from galda.envs.kernels.stepping import RESTART, begin_next, forget_end, write_mask


@kernel
def step_and_stay(first, last, actions, scratch, rows):
    """Step the games from `first` up to `last`; one that has ended waits for `RESTART`.

    Illegal actions change nothing. The mask of an ended game allows everything: whatever draws
    from it finds something, and nothing is played.
    """
    for i in range(first, last):
        state, action = rows.states[i], np.int64(actions[i])
        if action == RESTART:
            forget_end(i, rows)
            begin_next(i, action, rows)
        elif rows.over[i]:
            for seat in range(rows.rewards.shape[1]):
                rows.rewards[i, seat] = 0
        elif 0 <= action < rows.masks.shape[1] and rows.masks[i, action]:
            contract.apply(state, action)
            if contract.is_over(state):
                rows.over[i] = True
                contract.scores(state, rows.scores[i])
                reward(rows.scores[i], rows.rewards.shape[1], rows.rewards[i])
        write_mask(state, rows.masks[i], scratch)
        if rows.over[i]:
            rows.masks[i, :] = True
        if rows.observations.shape[1] > 0:
            contract.observe(state, np.int64(state.to_act), rows.observations[i])
