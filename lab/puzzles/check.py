"""Check the puzzles and openings that are shipped with a solved game, and count what is not yet.

    python -m lab.puzzles.check GAME FOLDER [--device cuda] [--set size=4] [--count 120]

The game is solved in memory. Then every question of every puzzle is asked: the right turn keeps
what is promised, each other one is worth what its refutation says, the answers are the best, the
turns until the win are right; and every position of the openings has its value. With `--count` the
turns until the end are looked for where nobody has counted them, for so many seconds
(`kernels/GAME_depths.py`). FOLDER gets a file with all that was found; `count.py`
writes what was counted into the shipped files. It ends with 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import TimeoutError as TooLate
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import galda
from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.core.play.position import Position
from galda.core.play.values import Exact, Outcome
from galda.puzzles.puzzle import Actions, Puzzle, whole_turns
from galda.puzzles.shelf import puzzles_of
from galda.solve.book import Chapter, openings_of
from galda.solve.oracle import exact_value
from lab.solution_in_memory import At, solve, tell, value_of

LOOKS = (300_000, 3_000_000, 30_000_000, 300_000_000)
"""Positions that may be looked at to count one position's turns: all get the first look first."""


PARTS = 64
"""Into so many the positions of a turn are parted, to be looked at by all processes."""


class Checked(NamedTuple):
    """What was seen of a puzzle."""

    number: int
    questions: int
    turns: int
    """Turns that were looked up."""
    faults: tuple[str, ...]


# Puzzles


def check_shipped(number: int) -> Checked:
    """A puzzle of the game's file."""
    return check_puzzle(puzzles_of(At.start.game)[number - 1])


def check_puzzle(puzzle: Puzzle) -> Checked:
    """Every question of a puzzle, asked of the solution."""
    position, looked_up = puzzle.start, 0
    faults = [*_check_promise(puzzle)]
    for asked, question in enumerate(puzzle.questions, start=1):
        wrong = iter(question.wrong)
        for turn, end in whole_turns(position):
            looked_up += 1
            worth = _percent(value_of(end, puzzle.solver))
            if turn == question.right:
                promised, answered = puzzle.worth, True
            else:
                refutation = next(wrong)
                promised, answered = refutation.worth, _is_best(end, refutation.reply)
            if worth != promised or (turn != question.right and worth >= puzzle.worth):
                faults.append(f"question {asked}: {turn} is worth {worth}, not {promised}")
            if not answered:
                faults.append(f"question {asked}: the answer to {turn} gives something away")
        after = position.play_all(question.right)
        if question.reply and not _is_best(after, question.reply):
            faults.append(f"question {asked}: the defence gives something away")
        position = after.play_all(question.reply)
    return Checked(puzzle.number, len(puzzle.questions), looked_up, tuple(faults))


def _check_promise(puzzle: Puzzle) -> Iterator[str]:
    """The value of the position, and how soon it is won where the solution counts that."""
    value = exact_value(puzzle.start, At.held)
    if _percent(value) != puzzle.worth:
        yield f"the position is worth {_percent(value)}, not {puzzle.worth}"
    if value.turns is not None and value.outcome == Outcome.WON and value.turns != puzzle.turns:
        yield f"won in {value.turns}, not in {puzzle.turns}"


def _is_best(position: Position, reply: Actions) -> bool:
    """Whether a turn keeps what a position is worth; where the game is over there is none."""
    if position.is_over:
        return not reply
    best = exact_value(position, At.held).outcome
    return value_of(position.play_all(reply), position.to_act).outcome == best


def _percent(value: Exact) -> int:
    return round(100 * value.chance)


# Openings


def numbers_in(known: Chapter) -> set[int]:
    """The numbers of the positions of openings."""
    assert known.openings is not None
    return set(known.openings.numbers.tolist())


def opening_positions(known: Chapter, pool: Any) -> dict[int, Actions]:
    """How each position of the openings is reached, by its number."""
    every = numbers_in(known)
    level: dict[int, Actions] = {known.solver.alike(At.start.options, At.start.state): ()}
    found: dict[int, Actions] = {}
    while level:
        found |= level
        if len(found) == len(every):
            break
        ways = list(level.values())
        parts = [part for k in range(PARTS) if (part := ways[k::PARTS])]
        children = (each for one in pool.imap(turns_from, parts) for each in one)
        level = {
            alike: way for alike, way in children if alike in every and alike not in found
        }  # fmt: skip
    return found


def turns_from(ways: list[Actions]) -> list[tuple[int, Actions]]:
    """Where all turns lead from positions: numbers, and the ways there."""
    reached: dict[int, Actions] = {}
    for way in ways:
        for turn, end in whole_turns(At.start.replay(way)):
            if not end.is_over:
                reached[At.held.solver.alike(end.options, end.state)] = (*way, *turn)
    return list(reached.items())


def check_openings(ways: Mapping[int, Actions], known: Chapter) -> list[str]:
    """What is not as the solution has it."""
    faults = [] if len(ways) == len(numbers_in(known)) else ["not all positions can be reached"]
    for alike, way in ways.items():
        position = At.start.replay(way)
        said, true = known.value(position), exact_value(position, At.held)
        assert said is not None, "only what is known was collected"
        unknown = true.turns is None  # the file may know more than the solution
        if said.outcome != true.outcome or (not unknown and said.turns != true.turns):
            faults.append(f"{alike} is {true}, not {said}")
    return faults


# Counting


