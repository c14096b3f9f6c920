"""Quixo solved: finding many positions of play at once."""

import numpy as np

from galda.core.kernels.kernel import kernel
from galda.games.quixo.solve.kernels.retrograde import place_of


@kernel
def find_all(states, patterns, probing, places):
    """Where each position is kept."""
    for k in range(states.shape[0]):
        side = states[k].to_act & 1
        mine, theirs = np.int64(states[k].cubes[side]), np.int64(states[k].cubes[1 - side])
        places[k] = place_of(mine, theirs, patterns, probing)
