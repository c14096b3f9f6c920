"""Pylos solved by retrograde analysis: the kernels that work out every position.

They run on processor and graphics card alike.
What is kept of a position is one byte, its *mark*, for the side to move: lost after d more turns is
d, won after d is 255 - d, and 128 is not known (yet). Of all positions a turn can lead to, the
mover wants the one with the lowest mark for the opponent, and that alone decides: 254 minus it if
the opponent is lost there, 256 minus it if not. So a turn is nothing but a search for the lowest.

The balls removed are looked at one by one: `second` holds the lowest mark that can be reached by
removing no more or one more ball, `first` by removing one or two, both for the masks of all homes
with a certain number of balls. Positions are worked on in blocks whose masks differ only in their
lowest bits.
"""

from typing import Any, NamedTuple

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.games.pylos.rules.rules import BALLS_EACH, EXPERT
from galda.games.pylos.solve.kernels.indexing import LAST_MASK
from galda.games.pylos.solve.kernels.steps import (
    EARNING,
    HERS,
    KIND,
    MINE,
    MOST_EARNING,
    NEED,
    PLACE,
    REMOVE,
    TO,
)

UNKNOWN = 128
WON_AT_ONCE = 254
LOST_AT_ONCE = 0
NOTHING = 255
MOST_TURNS = 128


class Plan(NamedTuple):
    """What a kernel is told of a group of homes.

    All are whole numbers, so that it is one and the same type on a graphics card.
    """

    balls: int
    first_home: int
    low_bits: int
    """The masks of a block differ in this number of their lowest bits."""
    variant: int
    settled: int
    """Marks that mean no more turns than this cannot change."""
    directly: int
    """Whether removals are looked at one by one, without marks worked out for all."""


class Moves(NamedTuple):
    """Where positions are, and every step of a turn from every home."""

    base: Any
    """For each home its first position (-1: not kept)."""
    in_level: Any
    """The same, counted among homes with as many balls."""
    first_step: Any
    """For each home its first step."""
    steps: Any
    """For each step what it does and where it leads."""
    images: Any
    """For each step what becomes of each bit of a mask."""


@kernel
def moved(mask, step, images):
    """The bits of a mask after a step."""
    found = np.int64(0)
    while mask != 0:
        found ^= np.int64(images[step, bits.lowest(mask)])
        mask &= mask - 1
    return found


@kernel
def fill_span(start, stop, plan, marks, base):
    """Write what an empty reserve decides (P3), and that all else is unknown."""
    balls = plan.balls
    for item in range(start, stop):
        home = plan.first_home + (item >> balls)
        mask = item & ((1 << balls) - 1)
        mine = bits.count(mask)
        mark = UNKNOWN
        if mine >= BALLS_EACH:
            mark = LOST_AT_ONCE
        elif balls - mine >= BALLS_EACH:
            mark = WON_AT_ONCE
        marks[base[home] + mask] = mark
    return 0


@kernel
def lower(out, at, low_bits, need, flip, from_base, table, step, images):
    """Lower the marks of a block to those that one step leads to."""
    i0, i1, i2, i3, i4 = (
        np.int64(images[step, 0]), np.int64(images[step, 1]), np.int64(images[step, 2]),
        np.int64(images[step, 3]), np.int64(images[step, 4]),
    )  # fmt: skip
    for low in range(1 << low_bits):
        if low & need == need:
            index = flip ^ (i0 & -(low & 1)) ^ (i1 & -((low >> 1) & 1))
            index ^= (i2 & -((low >> 2) & 1)) ^ (i3 & -((low >> 3) & 1)) ^ (i4 & -(low >> 4))
            mark = table[from_base + index]
            out[at + low] = min(out[at + low], mark)


@kernel
def earns(mask, step, steps):
    """Whether the step earns a removal with these balls (P7, P13)."""
    for k in range(MOST_EARNING):
        wanted = steps[step, EARNING + k]
        if wanted < 0:
            return False
        if mask & wanted == wanted:
            return True
    return False


@kernel
def could_earn(block, low_bits, step, steps):
    """Whether the step earns a removal with some masks of a block."""
    every = (np.int64(1) << low_bits) - 1
    for k in range(MOST_EARNING):
        wanted = steps[step, EARNING + k]
        if wanted < 0:
            return False
        if (block | every) & wanted == wanted:
            return True
    return False


