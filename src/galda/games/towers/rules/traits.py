"""5 Towers: what styles of bots look at besides points."""

from galda.core.kernels.kernel import kernel
from galda.games.towers.rules.cards import KINDS
from galda.games.towers.rules.rules import demolition_count, height, top

TRAITS = ("tallest", "crowns", "cards taken", "demolitions")


@kernel
def traits(state, out):
    """The tallest tower, crowned towers, cards ever taken, and demolitions."""
    for seat in range(state.players):
        tallest, crowns, cards = 0, 0, 0
        for kind in range(len(KINDS)):
            floors = height(state, seat, kind)
            tallest = max(tallest, floors)
            crowns += top(state, seat, kind) == 0
            cards += floors
        demolished = demolition_count(state, seat)
        out[seat, 0] = tallest
        out[seat, 1] = crowns
        out[seat, 2] = cards + demolished
        out[seat, 3] = demolished
