"""Pylos: kernels that walk all positions which the player of a proof can meet.

They know the rules and the code that chooses a turn (`choice.py`), nothing of the solution. What
has been met is ticked off in a bitmap by number and waits in a queue. Positions that the player
wins at once, with a ball on top or because the other has none left, are not counted.
"""

from typing import Any, NamedTuple

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.atomic import atomic_add, atomic_or
from galda.core.kernels.chance import scramble
from galda.core.kernels.kernel import kernel
from galda.core.kernels.patches import skips_at
from galda.games.pylos.rules.rules import BALLS_EACH
from galda.games.pylos.solve.kernels import choice
from galda.games.pylos.solve.kernels.turns import (
    MOST_TURNS,
    SET,
    list_turns,
    number_of,
    position_of,
)

LOST_POSITION, STUCK, CROWDED = 0, 1, 2
"""Kinds of faults: the other wins; a patch skips all turns; there are more turns than room."""
FAULTS = 3
NOWHERE = -1
"""Chosen where there is no turn left."""
OPEN = 0
"""How many turns a win takes where that is not known yet."""


class Met(NamedTuple):
    """What has been met."""

    ticked: Any
    """A bit for each number, 32 to an item."""
    queue: Any
    """The numbers, in the order in which they were met."""
    count: Any
    """How many there are."""


@kernel
def index_of(number, numbers):
    """Where a number stands among ascending ones; -1: nowhere."""
    low, high = 0, len(numbers)
    while low < high:
        middle = (low + high) // 2
        if numbers[middle] < number:
            low = middle + 1
        else:
            high = middle
    return low if low < len(numbers) and numbers[low] == number else -1


@kernel
def meet(number, met):
    """Tick a position off; return whether it was new, and then it waits."""
    bit = np.uint32(np.uint32(1) << np.uint32(number & 31))
    if np.uint32(atomic_or(met.ticked, np.int64(number >> 5), bit)) & bit != 0:
        return False
    met.queue[np.int64(atomic_add(met.count, np.int64(0), np.int64(1)))] = number
    return True


@kernel
def meet_span(start, stop, numbers, met):
    """Meet positions of a list; return what they add to the checksum."""
    sums = np.int64(0)
    for k in range(start, stop):
        if meet(numbers[k], met):
            sums += np.int64(scramble(np.uint64(numbers[k])))
    return sums


@kernel
def choose_span(start, stop, numbers, turns, marks, counts, patches, chosen, faults):
    """Choose the turns of positions `start` to `stop`: the player's balls after them."""
    for k in range(start, stop):
        at, mark = k * MOST_TURNS, np.int64(choice.NO_TURN)
        if counts[k] > MOST_TURNS:
            atomic_add(faults, np.int64(CROWDED), np.int64(1))
        else:
            mark = -np.int64(choice.NO_TURN)
            for _ in range(skips_at(numbers[k], choice.kind_of(counts[k]), patches) + 1):
                mark = choice.next_mark(marks, at, counts[k], mark)
        if mark == choice.NO_TURN:
            atomic_add(faults, np.int64(STUCK), np.int64(1))
            chosen[k] = NOWHERE
        else:
            chosen[k] = turns[at + choice.turn_of(mark)] & SET
    return 0


@kernel
def reply_span(start, stop, variant, known, numbers, chosen, turns, met, faults):
    """Meet what all replies make of positions `start` to `stop` after the chosen turns."""
    sums = np.int64(0)
    for k in range(start, stop):
        if chosen[k] == NOWHERE:
            continue
        _, theirs = position_of(numbers[k], known)
        mine = np.int64(chosen[k])
        if bits.count(mine) >= BALLS_EACH or choice.wins_at_once(theirs, mine):
            atomic_add(faults, np.int64(LOST_POSITION), np.int64(1))
            continue
        at = k * MOST_TURNS
        count = list_turns(theirs, mine, variant, turns, at)
        if count > MOST_TURNS:
            atomic_add(faults, np.int64(CROWDED), np.int64(1))
            continue
        for n in range(count):
            after = turns[at + n] & SET
            if not choice.wins_at_once(mine, after):
                number = number_of(mine, after, known)
                if meet(number, met):
                    sums += np.int64(scramble(np.uint64(number)))
    return sums


@kernel
def follow_span(start, stop, first, variant, known, numbers, chosen, turns, lengths):
    """See in how many turns of its own the player wins; return how many that was found out for.

    `numbers` are ascending, and spans count from `first` on. A length is known when those of all
    positions that replies lead to are.
    """
    found = 0
    for k in range(start, stop):
        here = first + k
        if lengths[here] != OPEN or chosen[here] == NOWHERE:
            continue
        _, theirs = position_of(numbers[here], known)
        mine, at = np.int64(chosen[here]), k * MOST_TURNS
        if bits.count(mine) >= BALLS_EACH or choice.wins_at_once(theirs, mine):
            continue
        longest = 1
        for n in range(min(list_turns(theirs, mine, variant, turns, at), MOST_TURNS)):
            after = turns[at + n] & SET
            if not choice.wins_at_once(mine, after):
                to = index_of(number_of(mine, after, known), numbers)
                if to < 0 or lengths[to] == OPEN:
                    longest = OPEN
                    break
                longest = max(longest, np.int64(lengths[to]))
        if longest != OPEN and longest < 255:
            lengths[here] = longest + 1
            found += 1
    return found


@kernel
def copy_span(start, stop, old, new):
    """Copy numbers into a larger room."""
    for k in range(start, stop):
        new[k] = old[k]
    return 0


@kernel
def kind_span(start, stop, variant, known, numbers, turns, kinds):
    """Note the kinds of positions `start` to `stop`."""
    for k in range(start, stop):
        mine, theirs = position_of(numbers[k], known)
        kinds[k] = choice.kind_of(list_turns(mine, theirs, variant, turns, k * MOST_TURNS))
    return 0
