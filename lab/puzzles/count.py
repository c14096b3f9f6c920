"""Write counted turns into the puzzles and openings that are shipped with a solved game.

    python -m lab.puzzles.count FILE…

Each FILE is what `check.py --count` has written. A position that nobody could count
stays as it was, and so does everything else in the files.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import galda
from galda.core.play.game import Game
from galda.puzzles.shelf import FILE, read_puzzles, write_puzzles
from galda.solve.book import NOT_COUNTED, openings_of
from lab.book import openings_from, put_into_book

TURNS = 2
"""Where a written puzzle has its turns."""

Counted = dict[str, int]


def write_into_puzzles(game: Game, options: dict[str, Any], counted: Counted) -> int:
    """Write the turns of puzzles; how many were written."""
    file = game.folder / FILE
    sets = read_puzzles(file)
    number = done = 0
    for its_options, _, puzzles in sets:
        for puzzle in puzzles:
            number += 1
            turns = counted.get(f"puzzle {number}")
            if turns and its_options == options and not puzzle[TURNS]:
                puzzle[TURNS], done = turns, done + 1
    write_puzzles(file, sets)
    return done


def write_into_openings(game: Game, options: dict[str, Any], counted: Counted) -> int:
    """Write the turns of openings; how many were written."""
    done = 0
    for known in openings_of(game):
        if known.options != options or known.openings is None:
            continue
        numbers, codes = known.openings.numbers.tolist(), known.openings.codes.tolist()
        for k, alike in enumerate(numbers):
            turns = counted.get(f"opening {alike}")
            if turns and abs(codes[k]) == NOT_COUNTED:
                codes[k], done = turns if codes[k] > 0 else -turns, done + 1
        if done:
            put_into_book(game, [(options, openings_from(zip(numbers, codes, strict=True)))])
    return done


def main() -> None:
    """Read what was counted, write it."""
    for name in sys.argv[1:]:
        found = json.loads(Path(name).read_text("utf-8"))
        game, options, counted = galda.game(found["game"]), found["options"], found["counted"]
        assert not found["faults"], "faulty puzzles are mended first"
        puzzles = write_into_puzzles(game, options, counted) if counted else 0
        openings = write_into_openings(game, options, counted)
        print(f"{name}: turns of {puzzles} puzzles and {openings} positions of openings")


if __name__ == "__main__":
    main()
