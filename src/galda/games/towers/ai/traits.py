"""5 Towers: what styles of bots look at besides points."""

from galda.core.kernels.kernel import kernel
from galda.games.towers.rules.cards import KINDS
from galda.games.towers.rules.record import TALLEST
from galda.games.towers.rules.rules import demolition_count, height

TRAITS = ("tallest", "lowest", "cards taken", "demolitions")


@kernel
def traits(state, out):
    """The tallest tower and the lowest, all cards ever taken, and demolitions."""
    for seat in range(state.players):
        tallest, lowest, cards = 0, TALLEST, 0
        for kind in range(len(KINDS)):
            floors = height(state, seat, kind)
            tallest = max(tallest, floors)
            lowest = min(lowest, floors)
            cards += floors
        demolished = demolition_count(state, seat)
        out[seat, 0] = tallest
        out[seat, 1] = lowest
        out[seat, 2] = cards + demolished
        out[seat, 3] = demolished