@kernel
def block_of(item, plan):
    """The home and the first mask of a block."""
    wide = plan.balls - plan.low_bits
    home = plan.first_home + (item >> wide)
    block = (item & ((np.int64(1) << wide) - 1)) << plan.low_bits
    if plan.balls == 29:
        return plan.first_home, LAST_MASK + (item << plan.low_bits)
    return home, block


@kernel
def second_span(start, stop, plan, marks, second, moves):
    """The lowest marks that removing no more or one more ball can reach."""
    base, in_level, first_step, steps, images = moves
    low_bits = plan.low_bits
    every = (np.int64(1) << low_bits) - 1
    for item in range(start, stop):
        home, block = block_of(item, plan)
        all_mine = (np.int64(1) << plan.balls) - 1
        at = in_level[home] + block
        mine = bits.count(block)
        if mine > BALLS_EACH or plan.balls - mine - low_bits > BALLS_EACH:
            continue
        for low in range(1 << low_bits):  # the opponent's mask is the rest
            second[at + low] = marks[base[home] + (all_mine ^ block ^ low)]
        for step in range(first_step[home], first_step[home + 1]):
            need = steps[step, NEED]
            if steps[step, KIND] == REMOVE and (block | every) & need == need:
                flip = steps[step, HERS] ^ moved(block, step, images)
                lower(
                    second, at, low_bits, need & every, flip, base[steps[step, TO]], marks,
                    step, images,
                )  # fmt: skip
    return 0


@kernel
def first_span(start, stop, plan, marks, first, second, moves):
    """The lowest marks that removing one or two balls, for experts also none, can reach (P14)."""
    base, in_level, first_step, steps, images = moves
    low_bits = plan.low_bits
    every = (np.int64(1) << low_bits) - 1
    for item in range(start, stop):
        home, block = block_of(item, plan)
        all_mine = (np.int64(1) << plan.balls) - 1
        at = in_level[home] + block
        mine = bits.count(block)
        if mine > BALLS_EACH or plan.balls - mine - low_bits > BALLS_EACH:
            continue
        for low in range(1 << low_bits):
            mark = NOTHING
            if plan.variant == EXPERT:
                mark = WON_AT_ONCE  # all but the top there, and the mover's reserve is empty
                if base[home] >= 0:
                    mark = marks[base[home] + (all_mine ^ block ^ low)]
            first[at + low] = mark
        for step in range(first_step[home], first_step[home + 1]):
            need = steps[step, NEED]
            if steps[step, KIND] == REMOVE and (block | every) & need == need:
                flip = moved(block, step, images)
                lower(
                    first, at, low_bits, need & every, flip, in_level[steps[step, TO]], second,
                    step, images,
                )  # fmt: skip
    return 0


@kernel
def turns_of(mark):
    """How many turns a mark means; many, if it is unknown."""
    if mark == UNKNOWN:
        return MOST_TURNS
    return mark if mark < UNKNOWN else 255 - mark


@kernel
def lowest_after_removal(home, mask, balls, plan, marks, moves):
    """The lowest mark that removals from one position reach, looked at directly."""
    base, first_step, steps, images = moves.base, moves.first_step, moves.steps, moves.images
    best = np.int64(NOTHING)
    if plan.variant == EXPERT:
        best = np.int64(WON_AT_ONCE)
        if base[home] >= 0:
            best = np.int64(marks[base[home] + (((np.int64(1) << balls) - 1) ^ mask)])
    for step in range(first_step[home], first_step[home + 1]):
        need = steps[step, NEED]
        if steps[step, KIND] == REMOVE and mask & need == need:
            to, rest = steps[step, TO], moved(mask, step, images)
            theirs = ((np.int64(1) << (balls - 1)) - 1) ^ rest
            best = min(best, np.int64(marks[base[to] + theirs]))
            for second in range(first_step[to], first_step[to + 1]):
                need = steps[second, NEED]
                if steps[second, KIND] == REMOVE and rest & need == need:
                    theirs = steps[second, HERS] ^ moved(rest, second, images)
                    best = min(best, np.int64(marks[base[steps[second, TO]] + theirs]))
    return best


