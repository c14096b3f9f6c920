"""The bot that takes what counts most now: the turn after which it would stand best."""

from __future__ import annotations

import random

import numpy as np

from galda.core import contract
from galda.core.advice import Suggestion
from galda.core.position import Position

MOST_LEAVES = 500
"""Ways to finish the turn that are looked at below each first action."""


class GreedyBot:
    """Looks no further than its own turn; equally good turns are chosen among by chance."""

    def __init__(self, seed: int | None = None) -> None:
        self._chance = random.Random(seed)

    def choose(self, position: Position) -> int:
        """The first action of a turn that leaves this seat standing best."""
        return self.suggest(position)[0].action

    def suggest(self, position: Position) -> list[Suggestion]:
        """All legal actions, by the best standing they lead to this turn."""
        seat = position.to_act
        values = {a: self._best(position.play(a), seat, [MOST_LEAVES]) for a in position.legal()}
        order = sorted(values, key=lambda a: (-values[a], self._chance.random()))
        return [Suggestion(action, values[action]) for action in order]

    def _best(self, position: Position, seat: int, leaves: list[int]) -> float:
        """The best lead over the others that `seat` can reach before its turn ends."""
        if not position.in_turn or position.to_act != seat or leaves[0] <= 0:
            leaves[0] -= 1
            return _lead(position, seat)
        return max(self._best(position.play(a), seat, leaves) for a in position.legal())


def _lead(position: Position, seat: int) -> float:
    out = np.zeros(position.players, np.float64)
    contract.standing(position.state, out)
    others = [out[other] for other in range(position.players) if other != seat]
    return float(out[seat] - sum(others) / len(others))
