"""5 Towers: the record of a game and its rules, as kernels in the order of the rulebook.

Deck, row, discards and demolition piles are sets of cards, one word for each kind (see `cards`).
Nobody knows the deck's order, so it has none: which of its cards is turned up next is left to
chance at the moment it is turned up. A tower is a list, from its lowest card up.

Action codes: `CALL` + number, `PASS`, `DEMOLISH` + kind, `KEEP`, `LAY` + 16 · kind + value. The
builder decides on a demolition first and then takes and lays one card after the other, kind after
kind: the order between kinds makes no difference, within a kind it does.
"""

import numpy as np

from galda.core import bits
from galda.core.chance import below, draw, scramble
from galda.core.kernel import kernel
from galda.core.record import record
from galda.games.towers.cards import (
    EMPTY,
    KINDS,
    ONCE_EACH,
    SECOND_COPIES,
    VALUES,
    copy_of,
    doubles,
    fits,
    most,
    values,
)

MOST_PLAYERS = 5
ROW = 5
TALLEST = 22  # no tower can have more cards than there are of its kind

State = record(
    ("seed", np.uint64),
    ("deck", np.uint32, (5,)),
    ("row", np.uint32, (5,)),
    ("discards", np.uint32, (5,)),
    ("demolished", np.uint32, (5, 5)),  # by seat and kind
    ("draws", np.uint16),  # cards turned up so far
    ("tower", np.uint8, (5, 5, TALLEST)),  # by seat and kind: value + 16 for second copies
    ("height", np.uint8, (5, 5)),
    ("calls", np.int8, (5,)),  # what each seat has called in this round
    ("to_act", np.int8),
    ("players", np.int8),
    ("first", np.int8),  # the round's first player
    ("caller", np.int8),  # who has called the most, and how much
    ("called", np.int8),
    ("turned", np.int8),  # how many cards the row had at first
    ("phase", np.int8),
    ("to_lay", np.int8),  # how many cards the builder has still to take and lay
    ("kind", np.int8),  # the kind that was laid last: earlier ones are closed
    ("begun", np.int8),  # whether the builder has decided anything yet
    ("demolition", np.int8),  # the kind demolished in this building, or NONE
    ("shuffles", np.int8),  # how often the deck was shuffled: 1, later 2
    ("rounds", np.uint8),
    ("filler", np.uint8, (5,)),
)

CALL, PASS, DEMOLISH, KEEP, LAY = 0, 6, 7, 12, 13
ACTIONS = LAY + len(KINDS) * VALUES
MOST_LEGAL = 6

AUCTION, DEMOLISHING, LAYING, OVER = 0, 1, 2, 3
SILENT, PASSED = -1, -2  # in `calls`: no chance yet, passed
NONE = -1
OWN_STREAM = np.uint64(0x5705EA5)  # keeps the deck's chance apart from a player's with equal seed


@kernel
def top(state, seat, kind):
    """The value a tower ends with, or EMPTY (T3)."""
    height = np.int64(state.height[seat, kind])
    return np.int64(state.tower[seat, kind, height - 1]) & 15 if height > 0 else np.int64(EMPTY)


@kernel
def top_after_demolition(state, seat, kind):
    """The value below the top of a tower that has a card, or EMPTY (T14)."""
    height = np.int64(state.height[seat, kind])
    return np.int64(state.tower[seat, kind, height - 2]) & 15 if height > 1 else np.int64(EMPTY)


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
    left = np.int64(0)
    for kind in range(len(KINDS)):
        left += bits.count(state.deck[kind])
    state.turned = min(left, ROW)
    for _ in range(state.turned):
        turn_up(state, left)
        left -= 1
    for seat in range(MOST_PLAYERS):
        state.calls[seat] = SILENT
    state.phase = AUCTION
    state.to_act = state.first
    state.caller = NONE
    state.called = 0
    state.kind = 0
    state.begun = 0
    state.demolition = NONE
    state.rounds += 1


