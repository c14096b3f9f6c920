"""5 Towers: the record of a game, and the codes of its actions.

Deck, row, discards and demolition piles are sets of cards, one word for each kind (see `cards`).
Nobody knows the deck's order, so it has none: which of its cards is turned up next is left to
chance at the moment it is turned up. A tower is one word (see `tower`).

Action codes: `CALL` + number, `PASS`, `DEMOLISH` + kind, `KEEP`, `LAY` + 16 · kind + value. The
builder decides on a demolition first and then takes and lays one card after the other, kind after
kind: the order between kinds makes no difference, within a kind it does.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from galda.core.kernels.record import record
from galda.games.towers.rules.cards import KINDS, VALUES

MOST_PLAYERS = 5
ROW = 5
TALLEST = 22  # no tower can have more cards than there are of its kind

State = record(
    ("seed", np.uint64),
    ("tower", np.int64, (5, 5)),  # by seat and kind
    ("deck", np.uint32, (5,)),
    ("row", np.uint32, (5,)),
    ("discards", np.uint32, (5,)),
    ("demolished", np.uint32, (5, 5)),  # by seat and kind
    ("draws", np.uint16),  # cards turned up so far
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
    ("filler", np.uint8, (4,)),
)

CALL, PASS, DEMOLISH, KEEP, LAY = 0, 6, 7, 12, 13
ACTIONS = LAY + len(KINDS) * VALUES
MOST_LEGAL = 6

AUCTION, DEMOLISHING, LAYING, OVER = 0, 1, 2, 3
SILENT, PASSED = -1, -2  # in `calls`: no chance yet, passed
NONE = -1


def limits(options: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """What the fields of a state hold at least and at most with these options."""
    players, kinds = int(options["players"]), len(KINDS)
    return {
        "players": (players, players), "to_act": (0, players - 1), "first": (0, players - 1),
        "caller": (NONE, players - 1), "phase": (AUCTION, OVER), "turned": (0, ROW),
        "to_lay": (0, ROW), "kind": (0, kinds - 1), "demolition": (NONE, kinds - 1),
    }  # fmt: skip
