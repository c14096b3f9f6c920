"""Beacon as a row of numbers, for programs that learn. The viewer's side comes first."""

import numpy as np

from beacon.rules import BEACONS, COPIES, SEATS, SIDE, VALUES
from galda.core.kernels.features import Feature, places
from galda.core.kernels.kernel import kernel

FEATURES = (
    Feature("hand", (VALUES,), "cards in the viewer's hand by value", private=True, most=COPIES),
    Feature("sides", (BEACONS, SEATS, SIDE), "the cards at each beacon, 0 for none", most=VALUES),
    Feature("lit", (BEACONS, SEATS), "1 where a beacon is lit by the seat", most=1),
    Feature("held", (SEATS,), "cards in each hand"),
    Feature("left", (1,), "cards in the deck"),
    Feature("mine_to_act", (1,), "1 if the viewer is to act", most=1),
)
START = {name: place.start for name, place in places(FEATURES).items()}
HANDS, SIDES, LIT, HELD = START["hand"], START["sides"], START["lit"], START["held"]
LEFT, MINE = START["left"], START["mine_to_act"]


@kernel
def observe(state, viewer, out):
    """Write the features; nothing is read that `conceal` would blank out."""
    for value in range(VALUES):
        out[HANDS + value] = state.hand[viewer, value]
    for away in range(SEATS):
        seat = (np.int64(viewer) + away) % SEATS
        out[HELD + away] = state.held[seat]
        for beacon in range(BEACONS):
            out[LIT + beacon * SEATS + away] = state.lit[beacon] == seat + 1
            for place in range(SIDE):
                at = (beacon * SEATS + away) * SIDE + place
                out[SIDES + at] = state.sides[beacon, seat, place]
    out[LEFT] = state.left
    out[MINE] = state.to_act == viewer
