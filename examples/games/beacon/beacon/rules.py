"""Beacon: the record of a game and its rules. Action code: beacon * VALUES + value - 1.

The order of the deck is nobody's business: chance decides when a card is drawn, and what is neither
laid nor in a hand is in the deck.
"""

import numpy as np

from galda.core.kernels.chance import below, draw, scramble
from galda.core.kernels.kernel import kernel
from galda.core.kernels.record import record

SEATS, BEACONS, SIDE, NEEDED = 2, 5, 2, 3
VALUES, COPIES, HAND = 9, 3, 4
ACTIONS = BEACONS * VALUES
MOST_LEGAL = BEACONS * HAND
NOBODY = 0  # in `lit`; else the seat + 1

State = record(
    ("seed", np.uint64),
    ("hand", np.int8, (SEATS, VALUES)),  # cards of each value in each hand
    ("held", np.int8, (SEATS,)),  # how many that are: this everybody sees
    ("deck", np.int8, (VALUES,)),  # cards of each value that are left in it
    ("left", np.int8),  # how many that are
    ("sides", np.int8, (BEACONS, SEATS, SIDE)),  # the cards at each beacon, 0 for none
    ("lit", np.int8, (BEACONS,)),  # by whom
    ("to_act", np.int8),
    ("filler", np.int8, (8,)),
)


@kernel
def fill_deck(state):
    """All cards are in the deck (B1)."""
    for value in range(VALUES):
        state.deck[value] = COPIES
    state.left = VALUES * COPIES


@kernel
def draw_card(state, seat):
    """Move a card from the deck to a hand, each equally likely."""
    if state.left == 0:
        return
    n = below(draw(state.seed, 0), state.left)
    state.seed = scramble(state.seed)
    value = 0
    while value < VALUES - 1 and n >= state.deck[value]:  # a concealed deck is empty
        n -= np.int64(state.deck[value])
        value += 1
    state.deck[value] -= 1
    state.left -= 1
    state.hand[seat, value] += 1
    state.held[seat] += 1


@kernel
def setup(state, options, seed):
    """Fill the deck and deal (B1)."""
    fill_deck(state)
    state.seed = scramble(np.uint64(seed))
    for seat in range(SEATS):
        for _ in range(HAND):
            draw_card(state, seat)


@kernel
def deal(state, options, words):
    """The same at a table, each card by another random number."""
    fill_deck(state)
    for seat in range(SEATS):
        for k in range(HAND):
            state.seed = words[HAND * seat + k]
            draw_card(state, seat)


@kernel
def renew(state, viewer, seed):
    """At a table each action has a number of its own for what it draws."""
    state.seed = seed


@kernel
def room(state, beacon, seat):
    """How many cards a seat may still lay at a beacon (B2)."""
    free = np.int64(0)
    for place in range(SIDE):
        free += state.sides[beacon, seat, place] == 0
    return free


@kernel
def total(state, beacon, seat):
    """What a seat's cards at a beacon add up to."""
    found = np.int64(0)
    for place in range(SIDE):
        found += np.int64(state.sides[beacon, seat, place])
    return found


@kernel
def legal(state, out):
    """A card of the hand at a beacon with room on one's own side (B2)."""
    seat = np.int64(state.to_act)
    n = 0
    for beacon in range(BEACONS):
        if room(state, beacon, seat) > 0:
            for value in range(VALUES):
                if state.hand[seat, value] > 0:
                    out[n] = beacon * VALUES + value
                    n += 1
    return n


@kernel
def apply(state, action):
    """Lay the card (B2), see who lights the beacon (B3), draw (B4)."""
    seat = np.int64(state.to_act)
    beacon, value = action // VALUES, action % VALUES
    state.sides[beacon, seat, SIDE - room(state, beacon, seat)] = value + 1
    state.hand[seat, value] -= 1
    state.held[seat] -= 1
    if room(state, beacon, seat) == 0 and room(state, beacon, 1 - seat) == 0:
        mine, theirs = total(state, beacon, seat), total(state, beacon, 1 - seat)
        # Where both are the same it is theirs, who were complete first.
        state.lit[beacon] = (seat if mine > theirs else 1 - seat) + 1
    draw_card(state, seat)
    state.to_act = 1 - seat


@kernel
def beacons_of(state, seat):
    """How many beacons a seat has lit."""
    found = np.int64(0)
    for beacon in range(BEACONS):
        found += state.lit[beacon] == seat + 1
    return found


@kernel
def is_over(state):
    """Whether somebody has lit three (B5); with all five lit somebody has, so every game ends."""
    return beacons_of(state, 0) >= NEEDED or beacons_of(state, 1) >= NEEDED


@kernel
def scores(state, out):
    """Won or lost: 1 for three beacons (B5)."""
    for seat in range(SEATS):
        out[seat] = beacons_of(state, seat) >= NEEDED


@kernel
def key(state):
    """Cards and beacons: everything but what chance will bring."""
    told = scramble(np.uint64(state.to_act))
    for seat in range(SEATS):
        for value in range(VALUES):
            told = scramble(told ^ np.uint64(state.hand[seat, value]))
        for beacon in range(BEACONS):
            for place in range(SIDE):
                told = scramble(told ^ np.uint64(state.sides[beacon, seat, place]))
    for beacon in range(BEACONS):  # who was complete first is seen in who lit it
        told = scramble(told ^ np.uint64(state.lit[beacon]))
    return told


@kernel
def conceal(state, viewer):
    """Blank out chance, the deck and the other hand (B1, B4)."""
    state.seed = 0
    for value in range(VALUES):
        state.deck[value] = 0
        for seat in range(SEATS):
            if seat != viewer:
                state.hand[seat, value] = 0


@kernel
def determinize(state, viewer, seed):
    """Put the other hand back into the deck and deal it anew."""
    state.seed = scramble(np.uint64(seed))
    for seat in range(SEATS):
        if seat != viewer:
            for value in range(VALUES):
                state.deck[value] += state.hand[seat, value]
                state.hand[seat, value] = 0
            state.left += state.held[seat]
    for seat in range(SEATS):
        if seat != viewer:
            cards = np.int64(state.held[seat])
            state.held[seat] = 0
            for _ in range(cards):
                draw_card(state, seat)


KERNELS = {
    k.__name__: k
    for k in (setup, deal, renew, legal, apply, is_over, scores, key, conceal, determinize)
}
