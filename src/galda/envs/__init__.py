"""The games as environments for programs that learn: batches, PettingZoo, Gymnasium, OpenSpiel.

Environments have versioned names, such as the game's name and `-v0`: the version is raised when
the game's actions or observations come to mean something else, or its rewards.
"""

from __future__ import annotations

from collections.abc import Mapping

from galda.core.errors import BadOption, GaldaError, UnknownGame
from galda.core.play.game import Game
from galda.core.play.position import Position
from galda.core.play.runner import Runner
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


def check_options(game: Game | None, given: Mapping[str, object], *own: str) -> None:
    """Refuse options that neither the game nor its environment has."""
    known = (*own, *(option.name for option in (game.options if game else ())))
    if unknown := set(given) - set(known):
        raise BadOption(
            "no option {option!r}; choose from {known}",
            option=min(unknown),
            known=", ".join(known),
        )


def check_reset(options: Mapping[str, object] | None, *known: str) -> Mapping[str, object]:
    """The options of a `reset`; unknown ones are refused."""
    given = options or {}
    check_options(None, given, *known)
    return given


def begin_from(runner: Runner, options: Mapping[str, object] | None, seed: int) -> bool:
    """Let a game begin from the position that a `reset` asks for, if it does; whether it did."""
    asked = check_reset(options, "position").get("position")
    if asked is None:
        return False
    found = asked if isinstance(asked, Position) else runner.game.position(str(asked), seed=seed)
    if found.is_over:
        raise GaldaError("in this position the game is over")
    runner.stand(found)
    return True
