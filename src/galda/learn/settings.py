"""What a run of learning is: the game, the seed and the numbers that decide how it learns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self

from galda.core.errors import GaldaError
from galda.core.play.game import Game
from galda.core.play.options import player_counts

LEAST = 0.05


@dataclass(frozen=True)
class Settings:
    """Everything that decides what is learnt; kept with a run, which goes on by it."""

    game: str
    players: tuple[int, ...]
    """The numbers of players, all in one network."""
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 1
    games: int = 128
    """Games played at once, of all numbers of players together."""
    horizon: int = 128
    """Actions in each game between two lessons: about a game's length, so that ends are seen."""
    warm: int = 10
    """Lessons at first that are for expectations alone: a policy would learn from noise."""
    hidden: tuple[int, int] = (256, 64)
    rounds: int = 2
    """How often each lesson is gone through."""
    pieces: int = 8
    """Steps of the optimizer in each round."""
    rate: float = 1e-3
    trace: float = 0.98
    """How far what happens reaches back, by the action (lambda)."""
    clip: float = 0.2
    entropy: float = 0.01
    """Entropy bonus."""
    magnet: float = 0.05
    """How strongly the policy is held near its slow average."""
    planned: int = 0
    """Actions after which the learning rate and `entropy` have fallen to `LEAST` of what they were
    at first, along a line; 0: they stay."""
    slow: float = 0.98
    """What of the slow average is left after a lesson."""
    worth: float = 1.0
    """How much expectations weigh beside the policy."""
    points: float = 0.25
    """How much scores and leads weigh beside utilities."""

    def __post_init__(self) -> None:
        if len(self.hidden) != 2 or min(self.hidden) < 1:
            raise GaldaError("the network has two layers, such as 256,64")
        if self.games < len(self.players) or self.horizon < 1 or self.pieces < 1:
            raise GaldaError("learning needs a game for each number of players, and an action")

    def share(self, steps: int) -> float:
        """What is left of the learning rate and of `entropy` after so many actions."""
        return max(LEAST, 1 - steps / self.planned) if self.planned else 1.0

    def check(self, game: Game) -> None:
        """Complain unless the game can be learnt like this."""
        if not game.rules.features:
            raise GaldaError("{game} says nothing of what a seat sees", game=game.title)
        can = player_counts(game.options)
        for players in self.players:
            if players not in can:
                raise GaldaError(
                    "{option} cannot be {given!r}; it can be {choices}",
                    option="players", given=players, choices=", ".join(map(str, can)),
                )  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        """The same in plain values."""
        return asdict(self) | {"players": list(self.players), "hidden": list(self.hidden)}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Self:
        """Settings that `as_json` told."""
        known = {each.name for each in fields(cls)}
        given = {name: value for name, value in told.items() if name in known}
        lists = {name: tuple(given[name]) for name in ("players", "hidden")}
        return cls(**(given | lists))
