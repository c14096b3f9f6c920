"""Pylos solved on a graphics card: each thread works out one position at a time.

The processor's kernels (`retrograde`) work on blocks of masks, so that steps are read once for many
positions. On the card neighbouring threads read the same step at once anyway; there it counts that
a thread keeps what it finds to itself, that words have 32 bits, and that a mask goes through a step
eight bits at a time, by tables.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galda.core.kernels import bits
from galda.core.kernels.bits import down
from galda.core.kernels.kernel import kernel
from galda.games.pylos.rules.rules import BALLS_EACH, EXPERT
from galda.games.pylos.solve.kernels import steps as listing
from galda.games.pylos.solve.kernels.indexing import LAST_MASK
from galda.games.pylos.solve.kernels.retrograde import (
    NOTHING,
    UNKNOWN,
    WON_AT_ONCE,
    turns_of,
)
from galda.games.pylos.solve.kernels.steps import MOST_EARNING, PLACE, REMOVE

u32, u64 = np.uint32, np.uint64
PIECE, PIECES = 8, 4  # bits of a mask that are carried at once, and how often
TABLE = PIECES << PIECE  # words for a step
# What is told of a step, in words of 32 bits.
KIND, NEED, HERS, MINE, TO, EARNING = 0, 1, 2, 3, 4, 5
FIELDS = EARNING + MOST_EARNING + 1  # the last one says that there are no more
NONE = u32(0xFFFFFFFF)


class SwiftMoves(NamedTuple):
    """Where positions are, and every step of a turn from every home, for reading on a card."""

    base: Any
    in_level: Any
    first_step: Any
    first_removal: Any
    fields: Any
    pieces: Any


def fields_of(steps: npt.NDArray[np.int64]) -> npt.NDArray[np.uint32]:
    """Steps as they were listed, in words of 32 bits."""
    fields = np.full((len(steps), FIELDS), NONE, np.uint32)
    fields[:, KIND] = steps[:, listing.KIND]
    fields[:, NEED] = steps[:, listing.NEED]
    fields[:, HERS] = steps[:, listing.HERS]
    fields[:, MINE] = steps[:, listing.MINE]
    fields[:, TO] = steps[:, listing.TO]
    earning = steps[:, listing.EARNING :]
    fields[:, EARNING:-1] = np.where(earning < 0, int(NONE), earning)
    return fields.reshape(-1)


def first_removals(
    first_step: npt.NDArray[np.int64], steps: npt.NDArray[np.int64]
) -> npt.NDArray[np.uint32]:
    """For each home its first step that removes a ball; removals are its last steps."""
    before = np.concatenate([[0], np.cumsum(steps[:, listing.KIND] == REMOVE)])
    return (first_step[1:] - np.diff(before[first_step])).astype(np.uint32)


@kernel
def pieces_span(start, stop, images, pieces):
    """For each step, piece of a mask and what is in it: where those bits go."""
    for item in range(start, stop):
        step, inside = item // TABLE, u32(item % TABLE)
        first = u32(inside >> PIECE) * PIECE
        left = u32(inside & ((1 << PIECE) - 1))
        found = u32(0)
        for bit in range(PIECE):
            if down(left, u32(bit)) & 1 != 0:
                found = u32(found ^ images[step, first + bit])
        pieces[item] = found
    return 0


@kernel
def carried(mask, step, balls, pieces):
    """The bits of a mask after a step."""
    at = u32(step * TABLE)
    found = u32(pieces[u32(at + (mask & 255))])
    found = u32(found ^ pieces[u32(at + 256 + (down(mask, u32(8)) & 255))])
    if balls > 16:
        found = u32(found ^ pieces[u32(at + 512 + (down(mask, u32(16)) & 255))])
        if balls > 24:
            found = u32(found ^ pieces[u32(at + 768 + down(mask, u32(24)))])
    return found


@kernel
def field(moves, step, which):
    """One word of what is told of a step."""
    return u32(moves.fields[u32(u32(step * FIELDS) + which)])


@kernel
def earns(mask, step, moves):
    """Whether the step earns a removal with these balls (P7, P13)."""
    at = u32(u32(step * FIELDS) + EARNING)
    wanted = u32(moves.fields[at])
    while wanted != NONE:
        if u32(mask & wanted) == wanted:
            return True
        at = u32(at + 1)
        wanted = u32(moves.fields[at])
    return False


@kernel
def placed_at(item, plan):
    """The home and the mask of a position."""
    if plan.balls == 29:
        return plan.first_home, u32(LAST_MASK + item)
    home = plan.first_home + (item >> plan.balls)
    return home, u32(u32(item) & u32((1 << plan.balls) - 1))


@kernel
def second_each(start, stop, plan, marks, second, moves):
    """The lowest marks that removing no more or one more ball can reach."""
    base, in_level = moves.base, moves.in_level
    every = u32((1 << plan.balls) - 1)
    for item in range(start, stop):
        home, mask = placed_at(item, plan)
        mine = bits.count(mask)
        if mine > BALLS_EACH or plan.balls - mine > BALLS_EACH:
            continue
        best = marks[u64(base[home] + u32(every ^ mask))]  # the opponent's mask is the rest
        step = u32(moves.first_removal[home])
        stop_at = u32(moves.first_step[home + 1])
        while step < stop_at:
            if u32(mask & field(moves, step, NEED)) != 0:
                index = u32(
                    field(moves, step, HERS) ^ carried(mask, step, plan.balls, moves.pieces)
                )
                best = min(best, marks[u64(base[field(moves, step, TO)] + index)])
            step = u32(step + 1)
        second[u64(in_level[home] + mask)] = best
    return 0


@kernel
def first_each(start, stop, plan, marks, first, second, moves):
    """The lowest marks that removing one or two balls, for experts also none, can reach (P14)."""
    base, in_level = moves.base, moves.in_level
    every = u32((1 << plan.balls) - 1)
    for item in range(start, stop):
        home, mask = placed_at(item, plan)
        mine = bits.count(mask)
        if mine > BALLS_EACH or plan.balls - mine > BALLS_EACH:
            continue
        best = np.uint8(NOTHING)
        if plan.variant == EXPERT:
            best = np.uint8(WON_AT_ONCE)  # all but the top there, and the mover's reserve is empty
            if base[home] >= 0:
                best = marks[u64(base[home] + u32(every ^ mask))]
        step = u32(moves.first_removal[home])
        stop_at = u32(moves.first_step[home + 1])
        while step < stop_at:
            if u32(mask & field(moves, step, NEED)) != 0:
                index = carried(mask, step, plan.balls, moves.pieces)
                best = min(best, second[u64(in_level[field(moves, step, TO)] + index)])
            step = u32(step + 1)
        first[u64(in_level[home] + mask)] = best
    return 0


@kernel
def lowest_after_removal(home, mask, balls, plan, marks, moves):
    """The lowest mark that removals from one position reach, looked at directly."""
    base = moves.base
    best = np.uint8(NOTHING)
    if plan.variant == EXPERT:
        best = np.uint8(WON_AT_ONCE)
        if base[home] >= 0:
            best = marks[u64(base[home] + u32(u32((1 << balls) - 1) ^ mask))]
    step = u32(moves.first_removal[home])
    stop = u32(moves.first_step[home + 1])
    while step < stop:
        if u32(mask & field(moves, step, NEED)) != 0:
            to, rest = field(moves, step, TO), carried(mask, step, balls, moves.pieces)
            theirs = u32(u32((1 << (balls - 1)) - 1) ^ rest)
            best = min(best, marks[u64(base[to] + theirs)])
            second = u32(moves.first_removal[to])
            last = u32(moves.first_step[to + 1])
            while second < last:
                if u32(rest & field(moves, second, NEED)) != 0:
                    theirs = u32(
                        field(moves, second, HERS) ^ carried(rest, second, balls, moves.pieces)
                    )
                    best = min(best, marks[u64(base[field(moves, second, TO)] + theirs)])
                second = u32(second + 1)
        step = u32(step + 1)
    return best


@kernel
def play_each(start, stop, plan, marks, placed, raised, fresh, moves):
    """Look at positions `start` to `stop` of a group of homes; return how many marks changed.

    `placed`, `raised` and `fresh` are those of `retrograde.play_span`.
    """
    base, in_level = moves.base, moves.in_level
    changes = 0
    for item in range(start, stop):
        home, mask = placed_at(item, plan)
        mine = bits.count(mask)
        if mine >= BALLS_EACH or plan.balls - mine >= BALLS_EACH:
            continue
        at = u64(base[home] + mask)
        before = marks[at]
        if turns_of(np.int64(before)) <= plan.settled:
            continue
        best = np.uint8(NOTHING)
        step = u32(moves.first_step[home])
        stop_at = u32(moves.first_removal[home])
        # What is not settled takes more turns than are, so nothing lower can come.
        while step < stop_at and np.int64(best) > plan.settled:
            need = field(moves, step, NEED)
            if u32(mask & need) == need:
                to = field(moves, step, TO)
                after = carried(mask, step, plan.balls, moves.pieces)
                if earns(mask, step, moves):
                    after = u32(after ^ field(moves, step, MINE))
                    kind = field(moves, step, KIND)
                    if plan.directly != 0:
                        balls = plan.balls + (1 if kind == PLACE else 0)
                        mark = lowest_after_removal(to, after, balls, plan, marks, moves)
                    elif kind == PLACE:
                        mark = placed[u64(in_level[to] + after)]
                    else:
                        mark = raised[u64(in_level[to] + after)]
                elif base[to] < 0:  # the mover's last ball: the opponent puts one on top
                    mark = np.uint8(WON_AT_ONCE)
                else:
                    mark = marks[u64(base[to] + u32(after ^ field(moves, step, HERS)))]
                best = min(best, mark)
            step = u32(step + 1)
        lowest = np.int64(best)
        mark = 254 - lowest if lowest < UNKNOWN else 256 - lowest if lowest > UNKNOWN else lowest
        if np.int64(before) != mark:
            marks[at] = mark
            fresh[turns_of(mark)] = 1
            changes += 1
    return changes
