"""Quixo: kernels that close a proof with few positions.

All positions met are in one hash table of their numbers, each with what was chosen there. Of the
moves that keep what a position is worth, by the solution, the first few by the choice's marks are
*candidates*: each costs as much as the new positions that it leads to, and the bits that naming it
takes. A batch chooses before what it leads to is added. When a set is closed, each position gets
a *worth*, its share of the set: what it costs in another pass.
"""

from typing import Any, NamedTuple

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.atomic import atomic_add, atomic_claim
from galda.core.kernels.chance import scramble
from galda.core.kernels.kernel import kernel
from galda.games.quixo.rules.rules import ENTERED, STRIDE, push
from galda.games.quixo.solve.kernels.choice import (
    FORCES,
    HALF,
    HIGHEST,
    NOT_A_MOVE,
    ONE_SIDE,
    RISKS,
    STEP,
    least_image,
    move_of,
    next_mark,
    number_of,
    risk_of,
)
from galda.games.quixo.solve.kernels.threats import is_open
from lab.proofs.quixo.kernels.closure import (
    FOLLOWED,
    NO_MOVE,
    NO_SAFE_MOVE,
    RISK_BIT,
    keeps,
)

NUMBER_BITS = 40
"""A slot of the table holds a position's number and 1, and from this bit on what is known of it:"""
NUMBER = (1 << NUMBER_BITS) - 1
CHOSEN = 1 << NUMBER_BITS
"""that nothing has to be chosen there any more,"""
PLAYED = CHOSEN << 1
"""that it is played on from, and not won by search,"""
RISK_AT = NUMBER_BITS + 2
RANK_AT = NUMBER_BITS + 5
"""its risk, and how many moves with better marks are skipped."""
MOVE_AT = RANK_AT + 6
"""At last the move itself."""
RANKS = STEP
"""More than there are moves."""
NOT_THERE = -1
ADDED = 3
"""A turn and its reply add no cube, one or two."""
ROWS_OF_THREE = 3**STRIDE

ONES, TWOS = np.zeros(ROWS_OF_THREE, np.int64), np.zeros(ROWS_OF_THREE, np.int64)
"""For each number of a row the cells with a one, and those with a two."""
for _code in range(ROWS_OF_THREE):
    for _cell in range(STRIDE):
        _digit = _code // 3**_cell % 3
        ONES[_code] |= (_digit == 1) << _cell
        TWOS[_code] |= (_digit == 2) << _cell


class Known(NamedTuple):
    """A set of positions: a hash table of a power of two of slots."""

    slots: Any
    mask: int


class Stacks(NamedTuple):
    """What waits: a stack for each number of cubes; what finds no room is in the table alone."""

    positions: Any
    counts: Any
    room: int


class Prices(NamedTuple):
    """What new positions cost."""

    weights: Any
    """By their cubes, and the cubes added."""
    before: Known
    """The set of the pass before,"""
    shares: Any
    """and what each of its slots costs."""


@kernel
def position_at(number):
    """The position that has a number."""
    mine, theirs = np.int64(0), np.int64(0)
    for row in range(STRIDE):
        code, number = number % ROWS_OF_THREE, number // ROWS_OF_THREE
        mine |= ONES[code] << (STRIDE * row)
        theirs |= TWOS[code] << (STRIDE * row)
    return mine | (theirs << HALF)


@kernel
def cubes_of(position):
    """How many cubes are not blank."""
    return bits.count((position & ONE_SIDE) | (position >> HALF))


@kernel
def slot_of(number, known):
    """Where a number is in a set, else `NOT_THERE`."""
    slot = np.int64(scramble(np.uint64(number)) & np.uint64(known.mask))
    while True:
        held = known.slots[slot] & NUMBER
        if held == number + 1:
            return slot
        if held == 0:
            return np.int64(NOT_THERE)
        slot = (slot + 1) & known.mask


@kernel
def put(entry, known):
    """Put a number, with what is known of it, into a set; return whether it is new there."""
    slot = np.int64(scramble(np.uint64((entry & NUMBER) - 1)) & np.uint64(known.mask))
    while True:
        held = np.int64(atomic_claim(known.slots, slot, np.int64(0), np.int64(entry)))
        if held == 0:
            return True
        if held & NUMBER == entry & NUMBER:
            return False
        slot = (slot + 1) & known.mask


@kernel
def wait(position, stacks):
    """Put a position on its stack, if there is room."""
    cubes = cubes_of(position)
    at = np.int64(atomic_add(stacks.counts, np.int64(cubes), np.int64(1)))
    if at < stacks.room:
        stacks.positions[cubes * stacks.room + at] = position


