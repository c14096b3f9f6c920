"""Make the puzzle files and openings of the games from what was mined.

    python -m lab.puzzles.shelf FOLDER

FOLDER holds what `exact.py` (GAME-….json.gz) and `searched.py` (GAME.jsonl) have
written. Puzzles are graded here, and of each difficulty about as many are kept as there are room
for. The files go into the games' own folders.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import galda
from galda.bots.mcts import Mcts
from galda.puzzles.puzzle import LEVELS
from galda.puzzles.shelf import FILE, Written, write_puzzles
from galda.solve.book import FILE as BOOK
from lab.book import openings_from, put_into_book

SEED = 20_261_116
BY_DEPTH = {1: 1, 2: 2, 3: 3, 4: 4, 5: 4, 6: 5, 7: 5}
"""The depth that looking ahead needs to find the turn for good -> the difficulty."""
MOST = {"usual": 2100, "other": 300, "searched": 400}
"""Puzzles of a solved game with its usual options, with others, and of a game that is searched."""

LAST_SEARCH, LAST_SEED = 6_000, 17
"""The search that has the last word where a game is not solved."""
PROCESSES = 2
DRAWN_AFTER = 100
"""Turns without progress that draw a game by its rules, of which solutions know nothing."""
LONG = 40
"""How many turns a win may take where nobody has counted them."""

Entry = dict[str, Any]


def in_time(entry: Entry) -> bool:
    """Whether the game ends long before it is drawn for want of progress."""
    return len(entry["actions"]) + (entry["turns"] or LONG) < DRAWN_AFTER


def grade_exact(entry: Entry) -> int:
    """The depth needed decides; a line of several turns is harder than its first turn."""
    depth = max((k + 2 for k, found in enumerate(entry["found"]) if not found), default=1)
    level = BY_DEPTH[depth]
    longer = len(entry["line"]) >= 3 and level < 3
    return level + longer


def grade_searched(entry: Entry) -> int:
    """The size of search decides from which on the choice is found every time."""
    missed = max((k + 1 for k, found in enumerate(entry["found"]) if found < 3), default=0)
    return min(max(missed, 0 if entry["greedy"] else 1) + 1, 5)


def written_exact(entry: Entry) -> Written:
    """A candidate of a solved game as the file has it."""
    questions = [
        [right, reply, [worth for worth, _ in wrong], [answer for _, answer in wrong]]
        for right, reply, wrong in entry["line"]
    ]
    turns = entry["turns"] or 0
    return [grade_exact(entry), entry["worth"], turns, 0, entry["actions"], questions]


def written_searched(entry: Entry) -> Written:
    """The same for a game that is searched."""
    worths = [round(100 * worth) for worth, _ in entry["wrong"]]
    question = [[entry["right"]], entry["rest"], worths, [reply for _, reply in entry["wrong"]]]
    worth, seed = round(100 * entry["worth"]), entry["seed"]
    return [grade_searched(entry), worth, 0, seed, entry["actions"], [question]]


def agrees(name: str, entry: Entry) -> bool:
    """Whether one more search, which the tests repeat, chooses the same as those that mined it."""
    start = galda.game(name).new(seed=entry["seed"], players=2).replay(entry["actions"])
    known = start.known_to(start.to_act, LAST_SEED)
    return Mcts(LAST_SEARCH, seed=LAST_SEED, nodes=60_000).choose(known) == int(entry["right"])


def choose(puzzles: list[Written], most: int) -> list[Written]:
    """As many of each difficulty as there are, fairly, and in an order that mixes them."""
    chance = random.Random(SEED)
    by_level: dict[int, list[Written]] = defaultdict(list)
    for puzzle in sorted(puzzles):
        by_level[puzzle[0]].append(puzzle)
    for level in LEVELS:
        chance.shuffle(by_level[level])
    chosen: list[Written] = []
    while len(chosen) < most and any(by_level.values()):
        chosen += [by_level[level].pop() for level in LEVELS if by_level[level]]
    chosen = chosen[:most]
    chance.shuffle(chosen)
    return chosen


def shelve_exact(name: str, files: list[Path]) -> None:
    """The puzzles and openings of a solved game."""
    game = galda.game(name)
    usual = game.read_options({})
    sets, openings = [], []
    for file in files:
        mined = json.loads(gzip.decompress(file.read_bytes()))
        options = mined["options"]
        most = MOST["usual" if options == usual else "other"]
        chosen = choose(
            [written_exact(entry) for entry in mined["puzzles"] if in_time(entry)], most
        )
        sets.append((options, True, chosen))
        openings.append((options, openings_from(map(tuple, mined["openings"]))))
    sets.sort(key=lambda each: each[0] != usual)
    openings.sort(key=lambda each: each[0] != usual)
    write_puzzles(game.folder / FILE, sets)
    put_into_book(game, openings)
    tell(name, [puzzle for _, _, puzzles in sets for puzzle in puzzles])


def shelve_searched(name: str, file: Path) -> None:
    """The puzzles of a game that is searched."""
    game = galda.game(name)
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    mined = [entry for line in lines for entry in line["puzzles"]]
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        agreed = list(pool.map(agrees, [name] * len(mined), mined, chunksize=10))
    print(f"{name}: one more search agrees on {sum(agreed)} of {len(mined)}")
    found = [written_searched(entry) for entry, yes in zip(mined, agreed, strict=True) if yes]
    chosen = choose(found, MOST["searched"])
    write_puzzles(game.folder / FILE, [({"players": 2}, False, chosen)])
    tell(name, chosen)


def tell(name: str, puzzles: list[Written]) -> None:
    """Say what was kept."""
    folder = galda.game(name).folder
    sizes = {file.name: file.stat().st_size for file in (folder / FILE, folder / BOOK)
             if file.exists()}  # fmt: skip
    levels = sorted(Counter(puzzle[0] for puzzle in puzzles).items())
    print(f"{name}: {len(puzzles)} puzzles, by difficulty {levels}, {sizes}")


def main() -> None:
    """Read what was mined, write what is shipped."""
    folder = Path(sys.argv[1])
    solved: dict[str, list[Path]] = defaultdict(list)
    for file in sorted(folder.glob("*.json.gz")):
        solved[file.name.partition("-")[0]].append(file)
    for name, files in solved.items():
        shelve_exact(name, files)
    for file in sorted(folder.glob("*.jsonl")):
        shelve_searched(file.stem, file)


if __name__ == "__main__":
    main()
