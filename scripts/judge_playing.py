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
from galda.core.kernels.dense import Dense, read_dense, room_for
from galda.core.play.position import Position
from galda.core.shares import wilson
from galda.games.quixo.rules.rules import PUSHES
from galda.games.quixo.solve.kernels.choice import HALF, ONE_SIDE
from galda.games.quixo.solve.kernels.indexing import turn_table
from galda.games.quixo.solve.kernels.judge import (
    LOSES_AT_ONCE,
    PARTS,
    judge_push,
    parts_used,
    seen_at_once,
)

WITHIN = (0, 250, 500, 1000, 2000)


class Judge:
    """A judge of one size of board."""

    def __init__(self, size: int, net: Dense) -> None:
        self.net, self.board, self.moves = net, size - 3, len(PUSHES[size])
        self._turns, self._used = turn_table(size), parts_used(len(net.tables))
        self._parts = np.zeros(PARTS, np.int64)
        self._units, self._said = room_for(net)

    def worths(self, position: int) -> dict[int, int]:
        """What each push that does not lose at once is worth."""
        found = {}
        for move in range(self.moves):
            seen = seen_at_once(position, move, self.board, self.moves)
            if seen > LOSES_AT_ONCE:
                worth = judge_push(
                    position, move, self.board, self._turns, self.net, self._used, self._parts,
                    self._units, self._said,
                )  # fmt: skip
                found[move] = int(worth)
        return found


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
    worths = judge.worths(number)
    whole, half = (AlphaBeta(nodes=n, seed=number % 1000) for n in (given.nodes, given.nodes // 2))
    moves = [("looking ahead", whole.choose(position))]
    moves.append(("judge alone", max(worths, key=lambda move: worths[move])))
    first = half.find(position)
    for within in given.within:
        near = [move for move, worth in worths.items() if worth >= max(worths.values()) - within]
        move = first.best
        if not first.wins:
            move = near[0] if len(near) == 1 else half.choose(position, near)
        moves.append((f"both, within {within}", move))
    return moves


if __name__ == "__main__":
    main()
