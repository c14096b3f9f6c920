"""The batched tree search: it finds what is there, alike in any company, and cannot peek."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galda
from galda import exams
from galda.search import Search
from galda.search.search import schedule

KINDS: list[tuple[str, dict[str, Any]]] = [
    ("quixo", {"size": 4}), ("pylos", {}), ("towers", {"players": 3}), ("alhambra", {"players": 2}),
]  # fmt: skip


def knows_nothing(observations: Any, masks: Any) -> tuple[Any, Any]:
    return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)


def has_whims(observations: Any, masks: Any) -> tuple[Any, Any]:
    """A network that depends on all it sees, the same for a row in any company."""
    rows = observations.reshape(len(masks), -1).astype(np.int64)
    marks = (rows * np.arange(1, rows.shape[1] + 1)).sum(axis=1)
    logits = (marks[:, None] * np.arange(3, masks.shape[1] + 3) % 17) / 8.0
    return logits.astype(np.float32), ((marks % 201) / 100.0 - 1).astype(np.float32)


def some_states(name: str, options: dict[str, Any], n: int, steps: int) -> Any:
    batch = galda.batch(name, n, seed=5, **options)
    for step in range(steps):
        batch.step(batch.random_actions(seed=step))
    return batch


@pytest.mark.parametrize(("name", "options"), KINDS)
def test_every_simulation_counts_and_only_legal_actions_are_tried(
    name: str, options: dict[str, Any]
) -> None:
    batch = some_states(name, options, 12, 15)
    before = batch.states.copy()
    search = Search(name, 12, has_whims, simulations=20, **options)
    found = search.run(batch.states, seed=2)
    assert batch.states.tobytes() == before.tobytes()
    assert (found.visits.sum(axis=1) == 20).all()
    assert batch.masks[np.arange(12), found.actions].all()
    assert np.allclose(found.policy.sum(axis=1), 1, atol=1e-5)
    assert not found.policy[~batch.masks].any() and not found.visits[~batch.masks].any()
    again = search.run(batch.states, seed=2)
    assert all((a == b).all() for a, b in zip(found, again, strict=True))


@pytest.mark.parametrize(("name", "options"), KINDS[:2])
def test_a_game_is_searched_alike_alone_and_among_many(name: str, options: dict[str, Any]) -> None:
    batch = some_states(name, options, 6, 9)
    many = Search(name, 6, has_whims, simulations=24, **options).run(batch.states, noise=0)
    alone = Search(name, 1, has_whims, simulations=24, **options)
    for k in range(6):
        one = alone.run(batch.states[k : k + 1], noise=0)
        assert all((a[k] == b[0]).all() for a, b in zip(many, one, strict=True))


def test_it_finds_wins_at_once_and_beats_its_own_network() -> None:
    exam = exams.exams_of("quixo", size=3)[0]
    turns = np.array([max(values) for values in exam.values]) == 1
    states = exam.states[turns]
    search = Search("quixo", len(states), knows_nothing, simulations=60, considered=20, size=3)
    found = search.run(states, seed=3, noise=0)
    for k, at in enumerate(np.flatnonzero(turns)):
        position = exam.positions[at]
        assert position.to_act in position.play(int(found.actions[k])).winners

    def searched(observations: Any, masks: Any) -> Any:
        return Search("quixo", len(masks), knows_nothing, simulations=120, considered=20,
                      size=3).run(exam.states, noise=0).policy  # fmt: skip

    alone = exams.score("quixo", knows_nothing, batched=True, source="chance", size=3)
    better = exams.score("quixo", searched, batched=True, source="chance", size=3)
    assert better.share > alone.share + 0.1


@pytest.mark.parametrize(("name", "options"), KINDS[2:])
def test_it_cannot_peek(name: str, options: dict[str, Any]) -> None:
    position = galda.game(name).new(seed=9, **options)
    for _ in range(12):
        position = position.play(position.legal_actions[0])
    seat = position.to_act
    one, other = position.known_to(seat, 1), position.known_to(seat, 2)
    assert one.states.tobytes() != other.states.tobytes()
    search = Search(name, 1, has_whims, simulations=30, **options)
    first, second = (search.run(each.states, seed=4) for each in (one, other))
    assert all((a == b).all() for a, b in zip(first, second, strict=True))


def test_values_for_the_viewer_are_values_for_every_seat() -> None:
    batch = some_states("pylos", {}, 8, 11)

    def by_seat(observations: Any, masks: Any) -> tuple[Any, Any]:
        logits, values = has_whims(observations, masks)
        return logits, np.stack([values, -values], axis=1)

    first, second = (Search("pylos", 8, network, simulations=30).run(batch.states, seed=1)
                     for network in (has_whims, by_seat))  # fmt: skip
    assert all((a == b).all() for a, b in zip(first, second, strict=True))


def test_a_finished_game_has_nothing_to_choose() -> None:
    over = galda.position("quixo size=3 xxx/o.o/o.. 2")
    assert over.is_over
    found = Search("quixo", 1, knows_nothing, simulations=4, size=3).run(over.states)
    assert found.actions.tolist() == [-1] and not found.policy.any()


def test_what_does_not_fit_is_refused() -> None:
    search = Search("quixo", 2, knows_nothing, simulations=4)
    with pytest.raises(galda.GaldaError, match="as many states of Quixo"):
        search.run(galda.game("quixo").new().states)
    with pytest.raises(galda.GaldaError, match="two actions at least"):
        Search("quixo", 2, knows_nothing, considered=1)
    with pytest.raises(galda.GaldaError, match="no device"):
        Search("quixo", 2, knows_nothing, device="abacus")


def test_halving_tries_the_better_half_further() -> None:
    for actions in range(2, 20):
        for simulations in (5, 16, 40):
            order = schedule(actions, simulations)
            assert len(order) == simulations
            assert order.count(0) == min(actions, simulations), "each is tried once"
            for times in range(1, max(order)):
                assert order.count(times) >= order.count(times + 1)
    assert schedule(1, 4) == (0, 1, 2, 3)


def test_the_card_s_way_of_searching_holds_in_the_simulator() -> None:
    # Numba's simulator runs CUDA kernels as plain Python: slow, but anywhere.
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", str(Path(__file__).with_name("search_in_simulator.py"))],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "GALDA_COMPILE": "0"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split("\n")[:2] == ["quixo is searched alike", "towers is searched alike"]
