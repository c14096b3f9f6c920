"""Lessons from skilled play: exact values, nothing of the shipped exams, the same every time."""

from __future__ import annotations

import numpy as np
import pytest

import galda
from galda.core.play.position import Position
from galda.exams import exams_of
from galda.solve.in_memory import hold
from lab.networks.skilled_lessons import Games, skilled_positions

SEED = 3


@pytest.mark.slow
def test_lessons_are_worth_what_the_solution_says() -> None:
    print("seed", SEED)
    game = galda.game("quixo")
    solution = hold(game, {"size": 3})
    games = Games(solution, SEED)
    start = game.new(size=3)
    found = [games.step() for _ in range(8)]
    states = np.concatenate([each.states for each in found])
    values = np.concatenate([each.values for each in found])
    assert {-1, 1} == set(values.tolist())
    for k in np.random.default_rng(SEED).integers(0, len(values), 300):
        position = Position(game, start.options, 0, states[k : k + 1])
        assert not position.in_turn
        assert int(solution.exact(position).outcome) == values[k]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_lessons() -> None:
    solution = hold(galda.game("quixo"), {"size": 3})
    one, two = (
        [each.states.tobytes() for each in skilled_positions(solution, 3000, seed)]
        for seed in (SEED, SEED)
    )
    assert one == two
    assert one != [each.states.tobytes() for each in skilled_positions(solution, 3000, SEED + 1)]


@pytest.mark.slow
def test_positions_of_the_shipped_exams_give_no_lessons() -> None:
    solution = hold(galda.game("quixo"), {"size": 3})
    held_out = np.concatenate([exam.states for exam in exams_of("quixo", size=3)])
    games = Games(solution, SEED)
    games.states[:] = np.resize(held_out, len(games.states))
    assert len(games.step().values) == 0
