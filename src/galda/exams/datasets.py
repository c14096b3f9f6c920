"""Data sets from exact solutions: positions with the value of every move, for programs that learn.

From games played by chance, or from a layer, where every position that can be laid on the board is
equally likely. Everything follows from the seed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.play.checks import SeedLike, read_seed
from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.exams.scoring import seen_in
from galda.games import game as game_called
from galda.solve.in_memory import hold
from galda.solve.kernels import unfolding
from galda.solve.many import (
    ILLEGAL,
    ManySolution,
    all_moves,
    by_chance,
    many_solver,
    table_of,
)
from galda.solve.user_tablebases import tablebase_for
from galda.solve.work import Told

PIECE = 16_384
"""Positions that are drawn together."""
MOST_BARREN = 20
"""Pieces in a row without a single position to keep before one gives up."""


class Dataset(NamedTuple):
    """Row i is about position i."""

    states: npt.NDArray[Any]
    """The records, as in batches."""
    observations: npt.NDArray[np.uint8]
    """What the seat to act sees."""
    values: npt.NDArray[np.int8]
    """By action: 0 drawn, n won in n turns, -n lost, ±127 uncounted, -128 illegal."""
    best: npt.NDArray[np.int8]
    """The value of the best move: 1 won, 0 drawn, -1 lost."""
    plies: npt.NDArray[np.int16]
    """Actions played before; -1 in a layer."""

    def save(self, file: Path | str) -> None:
        """Write it as an `.npz` that NumPy reads; the records as bytes."""
        states = np.frombuffer(self.states.tobytes(), np.uint8).reshape(len(self.states), -1)
        np.savez_compressed(
            file, states=states, observations=self.observations, values=self.values,
            best=self.best, plies=self.plies,
        )  # fmt: skip


def solution_for(
    game: Game, options: dict[str, Value], device: str, tell: Told = lambda _, __: None
) -> ManySolution:
    """The user's tablebase of a game; where there is none, a solution made now, in memory."""
    return tablebase_for(game, options) or hold(game, options, device=device, tell=tell)


def make_dataset(
    game: Game | str,
    count: int,
    *,
    seed: SeedLike = 0,
    layer: str | None = None,
    differing: bool = False,
    solution: ManySolution | None = None,
    device: str = "cpu",
    tell: Told = lambda _, __: None,
    **options: object,
) -> Dataset:
    """So many positions of a solved game, with the exact value of every move.

    Without a `layer` they are decisions of games by chance, one from each. `differing`: only those
    in which moves differ in outcome. The solution is the user's tablebase, if there is one; else
    the game is solved in memory on `device`.

    >>> from galda.exams import make_dataset
    >>> made = make_dataset("quixo", 100, seed=1, size=3)
    >>> made.values.shape, made.observations.shape, sorted(set(made.best.tolist()))
    ((100, 89), (100, 8, 5, 5), [-1, 1])
    >>> laid = make_dataset("quixo", 10, seed=1, layer="2-3", size=3)
    >>> laid.observations[:, :2].sum(axis=(2, 3)).tolist()[0]
    [2, 3]
    """
    played = game_called(game) if isinstance(game, str) else game
    if count < 1:
        raise GaldaError("a data set has at least one position, not {n}", n=count)
    wanted, seed = played.read_options(options), read_seed(seed)
    solved = solution or solution_for(played, wanted, device, tell)
    kept: list[tuple[npt.NDArray[Any], npt.NDArray[np.int8], npt.NDArray[np.int64]]] = []
    have = number = barren = 0
    while have < count:
        states, plies = _draw(played, wanted, solved, seed, number, layer)
        number += 1
        table = table_of(all_moves(states, solved), len(states), played.rules.action_count)
        good = _differ(table) if differing else np.ones(len(states), np.bool_)
        barren = 0 if good.any() else barren + 1
        if barren == MOST_BARREN:
            raise GaldaError("there are no such positions of {game}", game=played.title)
        kept.append((states[good], table[good], plies[good]))
        have += int(good.sum())
        tell(f"{min(have, count)}/{count}", min(have / count, 1.0))
    states, table, plies = (np.concatenate(parts)[:count] for parts in zip(*kept, strict=True))
    seen = [part for _, part, _ in seen_in(played, states)]
    best = np.sign(np.where(table == ILLEGAL, -1, table)).max(axis=1).astype(np.int8)
    return Dataset(states, np.concatenate(seen), table, best, plies.astype(np.int16))


def _differ(table: npt.NDArray[np.int8]) -> npt.NDArray[np.bool_]:
    """Where moves differ in outcome."""
    legal = table != ILLEGAL
    outcomes = np.sign(table).astype(np.int8)
    most = np.where(legal, outcomes, -2).max(axis=1)
    least = np.where(legal, outcomes, 2).min(axis=1)
    return np.asarray(most > least)


def _draw(
    game: Game,
    options: dict[str, Value],
    solution: ManySolution,
    seed: int,
    number: int,
    layer: str | None,
) -> tuple[npt.NDArray[Any], npt.NDArray[np.int64]]:
    """A piece of positions that are not over, and the actions before them."""
    if layer is None:
        return by_chance(game, options, seed, number * PIECE, PIECE)
    states = np.repeat(game.new(seed=seed, **options).states, PIECE)
    chance = np.random.default_rng([seed % 2**63, number])
    many_solver(solution).lay(solution.options, states, layer, chance)
    counts = np.zeros(len(states), np.int64)
    unfolding.count_moves(states, np.zeros(game.rules.most_legal, np.int32), counts)
    states = states[counts > 0]
    return states, np.full(len(states), -1)
