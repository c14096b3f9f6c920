"""Who knows what, as kernels: a key of what memory knows, hiding the rest, drawing it anew."""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.chance import scramble
from galda.core.kernels.kernel import kernel
from galda.games.alhambra.rules import money, supply
from galda.games.alhambra.rules.city import NONE, ONE
from galda.games.alhambra.rules.record import DECK_LIMIT, OVER, SCORING_CARD, SQUARES
from galda.games.alhambra.rules.tiles import HIGHEST, TILE_COUNT


@kernel
def mix(sum_so_far, value):
    """Fold one more number into a key."""
    return scramble(sum_so_far ^ np.uint64(value)) + ONE


@kernel
def key(state):
    """All that perfect memory knows: everything but the order of deck and bag."""
    total = mix(NONE, state.to_act)
    total = mix(total, state.phase)
    total = mix(total, state.quiet)
    total = mix(total, state.deck_left)
    total = mix(total, state.scored)
    total = mix(total, state.given)
    for seat in range(state.players):
        total = mix(total, state.city[seat])
        total = mix(total, state.reserve[seat])
        total = mix(total, np.int64(state.points[seat]))
        for currency in range(SQUARES):
            total = mix(total, state.hand[seat, currency])
    for k in range(SQUARES):
        total = mix(total, np.int64(state.row[k]) + 1)
        total = mix(total, np.int64(state.market[k]) + 1)
        total = mix(total, np.int64(state.bought[k]) + 1)
        total = mix(total, state.discards[k])
        total = mix(total, np.int64(state.built_tile[k]) + 1)
        total = mix(total, np.int64(state.winner[k]) + 1)
    total = mix(total, np.int64(state.exact) + 1)
    total = mix(total, np.int64(state.buying) + 1)
    total = mix(total, np.int64(state.due) * 16 + np.int64(state.last_paid))
    total = mix(total, np.int64(state.brought) + 1)
    total = mix(total, np.int64(state.stored) * 2 + np.int64(state.taken))
    for tile in range(TILE_COUNT):
        total = mix(total, (np.int64(state.x[tile]) + 128) * 256 + np.int64(state.y[tile]) + 128)
    return total


@kernel
def conceal(state, viewer):
    """Blank out the order of deck and bag and, until the game is over, the others' hands (A7)."""
    state.seed = 0
    state.draws = 0
    for n in range(DECK_LIMIT):
        state.deck[n] = 0
    for n in range(TILE_COUNT):
        state.bag[n] = 0
    if state.phase == OVER:
        return
    for seat in range(state.players):
        if seat != viewer:
            for currency in range(SQUARES):
                state.hand[seat, currency] = 0


@kernel
def in_deck(state, currency):
    """The cards of a currency that lie in the deck, counted as in a hand."""
    cards = np.int64(0)
    for k in range(state.deck_left):
        card = np.int64(state.deck[k])
        if card // HIGHEST == currency:
            cards += money.one_of(card % HIGHEST + 1)
    return cards


@kernel
def put_in_order(state):
    """Sort the money of the deck and the tiles of the bag, so that their old order is lost.

    The scoring cards are taken out of the deck; the result says which were in it.
    """
    yellow, green = in_deck(state, 0), in_deck(state, 1)
    blue, orange = in_deck(state, 2), in_deck(state, 3)
    coming, bag = 0, NONE
    for k in range(state.deck_left):
        if state.deck[k] >= SCORING_CARD:
            coming |= 1 << (np.int64(state.deck[k]) - SCORING_CARD)
    n = 0
    for currency, cards in enumerate((yellow, green, blue, orange)):
        for value in range(1, HIGHEST + 1):
            for _ in range(money.count_of(cards, value)):
                state.deck[n] = currency * HIGHEST + value - 1
                n += 1
    state.deck_left = n
    for k in range(state.bag_left):
        bag |= ONE << np.uint64(state.bag[k])
    for k in range(state.bag_left):
        state.bag[k] = bits.lowest(bag)
        bag &= bag - ONE
    return coming


@kernel
def determinize(state, viewer, seed):
    """Shuffle what lies in deck and bag; hands are known to a player who remembers all (A7).

    A scoring card still to come stays within its pile (A10), what is left of it.
    """
    state.seed = seed
    state.draws = 0
    left = np.int64(state.deck_left)
    coming = put_in_order(state)
    supply.shuffle_deck(state)
    for which in range(1, -1, -1):
        if coming >> which & 1 == 0:
            continue
        lowest = np.int64(state.lowest[which])
        highest = min(np.int64(state.highest[which]), left - 1)
        place = lowest + supply.random_below(state, highest - lowest + 1)
        for k in range(np.int64(state.deck_left), place, -1):
            state.deck[k] = state.deck[k - 1]
        state.deck[place] = SCORING_CARD + which
        state.deck_left += 1
    supply.shuffle_bag(state)
