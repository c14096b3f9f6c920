"""The first turns of a solved game with their exact values, without the solution itself.

The file in a game's folder keeps the value of every position up to some turns from the start, no
two alike by symmetry: one byte each, beside the numbers that tell positions apart.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.core.play.position import Position
from galda.core.play.solver import Solver, solver_of
from galda.core.play.values import Exact, Outcome, Suggestion, value_at_end
from galda.games import game, game_names
from galda.solve.oracle import exact_moves

FILE = "openings.npz"
NOT_COUNTED = 127
"""Stands for the turns of a win or loss that nobody has counted."""


@dataclass(frozen=True)
class Openings:
    """What is known of the first turns of a game with some options."""

    options: Mapping[str, Value]
    solver: Solver
    numbers: npt.NDArray[np.uint64]
    """Of all positions that are known, ascending (`Solver.alike`)."""
    codes: npt.NDArray[np.int8]

    def fits(self, options: Mapping[str, Value]) -> bool:
        """Whether a game with these options is this one; who begins makes no difference."""
        try:
            return self.solver.options(options) == self.solver.options(self.options)
        except GaldaError:
            return False

    def value(self, position: Position) -> Exact | None:
        """What a position between turns is worth to the seat to act; None: it is too far on."""
        if position.is_over:
            return value_at_end(position, position.to_act)
        wanted = np.uint64(self.solver.alike(position.options, position.state))
        at = int(np.searchsorted(self.numbers, wanted))
        if at == len(self.numbers) or self.numbers[at] != wanted:
            return None
        code = int(self.codes[at])
        turns = None if abs(code) in (0, NOT_COUNTED) else abs(code)
        return Exact(Outcome((code > 0) - (code < 0)), turns)


@dataclass(frozen=True)
class _Book:
    """Openings asked as one asks a tablebase: `KeyError` where a position is too far on."""

    openings: Openings

    def exact(self, position: Position) -> Exact:
        value = self.openings.value(position)
        if value is None:
            raise KeyError(position.text)
        return value


def book_moves(position: Position) -> list[Suggestion] | None:
    """All legal actions with their exact value, best first; None where one of them is not known.

    >>> from galda.solve.openings import book_moves
    >>> str(book_moves(galda.game("pylos").new())[0].value)
    'lost in 40'
    """
    for each in openings_of(position.game):
        if each.fits(position.options):
            try:
                return exact_moves(position, _Book(each))
            except KeyError:
                return None
    return None


@lru_cache
def openings_of(played: Game) -> tuple[Openings, ...]:
    """The openings that come with a game, for each set of options; none where it has no file.

    >>> from galda.solve.openings import openings_of
    >>> first = openings_of(galda.game("pylos"))[0]
    >>> str(first.value(galda.game("pylos").new()))
    'lost in 40'
    """
    file, solver = played.folder / FILE, solver_of(played)
    if solver is None or not file.exists():
        return ()
    with np.load(file) as kept:
        every = json.loads(str(kept["about"]))
        return tuple(
            Openings(
                played.read_options(options),
                solver,
                _added_up(kept[f"{n}.steps"]),
                kept[f"{n}.codes"],
            )
            for n, options in enumerate(every)
        )


def games_with_openings() -> tuple[Game, ...]:
    """The games whose first turns are known.

    >>> from galda.solve.openings import games_with_openings
    >>> galda.game("alhambra") in games_with_openings()
    False
    """
    every = (game(name) for name in game_names())
    return tuple(played for played in every if (played.folder / FILE).exists())


def write_openings(
    file: Path, found: Sequence[tuple[Mapping[str, Value], Sequence[tuple[int, int]]]]
) -> None:
    """Write the file: for each set of options the numbers of positions and their coded values."""
    arrays: dict[str, npt.NDArray[np.generic]] = {
        "about": np.array(json.dumps([dict(options) for options, _ in found]))
    }
    for n, (_, values) in enumerate(found):
        numbers = np.array([number for number, _ in sorted(values)], np.uint64)
        arrays |= {
            f"{n}.steps": np.diff(numbers, prepend=np.uint64(0)).view(np.uint8).reshape(-1, 8).T,
            f"{n}.codes": np.array([code for _, code in sorted(values)], np.int8),
        }
    with file.open("wb") as out:
        np.savez_compressed(out, **arrays)  # type: ignore[arg-type]


def _added_up(steps: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint64]:
    """Numbers from the steps between them, whose bytes are kept by place: that is smallest."""
    return np.cumsum(np.ascontiguousarray(steps.T).view(np.uint64).ravel(), dtype=np.uint64)
