"""The book of a solved game: its first turns with their exact values, without the solution itself.

The file in a game's folder has a chapter for each set of options, with one part or both. The
*openings* are all positions up to some turns from the start, no two alike by symmetry: a byte each
says how the game ends, and after how many turns where these are counted. The *early positions* are
all of the first layers (few balls or cubes on the board): it is known who wins, by what the game's
evaluation guesses, but for the positions that are kept in sieves because the guess is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.core.play.position import Position
from galda.core.play.solver import EarlySolver, Solver, solver_of
from galda.core.play.values import Exact, Outcome, Suggestion, value_at_end
from galda.games import game, game_names
from galda.solve.kernels.early import outcome_of
from galda.solve.oracle import exact_moves

FILE = "book.npz"
NOT_COUNTED = 127
"""Stands for the turns of a win or loss that nobody has counted."""


@dataclass(frozen=True)
class Openings:
    """The positions of the first turns."""

    numbers: npt.NDArray[np.uint64]
    """Of all positions that are known, ascending (`Solver.alike`)."""
    codes: npt.NDArray[np.int8]
    """Turns until the win (above 0) or loss (below), 0 drawn, or `NOT_COUNTED`."""


@dataclass(frozen=True)
class Early:
    """The positions of the first layers."""

    layers: int
    """The last layer that is known."""
    network: str
    """The network that guesses."""
    sieves: npt.NDArray[np.int64]
    bits: npt.NDArray[np.uint32]
    """Of all sieves, with a word too many at the end."""


@dataclass(frozen=True)
class Chapter:
    """What is known of the first turns of a game with some options; parts are read when needed."""

    options: Mapping[str, Value]
    solver: Solver
    file: Path
    at: int
    """Which chapter of the file it is."""
    about: Mapping[str, Any]

    @cached_property
    def openings(self) -> Openings | None:
        """The openings, if the chapter has any."""
        if not self.about["openings"]:
            return None
        with np.load(self.file) as kept:
            return Openings(_added_up(kept[f"{self.at}.steps"]), kept[f"{self.at}.codes"])

    @cached_property
    def early(self) -> Early | None:
        """The early positions, if the chapter has any that were made for the game's network."""
        about = self.about["early"]
        if about is None or not isinstance(self.solver, EarlySolver):
            return None
        if about["network"] != self.solver.network(self.options):
            return None
        with np.load(self.file) as kept:
            return Early(**about, sieves=kept[f"{self.at}.sieves"], bits=kept[f"{self.at}.bits"])

    def fits(self, options: Mapping[str, Value]) -> bool:
        """Whether a game with these options is this one; who begins makes no difference."""
        try:
            return self.solver.options(options) == self.solver.options(self.options)
        except GaldaError:
            return False

    def value(self, position: Position) -> Exact | None:
        """What the openings say of a position between turns, for the seat to act; None: nothing."""
        if position.is_over:
            return value_at_end(position, position.to_act)
        if self.openings is None:
            return None
        numbers, codes = self.openings.numbers, self.openings.codes
        wanted = np.uint64(self.solver.alike(position.options, position.state))
        at = int(np.searchsorted(numbers, wanted))
        if at == len(numbers) or numbers[at] != wanted:
            return None
        code = int(codes[at])
        turns = None if abs(code) in (0, NOT_COUNTED) else abs(code)
        return Exact(Outcome((code > 0) - (code < 0)), turns)

    def outcome(self, position: Position) -> Outcome | None:
        """How an early position between turns ends for the seat to act; None: it is none."""
        early, solver = self.early, self.solver
        if early is None or not isinstance(solver, EarlySolver):
            return None
        if not 0 <= solver.layer_of(position.state) <= early.layers:
            return None
        number = solver.alike(position.options, position.state)
        state = solver.laid(position.options, np.array([number]))[0]  # the one that was looked at
        return Outcome(outcome_of(state, np.int64(number), early.sieves, early.bits))

    def exact(self, position: Position) -> Exact:
        """The value as a tablebase gives it: `KeyError` where a position is too far on."""
        value = self.value(position)
        if value is None:
            raise KeyError(position.text)
        return value