@kernel
def turn_up(state, left):
    """Move one of the `left` cards of the deck to the row, each equally likely."""
    n = below(draw(state.seed, state.draws), left)
    state.draws += 1
    for kind in range(len(KINDS)):
        cards = np.int64(state.deck[kind])
        here = bits.count(cards)
        if n < here:
            card = np.int64(1) << bits.nth(cards, n)
            state.deck[kind] = cards ^ card
            state.row[kind] = np.int64(state.row[kind]) | card
            return
        n -= here


@kernel
def most_buildable(state, seat):
    """The highest call a seat can build: any smaller one can be built too (T16).

    Every beginning of a laying order is one itself, so there are no gaps.
    """
    laid, gain = np.int64(0), np.int64(0)
    for kind in range(len(KINDS)):
        cards = np.int64(state.row[kind])
        if cards == 0:
            continue
        on = top(state, seat, kind)
        here = most(on, cards)
        laid += here
        if on not in (0, EMPTY):
            gain = max(gain, most(top_after_demolition(state, seat, kind), cards) - here)
    return laid + gain


@kernel
def most_layable(state, seat, kind):
    """How many cards of this kind and the later ones a seat can lay without demolishing."""
    laid = np.int64(0)
    for later in range(kind, len(KINDS)):
        laid += most(top(state, seat, later), np.int64(state.row[later]))
    return laid


@kernel
def legal_calls(state, out):
    """More than the highest call, and no more than one can build; or pass (T10, T11, T16)."""
    seat = state.to_act
    opens = seat == state.first
    n = 0
    for number in range(0 if opens else state.called + 1, most_buildable(state, seat) + 1):
        out[n] = CALL + number
        n += 1
    if not opens:
        out[n] = PASS
        n += 1
    return n


@kernel
def demolishable(state):
    """The kinds, as a set, whose top the builder may demolish: never a 0 (T14), and only if
    the called cards can be laid then (T16)."""
    seat = state.to_act
    laid = most_layable(state, seat, 0)
    kinds = 0
    for kind in range(len(KINDS)):
        on = top(state, seat, kind)
        if on in (0, EMPTY):
            continue
        cards = np.int64(state.row[kind])
        after = most(top_after_demolition(state, seat, kind), cards)
        if laid - most(on, cards) + after >= state.to_lay:
            kinds |= 1 << kind
    return kinds


@kernel
def legal_demolitions(state, out):
    """Demolish one top, or keep them all (T14, T16)."""
    kinds = demolishable(state)
    n = 0
    for kind in range(len(KINDS)):
        if kinds >> kind & 1:
            out[n] = DEMOLISH + kind
            n += 1
    if most_layable(state, state.to_act, 0) >= state.to_lay:
        out[n] = KEEP
        n += 1
    return n


@kernel
def legal_cards(state, out):
    """The cards the builder may take and lay next so that all can be laid (T13, T15, T16)."""
    seat = state.to_act
    later = most_layable(state, seat, state.kind)
    n = 0
    for kind in range(state.kind, len(KINDS)):
        cards = np.int64(state.row[kind])
        on = top(state, seat, kind)
        if cards == 0 or on == 0:
            continue
        later -= most(on, cards)
        left = values(cards)
        while left != 0:
            value = bits.lowest(left)
            left &= left - 1
            others = cards & ~copy_of(cards, value)
            if fits(on, value) and 1 + most(value, others) + later >= state.to_lay:
                out[n] = LAY + kind * VALUES + value
                n += 1
    return n


@kernel
def legal(state, out):
    """List the legal actions of the seat to act."""
    if state.phase == AUCTION:
        return legal_calls(state, out)
    if state.phase == DEMOLISHING:
        return legal_demolitions(state, out)
    return legal_cards(state, out)


