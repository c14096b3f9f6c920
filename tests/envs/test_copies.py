"""Batches can be copied, written down, taken along into other processes and restarted in part."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable

import numpy as np
import pytest

import galda
from galda import GaldaError
from galda.envs.batch import Batch

ARRAYS = (
    "states",
    "masks",
    "observations",
    "rewards",
    "scores",
    "terminated",
    "episodes",
    "to_act",
)
LARGE = 4096
"""Games enough for several threads."""
WAYS: dict[str, Callable[[Batch], Batch]] = {
    "copy()": lambda batch: batch.copy(),
    "copy.copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda batch: pickle.loads(pickle.dumps(batch)),
}


def arrays(batch: Batch) -> list[bytes]:
    return [getattr(batch, name).tobytes() for name in ARRAYS]


def go_on(batch: Batch, steps: int = 30) -> list[bytes]:
    for step in range(steps):
        batch.step(batch.random_actions(step))
    return arrays(batch)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", galda.game_names())
def test_a_copy_stands_where_the_batch_did_and_goes_its_own_way(name: str, way: str) -> None:
    batch = galda.batch(name, 7, seed=3, threads=2)
    go_on(batch, 12)
    other, before = WAYS[way](batch), arrays(batch)
    assert arrays(other) == before
    after = go_on(other)
    assert arrays(batch) == before, "what one plays the other does not see"
    assert go_on(batch) == after, "the same actions lead to the same games, those after them too"


def test_a_large_batch_is_written_down_as_well() -> None:
    batch = galda.batch("quixo", LARGE, seed=1, threads=2, observe=False)
    again = pickle.loads(pickle.dumps(batch))
    assert go_on(again, 2) == go_on(batch, 2)


def _step_in_child(batch: Batch, told: object) -> None:
    batch.step(batch.random_actions(0))
    told.put(batch.states.tobytes())  # type: ignore[attr-defined]


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_batch_goes_on_in_a_process_that_was_forked() -> None:
    batch = galda.batch("quixo", LARGE, seed=1, threads=2, observe=False)
    batch.step(batch.random_actions(7))  # its threads are there
    fork = multiprocessing.get_context("fork")
    told = fork.Queue()
    child = fork.Process(target=_step_in_child, args=(batch, told))
    child.start()
    there = told.get(timeout=120)
    child.join()
    batch.step(batch.random_actions(0))
    assert there == batch.states.tobytes()


@pytest.mark.parametrize("amiss", [0.0, 0.7])
def test_actions_are_whole_numbers(amiss: float) -> None:
    batch = galda.batch("quixo", 4, seed=1)
    with pytest.raises(GaldaError, match="whole numbers, not float64"):
        batch.step(batch.random_actions(0) + amiss)
    with pytest.raises(GaldaError, match="whole numbers, not bool"):
        batch.step(np.ones(4, np.bool_))


@pytest.mark.parametrize("kind", [np.int64, np.uint64])
def test_an_action_beyond_all_is_not_another_one(kind: type[np.integer]) -> None:
    batch = galda.batch("quixo", 4, seed=1)
    actions = batch.random_actions(0).astype(kind)
    actions[2] += kind(2**32)
    with pytest.raises(GaldaError, match=f"game 2 cannot play {actions[2]}"):
        batch.step(actions)
    batch.step(batch.random_actions(0).astype(kind))


def test_some_rows_begin_anew_and_the_others_stay() -> None:
    batch = galda.batch("alhambra", 4, seed=2)
    go_on(batch, 9)
    before = batch.copy()
    batch.restart([1, 3])
    for row in (0, 2):
        assert batch.position(row) == before.position(row)
        assert batch.observations[row].tobytes() == before.observations[row].tobytes()
    for row in (1, 3):
        begun = int(batch.episodes[row])
        assert begun == before.episodes[row] + 1
        assert batch.position(row) == galda.game("alhambra").new(seed=batch.seed_of(row, begun - 1))
    with pytest.raises(GaldaError, match="rows are 0 to 3"):
        batch.restart([4])


def test_without_a_seed_every_batch_is_another_and_names_may_have_versions() -> None:
    one, two = (galda.batch("towers-v0", 3, seed=None) for _ in range(2))
    assert one.states.tobytes() != two.states.tobytes()
    with pytest.raises(galda.UnknownGame, match="towers-v0"):
        galda.batch("towers-v9", 3)