@lru_cache
def chapters_of(played: Game, file: Path | None = None) -> tuple[Chapter, ...]:
    """The book that comes with a game, a chapter for each set of options; none without a file.

    >>> from galda.solve.book import chapters_of
    >>> first = chapters_of(galda.game("pylos"))[0]
    >>> str(first.value(galda.game("pylos").new()))
    'lost in 40'
    """
    file, solver = file or played.folder / FILE, solver_of(played)
    if solver is None or not file.exists():
        return ()
    with np.load(file) as kept:
        every = json.loads(str(kept["about"]))
    return tuple(
        Chapter(played.read_options(about["options"]), solver, file, at, about)
        for at, about in enumerate(every)
    )


def openings_of(played: Game) -> tuple[Chapter, ...]:
    """The chapters of a game's book that have openings.

    >>> from galda.solve.book import openings_of
    >>> [dict(each.options) for each in openings_of(galda.game("quixo"))]
    [{'players': 2, 'size': 5, 'first': 1}]
    """
    return tuple(each for each in chapters_of(played) if each.about["openings"])


def games_with_openings() -> tuple[Game, ...]:
    """The games whose first turns are known.

    >>> from galda.solve.book import games_with_openings
    >>> galda.game("alhambra") in games_with_openings()
    False
    """
    return tuple(played for played in map(game, game_names()) if openings_of(played))


def chapter_for(position: Position) -> Chapter | None:
    """The chapter of the game being played; None: there is none.

    >>> from galda.solve.book import chapter_for
    >>> chapter_for(galda.game("alhambra").new())
    """
    chapters = chapters_of(position.game)
    return next((each for each in chapters if each.fits(position.options)), None)


def book_moves(position: Position) -> list[Suggestion] | None:
    """All legal actions with their exact value, best first; None where one of them is not known.

    >>> from galda.solve.book import book_moves
    >>> str(book_moves(galda.game("pylos").new())[0].value)
    'lost in 40'
    """
    chapter = chapter_for(position)
    if chapter is None or chapter.openings is None:
        return None
    try:
        return exact_moves(position, chapter)
    except KeyError:
        return None


def early_moves(position: Position) -> dict[int, Exact | None]:
    """For each legal action how the game ends after it, for who plays it; None: not known.

    >>> from galda.solve.book import early_moves
    >>> set(early_moves(galda.game("alhambra").new()).values())
    {None}
    """
    chapter = chapter_for(position)
    if chapter is None or chapter.early is None:
        return dict.fromkeys(position.legal_actions)
    return {
        action: _exact(_after(position, action, chapter)) for action in position.legal_actions
    }  # fmt: skip


def early_end(position: Position) -> Outcome | None:
    """How the game ends for the seat to act, between turns; None: not known.

    >>> from galda.solve.book import early_end
    >>> early_end(galda.game("pylos").new()).name
    'LOST'
    """
    chapter = chapter_for(position)
    return None if chapter is None or position.in_turn else chapter.outcome(position)


def worth_trying(known: Mapping[int, Exact | None], end: Outcome | None = None) -> list[int]:
    """The actions that may be best, as far as is known; `end`: how the position itself ends."""
    if end == Outcome.LOST:
        return list(known)
    best = max((value.outcome for value in known.values() if value is not None), default=None)
    unknown = [action for action, value in known.items() if value is None]
    good = [action for action, value in known.items() if value and value.outcome == best]
    if not unknown or best == Outcome.WON or (best is not None and best == end):
        return good
    return sorted(good + unknown) if best == Outcome.DRAWN and end is None else unknown


def warm_book(played: Game) -> None:
    """Ask for any early position, so that no move waits for it later."""
    for each in chapters_of(played):
        each.outcome(played.new(seed=0, **each.options))


def _added_up(steps: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint64]:
    """Numbers from the steps between them, whose bytes are kept by place: that is smallest."""
    return np.cumsum(np.ascontiguousarray(steps.T).view(np.uint64).ravel(), dtype=np.uint64)


def _exact(outcome: Outcome | None) -> Exact | None:
    return None if outcome is None else Exact(outcome)


def _after(position: Position, action: int, chapter: Chapter) -> Outcome | None:
    """How the game ends after an action, for the seat that plays it."""
    after, seat = position.play(action), position.to_act
    if after.is_over:
        return value_at_end(after, seat).outcome
    if not after.in_turn:
        found = chapter.outcome(after)
        return None if found is None else Outcome(-found)
    ends = [_after(after, each, chapter) for each in after.legal_actions]
    if Outcome.WON in ends:
        return Outcome.WON
    return None if None in ends else max(end for end in ends if end is not None)
