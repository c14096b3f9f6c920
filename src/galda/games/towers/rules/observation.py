"""5 Towers as a row of numbers, for programs that learn.

Cards are counted by kind and value: which of two equal cards lies where makes no difference.
"""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.features import Feature, places, width
from galda.core.kernels.kernel import kernel
from galda.games.towers.rules.cards import KINDS, VALUES
from galda.games.towers.rules.record import MOST_PLAYERS, NONE, TALLEST
from galda.games.towers.rules.tower import height_of, runs_below_top, top_of

KIND_COUNT = len(KINDS)
PHASES = 4
NUMBERS = (
    "the highest call",
    "cards the row had at first",
    "cards still to lay",
    "the kind laid last",
    "1 once the builder has decided something",
    "the kind demolished in this building plus 1",
    "shuffles so far",
    "rounds so far",
)
FEATURES = (
    Feature("row", (KIND_COUNT, VALUES), "cards in the row"),
    Feature("deck", (KIND_COUNT, VALUES), "cards in the deck, whose order nobody knows"),
    Feature("discards", (KIND_COUNT, VALUES), "discarded cards"),
    Feature("towers", (MOST_PLAYERS, KIND_COUNT, TALLEST),
            "by seat and kind, from the lowest card up: its value plus 1; above the top 0"),
    Feature("heights", (MOST_PLAYERS, KIND_COUNT), "how many cards a tower has"),
    Feature("tops", (MOST_PLAYERS, KIND_COUNT), "the value a tower ends with plus 1; empty: 0"),
    Feature("demolished", (MOST_PLAYERS, KIND_COUNT), "cards in the demolition pile"),
    Feature("calls", (MOST_PLAYERS,), "0 no chance yet, 1 passed, else the call plus 2"),
    Feature("seats", (MOST_PLAYERS,), "1 for each seat of the game"),
    Feature("to_act", (MOST_PLAYERS,), "1 for the seat to act"),
    Feature("first", (MOST_PLAYERS,), "1 for the round's first player"),
    Feature("caller", (MOST_PLAYERS,), "1 for the seat with the highest call"),
    Feature("phase", (PHASES,), "1 for: auction, demolishing, laying, over"),
    Feature("numbers", (len(NUMBERS),), "; ".join(NUMBERS)),
)  # fmt: skip
WIDTH = width(FEATURES)
START = {name: place.start for name, place in places(FEATURES).items()}
ROW, DECK, DISCARDS = START["row"], START["deck"], START["discards"]
TOWERS, HEIGHTS, TOPS = START["towers"], START["heights"], START["tops"]
DEMOLISHED, CALLS, SEATS = START["demolished"], START["calls"], START["seats"]
TO_ACT, FIRST, CALLER = START["to_act"], START["first"], START["caller"]
PHASE, NUMBER = START["phase"], START["numbers"]


@kernel
def write_cards(cards, out, at):
    """Write how many cards of each value a set has."""
    there = np.int64(cards)
    for value in range(VALUES):
        out[at + value] = (there >> value & 1) + (there >> (value + VALUES) & 1)


@kernel
def observe(state, viewer, out):
    """Write the features above."""
    for k in range(WIDTH):
        out[k] = 0
    for kind in range(KIND_COUNT):
        write_cards(state.row[kind], out, ROW + kind * VALUES)
        write_cards(state.deck[kind], out, DECK + kind * VALUES)
        write_cards(state.discards[kind], out, DISCARDS + kind * VALUES)
    players = np.int64(state.players)
    for away in range(players):
        seat = (viewer + away) % players
        for kind in range(KIND_COUNT):
            tower = away * KIND_COUNT + kind
            cards = state.tower[seat, kind]
            height = height_of(cards)
            out[HEIGHTS + tower] = height
            if height > 0:
                out[TOPS + tower] = top_of(cards) + 1
            for level in range(height - 1, -1, -1):
                out[TOWERS + tower * TALLEST + level] = top_of(cards) + 1
                cards = runs_below_top(cards)
            out[DEMOLISHED + tower] = bits.count(state.demolished[seat, kind])
        call = np.int64(state.calls[seat])
        out[CALLS + away] = call + 2 if call >= 0 else -1 - call
        out[SEATS + away] = 1
        out[TO_ACT + away] = state.to_act == seat
        out[FIRST + away] = state.first == seat
        out[CALLER + away] = state.caller == seat
    out[PHASE + np.int64(state.phase)] = 1
    out[NUMBER] = state.called
    out[NUMBER + 1] = state.turned
    out[NUMBER + 2] = state.to_lay
    out[NUMBER + 3] = state.kind
    out[NUMBER + 4] = state.begun
    out[NUMBER + 5] = np.int64(state.demolition) - NONE
    out[NUMBER + 6] = state.shuffles
    out[NUMBER + 7] = state.rounds