class Asked(NamedTuple):
    """A position whose turns are to be counted, and how long a look it gets."""

    name: str
    position: Position
    most: int


class Counting:
    """The counter of each process."""

    counter: Any = None


def count_one(asked: Asked) -> tuple[str, int | None, int]:
    """The turns of one position, and within how many it does not end."""
    if Counting.counter is None:
        name = At.start.game.name
        kernels = import_module(f"lab.puzzles.kernels.{name}_depths")
        Counting.counter = kernels.Counter(At.held.options, At.held.arrays)
    turns, not_within = Counting.counter.turns(asked.position, asked.most)
    return asked.name, turns, not_within


def count_all(
    wanted: Mapping[str, Position], seconds: float, processes: int, began: float
) -> tuple[dict[str, int], dict[str, int]]:
    """The turns of as many positions as there is time for: short looks first, then longer ones.

    And, of the others, within how many turns they do not end.
    """
    counted: dict[str, int] = {}
    not_within: dict[str, int] = {}
    stop = time.perf_counter() + seconds
    with get_context("fork").Pool(processes) as pool:
        for most in LOOKS:
            tasks = [Asked(name, at, most) for name, at in wanted.items() if name not in counted]
            for name, turns, least in _until(stop, pool.imap_unordered(count_one, tasks)):
                if turns is not None:
                    counted[name] = turns
                not_within[name] = max(least, not_within.get(name, 0))
            tell(began, f"counted with {most} positions each: {len(counted)} of {len(wanted)}")
            if time.perf_counter() > stop or len(counted) == len(wanted):
                break
        pool.terminate()
    return counted, {name: n for name, n in not_within.items() if name not in counted}


def _until(stop: float, results: Any) -> Iterator[Any]:
    """The results that come in time."""
    while True:
        try:
            yield results.next(timeout=max(0.01, stop - time.perf_counter()))
        except (StopIteration, TooLate):
            return


def uncounted_puzzles(puzzles: Iterable[Puzzle]) -> dict[str, Position]:
    """The positions of won puzzles whose turns nobody has counted, by their names."""
    return {
        f"puzzle {puzzle.number}": puzzle.start
        for puzzle in puzzles
        if puzzle.turns is None and puzzle.worth == 100
    }


def uncounted_openings(ways: Mapping[int, Actions], known: Chapter | None) -> dict[str, Position]:
    """The same for decided positions of the openings, the furthest first: they end soonest."""
    wanted: dict[str, Position] = {}
    for alike, way in reversed(list(ways.items())):
        position = At.start.replay(way)
        value = known.value(position) if known else None
        if value is not None and value.outcome != Outcome.DRAWN and value.turns is None:
            wanted[f"opening {alike}"] = position
    return wanted


def read_arguments() -> argparse.Namespace:
    """What is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, prog="lab.puzzles.check")
    parser.add_argument("game")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--count", type=float, default=0, metavar="SECONDS")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    return parser.parse_args()


def chosen_puzzles(game: Game, options: Mapping[str, Value]) -> list[Puzzle]:
    """The puzzles with these options."""
    return [puzzle for puzzle in puzzles_of(game) if puzzle.options == options]


def main() -> None:
    """Solve, check, count, write."""
    given, began = read_arguments(), time.perf_counter()
    game = galda.game(given.game)
    options = game.read_options(dict(each.split("=") for each in given.set))
    given.folder.mkdir(parents=True, exist_ok=True)
    puzzles = chosen_puzzles(game, options)
    known = next((each for each in openings_of(game) if each.options == options), None)
    At.held = solve(given.game, options, given.device, began)
    At.start = game.new(seed=0, **options)
    exact_value(At.start, At.held)  # loads what was compiled, for all that are forked
    with get_context("fork").Pool(given.processes) as pool:
        ways = opening_positions(known, pool) if known else {}
        opening_faults = check_openings(ways, known) if known else []
        tell(began, len(ways), "positions of openings,", len(opening_faults), "faults")
        numbers = [puzzle.number for puzzle in puzzles]
        checked = list(pool.imap_unordered(check_shipped, numbers, chunksize=8))
        faults = {each.number: each.faults for each in checked if each.faults}
        turns = sum(each.turns for each in checked)
        tell(began, len(checked), "puzzles,", turns, "turns looked up,", len(faults), "faulty")
        pool.terminate()
    counted: dict[str, int] = {}
    not_within: dict[str, int] = {}
    if given.count and find_spec(f"lab.puzzles.kernels.{given.game}_depths"):
        count_one(Asked("start", At.start, 1))  # compiles, for all that are forked
        for share, wanted in (
            (0.7, uncounted_puzzles(puzzles)),
            (0.3, uncounted_openings(ways, known)),
        ):
            found, least = count_all(wanted, share * given.count, given.processes, began)
            counted |= found
            not_within |= least
    result = {
        "game": given.game, "options": options,
        "puzzles": len(checked), "questions": sum(each.questions for each in checked),
        "turns": turns, "faults": faults,
        "openings": len(ways), "opening_faults": opening_faults,
        "counted": counted, "not_within": not_within,
    }  # fmt: skip
    name = "-".join([given.game, *map(str, At.held.options.values())])
    file = given.folder / f"{name}.checked.json"
    file.write_text(json.dumps(result, indent=1), "utf-8")
    tell(began, f"{file}: {len(counted)} counted")
    sys.exit(1 if faults or opening_faults else 0)


if __name__ == "__main__":
    main()
