"""Money as kernels: hands, payments without superfluous cards, and taking from the row.

A hand is one number per currency, two bits for each value: how many such cards (0 to 3).
A payment is made card by card from the highest to the lowest and ends when the price is reached:
exactly the payments in which no card is superfluous (A17), each in one order only.
"""

import numpy as np

from galda.core.kernels.bits import EACH_BYTE, HIGH_BITS
from galda.core.kernels.kernel import kernel
from galda.games.alhambra.rules.tiles import HIGHEST

MOST_TAKEN = 5
"""What several cards taken at once may be worth (A13)."""
# A set of the row's four slots is a number below 16, and a set of such sets has a bit for each of
# them. Totals of the first eight are bytes of one word.
WITH_SLOT = np.array(
    [sum(1 << slots for slots in range(16) if slots >> slot & 1) for slot in range(4)], np.int64
)
WITH_SLOT_IN_BYTES = np.array(
    [sum(1 << 8 * slots for slots in range(8) if slots >> slot & 1) for slot in range(3)], np.uint64
)
SINGLE_CARDS = sum(1 << (1 << slot) for slot in range(4))
TOTALS_LIMIT = np.uint64(0x80 + MOST_TAKEN) * EACH_BYTE
GATHER = np.uint64(0x0102040810204080)
"""Times this the lowest bits of all bytes are, in order, the bits of the highest byte."""


@kernel
def count_of(cards, value):
    """How many cards of a value there are among the cards of one currency."""
    return (np.int64(cards) >> (2 * (value - 1))) & 3


@kernel
def one_of(value):
    """A single card of a value, to be added to or taken from the cards of its currency."""
    return np.int64(1) << (2 * (value - 1))


@kernel
def total_of(cards):
    """What the cards of one currency are worth together."""
    total = np.int64(0)
    for value in range(1, HIGHEST + 1):
        total += value * count_of(cards, value)
    return total


@kernel
def total_up_to(cards, highest):
    """What the cards of one currency up to a value are worth together."""
    return total_of(np.int64(cards) & ((np.int64(1) << (2 * highest)) - 1))


@kernel
def can_overpay(cards, due, highest):
    """Whether cards up to a value can pay more than what is due without a superfluous card."""
    sums = np.int64(1)  # bit n: the cards so far can make n, less than what is due
    below_due = (np.int64(1) << due) - 1
    for less in range(highest):
        value = highest - less
        for _ in range(count_of(cards, value)):
            # Sums short of what is due by less than the value: one more card pays too much.
            if sums >> max(due - value + 1, 0) != 0:
                return True
            sums = (sums | sums << value) & below_due
    return False


@kernel
def may_pay(cards, value, due, highest, over_only):
    """Whether a card may be paid next: it leads to a payment that reaches the price (A14)."""
    if value > highest or count_of(cards, value) == 0:
        return False
    rest = due - value
    if rest <= 0:
        return rest < 0 or not over_only
    left = np.int64(cards) - one_of(value)
    if over_only:
        return can_overpay(left, rest, value)
    return total_up_to(left, value) >= rest


@kernel
def worth(card):
    """What a money card is worth; of no card it does not matter."""
    return np.uint64(np.int64(card) % HIGHEST + 1)


@kernel
def totals_within(totals):
    """Which of eight totals, a byte for each, several cards taken at once may have (A13)."""
    within = ((TOTALS_LIMIT - totals) & HIGH_BITS) >> np.uint64(7)
    return np.int64((within * GATHER) >> np.uint64(56))


@kernel
def takings(state):
    """The sets of cards of the money row that may be taken (A13), as a set of such sets.

    Of equal cards the first ones are taken, so that the same taking is not listed twice.
    """
    totals = np.uint64(0)  # of the eight sets of the first three slots, a byte for each
    for slot in range(3):
        totals += worth(state.row[slot]) * WITH_SLOT_IN_BYTES[slot]
    with_last = totals + worth(state.row[3]) * EACH_BYTE
    found = SINGLE_CARDS | totals_within(totals) | totals_within(with_last) << 8
    for slot in range(4):
        if state.row[slot] < 0:
            found &= ~WITH_SLOT[slot]
        for earlier in range(slot):
            if state.row[earlier] == state.row[slot]:
                found &= ~WITH_SLOT[slot] | WITH_SLOT[earlier]
    return found & ~1


@kernel
def add_card(state, seat, card):
    """Put a money card into a hand."""
    currency = card // HIGHEST
    state.hand[seat, currency] = np.int64(state.hand[seat, currency]) + one_of(card % HIGHEST + 1)
    state.cards[seat] += 1