@kernel
def apply(state, action):
    """Play one action; the last one of a round ends it."""
    if action <= PASS:
        call(state, action)
    elif action < KEEP:
        demolish(state, action - DEMOLISH)
    elif action == KEEP:
        state.phase = LAYING
        state.begun = 1
    else:
        lay(state, (action - LAY) // VALUES, (action - LAY) % VALUES)


@kernel
def call(state, action):
    """Call a number or pass; the auction ends with the last chance or the highest number (T12)."""
    seat = state.to_act
    if action == PASS:
        state.calls[seat] = PASSED
    else:
        state.calls[seat] = action - CALL
        state.called = action - CALL
        state.caller = seat
    after = seat + 1 if seat + 1 < state.players else 0
    if after != state.first and state.called < state.turned:
        state.to_act = after
    elif state.called == 0:
        end_round(state, state.first)  # T18: nobody builds, the same player is first again
    else:
        start_building(state)


@kernel
def start_building(state):
    """The highest caller builds (T13); where nothing can be demolished there is nothing to ask."""
    state.to_act = state.caller
    state.to_lay = state.called
    state.phase = DEMOLISHING if demolishable(state) else LAYING


@kernel
def demolish(state, kind):
    """Move the top card of a tower to the builder's demolition pile (T14)."""
    seat = state.to_act
    height = np.int64(state.height[seat, kind]) - 1
    card = np.int64(1) << np.int64(state.tower[seat, kind, height])
    state.demolished[seat, kind] = np.int64(state.demolished[seat, kind]) | card
    state.tower[seat, kind, height] = 0
    state.height[seat, kind] = height
    state.demolition = kind
    state.phase = LAYING
    state.begun = 1


@kernel
def lay(state, kind, value):
    """Take a card from the row and lay it on its tower (T13, T15); the last one ends the round."""
    seat = state.to_act
    cards = np.int64(state.row[kind])
    card = copy_of(cards, value)
    state.row[kind] = cards & ~card
    height = np.int64(state.height[seat, kind])
    state.tower[seat, kind, height] = bits.lowest(card)
    state.height[seat, kind] = height + 1
    state.kind = kind
    state.begun = 1
    state.to_lay -= 1
    if state.to_lay == 0:
        end_round(state, seat + 1 if seat + 1 < state.players else 0)  # T17


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
            state.phase = OVER
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
    return state.phase == OVER


@kernel
def demolition_count(state, seat):
    """How many cards lie in a seat's demolition pile."""
    pile = np.int64(0)
    for kind in range(len(KINDS)):
        pile += bits.count(state.demolished[seat, kind])
    return pile


@kernel
def scores(state, out):
    """Cards, twice in crowned towers, once more in the tallest, less the demolitions (T21–T23)."""
    for seat in range(state.players):
        points, tallest = np.int64(0), np.int64(0)
        for kind in range(len(KINDS)):
            height = np.int64(state.height[seat, kind])
            points += 2 * height if top(state, seat, kind) == 0 else height
            tallest = max(tallest, height)
        pile = demolition_count(state, seat)
        out[seat] = points + tallest - pile * (pile + 1) // 2


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
            tower = np.uint64(0)
            for level in range(np.int64(state.height[seat, kind])):
                value = np.uint64(state.tower[seat, kind, level]) & np.uint64(15)
                tower = tower * np.uint64(31) + value + np.uint64(1)
            told = scramble(told ^ tower)
    for seat in range(state.players):
        told = scramble(told ^ np.uint64(demolition_count(state, seat)))
    return told


@kernel
def conceal(state, viewer):
    """Nobody knows what comes next (T25)."""
    state.seed = 0


@kernel
def redraw(state, viewer, seed):
    """Let chance decide anew in which order the rest of the cards comes."""
    state.seed = scramble(np.uint64(seed) ^ OWN_STREAM)


KERNELS = {
    "setup": setup,
    "legal": legal,
    "apply": apply,
    "is_over": is_over,
    "scores": scores,
    "in_turn": in_turn,
    "key": key,
    "conceal": conceal,
    "redraw": redraw,
}
