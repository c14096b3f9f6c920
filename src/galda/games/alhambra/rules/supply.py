"""Deck, money row, bag and market as kernels: shuffling, dealing, filling up, giving out."""

import numpy as np

from galda.core.kernels.chance import below, draw
from galda.core.kernels.kernel import kernel
from galda.games.alhambra.rules import money
from galda.games.alhambra.rules.city import ONE
from galda.games.alhambra.rules.record import LAST_TILES, SCORING_CARD, SQUARES
from galda.games.alhambra.rules.tiles import CARDS, HIGHEST

OWN_STREAM = np.uint64(0xA1BA)  # keeps these draws apart from a player's with an equal seed


@kernel
def random_below(state, limit):
    """The next random number of the game, below a limit."""
    bits_drawn = draw(np.uint64(state.seed) ^ OWN_STREAM, np.int64(state.draws))
    state.draws += 1
    return below(bits_drawn, limit)


@kernel
def shuffle_deck(state):
    """Shuffle the whole deck."""
    for k in range(np.int64(state.deck_left) - 1, 0, -1):
        other = random_below(state, k + 1)
        card = state.deck[k]
        state.deck[k] = state.deck[other]
        state.deck[other] = card


@kernel
def stack_money(state):
    """All the money of this table is the deck."""
    copies = 2 if state.players == 2 else 3  # A35
    for n in range(copies * CARDS):
        state.deck[n] = n % CARDS
    state.deck_left = copies * CARDS


@kernel
def deal_money(state):
    """Each player gets cards until they total 20 or more; four go to the row (A7-A9)."""
    fewest, least = 100, 100
    for seat in range(state.players):
        total = 0
        while total < 20:
            card = top_card(state)
            total += card % HIGHEST + 1
            money.add_card(state, seat, card)
        cards = np.int64(state.cards[seat])
        if cards < fewest or (cards == fewest and total < least):  # A8
            fewest, least = cards, total
            state.to_act = seat
    for slot in range(SQUARES):
        state.row[slot] = top_card(state)


@kernel
def top_card(state):
    """Draw the top card of the deck."""
    state.deck_left -= 1
    card = np.int64(state.deck[state.deck_left])
    state.deck[state.deck_left] = 0
    return card


@kernel
def hide_scoring_cards(state, on_top):
    """Cut the deck into five piles, put A into the second and B into the fourth (A10)."""
    money_left = np.int64(state.deck_left)
    upper = np.int64(0)  # cards in the piles above
    for which in range(2):
        before = 2 * which + 1
        # Piles 1 .. `before` lie above; the larger piles come first.
        upper = before * (money_left // 5) + min(before, money_left % 5)
        pile = money_left // 5 + (before < money_left % 5)
        under = money_left - upper  # money from this pile down
        if which == 0:
            under += 1  # B will lie below it
        state.highest[which] = under
        state.lowest[which] = under if on_top else under - pile
    for which in range(1, -1, -1):
        spread = np.int64(state.highest[which]) - np.int64(state.lowest[which])
        place = np.int64(state.lowest[which]) + (random_below(state, spread + 1) if spread else 0)
        for k in range(np.int64(state.deck_left), place, -1):
            state.deck[k] = state.deck[k - 1]
        state.deck[place] = SCORING_CARD + which
        state.deck_left += 1


@kernel
def fill_row(state):
    """Fill the money row; return which scoring cards came (A24, A30)."""
    came = 0
    for slot in range(SQUARES):
        while state.row[slot] < 0:
            if state.deck_left == 0:
                shuffle_discards(state)
            if state.deck_left == 0:
                return came
            card = top_card(state)
            if card >= SCORING_CARD:
                came |= 1 << (card - SCORING_CARD)
            else:
                state.row[slot] = card
    return came


@kernel
def shuffle_discards(state):
    """The money paid becomes a new deck (A30)."""
    n = 0
    for currency in range(SQUARES):
        for value in range(1, HIGHEST + 1):
            for _ in range(money.count_of(np.int64(state.discards[currency]), value)):
                state.deck[n] = currency * HIGHEST + value - 1
                n += 1
        state.discards[currency] = 0
    state.deck_left = n
    shuffle_deck(state)


@kernel
def shuffle_bag(state):
    """Shuffle the tiles in the bag."""
    for k in range(np.int64(state.bag_left) - 1, 0, -1):
        other = random_below(state, k + 1)
        tile = state.bag[k]
        state.bag[k] = state.bag[other]
        state.bag[other] = tile


@kernel
def draw_tile(state):
    """Draw a tile from the bag."""
    state.bag_left -= 1
    tile = np.int64(state.bag[state.bag_left])
    state.bag[state.bag_left] = 0
    return tile


@kernel
def fill_market(state):
    """Fill the market, lowest square first; return whether the bag sufficed (A31)."""
    for square in range(SQUARES):
        if state.market[square] < 0:
            if state.bag_left == 0:
                return False
            state.market[square] = draw_tile(state)
    return True


@kernel
def give_from_bag(state, number):
    """The neutral player draws tiles, as far as there are any (A36)."""
    for _ in range(min(number, np.int64(state.bag_left))):
        state.given = np.uint64(state.given) | (ONE << np.uint64(draw_tile(state)))


@kernel
def richest(state, currency):
    """The seat with the most money in a currency, or -1 when several have (A32)."""
    best, seat_of_best = -1, -1
    for seat in range(state.players):
        total = money.total_of(np.int64(state.hand[seat, currency]))
        if total > best:
            best, seat_of_best = total, seat
        elif total == best:
            seat_of_best = -1
    return seat_of_best


@kernel
def give_out_market(state):
    """The game ends: tiles left on the market go to the richest in their currency (A32)."""
    state.phase = LAST_TILES
    for square in range(SQUARES):
        if state.market[square] < 0:
            continue
        state.winner[square] = richest(state, square)
        if state.winner[square] >= 0:
            state.bought[square] = state.market[square]
            state.market[square] = -1
