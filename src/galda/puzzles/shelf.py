"""The puzzles that come with a game: one small file in its folder, read once.

The file is JSON, compressed: sets of puzzles that share their options, each puzzle a list of level,
worth, turns (0: nobody knows), seed, actions, and its questions: the right choice, the reply, what
the wrong ones are worth, what answers them.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

from galda.core.errors import GaldaError
from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.games import game, game_names
from galda.puzzles.puzzle import Actions, Puzzle, Question, Refutation

FILE = "puzzles.json.gz"

Written = list[Any]
"""A puzzle as the file has it."""


def folder_of(played: Game) -> Path:
    """The folder of a game."""
    there = import_module(played.package).__file__
    assert there is not None, "a game's package is a folder with files"
    return Path(there).parent


@lru_cache
def puzzles_of(played: Game) -> tuple[Puzzle, ...]:
    """All puzzles of a game, easy ones and hard ones mixed; none where it has no file.

    >>> from galda.puzzles.shelf import puzzles_of
    >>> puzzles_of(galda.game("quixo"))[0].number
    1
    """
    file = folder_of(played) / FILE
    if not file.exists():
        return ()
    return tuple(_read(played, json.loads(gzip.decompress(file.read_bytes()))))


def games_with_puzzles() -> tuple[Game, ...]:
    """The games that have puzzles.

    >>> from galda.puzzles.shelf import games_with_puzzles
    >>> galda.game("pylos") in games_with_puzzles()
    True
    """
    every = (game(name) for name in game_names())
    return tuple(played for played in every if (folder_of(played) / FILE).exists())


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


def write_puzzles(
    file: Path, sets: Iterable[tuple[Mapping[str, Value], bool, list[Written]]]
) -> None:
    """Write the file of a game: for each set its options, whether it is proved, its puzzles."""
    kept = [
        {"options": dict(options), "proved": proved, "puzzles": puzzles}
        for options, proved, puzzles in sets
    ]
    text = json.dumps({"sets": kept}, separators=(",", ":"))
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


def _read(played: Game, kept: Mapping[str, Any]) -> Iterator[Puzzle]:
    numbers = count(1)
    for each in kept["sets"]:
        options = played.read_options(each["options"])
        for level, worth, turns, seed, actions, questions in each["puzzles"]:
            yield Puzzle(
                played, next(numbers), options, seed, tuple(actions), worth, each["proved"], level,
                turns or None, tuple(_question(*question) for question in questions),
            )  # fmt: skip


def _question(
    right: Actions, reply: Actions, worths: list[int], replies: list[Actions]
) -> Question:
    wrong = zip(worths, replies, strict=True)
    return Question(
        tuple(right),
        tuple(reply),
        tuple(Refutation(worth, tuple(answer)) for worth, answer in wrong),
    )
