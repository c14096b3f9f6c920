"""5 Towers: turning up the row card by card, for programs that choose what chance brings.

The code of a card is 32 · kind + its bit (see `cards`). A row is a set, so its cards are drawn in
ascending order: each row comes about in one way only, as likely as if all were drawn at once.
"""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.games.towers.rules.cards import KINDS, VALUES
from galda.games.towers.rules.record import AUCTION, SILENT

CARDS_OF_KIND = 2 * VALUES
OUTCOMES = len(KINDS) * CARDS_OF_KIND


@kernel
def put_back(state):
    """Put the row back into the deck if the round has just begun (T9); how many cards it was."""
    if state.phase != AUCTION or state.calls[state.first] != SILENT:
        return np.int64(0)
    for kind in range(len(KINDS)):
        state.deck[kind] = np.int64(state.deck[kind]) | np.int64(state.row[kind])
        state.row[kind] = 0
    return np.int64(state.turned)


@kernel
def beyond_row(state):
    """The lowest code above those of all cards in the row."""
    for kind in range(len(KINDS) - 1, -1, -1):
        for card in range(CARDS_OF_KIND - 1, -1, -1):
            if np.int64(state.row[kind]) >> card & 1:
                return kind * CARDS_OF_KIND + card + 1
    return 0


@kernel
def outcomes(state, codes, chances):
    """The cards that may come next and how likely each is: the lowest of those still to come."""
    wanted = np.int64(state.turned)
    for kind in range(len(KINDS)):
        wanted -= bits.count(state.row[kind])
    if state.phase != AUCTION or wanted <= 0:
        return 0
    n = 0
    for code in range(beyond_row(state), OUTCOMES):
        if np.int64(state.deck[code // CARDS_OF_KIND]) >> code % CARDS_OF_KIND & 1:
            codes[n] = code
            n += 1
    # Of n cards `wanted` come, all sets equally likely: card k is the lowest of them with a chance
    # that falls from card to card by these factors, to 0 where too few would be left above it.
    likely = wanted / n
    for k in range(n - wanted + 1):
        chances[k] = likely
        if n - 1 - k > 0:
            likely *= (n - k - wanted) / (n - 1 - k)
    return n - wanted + 1


@kernel
def turn_up(state, outcome):
    """Move this card from the deck to the row."""
    kind, card = outcome // CARDS_OF_KIND, np.int64(1) << outcome % CARDS_OF_KIND
    state.deck[kind] = np.int64(state.deck[kind]) & ~card
    state.row[kind] = np.int64(state.row[kind]) | card


KERNELS = {"put_back": put_back, "outcomes": outcomes, "turn_up": turn_up}
