"""What is noted of a game of Alhambra, a row of numbers for each seat."""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.games.alhambra.rules.money import total_of
from galda.games.alhambra.rules.record import AT, BUY, CHOOSE, END, LIFT, PASS, PAY, SQUARES, TAKE
from galda.games.alhambra.rules.record import BRING as BRING_CODE
from galda.games.alhambra.rules.scoring import KIND_COUNT, columns
from galda.games.alhambra.rules.tiles import HIGHEST, POINTS, ROUNDS, TILE_COUNT

BOUGHT = 0
"""For each tile: 0, or when the seat bought it (1 before A, 2 before B, 3), 4 more if exactly."""
OVERPAID = BOUGHT + TILE_COUNT
TURNS = OVERPAID + 1
EXTRA = TURNS + 1
"""Further actions after an exact payment."""
TAKINGS = EXTRA + 1
CARDS_TAKEN = TAKINGS + 1
MONEY_TAKEN = CARDS_TAKEN + 1
REDESIGNS = MONEY_TAKEN + 1
WALL = REDESIGNS + 1
"""At each scoring: the longest wall, what kinds bring, and the tiles of each kind."""
FROM_KINDS = WALL + ROUNDS
TALLY = FROM_KINDS + ROUNDS
PLACE = TALLY + ROUNDS * KIND_COUNT
"""For each scoring and kind: 2 first alone, 1 sharing the first place, 0 neither."""
BUILT = PLACE + ROUNDS * KIND_COUNT
STORED = BUILT + 1
START_CARDS = STORED + 1
"""Money at the start: how many cards, and what they are worth."""
START_MONEY = START_CARDS + 1
WIDTH = START_MONEY + 1


@kernel
def note(state, action, facts):
    """Look at an action before it is played."""
    code, seat = np.int64(action), np.int64(state.to_act)
    if facts[0, START_CARDS] == 0:
        for each in range(state.players):
            facts[each, START_CARDS] = state.cards[each]
            for currency in range(SQUARES):
                facts[each, START_MONEY] += total_of(state.hand[each, currency])
    if state.phase == CHOOSE and (code < PAY or BRING_CODE <= code < AT or code >= END):
        if state.exact < 0:
            facts[seat, TURNS] += 1
        elif code not in (END, PASS):
            facts[seat, EXTRA] += 1
    if code < BUY:
        facts[seat, TAKINGS] += 1
        for slot in range(SQUARES):
            if (code - TAKE + 1) >> slot & 1:
                facts[seat, CARDS_TAKEN] += 1
                facts[seat, MONEY_TAKEN] += np.int64(state.row[slot]) % HIGHEST + 1
    elif PAY <= code < BRING_CODE:
        rest = np.int64(state.due) - (code - PAY + 1)
        if rest <= 0:
            period = 1 + (state.scored & 1) + (state.scored >> 1 & 1)
            facts[seat, BOUGHT + state.market[state.buying]] = period + (4 if rest == 0 else 0)
            facts[seat, OVERPAID] -= rest
    elif BRING_CODE <= code < LIFT or LIFT <= code < AT:
        facts[seat, REDESIGNS] += state.phase == CHOOSE


@kernel
def tiles_then(state, scoring, column, kind):
    """How many tiles of a kind a player had at a scoring."""
    return np.int64(state.tally[scoring, column]) >> 4 * kind & 15


@kernel
def finish(state, facts):
    """Read from the end what each scoring counted."""
    for seat in range(state.players):
        for scoring in range(ROUNDS):
            if not state.scored >> scoring & 1:
                continue
            facts[seat, WALL + scoring] = state.wall[scoring, seat]
            for kind in range(KIND_COUNT):
                own = tiles_then(state, scoring, seat, kind)
                at = scoring * KIND_COUNT + kind
                facts[seat, TALLY + at] = own
                if own == 0:
                    continue
                better, equal = 0, 0
                for other in range(columns(state)):
                    number = tiles_then(state, scoring, other, kind)
                    better += number > own
                    equal += number == own
                shared = 0
                for place in range(better, better + equal):
                    shared += POINTS[scoring, kind, place]
                facts[seat, FROM_KINDS + scoring] += shared // equal
                if better == 0:
                    facts[seat, PLACE + at] = 2 if equal == 1 else 1
        facts[seat, BUILT] = bits.count(np.uint64(state.city[seat]))
        facts[seat, STORED] = bits.count(np.uint64(state.reserve[seat]))
