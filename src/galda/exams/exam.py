"""An exam: positions of a solved game in which moves differ in value, and what every move is worth.

It is one small file in a game's folder, JSON, compressed. Each position is a line of text that
anybody can read without this program, and its values are those of its legal actions in ascending
order: 0 drawn, n won in n turns, -n lost in n, ±127 where nobody has counted the turns.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Mapping
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
from galda.games import game as game_called

FILE = "exams.json.gz"
VERSION = 1
CHANCE, STRONG = "chance", "strong"
SOURCES = (CHANCE, STRONG)
"""Where positions come from: games played by chance, or games between strong bots."""


class BadExam(GaldaError):
    """An exam that is not as it was written."""


@dataclass(frozen=True)
class Exam:
    """Positions of one kind.

    >>> from galda.exams import exams_of
    >>> exam = exams_of("quixo", size=3)[0]
    >>> exam.source, len(exam.positions) == len(exam.values) == len(exam.plies)
    ('chance', True)
    """

    game: Game
    options: Mapping[str, Value]
    source: str
    texts: tuple[str, ...]
    plies: tuple[int, ...]
    """How many actions were played before each position."""
    values: tuple[tuple[int, ...], ...]
    """For each position the coded values of its legal actions, in ascending order."""

    @property
    def checksum(self) -> str:
        """SHA-256 of all positions and values, a line for each.

        >>> from galda.exams import exams_of
        >>> len(exams_of("quixo", size=3)[0].checksum)
        64
        """
        lines = "\n".join(
            f"{text} | {ply} | {' '.join(map(str, values))}"
            for text, ply, values in zip(self.texts, self.plies, self.values, strict=True)
        )
        return hashlib.sha256(lines.encode()).hexdigest()

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The positions themselves."""
        return tuple(self.game.position(text, seed=0) for text in self.texts)

    @cached_property
    def states(self) -> npt.NDArray[Any]:
        """The same as records, for kernels and batches."""
        return np.concatenate([position.states for position in self.positions])

    def first(self, count: int | None) -> Exam:
        """The same with so many positions at most, from the first on: they are in no order.

        >>> from galda.exams import exams_of
        >>> len(exams_of("quixo", size=3)[0].first(5).texts)
        5
        """
        if count is None or count >= len(self.texts):
            return self
        texts, plies, values = self.texts[:count], self.plies[:count], self.values[:count]
        return Exam(self.game, self.options, self.source, texts, plies, values)


def exams_of(game: Game | str, **options: object) -> tuple[Exam, ...]:
    """The exams that come with a game for these options, or an error that says which there are.

    >>> from galda.exams import exams_of
    >>> [exam.source for exam in exams_of("quixo", size=4)]
    ['chance', 'strong']
    """
    played = game_called(game) if isinstance(game, str) else game
    wanted = played.read_options(options)
    every = all_exams(played)
    found = tuple(each for each in every if _fits(each.options, wanted))
    if not found:
        known = sorted({_words(each.options) for each in every})
        raise GaldaError(
            "there is no exam of {game} with these options; there are: {known}",
            game=played.title, known="; ".join(known) or "–",
        )  # fmt: skip
    return found


def _fits(those: Mapping[str, Value], wanted: Mapping[str, Value]) -> bool:
    """Whether an exam's options are the wanted ones; who begins makes no difference to it."""
    return all(wanted[name] == value for name, value in those.items()) and wanted["players"] == 2


def _words(options: Mapping[str, Value]) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items())


@lru_cache
def all_exams(played: Game) -> tuple[Exam, ...]:
    """All exams in a game's folder; a file that is not as it was written is refused."""
    file = played.folder / FILE
    return read_exams(played, file.read_bytes()) if file.exists() else ()


def read_exams(played: Game, packed: bytes) -> tuple[Exam, ...]:
    """The exams of a file, checked."""
    kept = json.loads(gzip.decompress(packed))
    if kept["version"] != VERSION or kept["game"] != played.name:
        raise BadExam("these exams are not of {game}, or of another version", game=played.title)
    found = []
    for each in kept["exams"]:
        lengths = each["moves"]
        values, at = [], 0
        for length in lengths:
            values.append(tuple(each["values"][at : at + length]))
            at += length
        exam = Exam(
            played, each["options"], each["source"], tuple(each["positions"]),
            tuple(each["plies"]), tuple(values),
        )  # fmt: skip
        if exam.checksum != each["sha256"]:
            raise BadExam(
                "the exam of {game} is damaged: its checksum does not match", game=played.title
            )
        found.append(exam)
    return tuple(found)


def write_exams(file: Path, played: Game, exams: Iterable[Exam]) -> None:
    """Write the file of a game."""
    kept = [
        {
            "options": dict(each.options),
            "source": each.source,
            "sha256": each.checksum,
            "positions": each.texts,
            "plies": each.plies,
            "moves": [len(values) for values in each.values],
            "values": [code for values in each.values for code in values],
        }
        for each in exams
    ]
    text = json.dumps({"version": VERSION, "game": played.name, "exams": kept},
                      separators=(",", ":"))  # fmt: skip
    file.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