@kernel
def meet_span(start, stop, positions, turns, known, stacks):
    """Meet positions of a list; return how many are new."""
    new = 0
    for k in range(start, stop):
        image, number, _ = least_image(positions[k] & ONE_SIDE, positions[k] >> HALF, turns)
        if put(np.int64(number + 1), known):
            wait(image, stacks)
            new += 1
    return new


@kernel
def take_span(start, stop, first, stacks, batch):
    """Copy what lies on a stack from `first` on, counted over all stacks."""
    for k in range(start, stop):
        batch[k] = stacks.positions[first + k]
    return 0


@kernel
def candidate_span(
    start, stop, guide, positions, marks, places, ranks, most, candidates, costs, risks
):  # fmt: skip
    """List the candidates of positions `start` to `stop`: how many are skipped, and the move.

    Where search wins the first says `NO_MOVE`, and where nothing is safe `NO_SAFE_MOVE`.
    """
    for k in range(start, stop):
        mine, theirs = positions[k] & ONE_SIDE, positions[k] >> HALF
        first = k * guide.moves
        above = next_mark(marks, first, guide.moves, HIGHEST)
        found, skipped = 0, 0
        for n in range(most):
            candidates[k * most + n] = NO_SAFE_MOVE
            costs[k * most + n] = 0
        if above >= FORCES * STEP:
            candidates[k * most] = NO_MOVE
            continue
        risks[k] = risk_of(marks, first, guide.moves, above)
        while above > NOT_A_MOVE and found < most:
            move = move_of(above)
            if keeps(mine, theirs, move, guide.board, places, ranks):
                candidates[k * most + found] = skipped * STEP + move
                found += 1
            above = next_mark(marks, first, guide.moves, above)
            skipped += 1
    return 0


