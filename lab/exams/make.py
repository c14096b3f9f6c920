"""The exams of a solved game, with the exact value of every move.

    python -m lab.exams.make GAME FOLDER [--device cuda] [--set size=4] [--set size=3] …

Positions by chance are decisions of random games, one from each. Those from strong play are
decisions of games between bots that look at many positions for a move, after an opening by chance
and with a slip now and then, so that there is something to choose; they are played on all cores
while the game is solved. Kept are positions in which moves differ in outcome, no two alike by
symmetry. Everything follows from SEED. All `--set`s go into one file, FOLDER/GAME-exams.json.gz.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import galda
from galda.bots.alphabeta import AlphaBeta
from galda.core.play.options import Value
from galda.core.play.position import Position
from galda.exams.exam import CHANCE, STRONG, Exam, write_exams
from galda.solve.many import ManySolution, all_moves, by_chance, many_solver
from lab.solution_in_memory import solve, tell

SEED = 20_261_117
NODES = 20_000
"""Positions that a strong bot looks at for a move."""
SLIP = 0.04
LONGEST_OPENING = 8
"""Actions by chance at the beginning of a strong game, at most."""
FROM_A_GAME = 4
"""Decisions that are looked at, at most; about half of them have something to choose."""
AT_ONCE = 4096

Candidates = Iterator[tuple[npt.NDArray[Any], npt.NDArray[np.int64]]]
"""Records, and the actions before them."""


def play_strong(name: str, options: dict[str, Value], first: int, last: int) -> list[list[int]]:
    """Strong games, by their numbers."""
    return [play_one(galda.game(name).new(seed=0, **options), n) for n in range(first, last)]


def play_one(position: Position, number: int) -> list[int]:
    """One strong game, from its number alone."""
    chance = random.Random(f"{SEED} {position.options} {number}")
    bots = [AlphaBeta(nodes=NODES, table_bits=15, seed=chance.getrandbits(60)) for _ in range(2)]
    opening = chance.randrange(LONGEST_OPENING + 1)
    while not position.is_over:
        if len(position.actions) < opening or chance.random() < SLIP:
            position = position.play(chance.choice(position.legal_actions))
        else:
            position = position.play(bots[position.to_act].choose(position))
    return position.actions


def from_chance(game: galda.Game, options: dict[str, Value]) -> Candidates:
    """Decisions of random games, without end."""
    number = 0
    while True:
        yield by_chance(game, options, SEED, number * AT_ONCE, AT_ONCE)
        number += 1


def from_games(game: galda.Game, options: dict[str, Value], games: list[list[int]]) -> Candidates:
    """Decisions of strong games, a few from each, in a mixed order."""
    found: list[tuple[Any, int]] = []
    for number, actions in enumerate(games):
        chance = random.Random(f"{SEED} {number}")
        history = game.new(seed=0, **options).replay(actions).history()[:-1]
        open_ones = [k for k, each in enumerate(history) if len(each.legal_actions) > 1]
        chosen = chance.sample(open_ones, min(FROM_A_GAME, len(open_ones)))
        found += [(history[k].states, k) for k in chosen]
    random.Random(SEED).shuffle(found)
    yield np.concatenate([states for states, _ in found]), np.array([k for _, k in found])


def choose(source: str, candidates: Candidates, solution: ManySolution, count: int,
           options: dict[str, Value], tries: int) -> Exam:  # fmt: skip
    """The first of the candidates that make an exam."""
    game, solver = solution.game, many_solver(solution)
    seen: set[object] = set()
    texts: list[str] = []
    plies: list[int] = []
    values: list[tuple[int, ...]] = []
    for _, (states, before) in zip(range(tries), candidates, strict=False):
        solver.forget(states)
        moves = all_moves(states, solution)
        ends = np.searchsorted(moves.parents, np.arange(len(states)), side="right")
        codes, outcomes = moves.codes, moves.outcomes
        first = 0
        for k, end in enumerate(ends.tolist()):
            here, first = slice(first, end), end
            if len(texts) == count or outcomes[here].min() == outcomes[here].max():
                continue
            position = Position(game, game.read_options(options), 0, states[k : k + 1].copy())
            alike = (
                position.text
                if position.in_turn
                else solution.solver.alike(position.options, position.state)
            )
            if alike in seen:
                continue
            seen.add(alike)
            read_again = game.position(position.text, seed=0)
            assert read_again.legal_actions == tuple(moves.actions[here].tolist()), position.text
            texts.append(position.text)
            plies.append(int(before[k]))
            values.append(tuple(codes[here].tolist()))
        if len(texts) == count:
            break
    return Exam(game, dict(solution.options), source, tuple(texts), tuple(plies), tuple(values))


def read_arguments() -> argparse.Namespace:
    """What is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, prog="lab.exams.make")
    parser.add_argument("game")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--games", type=int, default=1000, help="strong ones, for each set")
    parser.add_argument("--count", type=int, default=800, help="positions of each exam")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE[:COUNT]")
    return parser.parse_args()


def main() -> None:
    """Play, solve, choose, write."""
    given, began = read_arguments(), time.perf_counter()
    game = galda.game(given.game)
    given.folder.mkdir(parents=True, exist_ok=True)
    sets: list[tuple[dict[str, Value], int]] = []
    for each in given.set or [""]:
        word, _, count = each.partition(":")
        named = dict([word.split("=")]) if word else {}
        sets.append((game.read_options(named), int(count or given.count)))
    exams: list[Exam] = []
    with ProcessPoolExecutor(given.processes, get_context("spawn")) as pool:
        playing: list[list[Future[list[list[int]]]]] = []
        for options, _ in sets:
            step = max(1, given.games // (4 * given.processes))
            edges = range(0, given.games, step)
            playing.append([
                pool.submit(play_strong, given.game, options, at, min(at + step, given.games))
                for at in edges
            ])  # fmt: skip
        for (options, count), games in zip(sets, playing, strict=True):
            solution = solve(given.game, options, given.device, began)
            exam = choose(CHANCE, from_chance(game, options), solution, count, options, 50)
            exams.append(exam)
            tell(began, exam.options, exam.source, len(exam.texts), exam.checksum[:16])
            strong = [actions for part in games for actions in part.result()]
            tell(began, len(strong), "strong games")
            exam = choose(STRONG, from_games(game, options, strong), solution, count, options, 1)
            exams.append(exam)
            tell(began, exam.options, exam.source, len(exam.texts), exam.checksum[:16])
            del solution
            file = given.folder / f"{game.name}-exams.json.gz"
            write_exams(file, game, exams)
            tell(began, file, file.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
