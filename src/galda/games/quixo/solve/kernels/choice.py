"""Quixo: the one fixed way to choose a move that the proof follows, on processor and card alike.

The prover, the checker and the bot share this file. Everything is whole numbers, so it comes out
the same on every machine. A position is one number: the mover's cubes, the other's from bit 25 on;
it is turned and mirrored so that, read with three digits, it is the least of its eight images.

Every move gets a *mark*. A look at all replies says whether the move wins or loses at once, wins
next turn whatever the reply, or how many replies stay *open*: those after which the mover cannot
win at once. The network judges the board after the move; taken off are a cost for each open reply
and one for each own cube by its distance from a *form*: a row at the rim, from its end on. Who
always builds the same form meets fewer positions. The few moves with the best marks are looked at
once more, one turn further: their mark is the worst judgement after any open reply, less a cost
for each. The best mark is played; a patch says how many of the best are to be skipped. Patches are
kept apart by *risk*: how far the best mark is ahead of the next.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galda.core.kernels.kernel import kernel
from galda.core.kernels.network import MOST
from galda.core.kernels.packed import infer_packed, pack
from galda.games.quixo.ai.evaluation import DIGITS, TABLES, WEIGHTS, parts_of
from galda.games.quixo.rules import rules
from galda.games.quixo.solve.kernels import indexing
from galda.games.quixo.solve.kernels.threats import is_open, open_replies, wins_at_once

HALF = rules.STRIDE * rules.STRIDE
"""From this bit on stand the other's cubes."""
ONE_SIDE = (1 << HALF) - 1
WINS, FORCES = 300_000, 200_000
"""Judgements of a move that makes a line, and of one after which every reply lets one do so."""
LOSES, GIVES_AWAY = -150_000, -200_000
"""After the first the other side has a line at once; the second makes a line for it."""
STEP = 64
"""A mark is a judgement times this, and what is left says which move it is."""
NOT_A_MOVE = -(1 << 30)
"""The mark of a push that is not allowed."""
HIGHEST = (1 << 31) - 1

PARTS = 13
"""Of a board: its lines, and the cells in the middle."""
RAISED = 1 << 10
"""Added to each number of a table, so that none is below 0."""

RISKS = 6
"""Kinds of positions by how far the best mark is ahead of the next: hardly, to out of doubt."""
LEAST_AHEAD = 125
"""Behind this lies the greatest risk; each further kind reaches twice as far."""

ROW_AWAY, PLACE_AWAY = 10, 1
"""How far a cube is from the form for each row, and for each place in its row."""
POWERS = np.array([3 ** (rules.STRIDE * row) for row in range(rules.STRIDE)], np.int64)


class Guide(NamedTuple):
    """What the choice depends on: the board, the network, and how marks are given."""

    board: int
    moves: int
    """How many pushes there are on the board."""
    open_cost: int
    """Taken off a mark for each open reply."""
    form_cost: int
    """Taken off a mark for each step that own cubes are away from the form."""
    listed: int
    """How many moves are looked at once more."""
    listed_cost: int
    """Taken off their marks for each open reply."""
    forward: int
    """Added to their marks, so that they come before the others."""
    tables: Any
    weights: Any
    turns: Any
    forms: Any
    """For each symmetry, row and set of five cells: how far they are from the form."""


