"""The puzzles that come with a game: one small file in its folder, each puzzle read when needed.

The file is lines of JSON, compressed. The first one has the sets of puzzles that share their
options, with how many there are of each, and the levels of all puzzles, a digit each. Then every
puzzle has a line, a list: level, worth, turns (0: nobody knows), seed, actions, and its questions:
the right choice, the reply, what the wrong ones are worth, what answers them.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, overload

from galda.core.errors import GaldaError
from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.games import game, game_names
from galda.puzzles.puzzle import Actions, Puzzle, Question, Refutation

FILE = "puzzles.json.gz"

EMPTY = b'{"sets": [], "levels": ""}'
Written = list[Any]
"""A puzzle as the file has it."""


class Shelf(Sequence[Puzzle]):
    """All puzzles of a game, in the order of their numbers; one is read when it is asked for."""

    def __init__(self, played: Game, lines: Sequence[bytes]) -> None:
        self._game = played
        self._lines = lines[1:]
        self._read: dict[int, Puzzle] = {}
        head = json.loads(lines[0])
        self.levels = tuple(int(level) for level in head["levels"])
        """How hard they are, one after the other."""
        self._sets: list[tuple[dict[str, Value], bool]] = []
        for each in head["sets"]:
            options = played.read_options(each["options"])
            self._sets += [(options, each["proved"])] * each["count"]

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, which: int) -> Puzzle: ...
    @overload
    def __getitem__(self, which: slice) -> tuple[Puzzle, ...]: ...
    def __getitem__(self, which: int | slice) -> Puzzle | tuple[Puzzle, ...]:
        places = range(len(self))[which]
        if isinstance(places, range):
            return tuple(self._at(place) for place in places)
        return self._at(places)

    def numbers(self, level: int | None = None) -> list[int]:
        """The numbers of the puzzles of a level, or of all; for that none is read."""
        return [number for number, found in enumerate(self.levels, 1) if level in (None, found)]

    def _at(self, place: int) -> Puzzle:
        if place not in self._read:
            level, worth, turns, seed, actions, questions = json.loads(self._lines[place])
            options, proved = self._sets[place]
            self._read[place] = Puzzle(
                self._game, place + 1, options, seed, tuple(actions), worth, proved, level,
                turns or None, tuple(_question(*question) for question in questions),
            )  # fmt: skip
        return self._read[place]


@lru_cache
def puzzles_of(played: Game) -> Shelf:
    """All puzzles of a game, easy ones and hard ones mixed; none where it has no file.

    >>> from galda.puzzles.shelf import puzzles_of
    >>> puzzles_of(galda.game("quixo"))[0].number
    1
    """
    file = played.folder / FILE
    text = gzip.decompress(file.read_bytes()) if file.exists() else EMPTY
    return Shelf(played, text.splitlines())


def games_with_puzzles() -> tuple[Game, ...]:
    """The games that have puzzles.

    >>> from galda.puzzles.shelf import games_with_puzzles
    >>> galda.game("pylos") in games_with_puzzles()
    True
    """
    every = (game(name) for name in game_names())
    return tuple(played for played in every if (played.folder / FILE).exists())


def find_puzzle(played: Game, number: int) -> Puzzle:
    """The puzzle of that number, or an error that says which there are.

    >>> from galda.puzzles.shelf import find_puzzle
    >>> find_puzzle(galda.game("quixo"), 1).game
    galda.game('quixo')
    """
    known = puzzles_of(played)
    if not 1 <= number <= len(known):
        raise GaldaError(
            "there is no puzzle {number} of {game}; there are {count}",
            number=number, game=played.title, count=len(known),
        )  # fmt: skip
    return known[number - 1]


def read_puzzles(file: Path) -> list[tuple[dict[str, Value], bool, list[Written]]]:
    """The sets of a file, as `write_puzzles` takes them."""
    lines = gzip.decompress(file.read_bytes()).splitlines()
    written = (json.loads(line) for line in lines[1:])
    return [
        (each["options"], each["proved"], list(islice(written, each["count"])))
        for each in json.loads(lines[0])["sets"]
    ]


def write_puzzles(
    file: Path, sets: Iterable[tuple[Mapping[str, Value], bool, list[Written]]]
) -> None:
    """Write the file of a game: for each set its options, whether it is proved, its puzzles."""
    heads, lines = [], []
    for options, proved, puzzles in sets:
        heads.append({"options": dict(options), "proved": proved, "count": len(puzzles)})
        lines += puzzles
    head = {"sets": heads, "levels": "".join(str(level) for level, *_ in lines)}
    text = "".join(f"{_written(line)}\n" for line in (head, *lines))
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


def _written(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _question(
    right: Actions, reply: Actions, worths: list[int], replies: list[Actions]
) -> Question:
    wrong = zip(worths, replies, strict=True)
    return Question(
        tuple(right),
        tuple(reply),
        tuple(Refutation(worth, tuple(answer)) for worth, answer in wrong),
    )
