"""Pylos solved: finding many positions of play at once."""

import numpy as np

from galda.core.kernels.kernel import kernel
from galda.games.pylos.rules.rules import TOP
from galda.games.pylos.solve.kernels.indexing import place_of


@kernel
def find_all(states, shapes, home, balls, base, places):
    """Where each position is kept; -1: an empty reserve or the top decides it."""
    for k in range(states.shape[0]):
        side = np.int64(states[k].to_act)
        mine, theirs = np.int64(states[k].balls[side]), np.int64(states[k].balls[1 - side])
        if (mine | theirs) >> TOP:
            places[k] = -1
        else:
            places[k] = place_of(mine, theirs, shapes, home, balls, base)
