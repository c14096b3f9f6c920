"""Quixo: lines that can be made at once: which push wins, and which replies leave no such push."""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.games.quixo.rules.rules import (
    DIAGONALS,
    ENTERED,
    FIRST_COLUMN,
    FIRST_ROW,
    PUSHES,
    SIZES,
    STRIDE,
    TAKEN,
    cells,
    has_line,
    push,
)

LINES = np.zeros((len(SIZES), 2 * STRIDE + 2), np.int64)
"""All lines of each board; rows that are left over stay empty."""
for _size in SIZES:
    _rows = [sum(1 << (STRIDE * row + k) for k in range(_size)) for row in range(_size)]
    _columns = [sum(1 << (STRIDE * k + column) for k in range(_size)) for column in range(_size)]
    _all = [*_rows, *_columns, *(int(line) for line in DIAGONALS[_size - SIZES[0]])]
    LINES[_size - SIZES[0], : len(_all)] = _all
LINE_COUNTS = np.array([2 * size + 2 for size in SIZES], np.int64)
ON_BOARD = np.array([sum(1 << cell for cell in cells(size)) for size in SIZES], np.int64)
THROUGH = np.zeros((len(SIZES), STRIDE * STRIDE), np.uint64)
"""For each board and cell the pushes along its row or its column, as a set."""
for _size in SIZES:
    for _move, (_taken, _entered) in enumerate(PUSHES[_size]):
        for _cell in cells(_size):
            _across = _taken // STRIDE == _entered // STRIDE
            _same = (
                _cell // STRIDE == _taken // STRIDE
                if _across
                else _cell % STRIDE == _taken % STRIDE
            )
            if _same:
                THROUGH[_size - SIZES[0], _cell] |= np.uint64(1 << _move)


@kernel
def lacks_one(cells, board):
    """Whether a set fills a line but for one cell at most: no push makes a line of less."""
    missing = ON_BOARD[board] & ~cells
    one, two = missing, np.int64(0)  # at the first cell of each row: missing once, or more often
    for _ in range(STRIDE - 1):
        missing >>= 1
        two |= one & missing
        one |= missing
    if ~two & FIRST_COLUMN[board] != 0:
        return True
    missing = ON_BOARD[board] & ~cells
    one, two = missing, np.int64(0)  # the same for columns
    for _ in range(STRIDE - 1):
        missing >>= STRIDE
        two |= one & missing
        one |= missing
    if ~two & FIRST_ROW[board] != 0:
        return True
    rising, falling = DIAGONALS[board, 0] & ~cells, DIAGONALS[board, 1] & ~cells
    return rising & (rising - 1) == 0 or falling & (falling - 1) == 0


@kernel
def completing(cells, board):
    """The pushes that could fill a line of a set: those through the one cell that it lacks."""
    found = np.uint64(0)
    for k in range(LINE_COUNTS[board]):
        missing = LINES[board, k] & ~cells
        if missing == 0:
            return ~np.uint64(0)
        if missing & (missing - 1) == 0:
            found |= THROUGH[board, bits.lowest(missing)]
    return found


@kernel
def wins_at_once(mine, theirs, board, moves):
    """Whether the mover can make a line, and none for the other (Q8, Q9)."""
    if not lacks_one(mine, board):
        return False
    left = completing(mine, board) & ((np.uint64(1) << np.uint64(moves)) - np.uint64(1))
    while left != 0:
        move = bits.lowest(left)
        left &= left - np.uint64(1)
        if TAKEN[board, move] & theirs == 0:
            after = push(mine, board, move) | ENTERED[board, move]
            if has_line(after, board) and not has_line(push(theirs, board, move), board):
                return True
    return False


@kernel
def winning_push(mine, theirs, board, moves):
    """The first push that makes a line for the mover and none for the other; -1: there is none.

    It is played before anything else is thought of.
    """
    for move in range(moves):
        if TAKEN[board, move] & theirs == 0:
            after = push(mine, board, move) | ENTERED[board, move]
            if has_line(after, board) and not has_line(push(theirs, board, move), board):
                return move
    return -1


@kernel
def is_open(mine, theirs, reply, board, moves):
    """Whether a reply is allowed and leaves the first side no line at once; then the position.

    `mine` are the cubes of the side that is not to move.
    """
    if TAKEN[board, reply] & mine != 0:
        return False, mine, theirs
    theirs = push(theirs, board, reply) | ENTERED[board, reply]
    mine = push(mine, board, reply)
    if has_line(mine, board) or wins_at_once(mine, theirs, board, moves):
        return False, mine, theirs
    return True, mine, theirs


@kernel
def open_replies(mine, theirs, board, moves):
    """How many replies are open; `mine` are the cubes of the side that is not to move."""
    left = 0
    for reply in range(moves):
        if TAKEN[board, reply] & mine != 0:
            continue
        ours = push(mine, board, reply)
        if not lacks_one(ours, board):  # as it is for most: nothing else has to be looked at
            left += 1
        elif not has_line(ours, board):
            others = push(theirs, board, reply) | ENTERED[board, reply]
            if not wins_at_once(ours, others, board, moves):
                left += 1
    return left
