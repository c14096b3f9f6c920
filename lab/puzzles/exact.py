"""Candidates for puzzles and the exact openings of a solved game, as JSON.

    python -m lab.puzzles.exact GAME FOLDER [--device cuda] [--set size=4] [--games 4000] …

Bots that slip play games on all cores while the game is solved. Of every position of theirs all
whole turns are looked up; kept are positions in which one turn wins, or one saves the draw, no two
alike by symmetry. Each gets its line against the best defence, the refutation of every other turn,
and what looking ahead needs to find the right one. Everything follows from SEED.
`shelf.py` makes the shipped files of it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import galda
from galda.bots.alphabeta import AlphaBeta
from galda.core.kernels import contract
from galda.core.play.options import Value
from galda.core.play.position import Position
from galda.core.play.values import Exact, Outcome
from galda.puzzles.puzzle import Actions, whole_turns
from galda.solve.oracle import exact_value
from lab.solution_in_memory import (
    At,
    counted,
    right_turn,
    solve,
    tell,
    turns_to_win,
    value_of,
    valued_turns,
)

SEED = 20_261_116
FEWEST_TURNS = 6
"""A position with fewer choices is no puzzle."""
FIRST = 4
"""Actions at least before a position is looked at."""
MOST_FROM_A_GAME = 5
AT_ONCE = 0.05
"""The share of candidates in which the right turn wins at once, at most."""
LONGEST_LINE = 7
"""Turns that are asked for, at most."""
LONGEST_SAVE = 4
"""The same where a draw is saved, for that may go on for ever."""
MOST_NODES_AT_START = 1_500_000
GRADED = (1, 2, 3, 4, 5, 6)
"""Depths at which looking ahead is asked for its choice."""
GRADING_NODES = 250_000

Record = list[int]
"""The actions of a game."""


class Candidate(NamedTuple):
    """A position with one right turn."""

    alike: int
    number: int
    """Of the game."""
    played: int
    """Actions before it."""
    outcome: int
    soon: int
    """Turns until the end where they are counted; 1: the right turn wins at once; else 0."""


Graded = tuple[Candidate, list[bool]]
Entry = dict[str, Any]


# Games


def play_games(name: str, options: dict[str, Value], first: int, last: int) -> list[Record]:
    """Games between bots that look a few turns ahead and slip now and then, by their numbers."""
    return [play_game(galda.game(name).new(seed=0, **options), n) for n in range(first, last)]


def play_game(position: Position, number: int) -> Record:
    """One game, from its number alone."""
    chance = random.Random(f"{SEED} {number}")
    bots = [
        AlphaBeta(chance.choice((1, 2, 3, 3, 4)), table_bits=14, seed=chance.getrandbits(60))
        for _ in range(2)
    ]
    slips = [chance.choice((0.02, 0.08, 0.2)) for _ in range(2)]
    opening = chance.randrange(5)
    turns = 0
    while not position.is_over:
        seat = position.to_act
        if turns < opening or chance.random() < slips[seat]:
            position = position.play(chance.choice(position.legal_actions))
        else:
            position = position.play(bots[seat].choose(position))
        turns += not position.in_turn
    return position.actions


# Looking up


def find_candidates(task: tuple[int, Record]) -> list[Candidate]:
    """Positions of a game with one right turn."""
    number, record = task
    found = []
    position = At.start
    for played, action in enumerate(record):
        if not position.in_turn and played >= FIRST:
            turns = valued_turns(position)
            right = right_turn(position, turns)
            if right is not None and len(turns) >= FEWEST_TURNS:
                alike = At.held.solver.alike(position.options, position.state)
                value, _, end = right
                soon = 1 if end.is_over else value.turns or 0
                found.append(Candidate(alike, number, played, int(value.outcome), soon))
        position = position.play(action)
    return found


def tell_apart(found: Iterable[Candidate]) -> list[Candidate]:
    """No two alike by symmetry, few from one game, few that end at once."""
    every = sorted(found)
    random.Random(SEED).shuffle(every)
    kept: list[Candidate] = []
    seen: set[int] = set()
    from_game: Counter[int] = Counter()
    at_once = 0
    for each in every:
        if each.alike in seen or from_game[each.number] >= MOST_FROM_A_GAME:
            continue
        if each.soon == 1:
            if at_once > AT_ONCE * len(every):
                continue
            at_once += 1
        seen.add(each.alike)
        from_game[each.number] += 1
        kept.append(each)
    return kept


def grade(task: tuple[Candidate, Record]) -> list[bool]:
    """At which depths looking ahead finds the right turn; the first is the network's choice."""
    candidate, record = task
    position = At.start.replay(record[: candidate.played])
    right = right_turn(position)
    assert right is not None, "candidates have one right turn"
    return [finds(position, depth, right[1]) for depth in GRADED]


