"""What makes no difference in 5 Towers: before cards are laid, no kind differs from another."""

import numpy as np

from galda.core.play.alike import NO_KIND, Alike, along
from galda.games.towers.rules.observation import FEATURES, KIND_COUNT
from galda.games.towers.rules.record import ACTIONS, DEMOLISH, LAYING, OVER

OF_KINDS = {
    "row": 0, "deck": 0, "discards": 0, "towers": 1, "heights": 1, "tops": 1, "demolished": 1,
}  # fmt: skip
"""The features that tell of kinds, and along which of their sides the kinds lie."""


def _actions() -> np.typing.NDArray[np.int64]:
    found = np.full(ACTIONS, NO_KIND)
    found[DEMOLISH : DEMOLISH + KIND_COUNT] = np.arange(KIND_COUNT)
    return found


ALIKE = Alike(
    count=KIND_COUNT,
    inputs={
        feature.name: along(feature.shape, OF_KINDS[feature.name])
        for feature in FEATURES
        if feature.name in OF_KINDS
    },
    actions=_actions(),
    unless={"phase": (LAYING, OVER)},  # cards are laid kind after kind, in an order of kinds
)
