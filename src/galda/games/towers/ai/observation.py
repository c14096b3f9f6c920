"""5 Towers as a row of numbers, for programs that learn.

Cards are counted by kind and value: which of two equal cards lies where makes no difference.
"""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.features import Feature, places, width
from galda.core.kernels.kernel import kernel
from galda.core.kernels.writing import write_counts, write_digits, write_zeros
from galda.games.towers.rules.cards import EMPTY, KINDS, VALUES
from galda.games.towers.rules.record import MOST_PLAYERS, NONE, TALLEST
from galda.games.towers.rules.record import ROW as ROW_SIZE
from galda.games.towers.rules.tower import EARLIER_RUNS, height_of, top_of

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
    Feature("row", (KIND_COUNT, VALUES), "cards in the row", most=2),
    Feature("deck", (KIND_COUNT, VALUES), "cards in the deck, whose order nobody knows", most=2),
    Feature("discards", (KIND_COUNT, VALUES), "discarded cards", most=2),
    Feature("towers", (MOST_PLAYERS, KIND_COUNT, TALLEST),
            "by seat and kind, from the lowest card up: its value plus 1; above the top 0",
            most=VALUES),
    Feature("heights", (MOST_PLAYERS, KIND_COUNT), "how many cards a tower has",
            most=TALLEST),
    Feature("tops", (MOST_PLAYERS, KIND_COUNT), "the value a tower ends with plus 1; empty: 0",
            most=VALUES),
    Feature("demolished", (MOST_PLAYERS, KIND_COUNT), "cards in the demolition pile",
            most=TALLEST),
    Feature("calls", (MOST_PLAYERS,), "0 no chance yet, 1 passed, else the call plus 2",
            most=ROW_SIZE + 2),
    Feature("seats", (MOST_PLAYERS,), "1 for each seat of the game", most=1),
    Feature("to_act", (MOST_PLAYERS,), "1 for the seat to act", most=1),
    Feature("first", (MOST_PLAYERS,), "1 for the round's first player", most=1),
    Feature("caller", (MOST_PLAYERS,), "1 for the seat with the highest call", most=1),
    Feature("phase", (PHASES,), "1 for: auction, demolishing, laying, over", most=1),
    Feature("numbers", (len(NUMBERS),), "; ".join(NUMBERS)),
)  # fmt: skip
WIDTH = width(FEATURES)
START = {name: place.start for name, place in places(FEATURES).items()}
ROW, DECK, DISCARDS = START["row"], START["deck"], START["discards"]
TOWERS, HEIGHTS, TOPS = START["towers"], START["heights"], START["tops"]
DEMOLISHED, CALLS, SEATS = START["demolished"], START["calls"], START["seats"]
TO_ACT, FIRST, CALLER = START["to_act"], START["first"], START["caller"]
PHASE, NUMBER = START["phase"], START["numbers"]


# The cards of half a falling run, a set of eight values, from the lowest card up: a byte for each,
# its value plus 1. First those of the lower half, then of the upper.
LADDERS = np.array(
    [
        [
            sum(
                (half + value + 1) << 8 * level
                for level, value in enumerate(v for v in range(7, -1, -1) if cards >> v & 1)
            )
            for cards in range(256)
        ]
        for half in (0, 8)
    ],
    np.uint64,
)


@kernel
def write_cards(cards, out, at):
    """Write how many cards of each value a set has."""
    there = np.uint64(cards)
    write_counts(out, at, there, there >> np.uint64(VALUES), VALUES)


@kernel
def write_run(run, out, at):
    """Write the cards of a falling run and return where the next one begins.

    Up to eight numbers beyond are set to 0.
    """
    high, low = run >> 8 & 255, run & 255
    write_digits(out, at, LADDERS[1, high], 8, 8)
    at += bits.count(high)
    write_digits(out, at, LADDERS[0, low], 8, 8)
    return at + bits.count(low)


@kernel
def write_tower(tower, out, at):
    """Write a tower from the lowest card up; up to eight numbers beyond are set to 0."""
    if tower & EARLIER_RUNS:
        at = write_run(tower >> 2 * VALUES, out, at)
        at = write_run(tower >> VALUES, out, at)
    write_run(tower, out, at)


@kernel
def observe(state, viewer, out):
    """Write the features above, from the first on: what a tower sets to 0 beyond it comes later."""
    for kind in range(KIND_COUNT):
        write_cards(state.row[kind], out, ROW + kind * VALUES)
        write_cards(state.deck[kind], out, DECK + kind * VALUES)
        write_cards(state.discards[kind], out, DISCARDS + kind * VALUES)
    write_zeros(out, TOWERS, WIDTH)
    players = np.int64(state.players)
    seat = np.int64(viewer)
    for away in range(players):
        for kind in range(KIND_COUNT):
            write_tower(state.tower[seat, kind], out, TOWERS + (away * KIND_COUNT + kind) * TALLEST)
        seat = seat + 1 if seat + 1 < players else np.int64(0)
    for away in range(players):
        for kind in range(KIND_COUNT):
            at = away * KIND_COUNT + kind
            tower = state.tower[seat, kind]
            out[HEIGHTS + at] = height_of(tower)
            out[TOPS + at] = (top_of(tower) + 1) % (EMPTY + 1)
            out[DEMOLISHED + at] = bits.count(state.demolished[seat, kind])
        call = np.int64(state.calls[seat])
        out[CALLS + away] = call + 2 if call >= 0 else -1 - call
        out[SEATS + away] = 1
        out[TO_ACT + away] = state.to_act == seat
        out[FIRST + away] = state.first == seat
        out[CALLER + away] = state.caller == seat
        seat = seat + 1 if seat + 1 < players else np.int64(0)
    out[PHASE + np.int64(state.phase)] = 1
    out[NUMBER] = state.called
    out[NUMBER + 1] = state.turned
    out[NUMBER + 2] = state.to_lay
    out[NUMBER + 3] = state.kind
    out[NUMBER + 4] = state.begun
    out[NUMBER + 5] = np.int64(state.demolition) - NONE
    out[NUMBER + 6] = state.shuffles
    out[NUMBER + 7] = state.rounds
