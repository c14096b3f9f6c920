"""Quixo: kernels of the checker, which walks all positions that the player of a proof can meet.

It knows the rules and the code that chooses a move (`choice.py`), nothing of the solution and
nothing of the prover. What has been met is kept in a hash table of positions' numbers.
"""

from typing import Any, NamedTuple

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.atomic import atomic_add, atomic_claim
from galda.core.kernels.chance import scramble
from galda.core.kernels.kernel import kernel
from galda.games.quixo.rules.rules import ENTERED, TAKEN, has_line, push
from galda.games.quixo.solve.kernels import choice
from galda.games.quixo.solve.kernels.patches import chosen_mark
from galda.games.quixo.solve.kernels.threats import winning_push

QUEUES = 3
"""By the number of cubes: a turn and its reply add none, one or two."""
LOST_POSITION, NO_MOVE_LEFT = 0, 1
"""Kinds of faults: the other side makes a line; a patch skips all moves there are."""
NOWHERE = -1
"""In a list of where replies lead: the game is over, or this is no reply."""


class Known(NamedTuple):
    """The positions met, in three parts that are each a queue and a hash table of the same."""

    queues: Any
    tables: Any
    counts: Any
    room: int
    """Positions in each queue, at most."""
    mask: int
    """Places in each table, less 1; they are a power of two."""


class Faults(NamedTuple):
    """How many faults of each kind were found, and a position for each."""

    counts: Any
    examples: Any


@kernel
def choose_span(start, stop, guide, positions, marks, patches, chosen, faults):
    """Choose the moves of positions `start` to `stop`, whose moves have marks."""
    for k in range(start, stop):
        mark = chosen_mark(positions[k], marks, k * guide.moves, guide.moves, patches)
        if mark == choice.NOT_A_MOVE:
            note(faults, NO_MOVE_LEFT, positions[k])
            chosen[k] = NOWHERE
        else:
            chosen[k] = choice.move_of(mark)
    return 0


@kernel
def note(faults, kind, position):
    """Write a fault down."""
    atomic_add(faults.counts, np.int64(kind), np.int64(1))
    faults.examples[kind] = position


@kernel
def add(position, number, known):
    """Add a position to what is known; return whether it was new."""
    part = bits.count((position & choice.ONE_SIDE) | (position >> choice.HALF)) % QUEUES
    begin, mark = part * (known.mask + 1), np.int64(number + 1)
    slot = np.int64(scramble(np.uint64(number)) & np.uint64(known.mask))
    while True:
        held = np.int64(atomic_claim(known.tables, np.int64(begin + slot), np.int64(0), mark))
        if held == mark:
            return False
        if held == 0:
            at = np.int64(atomic_add(known.counts, np.int64(part), np.int64(1)))
            known.queues[part * known.room + at] = position
            return True
        slot = (slot + 1) & known.mask


@kernel
def reply_span(start, stop, guide, positions, chosen, known, faults, leads):
    """Play replies `start` to `stop`, over all positions, after the chosen moves.

    Returns the sum of what the new positions add to the checksum. `leads` is told the number of
    the position that each reply leads to, if it has room.
    """
    board, sums = guide.board, np.int64(0)
    for k in range(start, stop):
        if len(leads) > 1:
            leads[k] = NOWHERE
        position, move = positions[k // guide.moves], np.int64(chosen[k // guide.moves])
        if move == NOWHERE:
            continue
        mine = push(position & choice.ONE_SIDE, board, move) | ENTERED[board, move]
        theirs = push(position >> choice.HALF, board, move)
        if has_line(theirs, board):
            note(faults, LOST_POSITION, position)
            continue
        reply = k % guide.moves
        if has_line(mine, board) or TAKEN[board, reply] & mine != 0:
            continue
        theirs = push(theirs, board, reply) | ENTERED[board, reply]
        mine = push(mine, board, reply)
        if has_line(mine, board):
            continue
        if has_line(theirs, board):
            note(faults, LOST_POSITION, position)
            continue
        if winning_push(mine, theirs, board, guide.moves) >= 0:
            continue
        image, number, _ = choice.least_image(mine, theirs, guide.turns)
        if len(leads) > 1:
            leads[k] = number
        if add(image, number, known):
            sums += np.int64(scramble(np.uint64(number)))
    return sums


@kernel
def add_span(start, stop, positions, known, guide):
    """Add positions of a list to what is known; return what they add to the checksum."""
    sums = np.int64(0)
    for k in range(start, stop):
        image, number, _ = choice.least_image(
            positions[k] & choice.ONE_SIDE, positions[k] >> choice.HALF, guide.turns
        )
        if add(image, number, known):
            sums += np.int64(scramble(np.uint64(number)))
    return sums
