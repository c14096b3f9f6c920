"""What makes no difference in Alhambra: while a turn is chosen, no currency differs from another.

Each square of the market has its currency, so both are exchanged together.
"""

import numpy as np

from galda.core.play.alike import NO_KIND, Alike, along
from galda.games.alhambra.rules.observation import FEATURES
from galda.games.alhambra.rules.record import (
    ACTION_COUNT,
    BUY,
    LAST_TILES,
    OVER,
    PLACING,
    SQUARES,
)

BY_SQUARE = ("hand", "market", "bought", "discards", "buying")
"""Features whose first side are the currencies or the squares."""


def _inputs() -> dict[str, np.typing.NDArray[np.int64]]:
    shapes = {feature.name: feature.shape for feature in FEATURES}
    found = {name: along(shapes[name], 0) for name in BY_SQUARE}
    row = np.full(shapes["row"], NO_KIND)
    row[:, :SQUARES] = np.arange(SQUARES)  # of each card first its currency, then its value
    return found | {"row": row}


def _actions() -> np.typing.NDArray[np.int64]:
    found = np.full(ACTION_COUNT, NO_KIND)
    found[BUY : BUY + SQUARES] = np.arange(SQUARES)
    return found


ALIKE = Alike(
    count=SQUARES,
    inputs=_inputs(),
    actions=_actions(),
    # Several purchases of a turn, and what becomes of them, come in the order of the squares.
    unless={"exact": range(SQUARES), "phase": (PLACING, LAST_TILES, OVER)},
)
