"""5 Towers as the inputs of a policy-value network.

Seats are counted clockwise from the viewer. Besides what lies open it says what follows from it:
for each tower its top, height, the top below, and how many cards can still come to lie on it; how
far each seat leads.
"""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.features import Feature, places, width
from galda.core.kernels.kernel import kernel
from galda.core.kernels.writing import write_counts, write_zeros
from galda.games.towers.rules.cards import EMPTY, KINDS, VALUES, most_within, values
from galda.games.towers.rules.record import MOST_PLAYERS, NONE
from galda.games.towers.rules.record import ROW as ROW_SIZE
from galda.games.towers.rules.rules import demolition_count, score_of, top_after_demolition
from galda.games.towers.rules.tower import height_of, may_lose_top, reach_of, top_of

KIND_COUNT = len(KINDS)
PHASES = 4
TALL, PILE, FIT_NOW, FIT_LATER = 14, 10, 9, 6
LEADS = 63
"""Leads in points are written around the middle of these."""
STEPS = 32
CARDS_A_STEP = 4

FEATURES = (
    Feature("row", (KIND_COUNT, VALUES), "cards in the row", most=2),
    Feature("deck", (KIND_COUNT, VALUES), "cards in the deck", most=2),
    Feature("discards", (KIND_COUNT, VALUES), "discarded cards", most=2),
    Feature("tops", (MOST_PLAYERS, KIND_COUNT), "the value a tower ends with plus 1; empty: 0",
            most=VALUES),
    Feature("below", (MOST_PLAYERS, KIND_COUNT),
            "1 where no top can be demolished, else the value below the top plus 2",
            most=VALUES + 2),
    Feature("heights", (MOST_PLAYERS, KIND_COUNT), "how many cards a tower has", most=TALL),
    Feature("fit_now", (MOST_PLAYERS, KIND_COUNT),
            "how many cards of row and deck can be laid on it", most=FIT_NOW),
    Feature("fit_later", (MOST_PLAYERS, KIND_COUNT), "how many discarded cards can",
            most=FIT_LATER),
    Feature("piles", (MOST_PLAYERS,), "demolished cards", most=PILE),
    Feature("leads", (MOST_PLAYERS,), "the lead over the best of the others", most=LEADS),
    Feature("calls", (MOST_PLAYERS,), "0 no chance yet, 1 passed, else the call plus 2",
            most=ROW_SIZE + 2),
    Feature("seats", (MOST_PLAYERS,), "1 for each seat of the game", most=1),
    Feature("to_act", (MOST_PLAYERS,), "1 for the seat to act", most=1),
    Feature("first", (MOST_PLAYERS,), "1 for the round's first player", most=1),
    Feature("caller", (MOST_PLAYERS,), "1 for the seat with the highest call", most=1),
    Feature("phase", (PHASES,), "1 for: auction, demolishing, laying, over", most=1),
    Feature("called", (1,), "the highest call", most=ROW_SIZE),
    Feature("turned", (1,), "cards the row had at first", most=ROW_SIZE),
    Feature("to_lay", (1,), "cards still to lay", most=ROW_SIZE),
    Feature("kind", (1,), "the kind laid last", most=KIND_COUNT),
    Feature("demolition", (1,), "the kind demolished in this building plus 1", most=KIND_COUNT),
    Feature("second_pass", (1,), "1 once the discards were shuffled", most=1),
    Feature("deck_left", (1,), "cards in the deck, in steps", most=STEPS),
    Feature("discarded", (1,), "discarded cards, in steps", most=STEPS),
)  # fmt: skip
WIDTH = width(FEATURES)
START = {name: place.start for name, place in places(FEATURES).items()}
ROW, DECK, DISCARDS = START["row"], START["deck"], START["discards"]
TOPS, BELOW, HEIGHTS = START["tops"], START["below"], START["heights"]
NOW, LATER, PILES, LEAD = START["fit_now"], START["fit_later"], START["piles"], START["leads"]
CALLS, SEATS, TO_ACT = START["calls"], START["seats"], START["to_act"]
FIRST, CALLER, PHASE = START["first"], START["caller"], START["phase"]
CALLED = START["called"]
"""From here on there is one number of each."""


@kernel
def write_cards(cards, out, at):
    """Write how many cards of each value a set has."""
    there = np.uint64(cards)
    write_counts(out, at, there, there >> np.uint64(VALUES), VALUES)


@kernel
def write_towers(state, seat, away, out):
    """Write what matters of a seat's towers."""
    for kind in range(KIND_COUNT):
        at = away * KIND_COUNT + kind
        tower = state.tower[seat, kind]
        on, reach = top_of(tower), reach_of(tower)
        out[TOPS + at] = (on + 1) % (EMPTY + 1)
        below = np.int64(1)
        if may_lose_top(tower):
            below = (np.int64(top_after_demolition(state, seat, kind)) + 1) % (EMPTY + 1) + 2
        out[BELOW + at] = below
        out[HEIGHTS + at] = min(height_of(tower), TALL)
        coming = values(np.int64(state.deck[kind] | state.row[kind]))
        out[NOW + at] = min(most_within(reach, coming), FIT_NOW)
        if state.shuffles == 1:
            out[LATER + at] = min(
                most_within(reach, values(np.int64(state.discards[kind]))), FIT_LATER
            )


@kernel
def lead_of(state, seat):
    """How far a seat leads the best of the others."""
    best = np.int64(-1000)
    for other in range(state.players):
        if other != seat:
            best = max(best, np.int64(score_of(state, np.int64(other))))
    return np.int64(score_of(state, seat)) - best


@kernel
def encode(state, viewer, out):
    """Write the features above."""
    players, seat = np.int64(state.players), np.int64(viewer)
    write_zeros(out, 0, WIDTH)
    deck_left, discarded = np.int64(0), np.int64(0)
    for kind in range(KIND_COUNT):
        write_cards(state.row[kind], out, ROW + kind * VALUES)
        write_cards(state.deck[kind], out, DECK + kind * VALUES)
        write_cards(state.discards[kind], out, DISCARDS + kind * VALUES)
        deck_left += bits.count(state.deck[kind])
        discarded += bits.count(state.discards[kind])
    for away in range(players):
        write_towers(state, seat, away, out)
        out[PILES + away] = min(demolition_count(state, seat), PILE)
        out[LEAD + away] = min(max(lead_of(state, seat) + LEADS // 2 + 1, 1), LEADS)
        call = np.int64(state.calls[seat])
        out[CALLS + away] = call + 2 if call >= 0 else -1 - call
        out[SEATS + away] = 1
        out[TO_ACT + away] = state.to_act == seat
        out[FIRST + away] = state.first == seat
        out[CALLER + away] = state.caller == seat
        seat = seat + 1 if seat + 1 < players else np.int64(0)
    out[PHASE + np.int64(state.phase)] = 1
    out[CALLED] = state.called
    out[CALLED + 1] = state.turned
    out[CALLED + 2] = state.to_lay
    out[CALLED + 3] = state.kind
    out[CALLED + 4] = np.int64(state.demolition) - NONE
    out[CALLED + 5] = state.shuffles > 1
    out[CALLED + 6] = min((deck_left + CARDS_A_STEP - 1) // CARDS_A_STEP, STEPS)
    out[CALLED + 7] = min((discarded + CARDS_A_STEP - 1) // CARDS_A_STEP, STEPS)