@kernel
def cost_span(start, stop, guide, positions, most, candidates, prices, known, costs):
    """Add up what open replies `start` to `stop`, over all candidates, lead to anew."""
    board = guide.board
    for k in range(start, stop):
        at = k // guide.moves
        candidate = np.int64(candidates[at])
        if candidate < 0:
            continue
        position, move = positions[at // most], candidate % STEP
        mine = push(position & ONE_SIDE, board, move) | ENTERED[board, move]
        theirs = push(position >> HALF, board, move)
        stays, ours, others = is_open(mine, theirs, k % guide.moves, board, guide.moves)
        if stays:
            _, number, _ = least_image(ours, others, guide.turns)
            if slot_of(number, known) == NOT_THERE:
                there = slot_of(number, prices.before)
                if there == NOT_THERE:
                    cubes = cubes_of(ours | (others << HALF))
                    price = prices.weights[cubes * ADDED + cubes - cubes_of(position)]
                else:
                    price = prices.shares[there]
                atomic_add(costs, np.int64(at), np.int64(price))
    return 0


@kernel
def pick_span(
    start, stop, positions, most, candidates, costs, risks, rank_costs, known, chosen, tally
):  # fmt: skip
    """Take the cheapest candidates of positions `start` to `stop`; return how many are settled.

    The first of those that cost the same is taken. `tally` counts by risk how many were skipped.
    """
    settled = 0
    for k in range(start, stop):
        slot = slot_of(number_of(positions[k] & ONE_SIDE, positions[k] >> HALF), known)
        first = np.int64(candidates[k * most])
        chosen[k] = first
        if first < 0:
            known.slots[slot] |= CHOSEN
            settled += first == NO_MOVE
            continue
        risk, cheapest = np.int64(risks[k]), np.int64(1 << 62)
        for n in range(most):
            candidate = np.int64(candidates[k * most + n])
            if candidate < 0:
                break
            cost = np.int64(costs[k * most + n])
            cost += rank_costs[risk * RANKS + candidate // STEP]
            if cost < cheapest:
                cheapest, first = cost, candidate
        chosen[k] = first % STEP
        rank = first // STEP
        what = CHOSEN | PLAYED | (risk << RISK_AT) | (rank << RANK_AT)
        known.slots[slot] |= what | ((first % STEP) << MOVE_AT)
        atomic_add(tally, np.int64(risk * RANKS + rank), np.int64(1))
    return settled


@kernel
def reply_span(start, stop, guide, positions, chosen, known, stacks):
    """Meet what open replies `start` to `stop`, over all positions, make of the chosen moves.

    Returns how many positions are new.
    """
    board, new = guide.board, 0
    for k in range(start, stop):
        position, move = positions[k // guide.moves], np.int64(chosen[k // guide.moves])
        if move < 0:
            continue
        mine = push(position & ONE_SIDE, board, move) | ENTERED[board, move]
        theirs = push(position >> HALF, board, move)
        stays, ours, others = is_open(mine, theirs, k % guide.moves, board, guide.moves)
        if stays:
            image, number, _ = least_image(ours, others, guide.turns)
            if put(np.int64(number + 1), known):
                wait(image, stacks)
                new += 1
    return new


@kernel
def copy_span(start, stop, slots, known):
    """Put what slots `start` to `stop` of another table hold into a set."""
    for k in range(start, stop):
        if slots[k] != 0:
            put(slots[k], known)
    return 0


@kernel
def wait_span(start, stop, known, stacks):
    """Put all positions in which nothing is chosen yet on the stacks; return how many there are."""
    found = 0
    for k in range(start, stop):
        if known.slots[k] != 0 and known.slots[k] & CHOSEN == 0:
            wait(position_at((known.slots[k] & NUMBER) - 1), stacks)
            found += 1
    return found


@kernel
def census_span(start, stop, known, counts):
    """Count positions by cubes; return what they add to the checksum."""
    sums = np.int64(0)
    for k in range(start, stop):
        if known.slots[k] != 0:
            number = (known.slots[k] & NUMBER) - 1
            atomic_add(counts, np.int64(cubes_of(position_at(number))), np.int64(1))
            sums += np.int64(scramble(np.uint64(number)))
    return sums


@kernel
def gather_span(start, stop, cubes, known, count, found, ranks):
    """List the positions with so many cubes, with their risks, and how many moves are skipped."""
    for k in range(start, stop):
        entry = known.slots[k]
        if entry != 0:
            position = position_at((entry & NUMBER) - 1)
            if cubes_of(position) == cubes:
                at = np.int64(atomic_add(count, np.int64(0), np.int64(1)))
                if entry & PLAYED != 0:
                    risk = (entry >> RISK_AT) & (FOLLOWED - 1)
                    position |= np.int64(FOLLOWED | risk) << RISK_BIT
                found[at] = position
                ranks[at] = (entry >> RANK_AT) & (RANKS - 1)
    return 0


@kernel
def reply_slot(entry, reply, guide, known):
    """Where an open reply to what was chosen leads, else `NOT_THERE`."""
    board, position = guide.board, position_at((entry & NUMBER) - 1)
    move = (entry >> MOVE_AT) & (STEP - 1)
    mine = push(position & ONE_SIDE, board, move) | ENTERED[board, move]
    theirs = push(position >> HALF, board, move)
    stays, ours, others = is_open(mine, theirs, reply, board, guide.moves)
    if not stays:
        return np.int64(NOT_THERE)
    _, number, _ = least_image(ours, others, guide.turns)
    return slot_of(number, known)


@kernel
def start_span(start, stop, positions, known, leads):
    """Count that a set begins with positions of a list."""
    for k in range(start, stop):
        slot = slot_of(number_of(positions[k] & ONE_SIDE, positions[k] >> HALF), known)
        atomic_add(leads, slot, np.int64(1))
    return 0


@kernel
def lead_span(start, stop, guide, known, leads):
    """Count how often replies `start` to `stop`, over all slots, lead to each position."""
    for k in range(start, stop):
        entry = known.slots[k // guide.moves]
        if entry & PLAYED != 0:
            to = reply_slot(entry, k % guide.moves, guide, known)
            if to != NOT_THERE:
                atomic_add(leads, to, np.int64(1))
    return 0


@kernel
def worth_span(start, stop, unit, cubes, guide, known, leads, worths, anew):
    """Find out anew what positions with so many cubes are worth: themselves, and shares of more."""
    for k in range(start, stop):
        entry = known.slots[k]
        if entry == 0 or cubes_of(position_at((entry & NUMBER) - 1)) != cubes:
            continue
        worth = np.int64(unit)
        if entry & PLAYED != 0:
            for reply in range(guide.moves):
                to = reply_slot(entry, reply, guide, known)
                if to != NOT_THERE:
                    worth += worths[to] // leads[to]
        anew[k] = worth
    return 0


@kernel
def same_span(start, stop, cubes, known, anew, worths, sums):
    """Take over what was found anew for positions with so many cubes, and add it up."""
    for k in range(start, stop):
        entry = known.slots[k]
        if entry != 0 and cubes_of(position_at((entry & NUMBER) - 1)) == cubes:
            worths[k] = anew[k]
            atomic_add(sums, np.int64(cubes), anew[k])
    return 0


@kernel
def share_span(start, stop, part, whole, leads, worths):
    """Make of what positions are worth a part of their shares."""
    for k in range(start, stop):
        worths[k] = worths[k] // max(leads[k], 1) * part // whole
    return 0


assert RISKS <= FOLLOWED, "a risk has three bits"
