"""The tablebases in the user's folder: whether a game is solved here, and how to solve it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from galda.core.errors import GaldaError
from galda.core.folders import data_folder
from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.core.play.solver import solver_of
from galda.games import game, game_names
from galda.solve.tablebase import SUFFIX, Tablebase, file_name


def file_for(played: Game, options: Mapping[str, Value]) -> Path | None:
    """Where the tablebase for a game with these options would be; None: it cannot be solved."""
    solver = solver_of(played)
    if solver is None:
        return None
    try:
        return data_folder() / file_name(played.name, solver.options(options))
    except GaldaError:
        return None


@lru_cache
def _opened(file: Path, changed: float, played: Game) -> Tablebase:
    return Tablebase(file, played)


def tablebase_for(played: Game, options: Mapping[str, Value]) -> Tablebase | None:
    """The opened tablebase, if this user has it; `BadTablebase` if it cannot be trusted."""
    file = file_for(played, options)
    if file is None or not file.exists():
        return None
    return _opened(file, file.stat().st_mtime, played)


def how_to_solve(played: Game, options: Mapping[str, Value]) -> str | None:
    """The command that makes the tablebase; None if it cannot be made."""
    solver = solver_of(played)
    if solver is None or file_for(played, options) is None:
        return None
    chosen = [f"--{name} {value}" for name, value in solver.options(options).items()]
    return " ".join(["galda solve", played.name, *chosen])


def is_solved(played: Game) -> bool:
    """Whether this user has a tablebase of the game, with whatever options."""
    return any(data_folder().glob(f"{played.name}-*{SUFFIX}"))


def anything_solved() -> bool:
    """Whether this user has any tablebase."""
    return data_folder().is_dir() and any(is_solved(game(name)) for name in game_names())


def check_solved(played: Game, options: Mapping[str, Value]) -> None:
    """Complain, saying how to get it, unless the tablebase is there."""
    file = file_for(played, options)
    if file is None:
        raise GaldaError("nobody has solved {game} with these options", game=played.title)
    if not file.exists():
        raise GaldaError(
            "the oracle needs the solved game: {command} makes it",
            command=how_to_solve(played, options),
        )
