"""Data sets from exact solutions: true, repeatable, from any layer."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import galda
from galda.core.play.position import Position
from galda.exams import make_dataset
from galda.solve.in_memory import InMemory, hold
from galda.solve.many import ILLEGAL
from galda.solve.oracle import exact_moves

QUIXO = galda.game("quixo")


@pytest.fixture(scope="module")
def small() -> InMemory:
    return hold(QUIXO, {"size": 3})


def test_every_value_is_the_oracles(small: InMemory) -> None:
    made = make_dataset("quixo", 60, seed=11, solution=small, size=3)
    options = QUIXO.read_options({"size": 3})
    for k in range(60):
        position = Position(QUIXO, options, 0, made.states[k : k + 1].copy())
        legal = np.flatnonzero(made.values[k] != ILLEGAL).tolist()
        assert legal == list(position.legal_actions)
        told = exact_moves(position, small)
        for move in told:
            assert np.sign(made.values[k, move.action]) == 2 * move.value.chance - 1
        assert made.best[k] == 2 * told[0].value.chance - 1


def test_the_seed_decides_and_a_smaller_set_begins_a_larger_one(small: InMemory) -> None:
    few, more, other = (
        make_dataset("quixo", count, seed=seed, solution=small, size=3)
        for count, seed in ((50, 3), (200, 3), (50, 4))
    )
    assert few.states.tobytes() == more.states[:50].tobytes()
    assert (few.values == more.values[:50]).all()
    assert few.states.tobytes() != other.states.tobytes()


def test_only_positions_that_differ_in_outcome(small: InMemory) -> None:
    made = make_dataset("quixo", 100, seed=5, differing=True, solution=small, size=3)
    for values in made.values:
        assert len(np.unique(np.sign(values[values != ILLEGAL]))) > 1


def test_a_layer_holds_undecided_positions_of_it_alone(small: InMemory) -> None:
    made = make_dataset("quixo", 300, seed=6, layer="3-2", solution=small, size=3)
    assert np.unique(np.bitwise_count(made.states["cubes"]), axis=0).tolist() == [[3, 2]]
    assert (made.states["result"] == 0).all() and (made.plies == -1).all()
    with pytest.raises(galda.GaldaError, match="no layer"):
        make_dataset("quixo", 5, layer="9-9", solution=small, size=3)


def test_what_is_saved_is_what_was_made(small: InMemory, tmp_path: Path) -> None:
    made = make_dataset("quixo", 40, seed=7, solution=small, size=3)
    made.save(tmp_path / "set.npz")
    read = np.load(tmp_path / "set.npz")
    assert read["states"].tobytes() == made.states.tobytes()
    assert (read["values"] == made.values).all()
    assert read["observations"].shape == (40, 8, 5, 5)
