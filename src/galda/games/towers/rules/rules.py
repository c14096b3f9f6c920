"""5 Towers: its rules, as kernels in the order of the rulebook (what is legal: see `choices`)."""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.chance import below, draw, scramble
from galda.core.kernels.kernel import kernel
from galda.games.towers.rules import record
from galda.games.towers.rules.cards import (
    KINDS,
    ONCE_EACH,
    SECOND_COPIES,
    VALUES,
    copy_of,
    doubles,
    values,
)
from galda.games.towers.rules.choices import demolishable, legal, pick
from galda.games.towers.rules.tower import (
    height_of,
    runs_below_top,
    top_copy,
    top_of,
    with_card,
    without_top,
)

BYTE = 8
ONE_EACH_BYTE = 0x0101010101  # one byte for each kind
HIGH_BITS = ONE_EACH_BYTE << BYTE - 1
OWN_STREAM = np.uint64(0x5705EA5)  # keeps the deck's chance apart from a player's with equal seed


@kernel
def top(state, seat, kind):
    """The value a tower ends with, or EMPTY (T3)."""
    return top_of(state.tower[seat, kind])


@kernel
def top_after_demolition(state, seat, kind):
    """The value below the top of a tower that has a card, or EMPTY (T14)."""
    return top_of(runs_below_top(state.tower[seat, kind]))


@kernel
def height(state, seat, kind):
    """How many cards a tower has."""
    return height_of(state.tower[seat, kind])


@kernel
def setup(state, options, seed):
    """Shuffle the cards of this table, choose the first player, turn up a row (T2, T8, T9)."""
    state.players = options[0]
    state.first = options[1] - 1
    state.seed = scramble(np.uint64(seed) ^ OWN_STREAM)
    for kind in range(len(KINDS)):
        state.deck[kind] = ONCE_EACH | SECOND_COPIES if state.players > 3 else ONCE_EACH
    state.shuffles = 1
    start_round(state)


@kernel
def start_round(state):
    """Turn up the row, five cards or what the deck still has (T9, T20), and open the auction."""
    left, upto = np.int64(0), np.int64(0)
    for kind in range(len(KINDS)):
        left += bits.count(state.deck[kind])
        upto |= left << BYTE * kind
    state.turned = min(left, record.ROW)
    for _ in range(state.turned):
        upto = turn_up(state, left, upto)
        left -= 1
    for seat in range(record.MOST_PLAYERS):
        state.calls[seat] = record.SILENT
    state.phase = record.AUCTION
    state.to_act = state.first
    state.caller = record.NONE
    state.called = 0
    state.kind = 0
    state.begun = 0
    state.demolition = record.NONE
    state.rounds += 1


@kernel
def turn_up(state, left, upto):
    """Move one of the `left` cards of the deck to the row, each equally likely.

    `upto` has a byte for each kind: how many cards the deck has of it and those before. Returns
    what it is then.
    """
    n = below(draw(state.seed, state.draws), left)
    state.draws += 1
    # A byte's high bit stays set exactly where `upto` is still <= n, so counting finds the kind.
    kind = bits.count((n * ONE_EACH_BYTE | HIGH_BITS) - upto & HIGH_BITS)
    n -= upto << BYTE >> BYTE * kind & 255
    cards = np.int64(state.deck[kind])
    card = np.int64(1) << bits.nth_of_few(cards, n)
    state.deck[kind] = cards ^ card
    state.row[kind] = np.int64(state.row[kind]) | card
    return upto - (ONE_EACH_BYTE << BYTE * kind & ONE_EACH_BYTE)


