"""The bot that plays any legal action, all equally likely (the uniform policy)."""

from __future__ import annotations

import random

from galda.core.play.position import Position


class RandomBot:
    """Chooses by chance; the same seed plays the same way."""

    def __init__(self, seed: int | None = None) -> None:
        self._chance = random.Random(seed)

    def choose(self, position: Position) -> int:
        """One of the legal actions."""
        return self._chance.choice(position.legal_actions)
