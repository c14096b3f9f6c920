"""Bots that sit at a game together with people, in a terminal or in a notebook."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from galda.bots.bot import Bot
from galda.bots.levels import check_bot, make_bot
from galda.core.errors import GaldaError
from galda.core.play.position import Position


class Company:
    """Who of a game's seats is a bot; all others are people."""

    def __init__(self, bots: Mapping[int, Bot]) -> None:
        self.bots = dict(bots)

    @classmethod
    def around(cls, seat: int, start: Position, bot: str) -> Company:
        """A bot of this name on every seat but one."""
        check_bot(bot, game=start.game)
        others = (s for s in range(start.players) if s != seat)
        seed = start.seed if isinstance(start.seed, int) else None
        return cls({s: make_bot(bot, seed) for s in others})

    def is_due(self, position: Position) -> bool:
        """Whether a bot is to act."""
        return not position.is_over and position.to_act in self.bots

    def choose(self, position: Position) -> int:
        """What the bot to act plays, given only what its seat can know."""
        seat = position.to_act
        return self.bots[seat].choose(position.known_to(seat, secrets.randbits(60)))

    def viewer(self, position: Position) -> int:
        """With whose eyes people look: one among bots with its own, else whoever is to act."""
        people = [seat for seat in range(position.players) if seat not in self.bots]
        return people[0] if self.bots and people else position.to_act

    def step_back(self, position: Position) -> Position:
        """Back one action of a turn under way, else to a person's turn before."""
        position = position.take_back()
        while position.to_act in self.bots and position.before is not None:
            position = position.before
        if position.to_act in self.bots:
            raise GaldaError("you have nothing to undo")
        return position
