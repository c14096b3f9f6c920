"""The games as environments for programs that learn: batches, PettingZoo, Gymnasium, OpenSpiel.

Environments have versioned names, such as the game's name and `-v0`: the version is raised when
the game's actions or observations come to mean something else, or its rewards.
"""

from __future__ import annotations

from galda.core.errors import UnknownGame
from galda.core.play.game import Game
from galda.games import game as find_game


def versioned_name(game: Game) -> str:
    """The name of a game's environment."""
    return f"{game.name}-v{game.version}"


def find_environment(name: str) -> Game:
    """The game of an environment; without a version the present one is meant."""
    plain, dash, version = name.rpartition("-v")
    game = find_game(plain if dash else name)
    if dash and version != str(game.version):
        raise UnknownGame(
            "no environment {name!r}; choose from {known!r}",
            name=name,
            known=versioned_name(game),
        )
    return game
