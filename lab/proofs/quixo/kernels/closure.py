"""Quixo: kernels that find all positions the fixed choice can meet, and mend it by the solution.

The prover's own: the bot and the checker know nothing of it. Positions are found in the solution
and ticked off in a bitmap by the solution's own numbering (`indexing.py`). What is met for the
first time waits in a queue, one of three by the number of cubes: a turn and its reply lead to as
many cubes, to one more or to two more.
"""

from typing import Any, NamedTuple

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.atomic import atomic_add, atomic_or
from galda.core.kernels.chance import STEP as STEP_ASIDE
from galda.core.kernels.chance import below, scramble
from galda.core.kernels.kernel import kernel
from galda.core.kernels.static_function import passes
from galda.games.quixo.rules.rules import BEYOND, ENTERED, TAKEN, has_line, push
from galda.games.quixo.solve.kernels.choice import (
    FORCES,
    HALF,
    HIGHEST,
    NOT_A_MOVE,
    ONE_SIDE,
    STEP,
    least_image,
    move_of,
    next_mark,
    number_of,
    risk_of,
)
from galda.games.quixo.solve.kernels.indexing import (
    EVERYWHERE,
    LOW,
    LOW_BITS,
    SYMMETRY_BITS,
    WORD,
    lay,
    squeeze,
    turn,
    u32,
)
from galda.games.quixo.solve.kernels.retrograde import LOST, WON
from galda.games.quixo.solve.kernels.threats import is_open

QUEUES = 3
UNRANKED = 255
"""The rank of a position that is not decided, or not yet."""
NO_MOVE = -1
"""Chosen where the game is won by search, so that nothing has to be followed."""
NO_SAFE_MOVE = -2
"""Chosen where every move loses what the position is worth: then the solution is wrong."""


class Places(NamedTuple):
    """What finds a position in the solution."""

    states: Any
    found: Any
    rooms: Any
    shapes: Any
    """For each layer, by the cubes of both, its first word and the words in a row."""
    starts: Any
    """Where the patterns of each number of cells begin."""
    turns: Any
    squeezed: Any
    low: Any
    high: Any


class Met(NamedTuple):
    """What has been met, and what waits."""

    ticked: Any
    """A bit for each place of the solution."""
    queues: Any
    """Three queues of so much room, one after the other."""
    waiting: Any
    """How many each of them holds."""
    room: int
    rate: int
    """Of so many positions one is met, by chance, and the others are passed over."""


class Mended(NamedTuple):
    """The patches of a layer: where in the queue, and how many of the best moves are skipped."""

    places: Any
    skipped: Any
    count: Any
    room: int


RISK_BIT = 2 * HALF
"""In a queue, from this bit of a position on, stands what is known of it when it is settled:"""
FOLLOWED = 1 << 3
"""that it is played on from, and in the bits below, the risk."""


@kernel
def place_in(mine, theirs, places):
    """The number of a position's place in the solution."""
    own, rest = bits.count(mine), bits.count(theirs)
    key, other = (mine, theirs) if own >= rest else (theirs, mine)
    larger, smaller = max(own, rest), min(own, rest)
    entry = np.int64(places.found[key])
    row = entry >> SYMMETRY_BITS
    turned = turn(other, entry & 7, places.turns)
    word = np.int64(squeeze(turned, places.rooms[places.starts[larger] + row], places.squeezed))
    column = np.int64(places.high[smaller, word >> LOW_BITS]) + np.int64(places.low[word & LOW])
    return WORD * (places.shapes[own, rest, 0] + row * places.shapes[own, rest, 1]) + column


@kernel
def code_in(place, places):
    """The two bits at a place of the solution."""
    return (np.int64(places.states[place >> 4]) >> (2 * (place & 15))) & 3


@kernel
def keeps(mine, theirs, move, board, places, ranks):
    """Whether a move keeps what a position is worth.

    Without `ranks` it is enough not to lose. With them a won position must be won: the move leads
    to a lost one, and either takes a blank cube or comes nearer to the end.
    """
    ours = push(mine, board, move) | ENTERED[board, move]
    others = push(theirs, board, move)
    after = place_in(others, ours, places)
    value = code_in(after, places)
    if len(ranks) <= 1:
        return value != WON
    here = place_in(mine, theirs, places)
    if code_in(here, places) != WON:
        return value != WON
    return value == LOST and (TAKEN[board, move] & mine == 0 or ranks[after] < ranks[here])


@kernel
def settle_span(start, stop, first, guide, positions, marks, chosen, places, ranks, mended):
    """Choose the moves of positions `start` to `stop`; return how many search has settled.

    `first` is where in the queue the positions begin. There the risk of each is noted.
    """
    settled = 0
    for k in range(start, stop):
        mine, theirs = positions[k] & ONE_SIDE, (positions[k] >> HALF) & ONE_SIDE
        above, left_out = HIGHEST, 0
        best = next_mark(marks, k * guide.moves, guide.moves, HIGHEST)
        if best < FORCES * STEP:
            risk = risk_of(marks, k * guide.moves, guide.moves, best)
            positions[k] |= np.int64(FOLLOWED | risk) << RISK_BIT
        while True:
            above = next_mark(marks, k * guide.moves, guide.moves, above)
            if above >= FORCES * STEP:
                chosen[k] = NO_MOVE
                settled += 1
                break
            if above == NOT_A_MOVE:
                chosen[k] = NO_SAFE_MOVE
                break
            if keeps(mine, theirs, move_of(above), guide.board, places, ranks):
                chosen[k] = move_of(above)
                break
            left_out += 1
        if left_out > 0:
            at = np.int64(atomic_add(mended.count, np.int64(0), np.int64(1)))
            if at < mended.room:
                mended.places[at] = first + k
                mended.skipped[at] = left_out
    return settled