@kernel
def apply(state, action):
    """Play one action; the last one of a round ends it."""
    next_first = np.int64(record.NONE)
    if action <= record.PASS:
        next_first = call(state, action)
    elif action < record.KEEP:
        demolish(state, action - record.DEMOLISH)
    elif action == record.KEEP:
        state.phase = record.LAYING
        state.begun = 1
    else:
        next_first = lay(state, (action - record.LAY) // VALUES, (action - record.LAY) % VALUES)
    # In one place for both, so that the threads of a graphics card do it together.
    if next_first != record.NONE:
        end_round(state, next_first)


@kernel
def call(state, action):
    """Call a number or pass; the auction ends with the last chance or the highest number (T12).

    Returns who opens the next round if this one has ended, else NONE.
    """
    seat = np.int64(state.to_act)
    if action == record.PASS:
        state.calls[seat] = record.PASSED
    else:
        state.calls[seat] = action - record.CALL
        state.called = action - record.CALL
        state.caller = seat
    after = seat + 1 if seat + 1 < state.players else 0
    if after != state.first and state.called < state.turned:
        state.to_act = after
    elif state.called == 0:
        return np.int64(state.first)  # T18: nobody builds, the same player is first again
    else:
        start_building(state)
    return np.int64(record.NONE)


@kernel
def start_building(state):
    """The highest caller builds (T13); where nothing can be demolished there is nothing to ask."""
    state.to_act = state.caller
    state.to_lay = state.called
    state.phase = record.DEMOLISHING if demolishable(state) else record.LAYING


@kernel
def demolish(state, kind):
    """Move the top card of a tower to the builder's demolition pile (T14)."""
    seat = state.to_act
    tower = state.tower[seat, kind]
    card = np.int64(1) << top_of(tower) + VALUES * top_copy(tower)
    state.demolished[seat, kind] = np.int64(state.demolished[seat, kind]) | card
    state.tower[seat, kind] = without_top(tower)
    state.demolition = kind
    state.phase = record.LAYING
    state.begun = 1


@kernel
def lay(state, kind, value):
    """Take a card from the row and lay it on its tower (T13, T15); the last one ends the round.

    Returns who opens the next round then (T17), else NONE.
    """
    seat = np.int64(state.to_act)
    cards = np.int64(state.row[kind])
    card = copy_of(cards, value)
    state.row[kind] = cards & ~card
    state.tower[seat, kind] = with_card(state.tower[seat, kind], value, card >> value >> VALUES)
    state.kind = kind
    state.begun = 1
    state.to_lay -= 1
    if state.to_lay > 0:
        return np.int64(record.NONE)
    return seat + 1 if seat + 1 < state.players else np.int64(0)


@kernel
def end_round(state, first):
    """Discard what is left of the row; shuffle the discards once, later end the game (T17–T20)."""
    deck, discards = np.int64(0), np.int64(0)
    for kind in range(len(KINDS)):
        state.discards[kind] |= state.row[kind]
        state.row[kind] = 0
        deck |= np.int64(state.deck[kind])
        discards |= np.int64(state.discards[kind])
    if deck == 0:
        if state.shuffles == 2 or discards == 0:
            state.phase = record.OVER
            state.begun = 0
            return
        state.shuffles = 2
        for kind in range(len(KINDS)):
            state.deck[kind] = state.discards[kind]
            state.discards[kind] = 0
    state.first = first
    start_round(state)


@kernel
def is_over(state):
    """Whether the deck has run out for the last time (T19, T20)."""
    return state.phase == record.OVER


@kernel
def demolition_count(state, seat):
    """How many cards lie in a seat's demolition pile."""
    pile = np.int64(0)
    for kind in range(len(KINDS)):
        pile += bits.count(state.demolished[seat, kind])
    return pile


@kernel
def score_of(state, seat):
    """Cards, twice in crowned towers, once more in the tallest, less the demolitions (T21–T23)."""
    points, tallest = np.int64(0), np.int64(0)
    for kind in range(len(KINDS)):
        cards = height(state, seat, kind)
        points += 2 * cards if top(state, seat, kind) == 0 else cards
        tallest = max(tallest, cards)
    pile = demolition_count(state, seat)
    return points + tallest - pile * (pile + 1) // 2


@kernel
def scores(state, out):
    """Write each seat's score."""
    for seat in range(state.players):
        out[seat] = score_of(state, seat)


@kernel
def in_turn(state):
    """Whether the builder has begun: nothing is turned up before the last card is laid."""
    return state.begun != 0


@kernel
def key(state):
    """All that matters of what lies open; which of two equal cards is where does not."""
    auction = (state.players, state.first, state.caller, state.called, state.turned)
    building = (state.to_lay, state.kind, state.begun, state.demolition)
    told = np.uint64(0)
    for number in (state.phase, state.to_act, state.shuffles, *auction, *building):
        told = told * np.uint64(8) + np.uint64(number & 7)
    for kind in range(len(KINDS)):
        for cards in (state.row[kind], state.deck[kind], state.discards[kind]):
            there = np.int64(cards)
            told = scramble(told ^ np.uint64(values(there) | doubles(there) << VALUES))
        for seat in range(state.players):
            tower, sum_of_cards, weight = state.tower[seat, kind], np.uint64(0), np.uint64(1)
            for _ in range(height_of(tower)):
                sum_of_cards += weight * np.uint64(top_of(tower) + 1)
                weight *= np.uint64(31)
                tower = runs_below_top(tower)
            told = scramble(told ^ sum_of_cards)
    for seat in range(state.players):
        told = scramble(told ^ np.uint64(demolition_count(state, seat)))
    return told


@kernel
def conceal(state, viewer):
    """Nobody knows what comes next (T25)."""
    state.seed = 0


@kernel
def determinize(state, viewer, seed):
    """Let chance decide anew in which order the rest of the cards comes."""
    state.seed = scramble(np.uint64(seed) ^ OWN_STREAM)


KERNELS = {
    "setup": setup,
    "legal": legal,
    "pick": pick,
    "apply": apply,
    "is_over": is_over,
    "scores": scores,
    "in_turn": in_turn,
    "key": key,
    "conceal": conceal,
    "determinize": determinize,
}
