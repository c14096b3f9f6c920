"""Exact values of many positions at once are those that the oracle gives one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import galda
from galda.core.kernels.chance import scramble
from galda.core.play.position import Position
from galda.core.play.solver import Arrays, ManySolver, Solver, solver_of
from galda.core.play.values import Exact, Outcome
from galda.games.pylos.solve import solver as pylos
from galda.games.pylos.solve.kernels.retrograde import UNKNOWN
from galda.solve import work
from galda.solve.in_memory import InMemory, hold
from galda.solve.many import UNCOUNTED, ManySolution, all_moves, by_chance, values_of
from galda.solve.oracle import exact_moves
from galda.solve.tablebase import Tablebase

QUIXO, PYLOS = galda.game("quixo"), galda.game("pylos")


@dataclass(frozen=True)
class MadeUp:
    """A solution whose marks are made up from their places: enough to see how they are used."""

    game: galda.Game
    options: dict[str, Any]
    solver: Solver
    arrays: Arrays

    def codes(self, array: str, places: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        bits = np.array([int(scramble(np.uint64(max(place, 0)))) for place in places], np.uint64)
        few = (bits % np.uint64(20)).astype(np.int64)
        marks = np.where(few < 9, 2 * few, np.where(few > 10, 254 - 2 * (few - 11), UNKNOWN))
        return np.where(places < 0, -1, marks)

    def exact(self, position: Position) -> Exact:
        array, index = self.solver.place(self.options, self.arrays, position.state)
        code = int(self.codes(array, np.array([index]))[0])
        return self.solver.read(position.state, code)


def made_up_pylos(variant: str) -> MadeUp:
    solver = solver_of(PYLOS)
    assert solver is not None
    return MadeUp(PYLOS, {"variant": variant}, solver, pylos._tables())


@pytest.fixture(scope="module")
def small() -> InMemory:
    return hold(QUIXO, {"size": 3})


def compare(solution: ManySolution, options: Mapping[str, object], seed: int, count: int) -> int:
    """See that all moves have the oracle's values; how many positions were inside a turn."""
    game = solution.game
    whole = game.read_options(options)
    states, _ = by_chance(game, whole, seed, 0, count)
    moves = all_moves(states, solution)
    inside = 0
    for k in range(len(states)):
        position = Position(game, whole, 0, states[k : k + 1].copy())
        inside += position.in_turn
        here = moves.parents == k
        told = zip(moves.actions[here], moves.outcomes[here], moves.turns[here], strict=True)
        found = {int(action): value(int(outcome), int(turns)) for action, outcome, turns in told}
        wanted = {
            move.action: value(int(move.value.outcome), move.value.turns)  # type: ignore[attr-defined]
            for move in exact_moves(position, solution)  # type: ignore[arg-type]
        }
        assert found == wanted, f"seed {seed}, position {position.text}"
        assert list(found) == sorted(found)
    return inside


def value(outcome: int, turns: int | None) -> Exact:
    """A value to compare: how soon a draw comes means nothing."""
    counted = None if turns in (None, UNCOUNTED) or outcome == 0 else turns
    return Exact(Outcome(outcome), counted)


def test_in_memory_every_move_has_the_oracles_value(small: InMemory) -> None:
    assert compare(small, {"size": 3}, seed=5, count=150) == 0


def test_a_tablebase_answers_for_many_as_for_one(tmp_path: Path) -> None:
    file = tmp_path / "small.galda"
    work.solve(QUIXO, {"size": 3}, output=file)
    compare(Tablebase(file, QUIXO), {"size": 3}, seed=6, count=40)


def test_a_damaged_tablebase_does_not_answer_for_many(tmp_path: Path) -> None:
    file = tmp_path / "small.galda"
    work.solve(QUIXO, {"size": 3}, output=file)
    whole = bytearray(file.read_bytes())
    whole[65_536 + 40] ^= 1
    file.write_bytes(bytes(whole))
    states, _ = by_chance(QUIXO, QUIXO.read_options({"size": 3}), 1, 0, 50)
    with pytest.raises(galda.GaldaError, match="damaged"):
        all_moves(states, Tablebase(file, QUIXO))


@pytest.mark.parametrize("variant", ["beginners", "standard", "expert"])
def test_turns_of_several_decisions_are_finished_in_the_best_way(variant: str) -> None:
    inside = compare(made_up_pylos(variant), {"variant": variant}, seed=7, count=60)
    assert (inside > 0) == (variant != "beginners")


def test_the_same_seed_reaches_the_same_positions_in_any_pieces() -> None:
    options = QUIXO.read_options({"size": 4})
    whole, plies = by_chance(QUIXO, options, 3, 0, 60)
    first, _ = by_chance(QUIXO, options, 3, 0, 25)
    rest, later = by_chance(QUIXO, options, 3, 25, 35)
    assert whole.tobytes() == first.tobytes() + rest.tobytes()
    assert plies[-len(later) :].tolist() == later.tolist()
    other, _ = by_chance(QUIXO, options, 4, 0, 60)
    assert whole.tobytes() != other.tobytes()


@pytest.mark.parametrize(
    ("name", "options", "layer"), [("quixo", {"size": 4}, "3-5"), ("pylos", {}, "17")]
)
def test_a_layer_is_laid_with_so_many_of_each(
    name: str, options: dict[str, object], layer: str
) -> None:
    game = galda.game(name)
    solver = solver_of(game)
    assert isinstance(solver, ManySolver)
    chosen = solver.options(game.read_options(options))
    assert layer in solver.layers(chosen)
    states = np.repeat(game.new(seed=0, **options).states, 200)
    solver.lay(chosen, states, layer, np.random.default_rng(8))
    sets = states["cubes"] if name == "quixo" else states["balls"]
    counts = np.bitwise_count(sets)
    wanted = [[3, 5]] if name == "quixo" else None
    assert (counts.sum(axis=1) == (8 if name == "quixo" else 17)).all()
    if wanted:
        assert np.unique(counts, axis=0).tolist() == wanted
    assert len(np.unique(sets, axis=0)) > 190
    with pytest.raises(galda.GaldaError, match="no layer"):
        solver.lay(chosen, states, "none", np.random.default_rng(8))


def test_all_positions_of_a_small_layer_are_worth_what_is_counted(small: InMemory) -> None:
    solver = small.solver
    assert isinstance(solver, ManySolver)
    states = np.repeat(QUIXO.new(seed=0, size=3).states, 4000)
    solver.lay(small.options, states, "1-1", np.random.default_rng(9))
    _, first = np.unique(states["cubes"], axis=0, return_index=True)
    outcomes, _ = values_of(states[first], small)
    counted = {"1-1": work.solve(QUIXO, {"size": 3}, keep=False).counts["1-1"]}["1-1"]
    assert len(first) == 72 == counted.total
    assert ((outcomes > 0).sum(), (outcomes < 0).sum()) == (counted.won, counted.lost)
