"""Pylos: kernels that mend the fixed choice by the solution. The prover's own.

Of the turns that win, the one with the best mark is chosen; or, where the set is to be small, the
one that leads to the fewest new positions, each counting the more the longer it takes to win.
Where play would go round, the player has to *hurry*: only the fastest win will do.
"""

from typing import Any, NamedTuple

import numpy as np

from galda.core.kernels.atomic import atomic_add
from galda.core.kernels.chance import scramble
from galda.core.kernels.kernel import kernel
from galda.games.pylos.solve.kernels.choice import LOSES, STEP, wins_at_once
from galda.games.pylos.solve.kernels.retrograde import UNKNOWN
from galda.games.pylos.solve.kernels.turns import (
    MOST_TURNS,
    SET,
    list_turns,
    number_of,
    position_of,
)
from galda.games.pylos.solve.kernels.walk import CROWDED, NOWHERE, index_of

UNWINNABLE = 3
"""A kind of fault beside the walker's: the solution knows no win."""
FAULTS = 4
MOST_SKIPPED = 255
"""A patch is a byte."""
WORST = -(1 << 62)


class Aim(NamedTuple):
    """What the prover wants."""

    solution: Any
    """The mark of each position, by number."""
    weights: Any
    """What a new position costs that is won in so many turns; one item: nothing."""
    mark_share: int
    """How often a turn's own judgement counts beside that."""
    hurried: Any
    """The positions in which to hurry, a bit for each number, 32 to an item."""


@kernel
def is_ticked(number, met):
    """Whether a position has been met."""
    return np.int64(met.ticked[number >> 5]) >> (number & 31) & 1 != 0


@kernel
def cost_of_replies(mine, theirs, variant, known, aim, met, turns, at):
    """What all new positions together cost that replies lead to."""
    total = np.int64(0)
    count = min(list_turns(theirs, mine, variant, turns, at), MOST_TURNS)
    for n in range(count):
        after = turns[at + n] & SET
        if not wins_at_once(mine, after):
            number = number_of(mine, after, known)
            if not is_ticked(number, met):
                total += aim.weights[255 - np.int64(aim.solution[number])]
    return total


@kernel
def rank_of(marks, at, count, mark):
    """How many turns have better marks."""
    better = 0
    for n in range(at, at + count):
        better += marks[n] > mark
    return better


@kernel
def mend_span(
    start, stop, variant, known, aim, met, numbers, turns, marks, counts, replies, chosen, skipped,
    faults,
):  # fmt: skip
    """Choose the turns of positions `start` to `stop`, and how many better marks to skip.

    Where there is hurry, the shortest win that a patch can name comes first.
    """
    for k in range(start, stop):
        here, at, best, best_value = numbers[k], k * MOST_TURNS, -1, np.int64(WORST)
        best_length = np.int64(UNKNOWN)
        _, theirs = position_of(here, known)
        chosen[k], skipped[k] = NOWHERE, 0
        if counts[k] > MOST_TURNS:
            atomic_add(faults, np.int64(CROWDED), np.int64(1))
            continue
        hurries = np.int64(aim.hurried[here >> 5]) >> (here & 31) & 1 != 0
        for n in range(counts[k]):
            mark = np.int64(marks[at + n])
            if mark < (LOSES + 1) * STEP:
                continue
            mine = turns[at + n] & SET
            after = np.int64(aim.solution[number_of(theirs, mine, known)])
            if after >= UNKNOWN:
                continue
            length = after if hurries else np.int64(0)
            if length > best_length:
                continue
            value = mark
            if len(aim.weights) > 1:
                cost = cost_of_replies(mine, theirs, variant, known, aim, met, replies, at)
                value = aim.mark_share * mark - cost * STEP
            better = length < best_length or value > best_value
            if better and rank_of(marks, at, counts[k], mark) <= MOST_SKIPPED:
                best, best_value, best_length = n, value, length
        if best < 0:
            atomic_add(faults, np.int64(UNWINNABLE), np.int64(1))
            continue
        chosen[k] = turns[at + best] & SET
        skipped[k] = rank_of(marks, at, counts[k], np.int64(marks[at + best]))
    return 0


@kernel
def lead_span(start, stop, first, variant, known, numbers, chosen, turns, inside, reached):
    """Note which positions replies lead to from those `inside`, spans counting from `first` on.

    `numbers` are ascending.
    """
    for k in range(start, stop):
        here = first + k
        if inside[here] == 0 or chosen[here] == NOWHERE:
            continue
        _, theirs = position_of(numbers[here], known)
        mine, at = np.int64(chosen[here]), k * MOST_TURNS
        for n in range(min(list_turns(theirs, mine, variant, turns, at), MOST_TURNS)):
            after = turns[at + n] & SET
            if not wins_at_once(mine, after):
                to = index_of(number_of(mine, after, known), numbers)
                if to >= 0:
                    reached[to] = 1
    return 0


@kernel
def sum_span(start, stop, numbers):
    """What positions of a list add to the checksum."""
    sums = np.int64(0)
    for k in range(start, stop):
        sums += np.int64(scramble(np.uint64(numbers[k])))
    return sums
