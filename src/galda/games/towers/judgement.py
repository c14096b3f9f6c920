"""5 Towers: what a sensible player tends to do (for search)."""

from galda.core.chance import below, scramble
from galda.core.kernel import kernel
from galda.games.towers.cards import EMPTY, VALUES
from galda.games.towers.rules import (
    AUCTION,
    DEMOLISHING,
    KEEP,
    LAY,
    PASS,
    legal,
    top,
)


@kernel
def margin(state):
    """A lead of this many points makes one fairly sure to win."""
    return 8.0


@kernel
def waste(state, action):
    """How much room above the tower's top card laying a card gives away."""
    kind, value = (action - LAY) // VALUES, (action - LAY) % VALUES
    below_it = top(state, state.to_act, kind)
    height = VALUES if below_it in (EMPTY, 8) else below_it
    return abs(height - value)


@kernel
def likely(state, bits, scratch):
    """Call as much as can be built more often than not, seldom demolish, waste little room."""
    n = legal(state, scratch)
    one = scratch[below(bits, n)]
    again = scramble(bits)
    if state.phase == AUCTION:
        highest = n - 1 if scratch[n - 1] != PASS else n - 2
        return scratch[highest] if highest >= 0 and below(again, 2) == 0 else one
    if state.phase == DEMOLISHING:
        keeps = scratch[n - 1] == KEEP
        return KEEP if keeps and below(again, 8) != 0 else one
    other = scratch[below(again, n)]
    return one if waste(state, one) <= waste(state, other) else other
