"""Quixo: the record of a game and its rules, as kernels in the order of the rulebook.

A set of cells is the bits of one integer, five to a row whatever the board's size:

    row 5   20 21 22 23 24
    row 4   15 16 17 18 19
    row 3   10 11 12 13 14        A board of size 3 or 4 uses the lower left corner.
    row 2    5  6  7  8  9
    row 1    0  1  2  3  4
             a  b  c  d  e

Action codes: a push is its number in `PUSHES` (in the team game plus `PUSH_LIMIT` when the dot is
turned to the team's second seat), `PASS` is the last.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.chance import below, scramble
from galda.core.kernels.kernel import kernel
from galda.core.kernels.record import record
from galda.core.kernels.writing import write_digits

State = record(
    ("cubes", np.uint32, (2,)),  # cells that show a cross, cells that show a circle
    ("dots", np.uint32),  # team game: cells whose dot points at the team's second seat
    ("quiet", np.uint16),  # turns in a row in which no blank cube was taken (Q10)
    ("passes", np.uint16),  # passes in a row (Q18)
    ("to_act", np.int8),
    ("result", np.int8),
    ("rows", np.int8),
    ("players", np.int8),
)

STRIDE = 5
SIZES = (3, 4, 5)
PUSH_LIMIT = 44  # Q7: pushes on the largest board
PASS = 2 * PUSH_LIMIT
QUIET_LIMIT = 100
DRAW_IN_SIGHT = 40
"""From this many quiet turns on the draw is within reach of a search: then the count matters."""
GOING, CROSSES_WON, CIRCLES_WON, DRAWN = 0, 1, 2, 3


def limits(options: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """What the fields of a state hold at least and at most with these options."""
    players, size = int(options["players"]), int(options["size"])
    return {
        "players": (players, players), "rows": (size, size), "to_act": (0, players - 1),
        "result": (GOING, DRAWN), "cubes": (0, 2 ** (STRIDE * STRIDE) - 1),
    }  # fmt: skip


def cells(size: int) -> list[int]:
    """The numbers of all cells, row by row from the bottom."""
    return [row * STRIDE + column for row in range(size) for column in range(size)]


def border(size: int) -> list[int]:
    """The cells whose cubes can be taken (Q4)."""
    rim = (0, size - 1)
    return [c for c in cells(size) if c // STRIDE in rim or c % STRIDE in rim]


def pushes(size: int) -> list[tuple[int, int]]:
    """Every (cell taken, cell entered): the ends of its row and column but itself (Q6, Q7)."""
    pairs: list[tuple[int, int]] = []
    for taken in border(size):
        row, column = divmod(taken, STRIDE)
        ends = (row * STRIDE, row * STRIDE + size - 1, column, (size - 1) * STRIDE + column)
        pairs += [(taken, end) for end in ends if end != taken]
    return pairs


def _bit_set(some_cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in some_cells)


def lane(taken: int, entered: int) -> tuple[range, int]:
    """The cells from the gap to the end that is pushed, both included, and the step between."""
    step = (1 if taken // STRIDE == entered // STRIDE else STRIDE) * (1 if entered > taken else -1)
    return range(taken, entered + step, step), step


PUSHES = {size: pushes(size) for size in SIZES}

# For each size (index size - 3) and push: the lane, how far its cubes shift, the bits involved.
LANE = np.zeros((3, PUSH_LIMIT), np.int64)
SHIFT_UP = np.zeros((3, PUSH_LIMIT), np.int64)
SHIFT_DOWN = np.zeros((3, PUSH_LIMIT), np.int64)
TAKEN = np.zeros((3, PUSH_LIMIT), np.int64)
ENTERED = np.zeros((3, PUSH_LIMIT), np.int64)
# For each size, row and set of five cells: the pushes that take one of these cells.
PUSHES_TAKING = np.zeros((3, STRIDE, 32), np.uint64)
BORDER = np.zeros(3, np.int64)
# Cells beyond a small board count as filled when looking for lines; these are the real ones.
BEYOND = np.zeros(3, np.int64)
FIRST_COLUMN = np.zeros(3, np.int64)
FIRST_ROW = np.zeros(3, np.int64)
DIAGONALS = np.zeros((3, 2), np.int64)

for _size in SIZES:
    _i = _size - SIZES[0]
    for _n, (_taken, _entered) in enumerate(PUSHES[_size]):
        _cells, _step = lane(_taken, _entered)
        LANE[_i, _n] = _bit_set(_cells)
        SHIFT_UP[_i, _n] = max(-_step, 0)
        SHIFT_DOWN[_i, _n] = max(_step, 0)
        TAKEN[_i, _n] = 1 << _taken
        ENTERED[_i, _n] = 1 << _entered
        for _row_set in range(32):
            if _row_set >> (_taken % STRIDE) & 1:
                PUSHES_TAKING[_i, _taken // STRIDE, _row_set] |= np.uint64(1 << _n)
    BORDER[_i] = _bit_set(border(_size))
    BEYOND[_i] = _bit_set(cells(STRIDE)) ^ _bit_set(cells(_size))
    FIRST_COLUMN[_i] = _bit_set(range(0, _size * STRIDE, STRIDE))
    FIRST_ROW[_i] = _bit_set(range(_size))
    DIAGONALS[_i, 0] = _bit_set(k * STRIDE + k for k in range(_size))
    DIAGONALS[_i, 1] = _bit_set(k * STRIDE + _size - 1 - k for k in range(_size))


@kernel
def setup(state, options, seed):
    """All cubes blank (Q1); crosses are seat 0 (and 2), `first` begins (Q2)."""
    state.players = options[0]
    state.rows = options[1]
    state.to_act = options[2] - 1


@kernel
def takeable(state):
    """The border cells whose cube the seat to act may take (Q4, Q13)."""
    side = state.to_act & 1
    theirs = np.int64(state.cubes[1 - side])
    barred = theirs
    if state.players == 4:
        mine = np.int64(state.cubes[side])
        second = np.int64(state.dots)
        barred |= mine & (~second if state.to_act >= 2 else second)
    return BORDER[state.rows - 3] & ~barred


@kernel
def legal_pushes(state):
    """The pushes the seat to act may make, as a set (Q6, Q7); none: it must pass (Q15)."""
    cells = np.uint64(takeable(state))
    table = PUSHES_TAKING[state.rows - 3]
    row = np.uint64(31)
    return (
        table[0, cells & row]
        | table[1, (cells >> np.uint64(5)) & row]
        | table[2, (cells >> np.uint64(10)) & row]
        | table[3, (cells >> np.uint64(15)) & row]
        | table[4, (cells >> np.uint64(20)) & row]
    )


@kernel
def legal(state, out):
    """List the legal actions: pushes, in the team game for each way to turn the dot (Q14)."""
    allowed = legal_pushes(state)
    n = 0
    while allowed != 0:
        out[n] = bits.lowest(allowed)
        allowed &= allowed - np.uint64(1)
        n += 1
    if n == 0:
        out[0] = PASS
        return 1
    if state.players == 4:
        for k in range(n):
            out[n + k] = out[k] + PUSH_LIMIT
        n *= 2
    return n


@kernel
def mark_legal(state, out, at, scratch):
    """Mark the legal actions without listing them."""
    allowed = legal_pushes(state)
    if allowed == 0:
        write_digits(out, at + PASS, np.uint64(1), 1, 1)
        return
    write_digits(out, at, allowed, PUSH_LIMIT, 1)
    if state.players == 4:
        write_digits(out, at + PUSH_LIMIT, allowed, PUSH_LIMIT, 1)


@kernel
def pick(state, random, scratch):
    """A random legal action, without listing them."""
    allowed = legal_pushes(state)
    n = bits.count(allowed)
    if n == 0:
        return PASS
    if state.players == 4:
        k = below(random, 2 * n)
        return bits.nth(allowed, k - n) + PUSH_LIMIT if k >= n else bits.nth(allowed, k)
    return bits.nth(allowed, below(random, n))


@kernel
def push(cells, board, move):
    """Shift the cells of a set along the lane of a push; the cell entered is left clear (Q6)."""
    lane = LANE[board, move]
    moved = ((cells & lane) << SHIFT_UP[board, move]) >> SHIFT_DOWN[board, move]
    return (cells & ~lane) | (moved & lane & ~ENTERED[board, move])


@kernel
def has_line(cells, board):
    """Whether a set fills a row, a column or a long diagonal (Q8)."""
    full = cells | BEYOND[board]
    rows = full & (full >> 1) & (full >> 2) & (full >> 3) & (full >> 4) & FIRST_COLUMN[board]
    columns = full & (full >> 5) & (full >> 10) & (full >> 15) & (full >> 20) & FIRST_ROW[board]
    rising, falling = DIAGONALS[board, 0], DIAGONALS[board, 1]
    return (rows | columns) != 0 or (cells & rising) == rising or (cells & falling) == falling


@kernel
def apply(state, action):
    """Play a push or a pass and see whether it ends the game."""
    seat = state.to_act
    state.to_act = seat + 1 if seat + 1 < state.players else 0
    if action == PASS:
        state.quiet += 1
        state.passes += 1
        if state.passes == 4 or state.quiet == QUIET_LIMIT:  # Q18, Q10
            state.result = DRAWN
        return
    side = seat & 1
    board = state.rows - 3
    second = action >= PUSH_LIMIT
    move = action - PUSH_LIMIT if second else action
    entered = ENTERED[board, move]
    mine, theirs = np.int64(state.cubes[side]), np.int64(state.cubes[1 - side])
    was_blank = (mine | theirs) & TAKEN[board, move] == 0
    mine = push(mine, board, move) | entered  # Q5
    theirs = push(theirs, board, move)
    state.cubes[side] = mine
    state.cubes[1 - side] = theirs
    if state.players == 4:
        dots = push(np.int64(state.dots), board, move)
        state.dots = dots | entered if second else dots
    state.quiet = 0 if was_blank else state.quiet + 1
    state.passes = 0
    if has_line(theirs, board):  # Q9, Q17: even when there is a line of one's own as well
        state.result = CIRCLES_WON - side
    elif has_line(mine, board):
        state.result = CROSSES_WON + side
    elif state.quiet == QUIET_LIMIT:
        state.result = DRAWN


@kernel
def is_over(state):
    """Whether a line was made or the game drawn."""
    return state.result != GOING


@kernel
def scores(state, out):
    """1 for each seat of the winning side, -1 for the others, 0 in a draw."""
    for seat in range(state.players):
        out[seat] = 0
        if state.result in (CROSSES_WON, CIRCLES_WON):
            out[seat] = 1 if state.result == CROSSES_WON + (seat & 1) else -1


@kernel
def key(state):
    """The cubes, the dots, who acts; how near a draw is once it is in sight."""
    cubes = (np.uint64(state.cubes[0]) << np.uint64(32)) | np.uint64(state.cubes[1])
    rest = (np.uint64(state.dots) << np.uint64(8)) | np.uint64(state.to_act)
    if state.quiet >= DRAW_IN_SIGHT:
        rest |= np.uint64(state.quiet) << np.uint64(40)
    return scramble(cubes ^ scramble(rest))


KERNELS = {
    "setup": setup,
    "legal": legal,
    "mark_legal": mark_legal,
    "pick": pick,
    "apply": apply,
    "is_over": is_over,
    "scores": scores,
    "key": key,
}
