"""Pylos solved: numbering all positions with few balls."""

import numpy as np

from galda.core.kernels.kernel import kernel
from galda.games.pylos.rules.rules import SPOTS
from galda.games.pylos.solve.kernels.indexing import SYMMETRIES
from galda.games.pylos.solve.kernels.turns import spread, turn


@kernel
def number_all(mine, theirs, turns, numbers):
    """The least of the eight images of each position, as `PylosSolver.alike` has it."""
    for k in range(len(mine)):
        least = np.int64(-1)
        for symmetry in range(SYMMETRIES):
            image = turn(mine[k], symmetry, turns) << SPOTS | turn(theirs[k], symmetry, turns)
            if least < 0 or image < least:
                least = image
        numbers[k] = least


@kernel
def spread_all(masks, balls, sets):
    """For each mask the spots of a home's balls that it names."""
    for k in range(len(masks)):
        sets[k] = spread(masks[k], balls)
