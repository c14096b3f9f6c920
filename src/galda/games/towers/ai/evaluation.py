"""5 Towers: a rollout policy, what sensible players tend to do, and heuristic scores (for search).

The room of a tower is how far its top is above 0: what is left of it brings cards later, so a card
is worth its points less the room it takes.
"""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.chance import below, scramble
from galda.core.kernels.kernel import kernel
from galda.games.towers.rules import record
from galda.games.towers.rules.cards import EMPTY, KINDS, VALUES, copy_of, fits, values
from galda.games.towers.rules.choices import legal
from galda.games.towers.rules.rules import demolition_count, scores, top, top_after_demolition
from galda.games.towers.rules.tower import height_of

CARDS_FOR_ROOM = 0.6
"""The cards that a whole table lays into one step of room, from the first round to the last."""
SECOND_PASS = 0.4
"""The share of cards that comes again when the discards are shuffled."""
IMPOSSIBLE = -1000.0


@kernel
def margin(state):
    """A lead of this many points makes one fairly sure to win."""
    return 8.0


@kernel
def share_to_come(state):
    """How much of a game's cards is still to come, 1 at the start."""
    left, box = np.int64(0), np.int64(0)
    for kind in range(len(KINDS)):
        left += bits.count(state.deck[kind])
        if state.shuffles == 1:
            box += bits.count(state.discards[kind])
    to_come = left + (box + SECOND_PASS * left if state.shuffles == 1 else 0)
    all_cards = len(KINDS) * (VALUES if state.players <= 3 else VALUES + 6)
    return to_come / (all_cards * (1 + SECOND_PASS))


@kernel
def worth_of_room(state):
    """The cards that a player may still lay into each step of room."""
    return CARDS_FOR_ROOM * share_to_come(state) / state.players


@kernel
def room(on):
    """How far a top is above 0; anything can follow an 8."""
    return np.int64(VALUES) if on in (EMPTY, 8) else np.int64(on)


@kernel
def gain(on, height, value, rate):
    """What laying a card brings: points now, less the room it takes."""
    points = 2.0 + height if value == 0 else 1.0  # T21: a crown doubles its tower
    return points - rate * (room(on) - room(value))


@kernel
def next_card(on, cards, height, rate):
    """The card of one kind that is best laid on a top, or -1."""
    best, most = np.int64(-1), IMPOSSIBLE
    left = values(cards)
    while left != 0:
        value = bits.lowest(left)
        left &= left - 1
        if fits(on, value) and gain(on, height, value, rate) > most:
            best, most = value, gain(on, height, value, rate)
    return best


@kernel
def likely_call(state, n, scratch, random):
    """As many cards as are worth taking, or one more to overcall; else pass."""
    seat = state.to_act
    rate = worth_of_room(state)
    wanted, sum_of_gains, next_best = 0, 0.0, IMPOSSIBLE
    for kind in range(len(KINDS)):
        cards = np.int64(state.row[kind])
        on, height = top(state, seat, kind), height_of(state.tower[seat, kind])
        while cards != 0:
            value = next_card(on, cards, height, rate)
            if value < 0:
                break
            brings = gain(on, height, value, rate)
            if brings <= 0:
                next_best = max(next_best, brings)
                break
            wanted += 1
            sum_of_gains += brings
            cards &= ~copy_of(cards, value)
            on = value
            height += 1
    if wanted <= state.called and sum_of_gains + next_best > 0:
        wanted += 1
    if below(random, 4) == 0:
        wanted += 1
    choice = scratch[0]  # PASS where nothing can be called, else the lowest call
    for k in range(n):
        if scratch[k] == record.PASS and wanted <= state.called:
            return record.PASS
        if record.CALL <= scratch[k] <= record.CALL + wanted:
            choice = scratch[k]
    return choice


@kernel
def likely_demolition(state, n, scratch):
    """Demolish only where it must be, or where the room it frees is worth more than it costs."""
    seat = state.to_act
    rate = worth_of_room(state)
    cost = 2.0 + demolition_count(state, seat)  # T23
    best, most = scratch[0], IMPOSSIBLE
    for k in range(n):
        brings = 0.0
        if scratch[k] != record.KEEP:
            kind = scratch[k] - record.DEMOLISH
            freed = room(top_after_demolition(state, seat, kind)) - room(top(state, seat, kind))
            brings = rate * freed - cost
        if brings > most:
            best, most = scratch[k], brings
    return best


@kernel
def gain_of(state, action, rate):
    """What laying the card of an action brings."""
    kind, value = (action - record.LAY) // VALUES, (action - record.LAY) % VALUES
    seat = state.to_act
    return gain(top(state, seat, kind), height_of(state.tower[seat, kind]), value, rate)


@kernel
def likely_card(state, n, scratch):
    """The first card, kind after kind, that is among the best to fill up what was called."""
    rate = worth_of_room(state)
    for k in range(n):
        mine = gain_of(state, scratch[k], rate)
        better, best_of_kind = 0, True
        for other in range(n):
            theirs = gain_of(state, scratch[other], rate)
            if theirs > mine:
                better += 1
                if (scratch[other] - record.LAY) // VALUES == (scratch[k] - record.LAY) // VALUES:
                    best_of_kind = False
        if best_of_kind and better < state.to_lay:
            return scratch[k]
    return scratch[0]


@kernel
def rollout_policy(state, random, scratch):
    """Take what is worth its room, now and then just anything."""
    n = legal(state, scratch)
    if n == 1:
        return scratch[0]
    if below(scramble(random), 8) == 0:
        return scratch[below(random, n)]
    if state.phase == record.AUCTION:
        return likely_call(state, n, scratch, random)
    if state.phase == record.DEMOLISHING:
        return likely_demolition(state, n, scratch)
    return likely_card(state, n, scratch)


@kernel
def heuristic_scores(state, out):
    """Each player's score, and the cards for which there is room."""
    scores(state, out)
    if state.phase == record.OVER:
        return
    rate = worth_of_room(state)
    for seat in range(state.players):
        for kind in range(len(KINDS)):
            left = top(state, seat, kind)
            out[seat] += rate * room(left)
