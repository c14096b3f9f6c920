"""What is noted of a game of Quixo, in seat 0's row."""

import numpy as np

from galda.core.kernels.kernel import kernel
from galda.games.quixo.rules.rules import (
    CIRCLES_WON,
    CROSSES_WON,
    DIAGONALS,
    PASS,
    PUSH_LIMIT,
    STRIDE,
)

FIRST = 0
"""The first two pushes."""
TURNS = 2
PASSES = 3
LAST = 4
"""The side that played last."""
ROWS = 5
"""Lines of the winner at the end: in each row, each column, and on a diagonal."""
COLUMNS = ROWS + STRIDE
DIAGONAL = COLUMNS + STRIDE
WIDTH = DIAGONAL + 1


@kernel
def note(state, action, facts):
    """Look at an action before it is played."""
    if facts[0, TURNS] < 2:
        facts[0, FIRST + facts[0, TURNS]] = action % PUSH_LIMIT if action != PASS else PASS
    facts[0, TURNS] += 1
    facts[0, PASSES] += action == PASS
    facts[0, LAST] = state.to_act & 1


@kernel
def finish(state, facts):
    """Which lines the winner has."""
    if state.result not in (CROSSES_WON, CIRCLES_WON):
        return
    cells = np.int64(state.cubes[state.result - CROSSES_WON])
    size = np.int64(state.rows)
    for n in range(size):
        row, column = True, True
        for k in range(size):
            row &= cells >> (STRIDE * n + k) & 1 != 0
            column &= cells >> (STRIDE * k + n) & 1 != 0
        facts[0, ROWS + n] = row
        facts[0, COLUMNS + n] = column
    for k in range(2):
        line = DIAGONALS[size - 3, k]
        facts[0, DIAGONAL] += cells & line == line
