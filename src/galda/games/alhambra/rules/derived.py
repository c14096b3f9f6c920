"""What a record of Alhambra notes for speed and for the sheets, worked out from the rest of it."""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel, seldom
from galda.games.alhambra.rules import city, scoring
from galda.games.alhambra.rules.city import NONE, ONE
from galda.games.alhambra.rules.record import OVER


@seldom
@kernel
def work_out(state):
    """Note what fits where in each Alhambra and what may be lifted; at the end, score it (A34)."""
    for player in range(state.players):
        seat = np.int64(player)
        left = np.uint64(state.city[seat])
        while left != NONE:
            tile = bits.lowest(left)
            city.survey(state, seat, np.int64(state.x[tile]), np.int64(state.y[tile]))
            left &= left - ONE
        city.note_changes(state, seat, np.int64(0), np.int64(0))
    if state.phase == OVER:
        scoring.score(state, 2)
