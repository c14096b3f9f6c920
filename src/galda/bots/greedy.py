"""The bot that takes what counts most now: the turn after which it would stand best."""

from __future__ import annotations

import random

import numpy as np

from galda.bots.kernels.lookahead import MOST_LEAVES, best_leads
from galda.core.play.position import Position
from galda.core.play.styles import PLAIN
from galda.core.play.values import Points, Suggestion


class GreedyBot:
    """Looks no further than its own turn; equally good turns are chosen among by chance."""

    def __init__(self, seed: int | None = None) -> None:
        self._chance = random.Random(seed)

    def choose(self, position: Position) -> int:
        """The first action of a turn that leaves this seat furthest ahead."""
        return self.suggest(position)[0].action

    def suggest(self, position: Position) -> list[Suggestion]:
        """All legal actions, by the best lead they can bring this turn."""
        most_legal = position.game.rules.most_legal
        values = np.zeros(most_legal, np.float64)
        best_leads(position.states, position.players, MOST_LEAVES, most_legal, PLAIN, values)
        leads = dict(zip(position.legal_actions, values.tolist(), strict=False))
        order = sorted(leads, key=lambda action: (-leads[action], self._chance.random()))
        return [Suggestion(action, Points(leads[action])) for action in order]
