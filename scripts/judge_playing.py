"""How often bots of Quixo throw value away: looking ahead, by a judge alone, and both together.

    python scripts/judge_playing.py FOLDER/exams-4.npz FOLDER/judge-4-0.npz --nodes 20000

Positions are those that `quixo_judge.py` has kept for exams. Together: a search with half of the
nodes; unless it has found a forced win, another half for the pushes that the judge finds worth
nearly as much as its best. `--within` says how much less a push may be worth.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

import galda
from galda.bots.alphabeta import AlphaBeta
from galda.core.kernels.dense import read_dense
from galda.core.play.position import Position
from galda.core.shares import wilson
from galda.games.quixo.solve.judging import Judge
from galda.games.quixo.solve.kernels.choice import HALF, ONE_SIDE

WITHIN = (0, 250, 500, 1000, 2000)


def laid(size: int, number: int) -> Position:
    """A position of the game for two."""
    start = galda.game("quixo").new(seed=0, size=size)
    states = start.states.copy()
    states[0].cubes[0], states[0].cubes[1] = number & ONE_SIDE, number >> HALF
    return Position(start.game, start.options, None, states)


def main() -> None:
    """Sit the exams and print the shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exams", type=Path)
    parser.add_argument("judge", type=Path)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument("--within", type=int, nargs="+", default=WITHIN)
    given = parser.parse_args()
    size = int(given.exams.stem.split("-")[1])
    judge = Judge(size, read_dense(given.judge))
    with np.load(given.exams) as kept:
        kinds = [name.removesuffix("_told") for name in kept.files if name.endswith("_told")]
        for kind in kinds:
            sit(kind, kept[f"{kind}_positions"], kept[f"{kind}_told"], size, judge, given)


def sit(
    kind: str, positions: Any, told: Any, size: int, judge: Judge, given: argparse.Namespace
) -> None:
    """One exam: of each way to play how often it threw value away."""
    thrown: dict[str, int] = {}
    chosen = np.random.default_rng(1).permutation(len(positions))[: given.positions]
    for at in chosen:
        best = max(told[at])
        for name, move in played(laid(size, int(positions[at])), int(positions[at]), judge, given):
            thrown[name] = thrown.get(name, 0) + int(told[at][move] < best)
    for name, wrong in thrown.items():
        low, high = wilson(wrong / len(chosen), len(chosen))
        print(f"{kind}, {name}: {wrong} of {len(chosen)} = {wrong / len(chosen):.2%} "
              f"({low:.2%}–{high:.2%})", flush=True)  # fmt: skip


def played(
    position: Position, number: int, judge: Judge, given: argparse.Namespace
) -> list[tuple[str, int]]:
    """What each way to play makes of a position."""
    whole, half = (AlphaBeta(nodes=n, seed=number % 1000) for n in (given.nodes, given.nodes // 2))
    moves = [("looking ahead", whole.choose(position))]
    first = half.find(position)
    one, two, mixed = judge.worths(number), judge.worths(number, 2), judge.thorough(number)
    for name, worths in (("one turn", one), ("two turns", two), ("both of these", mixed)):
        best = max(worths.values())
        moves.append((f"judge, {name}", max(worths, key=lambda move: worths[move])))
        for within in given.within:
            near = [move for move, worth in worths.items() if worth >= best - within]
            move = first.best
            if not first.decided and near != [move]:
                second = half.find(position, near)
                move = move if second.loses else second.best
            moves.append((f"judge, {name}, with looking ahead, within {within}", move))
    return moves


if __name__ == "__main__":
    main()