@kernel
def risk_span(start, stop, risk, positions):
    """How many positions that are played on from have a risk."""
    found = 0
    for k in range(start, stop):
        if positions[k] >> RISK_BIT == FOLLOWED | risk:
            found += 1
    return found


@kernel
def suspect_span(start, stop, risk, positions, table, words, suspects, count):
    """Collect the numbers of positions with a risk that pass the filter of a sieve."""
    for k in range(start, stop):
        if positions[k] >> RISK_BIT == FOLLOWED | risk:
            number = number_of(positions[k] & ONE_SIDE, (positions[k] >> HALF) & ONE_SIDE)
            if passes(number, table, 0, words):
                at = np.int64(atomic_add(count, np.int64(0), np.int64(1)))
                if at < len(suspects):
                    suspects[at] = number
    return 0


@kernel
def plain_span(start, stop, positions, found):
    """Copy positions without what is known of them."""
    for k in range(start, stop):
        found[k] = positions[k] & ((np.int64(1) << RISK_BIT) - 1)
    return 0


@kernel
def gather_span(start, stop, places, positions, found):
    """Copy what a queue holds at some places."""
    for k in range(start, stop):
        found[k] = positions[places[k]]
    return 0


@kernel
def count_span(start, stop, wanted, numbers):
    """How often a number is among `numbers`."""
    found = 0
    for k in range(start, stop):
        if numbers[k] == wanted:
            found += 1
    return found


@kernel
def meet(position, number, places, met):
    """Tick a position off; return whether it was new, and then it waits in its queue."""
    if met.rate > 1 and below(scramble(np.uint64(number) ^ STEP_ASIDE), met.rate) != 0:
        return False
    mine, theirs = position & ONE_SIDE, position >> HALF
    place = place_in(mine, theirs, places)
    bit = u32(u32(1) << u32(place & 31))
    if u32(atomic_or(met.ticked, np.int64(place >> 5), bit)) & bit != 0:
        return False
    queue = bits.count(mine | theirs) % QUEUES
    at = np.int64(atomic_add(met.waiting, np.int64(queue), np.int64(1)))
    if at < met.room:
        met.queues[queue * met.room + at] = position
    return True


@kernel
def reply_span(start, stop, guide, positions, chosen, places, met):
    """Meet what open replies `start` to `stop`, over all positions, make of the chosen moves."""
    board, sums = guide.board, np.int64(0)
    for k in range(start, stop):
        position, move = positions[k // guide.moves], np.int64(chosen[k // guide.moves])
        if move < 0:
            continue
        mine = push(position & ONE_SIDE, board, move) | ENTERED[board, move]
        theirs = push((position >> HALF) & ONE_SIDE, board, move)
        stays, ours, others = is_open(mine, theirs, k % guide.moves, board, guide.moves)
        if stays:
            image, number, _ = least_image(ours, others, places.turns)
            if meet(image, number, places, met):
                sums += np.int64(scramble(np.uint64(number)))
    return sums


@kernel
def meet_span(start, stop, positions, places, met):
    """Meet positions of a list: those that a proof begins with, or that waited in another run."""
    sums = np.int64(0)
    for k in range(start, stop):
        mine, theirs = positions[k] & ONE_SIDE, positions[k] >> HALF
        image, number, _ = least_image(mine, theirs, places.turns)
        if meet(image, number, places, met):
            sums += np.int64(scramble(np.uint64(number)))
    return sums


@kernel
def value_span(start, stop, positions, places, codes):
    """Look positions of a list up in the solution."""
    for k in range(start, stop):
        place = place_in(positions[k] & ONE_SIDE, positions[k] >> HALF, places)
        codes[k] = code_in(place, places)
    return 0


@kernel
def is_ranked(mine, theirs, code, rank, board, moves, places, ranks):
    """Whether blank cubes, and own cubes that lead to lower ranks, decide a position."""
    if has_line(mine, board) or has_line(theirs, board):
        return True
    for move in range(moves):
        taken = TAKEN[board, move]
        if taken & theirs != 0 or (code == LOST and taken & mine == 0):
            continue
        ours = push(mine, board, move) | ENTERED[board, move]
        after = place_in(push(theirs, board, move), ours, places)
        lower = taken & mine == 0 or ranks[after] < rank
        if code == WON and lower and code_in(after, places) == LOST:
            return True
        if code == LOST and not lower:
            return False
    return code == LOST


@kernel
def rank_span(start, stop, rank, plan, columns, places, ranks):
    """Give a rank to positions of words `start` to `stop` of a layer; return to how many."""
    given = 0
    for item in range(start, stop):
        row, first = item // plan.words, (item % plan.words) * WORD
        free = np.int64(u32(places.rooms[plan.patterns + row]))
        key = ~(free | BEYOND[plan.board]) & EVERYWHERE
        for k in range(min(WORD, plan.columns - first)):
            place = WORD * (plan.base + item) + k
            code = code_in(place, places)
            if code not in (WON, LOST) or ranks[place] != UNRANKED:
                continue
            other = lay(np.int64(columns.words[first + k]), free, columns.spread, columns.width)
            mine, theirs = (key, other) if plan.key_moves != 0 else (other, key)
            if is_ranked(mine, theirs, code, rank, plan.board, plan.moves, places, ranks):
                ranks[place] = rank
                given += 1
    return given