def form_table(size: int) -> npt.NDArray[np.int32]:
    """How far sets of five cells in each row are from the form, under each symmetry."""
    table = np.zeros((indexing.SYMMETRIES, rules.STRIDE, 32), np.int32)
    for symmetry in range(indexing.SYMMETRIES):
        places = indexing.turned(size, symmetry)
        for cell in rules.cells(size):
            row, place = divmod(places[cell], rules.STRIDE)
            holding = (np.arange(32) >> (cell % rules.STRIDE)) & 1
            table[symmetry, cell // rules.STRIDE] += holding * (ROW_AWAY * row + PLACE_AWAY * place)
    return table.reshape(-1)


def guide_for(
    size: int, *, open_cost: int, form_cost: int, listed: int, listed_cost: int, forward: int
) -> Guide:
    """The guide for a size of board."""
    board = size - rules.SIZES[0]
    return Guide(
        board=board,
        moves=len(rules.PUSHES[size]),
        open_cost=open_cost,
        form_cost=form_cost,
        listed=listed,
        listed_cost=listed_cost,
        forward=forward,
        tables=pack(TABLES[board], PARTS, RAISED),
        weights=WEIGHTS[board].astype(np.int32),
        turns=indexing.turn_table(size),
        forms=form_table(size),
    )


def placed(guide: Guide, put: Callable[[Any], Any]) -> Guide:
    """A guide whose arrays are where `put` has put them."""
    return guide._replace(**{
        name: put(part) for name, part in guide._asdict().items() if isinstance(part, np.ndarray)
    })  # fmt: skip


@kernel
def judge(mine, theirs, guide):
    """What the network says of a position for the mover."""
    return infer_packed(parts_of(mine, theirs), guide.tables, guide.weights, PARTS * RAISED)


@kernel
def from_form(mine, guide):
    """How far a set of cubes is from the form, in the image that is nearest."""
    nearest = np.int64(1 << 30)
    for symmetry in range(indexing.SYMMETRIES):
        away = np.int64(0)
        for row in range(rules.STRIDE):
            at = symmetry * indexing.ROWS_OF_FIVE + 32 * row + ((mine >> (rules.STRIDE * row)) & 31)
            away += guide.forms[at]
        nearest = min(nearest, away)
    return nearest


@kernel
def mark_of(mine, theirs, move, guide):
    """The mark of a move, without looking further than the replies."""
    board = guide.board
    if rules.TAKEN[board, move] & theirs != 0:
        return NOT_A_MOVE
    mine = rules.push(mine, board, move) | rules.ENTERED[board, move]
    theirs = rules.push(theirs, board, move)
    if rules.has_line(theirs, board):
        judged = GIVES_AWAY
    elif rules.has_line(mine, board):
        judged = WINS
    elif wins_at_once(theirs, mine, board, guide.moves):
        judged = LOSES
    else:
        left = open_replies(mine, theirs, board, guide.moves)
        judged = np.int64(FORCES)
        if left > 0:
            judged = -judge(theirs, mine, guide) - guide.open_cost * left
            judged -= guide.form_cost * from_form(mine, guide)
    return judged * STEP + STEP - 1 - move


@kernel
def deep_mark_of(mine, theirs, move, guide):
    """The mark of a move on the short list: the worst that any open reply makes of it."""
    board = guide.board
    mine = rules.push(mine, board, move) | rules.ENTERED[board, move]
    theirs = rules.push(theirs, board, move)
    worst, left = MOST, 0
    for reply in range(guide.moves):
        stays, ours, others = is_open(mine, theirs, reply, board, guide.moves)
        if stays:
            left += 1
            worst = min(worst, judge(ours, others, guide))
    judged = guide.forward + worst - guide.listed_cost * left
    return judged * STEP + STEP - 1 - move


@kernel
def next_mark(marks, first, count, above):
    """The highest of `count` marks that is lower than `above`."""
    best = NOT_A_MOVE
    for k in range(first, first + count):
        if best < marks[k] < above:
            best = marks[k]
    return best


@kernel
def move_of(mark):
    """The move that a mark belongs to."""
    return STEP - 1 - (mark & (STEP - 1))


@kernel
def is_decided(mark):
    """Whether a mark says for certain how the move ends."""
    return mark >= FORCES * STEP or mark < (LOSES + 1) * STEP


@kernel
def mark_span(start, stop, guide, positions, marks):
    """Give marks to moves `start` to `stop`, counted over all positions of a list."""
    for k in range(start, stop):
        position = positions[k // guide.moves]
        mine, theirs = position & ONE_SIDE, position >> HALF
        marks[k] = mark_of(mine, theirs, k % guide.moves, guide)
    return 0


@kernel
def list_span(start, stop, guide, marks, listed):
    """Write down the moves of positions `start` to `stop` that are looked at once more, else -1."""
    for k in range(start, stop):
        above = HIGHEST
        for place in range(guide.listed):
            above = next_mark(marks, k * guide.moves, guide.moves, above)
            listed[k * guide.listed + place] = -1 if is_decided(above) else move_of(above)
            if is_decided(above):
                above = NOT_A_MOVE
    return 0


@kernel
def deepen_span(start, stop, guide, positions, listed, marks):
    """Give new marks to the listed moves `start` to `stop`."""
    for k in range(start, stop):
        if listed[k] >= 0:
            number = k // guide.listed
            position = positions[number]
            mine, theirs = position & ONE_SIDE, position >> HALF
            mark = deep_mark_of(mine, theirs, np.int64(listed[k]), guide)
            marks[number * guide.moves + listed[k]] = mark
    return 0


def mark_all(
    do: Callable[..., int], guide: Guide, positions: Any, count: int, marks: Any, listed: Any
) -> None:
    """Give marks to all moves of `count` positions; `do` runs kernels on a device."""
    do(mark_span, count * guide.moves, guide, positions, marks)
    do(list_span, count, guide, marks, listed)
    do(deepen_span, count * guide.listed, guide, positions, listed, marks)


@kernel
def risk_of(marks, first, count, best):
    """How risky it is to play the best of `count` marks: 0 the most."""
    ahead = (np.int64(best) - np.int64(next_mark(marks, first, count, best))) // STEP
    risk, limit = 0, LEAST_AHEAD
    while risk < RISKS - 1 and ahead >= limit:
        risk, limit = risk + 1, 2 * limit
    return risk


@kernel
def number_of(mine, theirs):
    """A position read with three digits, the first cell's being the last."""
    number = np.int64(0)
    for row in range(rules.STRIDE):
        one, other = (mine >> (rules.STRIDE * row)) & 31, (theirs >> (rules.STRIDE * row)) & 31
        number += POWERS[row] * (DIGITS[one] + 2 * DIGITS[other])
    return number


@kernel
def least_image(mine, theirs, turns):
    """The position among the eight images whose number is least; its number, the symmetry."""
    least, by, position = number_of(mine, theirs), 0, mine | (theirs << HALF)
    for symmetry in range(1, indexing.SYMMETRIES):
        one, other = indexing.turn(mine, symmetry, turns), indexing.turn(theirs, symmetry, turns)
        number = number_of(one, other)
        if number < least:
            least, by, position = number, symmetry, one | (other << HALF)
    return position, least, by


def positions_of(numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The positions that have these numbers."""
    left = numbers.astype(np.int64)
    positions = np.zeros(len(left), np.int64)
    for cell in range(HALF):
        left, digit = np.divmod(left, 3)
        positions |= (digit == 1).astype(np.int64) << cell
        positions |= (digit == 2).astype(np.int64) << (HALF + cell)
    return positions


def numbers_of(positions: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Positions read with three digits."""
    numbers = np.zeros(len(positions), np.int64)
    for cell in range(HALF):
        mine, theirs = (positions >> cell) & 1, (positions >> (HALF + cell)) & 1
        numbers += 3**cell * (mine + 2 * theirs)
    return numbers
