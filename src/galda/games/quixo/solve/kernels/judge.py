"""Quixo: the judge, a dense network that says how good a board is to leave to the other side.

The board after a push is seen by who is to move then, and turned and mirrored to the least of its
images (`choice.least_image`). Its parts are the rows, how many cubes each side has, and then
the columns and the diagonals: each line has a table of its own, for the layers behind are to know
which line crosses which. A network may leave out all but the rows and the cubes. It says two
things to who has pushed, `HOLDS` (above 0: this does not lose) and `WINS`; `worth` makes one of
them.
"""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.dense import say, squash
from galda.core.kernels.kernel import kernel
from galda.games.quixo.rules.evaluation import FIVE, column_codes, diagonal_code, row_code
from galda.games.quixo.rules.rules import ENTERED, STRIDE, TAKEN, has_line, push
from galda.games.quixo.solve.kernels.choice import HALF, ONE_SIDE, least_image, wins_at_once

COUNTS = 26
CUBES = STRIDE * FIVE
COLUMNS = CUBES + 2 * COUNTS
ROWS = {7: COLUMNS, 14: COLUMNS + 7 * FIVE}
"""For each number of parts that a network may look at, the rows of its table."""
PARTS = max(ROWS)
HOLDS, WINS = 0, 1
OUTPUTS = 2
NOT_A_PUSH, LOSES_AT_ONCE, WINS_AT_ONCE = -9, -3, 3
"""What is told of pushes that nobody has to judge; of others the outcome, -1, 0 or 1."""
LAST_JUDGED = 1
CERTAIN, NOTHING = 1 << 20, -(1 << 30)
"""The worth of a push that wins at once, below 0 that of one that loses; and of no push."""


@kernel
def write_parts(mine, theirs, parts, at):
    """Cut a board into parts: for each the row of the table, written from a place on."""
    for row in range(STRIDE):
        parts[at + row] = row * FIVE + row_code(mine, theirs, row)
    parts[at + 5] = CUBES + bits.count(mine)
    parts[at + 6] = CUBES + COUNTS + bits.count(theirs)
    columns = column_codes(mine, theirs)
    for column in range(STRIDE):
        parts[at + 7 + column] = COLUMNS + column * FIVE + ((columns >> (10 * column)) & 1023)
    parts[at + 12] = COLUMNS + 5 * FIVE + diagonal_code(mine, theirs, 0, 6)
    parts[at + 13] = COLUMNS + 6 * FIVE + diagonal_code(mine, theirs, 4, 4)


@kernel
def pushed(position, move, board):
    """The board after a push: the cubes of who has pushed, and the other's."""
    mine, theirs = position & ONE_SIDE, (position >> HALF) & ONE_SIDE
    return push(mine, board, move) | ENTERED[board, move], push(theirs, board, move)


@kernel
def seen_at_once(position, move, board, moves):
    """What can be told of a push without judging it; 0: nothing."""
    if TAKEN[board, move] & (position >> HALF) & ONE_SIDE != 0:
        return NOT_A_PUSH
    ours, others = pushed(position, move, board)
    if has_line(others, board):
        return LOSES_AT_ONCE
    if has_line(ours, board):
        return WINS_AT_ONCE
    return LOSES_AT_ONCE if wins_at_once(others, ours, board, moves) else 0


@kernel
def parts_after(position, move, board, turns, parts, at):
    """Cut the board after a push into parts."""
    ours, others = pushed(position, move, board)
    image, _, _ = least_image(others, ours, turns)
    write_parts(image & ONE_SIDE, image >> HALF, parts, at)


@kernel
def worth(said):
    """One number of the two that the judge says: the higher the better for who has pushed."""
    return squash(said[HOLDS]) + squash(said[WINS])


@kernel
def judge_push(position, move, board, turns, net, used, parts, units, said):
    """What the judge finds a push worth; it looks at the first `used` parts."""
    parts_after(position, move, board, turns, parts, 0)
    say(parts[:used], net, units, said)
    return np.int64(worth(said))


@kernel
def judge_all(position, board, moves, turns, net, used, parts, units, said, worths):
    """What the judge finds each push worth, `CERTAIN` where that can be seen; the highest."""
    best = NOTHING
    for move in range(moves):
        seen = seen_at_once(position, move, board, moves)
        if seen == NOT_A_PUSH:
            worths[move] = NOTHING
        elif seen != 0:
            worths[move] = CERTAIN if seen == WINS_AT_ONCE else -CERTAIN
        else:
            worths[move] = judge_push(position, move, board, turns, net, used, parts, units, said)
        best = max(best, worths[move])
    return best


@kernel
def judge_replies(position, board, moves, turns, net, used, parts, units, said, replies, worths):
    """The same one turn further: what is left of each push after the best reply to it."""
    for move in range(moves):
        if abs(worths[move]) < CERTAIN:
            ours, others = pushed(position, move, board)
            best = judge_all(
                others | (ours << HALF), board, moves, turns, net, used, parts, units, said, replies
            )
            if best > NOTHING:
                worths[move] = -best


def parts_used(rows: int) -> int:
    """How many parts a network with so many rows in its table looks at."""
    return next(parts for parts, known in ROWS.items() if known == rows)
