"""Candidates for puzzles of a game that nobody has solved: turns with one clearly best choice.

    python -m lab.puzzles.searched GAME FOLDER [--processes 16] [--seconds 150] [--wanted 400]

Bots play games of two. Where a small search finds one action clearly better than all others at the
beginning of a turn, a search twenty times larger and one seventy times larger, both with other
seeds, have to agree. Everything follows from SEED and the number of a game. Each game is written
as a line of its own when it is done, so an interrupted run goes on where it was.
`shelf.py` makes the shipped files of it.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import galda
from galda.bots.greedy import GreedyBot
from galda.bots.mcts import Mcts
from galda.bots.review import SPREAD
from galda.core.play.position import Position
from galda.core.play.values import Suggestion, chance_of_utility

SEED = 20_261_116
SMALL = 300
"""Games sampled by the search that plays and notices."""
SMALL_IN_TURN = 100
LARGE = (20 * SMALL, 70 * SMALL)
"""Games sampled by those that have to agree."""
NOTICED = 0.06
CLEAR = 0.1
"""How much better the best choice has to be than every other, of 1."""
SURELY = 0.06
"""The same when the standard error is let off."""
FEWEST = 3
"""Choices that there must be at least."""
MOST_FROM_A_GAME = 3
GRADED = (10, 40, 160, 640, 2560)
"""Sizes of searches that are asked for their choice."""
ASKED = 3
"""How often each is asked, with seeds of its own."""
LONGEST_REPLY = 14
TREE = 60_000

Entry = dict[str, Any]


def search(position: Position, size: int, seed: int) -> list[Suggestion]:
    """What a search says of all actions, best first, given what the seat to act can know."""
    known = position.known_to(position.to_act, seed)
    return Mcts(size, seed=seed, nodes=TREE).suggest(known)


def chance_of(position: Position, move: Suggestion) -> float:
    """The winning chance that a search gives an action."""
    return chance_of_utility(position, position.to_act, move.value.chance)


def lead(position: Position, moves: list[Suggestion]) -> tuple[float, float]:
    """By how much the first is better than every other; and the same less the standard error."""
    best = chance_of(position, moves[0])
    apart = [best - chance_of(position, move) for move in moves[1:]]
    errors = [
        SPREAD * math.sqrt(1 / max(moves[0].visits, 1) + 1 / max(move.visits, 1))
        for move in moves[1:]
    ]
    surely = [gap - error for gap, error in zip(apart, errors, strict=True)]
    return min(apart), min(surely)


def play_game(name: str, number: int) -> list[Entry]:
    """The candidates of one game, from its number alone."""
    chance = random.Random(f"{SEED} {name} {number}")
    seed = chance.getrandbits(40)
    position = galda.game(name).new(seed=seed, players=2)
    found: list[Entry] = []
    while not position.is_over and len(found) < MOST_FROM_A_GAME:
        legal = position.legal_actions
        if len(legal) == 1:
            position = position.play(legal[0])
            continue
        size = SMALL_IN_TURN if position.in_turn else SMALL
        moves = search(position, size, chance.getrandbits(40))
        if (
            not position.in_turn
            and len(legal) >= FEWEST
            and lead(position, moves)[0] >= NOTICED
            and (entry := confirm(position, moves[0].action, chance)) is not None
        ):
            found.append({"game": number, "seed": seed, **entry})
        position = position.play(moves[0].action)
    return found


def confirm(position: Position, action: int, chance: random.Random) -> Entry | None:
    """The candidate with all that is to be told about it, if larger searches agree."""
    said = []
    for size in LARGE:
        moves = search(position, size, chance.getrandbits(40))
        gap, surely = lead(position, moves)
        if moves[0].action != action or gap < CLEAR or surely < SURELY:
            return None
        said.append({move.action: chance_of(position, move) for move in moves})
    worth = {each: sum(one[each] for one in said) / len(said) for each in said[0]}
    return {
        "actions": position.actions,
        "right": action,
        "worth": worth[action],
        "rest": rest_of_turn(position.play(action), position.to_act, chance),
        "wrong": [
            (worth[other], answer(position, other, chance))
            for other in position.legal_actions
            if other != action
        ],
        "found": [
            sum(
                search(position, size, chance.getrandbits(40))[0].action == action
                for _ in range(ASKED)
            )
            for size in GRADED
        ],
        "greedy": GreedyBot(chance.getrandbits(40)).choose(
            position.known_to(position.to_act, chance.getrandbits(40))
        )
        == action,
    }


def rest_of_turn(position: Position, seat: int, chance: random.Random) -> list[int]:
    """How a seat goes on with its turn."""
    played: list[int] = []
    while position.in_turn and position.to_act == seat and len(played) < LONGEST_REPLY:
        legal = position.legal_actions
        best = (
            search(position, SMALL_IN_TURN, chance.getrandbits(40))[0].action
            if len(legal) > 1
            else legal[0]
        )
        played.append(best)
        position = position.play(best)
    return played


def answer(position: Position, action: int, chance: random.Random) -> list[int]:
    """What follows a wrong choice: the rest of the turn, and the next turn of the other side."""
    after = position.play(action)
    rest = rest_of_turn(after, position.to_act, chance)
    after = after.play_all(rest)
    if after.is_over or after.to_act == position.to_act:
        return rest
    reply = search(after, SMALL, chance.getrandbits(40))[0].action
    return [
        *rest, reply, *rest_of_turn(after.play(reply), after.to_act, chance),
    ]  # fmt: skip


def numbers_left(file: Path) -> tuple[Iterator[int], int]:
    """The games that are not written yet, and how many candidates are."""
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    done = {json.loads(line)["game"]: json.loads(line)["puzzles"] for line in lines}
    return (n for n in count() if n not in done), sum(len(found) for found in done.values())


def main() -> None:
    """Play games until there is enough, or the time is up."""
    parser = argparse.ArgumentParser(description=__doc__, prog="lab.puzzles.searched")
    parser.add_argument("game")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--wanted", type=int, default=400)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    file = given.folder / f"{given.game}.jsonl"
    left, have = numbers_left(file)
    began = time.perf_counter()
    pool = ProcessPoolExecutor(given.processes, get_context("spawn"))
    going: dict[Future[list[Entry]], int] = {}
    games = 0
    with file.open("a", encoding="utf-8") as out:
        while have < given.wanted and time.perf_counter() - began < given.seconds:
            while len(going) < given.processes:
                number = next(left)
                going[pool.submit(play_game, given.game, number)] = number
            done, _ = wait(going, timeout=1, return_when=FIRST_COMPLETED)
            for future in done:
                number, found = going.pop(future), future.result()
                out.write(json.dumps({"game": number, "puzzles": found}) + "\n")
                out.flush()
                have += len(found)
                games += 1
                part = min(have / given.wanted, 1)
                print(
                    f"\r{given.game} {'#' * int(30 * part):30} {have}/{given.wanted} puzzles, "
                    f"{games} games, {time.perf_counter() - began:.0f} s",
                    end="", file=sys.stderr, flush=True,
                )  # fmt: skip
    print(file=sys.stderr)
    for process in list(pool._processes.values()):
        process.terminate()  # games under way are played again next time
    pool.shutdown(wait=False, cancel_futures=True)


if __name__ == "__main__":
    main()