def finds(position: Position, depth: int, right: Actions) -> bool:
    """Whether looking so many turns ahead finds the right turn."""
    bot = AlphaBeta(depth, nodes=GRADING_NODES, table_bits=16)
    for action in right:
        if bot.choose(position) != action:
            return False
        position = position.play(action)
    return True


def needed(found: list[bool]) -> int:
    """The depth from which on the right turn is always found; one more than the last: none."""
    return max((depth + 1 for depth, right in zip(GRADED, found, strict=True) if not right),
               default=GRADED[0])  # fmt: skip


def choose_candidates(graded: Iterable[Graded], wanted: int) -> list[Graded]:
    """As many from each kind as there are, fairly: how deep one has to look, what can be had."""
    kinds: dict[tuple[int, int, int], list[Graded]] = defaultdict(list)
    for each in graded:
        candidate, found = each
        kinds[needed(found), candidate.outcome, min(candidate.soon, 25) // 2].append(each)
    chosen: list[Graded] = []
    while len(chosen) < wanted and any(kinds.values()):
        chosen += [kinds[kind].pop() for kind in sorted(kinds) if kinds[kind]]
    return chosen[:wanted]


# Lines


def refute(end: Position, mover: int) -> tuple[int, Actions]:
    """What a wrong turn that leads here is worth, in percent, and what answers it best."""
    if end.is_over:
        return round(100 * value_of(end, mover).chance), ()
    turns = valued_turns(end)
    most = max(value for value, _, _ in turns)
    best = min(
        (each for each in turns if not each[0] < most),
        key=lambda each: 0 if each[2].is_over else contract.evaluate(each[2].state),
    )
    return round(100 * most.turned().chance), best[1]


def defend(position: Position) -> tuple[Actions, Position]:
    """The best defence: it delays the end, and leaves one right turn if it can."""
    turns = valued_turns(position)
    best = max(value.outcome for value, _, _ in turns)
    good = [each for each in turns if each[0].outcome == best]
    if best == Outcome.LOST:
        longest = [counted(value.turned(), end) or 99 for value, _, end in good]
        good = [
            each for each, many in zip(good, longest, strict=True) if many == max(longest)
        ]  # the end is as far as can be
    chance = random.Random(f"{SEED} {position.key}")
    chance.shuffle(good)
    only = next((each for each in good if not each[2].is_over and right_turn(each[2])), good[0])
    return only[1], only[2]


def make_line(task: tuple[Graded, Record]) -> Entry:
    """A candidate with its line and its refutations."""
    (candidate, found), record = task
    actions = record[: candidate.played]
    start = position = At.start.replay(actions)
    seat = position.to_act
    first = right = right_turn(position)
    assert right is not None and first is not None, "candidates have one right turn"
    goal = right[0].outcome
    most = LONGEST_LINE if goal == Outcome.WON else LONGEST_SAVE
    line: list[tuple[Actions, Actions, list[tuple[int, Actions]]]] = []
    while True:
        _, turn, after = right
        wrong = [refute(end, seat) for other, end in whole_turns(position) if other != turn]
        line.append((turn, (), wrong))
        if after.is_over or len(line) == most:
            break
        reply, position = defend(after)
        right = None if position.is_over else right_turn(position)
        if right is None or right[0].outcome != goal:
            break
        line[-1] = (turn, reply, wrong)
    turn, _, wrong = line[-1]
    line[-1] = (turn, (), wrong)
    return {
        "game": candidate.number,
        "actions": actions,
        "worth": round(100 * first[0].chance),
        "turns": counted(first[0], start, MOST_NODES_AT_START),
        "line": line,
        "found": found,
    }


# Openings


def openings(start: Position, plies: int, pool: Any) -> list[tuple[int, int]]:
    """The value of every position up to so many turns from the start: (alike, coded value)."""
    level: dict[int, Actions] = {At.held.solver.alike(start.options, start.state): ()}
    found: dict[int, int] = {}
    for ply in range(plies + 1):
        parts = [list(level.values())[k::64] for k in range(64)]
        fresh: dict[int, Actions] = {}
        for values, children in pool.imap(open_positions, [(p, ply < plies) for p in parts]):
            found |= values
            fresh |= children
        level = {alike: way for alike, way in fresh.items() if alike not in found}
    return sorted(found.items())


def open_positions(task: tuple[list[Actions], bool]) -> tuple[dict[int, int], dict[int, Actions]]:
    """The values of positions, by what was played, and, if wanted, where their turns lead."""
    ways, further = task
    values, children = {}, {}
    for way in ways:
        position = At.start.replay(way)
        solver = At.held.solver
        values[solver.alike(position.options, position.state)] = code_of(
            exact_value(position, At.held)
        )
        for turn, end in whole_turns(position) if further else ():
            if not end.is_over:
                children[solver.alike(end.options, end.state)] = (*way, *turn)
    return values, children


def code_of(value: Exact) -> int:
    """0 drawn, n won in n turns, -n lost; 127: nobody has counted the turns."""
    return int(value.outcome) * (127 if value.turns is None else value.turns)


def bar(what: str, items: Iterator[Any], total: int, began: float) -> Iterator[Any]:
    """The items, with a line now and then that says how far one is."""
    last = time.perf_counter()
    for n, item in enumerate(items, start=1):
        yield item
        if n == total or time.perf_counter() - last > 10:
            last = time.perf_counter()
            tell(began, f"{what} {'#' * (20 * n // total):20} {n}/{total}")


def read_arguments() -> argparse.Namespace:
    """What is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, prog="lab.puzzles.exact")
    parser.add_argument("game")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--wanted", type=int, default=3000)
    parser.add_argument("--plies", type=int, default=4, help="of the openings")
    parser.add_argument("--seconds", type=float, default=150, help="for lines, at most")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    return parser.parse_args()


def main() -> None:
    """Play, solve, look up, write."""
    given, began = read_arguments(), time.perf_counter()
    game = galda.game(given.game)
    options = game.read_options(dict(each.split("=") for each in given.set))
    given.folder.mkdir(parents=True, exist_ok=True)
    step = max(1, min(50, given.games // given.processes))
    edges = [*range(0, given.games, step), given.games]
    with ProcessPoolExecutor(given.processes, get_context("spawn")) as pool:
        playing = [
            pool.submit(play_games, given.game, options, first, last)
            for first, last in pairwise(edges)
        ]
        At.held = solve(given.game, options, given.device, began)
        records = [record for part in playing for record in part.result()]
    tell(began, len(records), "games,", sum(map(len, records)), "actions")
    At.start = game.new(seed=0, **options)
    find_candidates((0, records[0]))  # loads what was compiled, for all that are forked
    turns_to_win(At.start)
    with get_context("fork").Pool(given.processes) as forked:
        chosen = look_up(records, given.wanted, forked, began)
        opened = openings(At.start, given.plies, forked)
        tell(began, len(opened), "positions of openings")
        tasks = [(each, records[each[0].number]) for each in chosen]
        entries: list[Entry] = []
        stop = time.perf_counter() + given.seconds
        for entry in bar("lines", forked.imap_unordered(make_line, tasks), len(tasks), began):
            entries.append(entry)
            if time.perf_counter() > stop:
                tell(began, "no time for more")
                break
        forked.terminate()
    entries.sort(key=lambda entry: (entry["game"], len(entry["actions"])))
    result = {"game": given.game, "options": options, "puzzles": entries, "openings": opened}
    file = given.folder / ("-".join([given.game, *map(str, At.held.options.values())]) + ".json.gz")
    file.write_bytes(gzip.compress(json.dumps(result).encode(), mtime=0))
    tell(began, f"{file}: {len(entries)} puzzles, {file.stat().st_size} bytes")


def look_up(records: list[Record], wanted: int, pool: Any, began: float) -> list[Graded]:
    """Candidates of all games, graded and chosen."""
    parts = pool.imap(find_candidates, list(enumerate(records)), chunksize=8)
    found = [each for part in bar("looked up", parts, len(records), began) for each in part]
    tell(began, len(found), "candidates", Counter(each.outcome for each in found))
    apart = tell_apart(found)
    grading = pool.imap(grade, [(each, records[each.number]) for each in apart], chunksize=8)
    grades = list(bar("graded", grading, len(apart), began))
    tell(began, "found at depth", sorted(Counter(map(needed, grades)).items()))
    chosen = choose_candidates(zip(apart, grades, strict=True), wanted)
    tell(began, "chosen of them", sorted(Counter(needed(found) for _, found in chosen).items()))
    return chosen


if __name__ == "__main__":
    main()
