"""Quixo: what a judge (`kernels/judge.py`) says of all pushes of a position.

Judges are files `judge-SIZE.npz` in the game's folder, or in the user's data folder; without one
nothing is judged. `scripts/quixo_judge.py` makes them.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from galda.core.folders import data_folder
from galda.core.kernels.dense import Dense, read_dense, room_for
from galda.games.quixo.rules.rules import DRAW_IN_SIGHT, PUSHES, SIZES
from galda.games.quixo.solve.kernels.choice import HALF
from galda.games.quixo.solve.kernels.indexing import turn_table
from galda.games.quixo.solve.kernels.judge import (
    CERTAIN,
    NOTHING,
    PARTS,
    judge_all,
    judge_replies,
    parts_used,
)

FOLDER = Path(__file__).parents[1]


class Judge:
    """A judge of one size of board."""

    def __init__(self, size: int, net: Dense) -> None:
        self._given = (
            size - SIZES[0], len(PUSHES[size]), turn_table(size), net, parts_used(len(net.tables)),
        )  # fmt: skip
        self._moves = len(PUSHES[size])

    def worths(self, position: int, turns: int = 1) -> dict[int, int]:
        """What each push is worth after one turn, or after the best reply to it.

        A position is the mover's cubes, and the other's from bit `HALF` on.
        """
        units, said = room_for(self._given[3])  # of this call alone: bots think side by side
        worths, replies = (np.zeros(self._moves, np.int64) for _ in range(2))
        room = (np.zeros(PARTS, np.int64), units, said)
        judge_all(position, *self._given, *room, worths)
        if turns > 1:
            judge_replies(position, *self._given, *room, replies, worths)
        return {move: int(worth) for move, worth in enumerate(worths) if worth > NOTHING}

    def thorough(self, position: int) -> dict[int, int]:
        """What each push is worth after one turn and after two, added up: errors cancel."""
        now, later = (self.worths(position, turns) for turns in (1, 2))
        return {move: max(-CERTAIN, min(CERTAIN, now[move] + later[move])) for move in now}


@lru_cache
def judge_in(size: int, folders: tuple[Path, ...]) -> Judge | None:
    """The first judge in some folders for a size of board."""
    for folder in folders:
        if (file := folder / f"judge-{size}.npz").exists():
            return Judge(size, read_dense(file))
    return None


def worths(state: Any) -> dict[int, int] | None:
    """What the judge finds the actions of a position worth; None where there is none.

    It knows nothing of the draw for want of progress (Q10), so it is silent when that is near.
    """
    if int(state.players) != 2 or int(state.quiet) >= DRAW_IN_SIGHT:
        return None
    judge = judge_in(int(state.rows), (FOLDER, data_folder()))
    if judge is None:
        return None
    side = int(state.to_act) & 1
    return judge.thorough(int(state.cubes[side]) | int(state.cubes[1 - side]) << HALF)
