"""Quixo: kernels that make lessons for a guard of the positions that a player can meet.

A lesson is a position and a number for each move: that it is none or loses at once, that it throws
away what the position is worth, or else how good a teacher finds it, who is sure to keep it.
"""

import numpy as np

from galda.core.kernels.kernel import kernel
from galda.games.quixo.ai.evaluation import parts_of
from galda.games.quixo.rules.rules import ENTERED, TAKEN, push
from galda.games.quixo.solve.kernels.choice import (
    HALF,
    LOSES,
    NOT_A_MOVE,
    ONE_SIDE,
    PARTS,
    STEP,
)
from lab.proofs.quixo.kernels.closure import keeps

NO_LESSON, UNSAFE = -32768, -32767
"""A move that is not thought of, and one that must not be played."""
COARSE = 4
"""A teacher's marks are told in steps of so much."""
HIGHEST_TOLD = 32767


@kernel
def teach_span(start, stop, guide, positions, marks, places, ranks, told, known):
    """Say of moves `start` to `stop`, counted over all positions, what to think of them.

    `known` are the marks without a guard, `told` the same where moves are safe.
    """
    for k in range(start, stop):
        if marks[k] == NOT_A_MOVE or marks[k] < (LOSES + 1) * STEP:
            told[k], known[k] = NO_LESSON, 0
            continue
        position, move = positions[k // guide.moves], k % guide.moves
        mine, theirs = position & ONE_SIDE, (position >> HALF) & ONE_SIDE
        mark = np.int64(marks[k]) // STEP // COARSE
        known[k] = max(np.int64(UNSAFE + 1), min(np.int64(HIGHEST_TOLD), mark))
        told[k] = known[k]
        if not keeps(mine, theirs, move, guide.board, places, ranks):
            told[k] = UNSAFE
    return 0


@kernel
def parts_span(start, stop, board, moves, chosen, positions, parts):
    """Cut the boards after moves `start` to `stop` into parts, counted over chosen positions."""
    for k in range(start, stop):
        position, move = positions[chosen[k // moves]], k % moves
        mine, theirs = position & ONE_SIDE, (position >> HALF) & ONE_SIDE
        if TAKEN[board, move] & theirs == 0:
            ours = push(mine, board, move) | ENTERED[board, move]
            found = parts_of(ours, push(theirs, board, move))
            for part in range(PARTS):
                parts[k * PARTS + part] = found[part]
    return 0
