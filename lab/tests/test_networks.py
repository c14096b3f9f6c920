"""Networks that evaluate positions: what can be learnt is learnt."""

from __future__ import annotations

import numpy as np

import galda
from galda.core.kernels import contract
from galda.core.kernels.network import infer
from lab.networks.learning import chance_states, learn


def test_a_network_learns_what_its_parts_tell() -> None:
    chance = np.random.default_rng(5)
    parts = chance.integers(0, 10, (40_000, 3)).astype(np.uint16)
    parts += np.array([0, 10, 20], np.uint16)
    even = parts % 2 == 0
    values = np.where(even[:, 0] ^ even[:, 1], 1, -1).astype(np.int8)  # no sum alone can tell
    lessons = (parts[1000:], values[1000:])
    tables, weights = learn(lessons, {"exam": (parts[:1000], values[:1000])}, rows=30, rounds=4)
    judged = [infer(tuple(int(p) for p in one), tables, weights) for one in parts[:1000]]
    assert np.mean(np.sign(judged) == values[:1000]) > 0.98


def test_lessons_are_beginnings_of_turns_of_games_by_chance() -> None:
    states = chance_states("pylos", {"variant": "standard"}, 80_000, seed=3)
    again = chance_states("pylos", {"variant": "standard"}, 80_000, seed=3)
    assert states.tobytes() == again.tobytes()
    assert len({state.tobytes() for state in states}) > 20_000
    assert not any(contract.in_turn(state) for state in states.view(np.recarray)[:200])
    assert galda.game("pylos").rules.record == states.dtype
