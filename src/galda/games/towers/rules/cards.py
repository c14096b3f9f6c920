"""The cards of 5 Towers, as sets, and which of them fit on which.

The cards of one kind are a set, the bits of one 32-bit word:

    31 30 … 17 16    second copies (only at tables of four and five, only of some values)
    15 14 …  1  0    the cards of these values
"""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel

KINDS = ("candy", "horror", "tree", "scrap", "sand")  # T1
VALUES = 16
TWICE = (0, 2, 5, 7, 10, 12)  # T2: values of which four and five players have two cards
EMPTY = 16  # the top of a tower that has no card: every value is smaller

EIGHT, NINE = 1 << 8, 1 << 9
ONCE_EACH = (1 << VALUES) - 1
SECOND_COPIES = sum(1 << VALUES + value for value in TWICE)


@kernel
def values(cards):
    """The values that occur in a set of cards of one kind."""
    return (cards | cards >> VALUES) & ONCE_EACH


@kernel
def doubles(cards):
    """The values that occur twice."""
    return cards & cards >> VALUES & ONCE_EACH


@kernel
def copy_of(cards, value):
    """Which card of that value to take from a set, as its bit: the first copy if it is there."""
    first = np.int64(1) << value
    return first if cards & first else first << VALUES


@kernel
def fits(on, value):
    """Whether a card may be laid on a top (T4–T7)."""
    return on != 0 and (on == 8 or value == 9 or value < on)


@kernel
def reach(bit):
    """What falls from the top with this bit: the smaller values, from an 8 all (T4, T6)."""
    return ONCE_EACH if bit == EIGHT else bit - 1


@kernel
def most(on, cards):
    """How many cards of a set of one kind can be laid on a top, in the best order."""
    return most_within(reach(np.int64(1) << on), cards)


@kernel
def most_within(reach, cards):
    """How many cards of a set of one kind can be laid on a top of this reach (T4–T7).

    An 8 and a 9 each start a new falling run, so how many runs there are, and where they may
    begin, tells which values can be laid and which of them twice.
    """
    if reach == 0:
        return 0
    there = values(cards)
    nine, eight = there & NINE, there & EIGHT
    if nine and eight:
        once, again = ONCE_EACH, ONCE_EACH
    elif nine:
        # After the 9 comes what is below it; before it what fits on the top.
        once, again = reach | (NINE - 1), NINE - 1
    elif eight & reach:
        # After the 8 comes anything; before it what is above it and fits on the top.
        once, again = ONCE_EACH, ~(NINE - 1)
    else:
        once, again = reach, 0
    twice = doubles(cards) & reach & ~1  # a 0 ends its tower: it can be only the last card
    return bits.count(there & (once | NINE) | (twice & again) << VALUES)