@kernel
def lower_earning(out, at, plan, block, need, step, marks, earned, moves):
    """Lower the marks of a block where the step earns a removal with some of its masks."""
    base, in_level, steps, images = moves.base, moves.in_level, moves.steps, moves.images
    to = steps[step, TO]
    for low in range(1 << plan.low_bits):
        if low & need == need:
            mask = block | low
            after = moved(mask, step, images)
            if earns(mask, step, steps):
                if plan.directly != 0:
                    balls = plan.balls + (1 if steps[step, KIND] == PLACE else 0)
                    mark = lowest_after_removal(
                        to, after ^ steps[step, MINE], balls, plan, marks, moves
                    )
                else:
                    mark = np.int64(earned[in_level[to] + (after ^ steps[step, MINE])])
            elif base[to] < 0:
                mark = np.int64(WON_AT_ONCE)
            else:
                mark = np.int64(marks[base[to] + (after ^ steps[step, HERS])])
            out[at + low] = min(out[at + low], mark)


@kernel
def is_settled(block, mine, plan, marks, at):
    """Whether no mark of a block can change any more: none means more turns than are settled."""
    for low in range(1 << plan.low_bits):
        count = mine + bits.count(low)
        if (
            count < BALLS_EACH
            and plan.balls - count < BALLS_EACH
            and turns_of(np.int64(marks[at + block + low])) > plan.settled
        ):
            return False
    return True


@kernel
def play_span(start, stop, plan, marks, scratch, placed, raised, fresh, moves):
    """Look at blocks `start` to `stop` of a group of homes; return how many marks changed.

    `placed` and `raised` are the marks that removals reach after a placing and after a raise;
    `fresh` is told which numbers of turns changed marks mean now.
    """
    base, first_step, steps, images = moves.base, moves.first_step, moves.steps, moves.images
    low_bits = plan.low_bits
    every = (np.int64(1) << low_bits) - 1
    at = start << low_bits
    changes = 0
    for item in range(start, stop):
        home, block = block_of(item, plan)
        mine = bits.count(block)
        if mine >= BALLS_EACH or plan.balls - mine - low_bits >= BALLS_EACH:
            continue
        if is_settled(block, mine, plan, marks, base[home]):
            continue
        for low in range(1 << low_bits):
            scratch[at + low] = NOTHING
        for step in range(first_step[home], first_step[home + 1]):
            need = steps[step, NEED]
            kind = steps[step, KIND]
            if kind == REMOVE or (block | every) & need != need:
                continue
            to = steps[step, TO]
            if could_earn(block, low_bits, step, steps):
                earned = placed if kind == PLACE else raised
                lower_earning(scratch, at, plan, block, need & every, step, marks, earned, moves)
            elif base[to] < 0:  # the mover's last ball: the opponent puts one on top
                for low in range(1 << low_bits):
                    scratch[at + low] = min(scratch[at + low], np.uint8(WON_AT_ONCE))
            else:
                flip = steps[step, HERS] ^ moved(block, step, images)
                lower(scratch, at, low_bits, need & every, flip, base[to], marks, step, images)
        for low in range(1 << low_bits):
            count = mine + bits.count(low)
            if count < BALLS_EACH and plan.balls - count < BALLS_EACH:
                best = np.int64(scratch[at + low])
                mark = 254 - best if best < UNKNOWN else 256 - best if best > UNKNOWN else best
                if marks[base[home] + block + low] != mark:
                    marks[base[home] + block + low] = mark
                    fresh[turns_of(mark)] = 1
                    changes += 1
    return changes


@kernel
def count_span(start, stop, plan, marks, base, orbit, low, high):
    """How many positions have marks from `low` to `high`, symmetric ones counted each."""
    balls = plan.balls
    total = 0
    for item in range(start, stop):
        home = plan.first_home + (item >> balls)
        mask = item & ((1 << balls) - 1)
        mine = bits.count(mask)
        if mine <= BALLS_EACH and balls - mine <= BALLS_EACH:
            mark = np.int64(marks[base[home] + mask])
            if low <= mark <= high:
                total += orbit[home]
    return total


@kernel
def probe_span(start, stop, places, marks, out):
    """Look up many positions by number."""
    for k in range(start, stop):
        out[k] = marks[places[k]]
    return 0
