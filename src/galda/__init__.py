"""Galda: Quixo, Pylos, 5 Towers and Alhambra on one table.

>>> import galda
>>> position = galda.game("quixo").new()
>>> position = position.play("a1-a5")
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from galda import hooks
from galda.lazily import loading

if TYPE_CHECKING:
    from galda.bots.levels import bot_names, make_bot
    from galda.core.errors import (
        BadOption,
        BadPosition,
        BadRecord,
        GaldaError,
        IllegalMove,
        MissingExtra,
        Refusal,
        UnknownGame,
        UnreadableMove,
    )
    from galda.core.play.game import Game
    from galda.core.play.position import Position
    from galda.core.play.runner import Runner
    from galda.core.play.terms import SPECTATOR
    from galda.envs.batch import Batch
    from galda.envs.make import batch, rules
    from galda.envs.rules import Rules
    from galda.games import game, game_names, position
    from galda.notebook.play import play

__version__ = "0.1.0"
__all__ = [
    "SPECTATOR",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Batch",
    "GaldaError",
    "Game",
    "IllegalMove",
    "MissingExtra",
    "Position",
    "Refusal",
    "Rules",
    "Runner",
    "UnknownGame",
    "UnreadableMove",
    "batch",
    "bot_names",
    "game",
    "game_names",
    "make_bot",
    "play",
    "position",
    "rules",
]

HOMES = {
    "galda.bots.levels": ("bot_names", "make_bot"),
    "galda.core.errors": (
        "BadOption", "BadPosition", "BadRecord", "GaldaError", "IllegalMove", "MissingExtra",
        "Refusal", "UnknownGame", "UnreadableMove",
    ),
    "galda.core.play.game": ("Game",),
    "galda.core.play.position": ("Position",),
    "galda.core.play.runner": ("Runner",),
    "galda.core.play.terms": ("SPECTATOR",),
    "galda.envs.batch": ("Batch",),
    "galda.envs.make": ("batch", "rules"),
    "galda.envs.rules": ("Rules",),
    "galda.games": ("game", "game_names", "position"),
    "galda.notebook.play": ("play",),
}  # fmt: skip
"""Where each public name lives: it is loaded when it is first asked for, and nothing else is."""

hooks.FIND_GAME.fill("galda.games:game")
hooks.ADVISE.fill("galda.bots.levels:advise")
hooks.ANALYSE.fill("galda.bots.looking:look_ever_longer")

__getattr__ = loading(__name__, HOMES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
