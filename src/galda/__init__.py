"""Galda: Quixo, Pylos, 5 Towers and Alhambra on one table.

>>> import galda
>>> position = galda.game("quixo").new()
>>> position = position.play("a1-a5")
"""

from galda.bots.levels import bot_names, make_bot
from galda.core.errors import (
    BadOption,
    BadRecord,
    GaldaError,
    IllegalMove,
    Refusal,
    UnknownGame,
    UnreadableMove,
)
from galda.core.play.game import SPECTATOR, Game
from galda.core.play.position import Position
from galda.core.play.runner import Runner
from galda.envs.batch import Batch, batch
from galda.games import game, game_names

__version__ = "0.1.0"
__all__ = [
    "SPECTATOR",
    "BadOption",
    "BadRecord",
    "Batch",
    "GaldaError",
    "Game",
    "IllegalMove",
    "Position",
    "Refusal",
    "Runner",
    "UnknownGame",
    "UnreadableMove",
    "batch",
    "bot_names",
    "game",
    "game_names",
    "make_bot",
]
