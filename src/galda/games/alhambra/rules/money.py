"""Money as kernels: hands, payments without superfluous cards, and taking from the row.

A hand is one number per currency, two bits for each value: how many such cards (0 to 3).
A payment is made card by card from the highest to the lowest and ends when the price is reached:
exactly the payments in which no card is superfluous (A17), each in one order only.
"""

import numpy as np

from galda.core.kernels.kernel import kernel
from galda.games.alhambra.rules.tiles import HIGHEST


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
def may_take(state, slots):
    """Whether a set of cards of the money row may be taken (A13).

    Of equal cards the first ones are taken, so that the same taking is not listed twice.
    """
    total, cards = 0, 0
    for slot in range(4):
        if not slots >> slot & 1:
            continue
        card = state.row[slot]
        if card < 0:
            return False
        for earlier in range(slot):
            if state.row[earlier] == card and not slots >> earlier & 1:
                return False
        total += card % HIGHEST + 1
        cards += 1
    return cards == 1 or total <= 5


@kernel
def add_card(state, seat, card):
    """Put a money card into a hand."""
    currency = card // HIGHEST
    state.hand[seat, currency] = np.int64(state.hand[seat, currency]) + one_of(card % HIGHEST + 1)
    state.cards[seat] += 1
