"""Teaching is data: figures and lessons are read from the folder `teach` of a game's package.

`positions.toml` names positions, `figures.toml` holds the figures, and each lesson is a file such
as `1-first.toml`: its place among the lessons and its id. Sentences stand there in English; they
are told in the reader's language by the catalogues, which `scripts/words.py` fills from them.
docs/adding-a-game.md says what each entry may hold.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from galda.core.play.form import TEACHING
from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.core.play.position import Position
from galda.core.show.language import say

SENTENCES = frozenset({"title", "caption", "tell", "prompts", "praise"})
"""The entries that are told to people."""
START = "start"
"""The position in which a game begins with its usual options and the seed 0."""
Entry = Mapping[str, Any]
T = TypeVar("T")


class BadTeaching(ValueError):
    """A file that teaches holds what it may not; the message names the file and the entry."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How a position comes about: options and seed, or a position's text, and moves in notation."""

    moves: str = ""
    seed: int = 0
    options: Mapping[str, Value] = field(default_factory=dict)
    text: str = ""
    """A position in one line, which tells its options; the seed draws what it leaves unknown."""

    def reach(self, game: Game) -> Position:
        """The position itself, played by the rules."""
        if self.text:
            begun = game.position(self.text, seed=self.seed)
        else:
            begun = game.new(seed=self.seed, **self.options)
        return begun.play_all(self.moves.split())


def figure_entries(game: Game) -> list[Entry]:
    """The figures as they are written; none where the game has none."""
    file = game.folder / TEACHING["figures"]
    return _read(file).get("figure", []) if file.is_file() else []


def lesson_files(game: Game) -> list[Path]:
    """The files of a game's lessons, the first one first."""
    return sorted(game.folder.glob(TEACHING["lessons"]))


def read_lesson(file: Path) -> tuple[str, Entry]:
    """The id of a lesson, and what is written in its file."""
    return file.stem.partition("-")[2], _read(file)


def make(kind: type[T], entry: Entry, game: Game, lang: str) -> T:
    """A figure or a step from what is written, its sentences told in a language."""
    known = {each.name for each in fields(kind)}  # type: ignore[arg-type]
    given: dict[str, Any] = {}
    for key, value in entry.items():
        name = "setup" if key == "position" else key
        if name not in known or key == "setup":
            raise BadTeaching(f"{game.title}: no {kind.__name__.lower()} has {key!r} ({entry})")
        if key == "position":
            given[name] = _setup(game, value)
        else:
            given[name] = _told(lang, value) if key in SENTENCES else _frozen(value)
    return kind(**given)


def _told(lang: str, value: str | list[str]) -> str | tuple[str, ...]:
    """A sentence, or several, in a language."""
    return say(lang, value) if isinstance(value, str) else tuple(say(lang, one) for one in value)


def _frozen(value: Any) -> Any:
    """Lists as tuples, lists within lists too."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _setup(game: Game, written: str | Entry) -> Setup:
    """The position that a name means, or a table that may go `after` another one."""
    if written == START:
        return Setup()
    if isinstance(written, str):
        named = _read(game.folder / TEACHING["positions"])
        if written not in named:
            raise BadTeaching(f"{game.title}: no position is called {written!r}")
        return _setup(game, named[written])
    if strange := written.keys() - {"after", "moves", "seed", "options", "text"}:
        raise BadTeaching(f"{game.title}: no position has {', '.join(sorted(strange))}")
    moves = written.get("moves", "").split()
    if "after" in written:
        begun = _setup(game, written["after"])
        return replace(begun, moves=" ".join([*begun.moves.split(), *moves]))
    known = {key: written[key] for key in ("seed", "options", "text") if key in written}
    return Setup(" ".join(moves), **known)


@lru_cache(maxsize=64)
def _read(file: Path) -> dict[str, Any]:
    """What a file holds, read once."""
    return tomllib.loads(file.read_text("utf-8"))
