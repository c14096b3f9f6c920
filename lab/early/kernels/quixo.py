"""Quixo: numbering all positions with few cubes."""

import numpy as np

from galda.core.kernels.kernel import kernel
from galda.games.quixo.rules.rules import SIZES, STRIDE, has_line
from galda.games.quixo.solve.kernels.indexing import SYMMETRIES, turn


@kernel
def number_all(mine, theirs, turns, numbers):
    """The least of the eight images of each position, as `QuixoSolver.alike` has it."""
    for k in range(len(mine)):
        least = np.int64(-1)
        for symmetry in range(SYMMETRIES):
            image = turn(mine[k], symmetry, turns) << STRIDE**2 | turn(theirs[k], symmetry, turns)
            if least < 0 or image < least:
                least = image
        numbers[k] = least


@kernel
def least_all(sets, turns, least):
    """The least of the eight images of each set of cells."""
    for k in range(len(sets)):
        least[k] = sets[k]
        for symmetry in range(SYMMETRIES):
            least[k] = min(least[k], turn(sets[k], symmetry, turns))


@kernel
def find_lines(states, found):
    """Which positions have a line of either side."""
    for k in range(states.shape[0]):
        board = states[k].rows - SIZES[0]
        crosses, circles = np.int64(states[k].cubes[0]), np.int64(states[k].cubes[1])
        found[k] = has_line(crosses, board) or has_line(circles, board)
