"""Alhambra: what styles of bots look at besides points."""

from galda.core.kernels.kernel import kernel
from galda.games.alhambra.rules.scoring import KIND_COUNT, buildings
from galda.games.alhambra.rules.wall import longest_wall

TRAITS = ("wall", "largest set", "dear buildings")
DEAR = 4
"""The kinds from here on, gardens and towers, are the dearest."""


@kernel
def traits(state, out):
    """The longest wall, the most buildings of one kind, and how many of the dearest kinds."""
    for seat in range(state.players):
        largest, dear = 0, 0
        for kind in range(KIND_COUNT):
            number = buildings(state, seat, kind)
            largest = max(largest, number)
            if kind >= DEAR:
                dear += number
        out[seat, 0] = longest_wall(state, seat)
        out[seat, 1] = largest
        out[seat, 2] = dear
