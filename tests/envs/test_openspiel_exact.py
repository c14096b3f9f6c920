"""Exact methods of OpenSpiel on small games, and OpenSpiel's own checks of how a game behaves."""

from __future__ import annotations

import unittest
from typing import Any

import numpy as np
import pytest

import galda

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this Python")
from open_spiel.python.algorithms import (  # noqa: E402
    best_response,
    cfr,
    expected_game_score,
    exploitability,
    external_sampling_mccfr,
)
from open_spiel.python.policy import UniformRandomPolicy  # noqa: E402
from test_openspiel import TABLES, load  # noqa: E402

import galda.envs.spiel  # noqa: E402

FEW_CARDS = {"position": "few_cards", "redraw": True}
NODES = {"chance": 5, "playable": 1159, "terminal": 480}
"""Of the study `few_cards`: a change of these means that the rules have changed."""


@pytest.fixture(scope="module")
def few_cards() -> Any:
    return load("towers", **FEW_CARDS)


def values(game: Any, policy: Any) -> Any:
    """What each player earns on average when both play a policy."""
    return expected_game_score.policy_value(game.new_initial_state(), [policy] * game.num_players())


def test_the_best_response_beats_play_by_chance(few_cards: Any) -> None:
    chance = UniformRandomPolicy(few_cards)
    fair = values(few_cards, chance)
    assert sum(fair) == pytest.approx(0)
    for player in range(2):
        best = best_response.BestResponsePolicy(few_cards, player, chance)
        assert best.value(few_cards.new_initial_state()) > fair[player] + 0.3
    assert exploitability.exploitability(few_cards, chance) == pytest.approx(0.729, abs=0.001)


def test_cfr_plus_comes_close_to_perfect_play(few_cards: Any) -> None:
    solver = cfr.CFRPlusSolver(few_cards)
    for _ in range(3):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(few_cards, solver.average_policy()) < 0.2


@pytest.mark.slow
@pytest.mark.parametrize("study", ["few_cards", "two_kinds"])
def test_cfr_plus_converges(study: str) -> None:
    game = load("towers", position=study, redraw=True)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(24):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < 0.01


@pytest.mark.slow
def test_cfr_by_sampling_converges(few_cards: Any) -> None:
    np.random.seed(1)  # OpenSpiel draws from NumPy's own stream
    solver = external_sampling_mccfr.ExternalSamplingSolver(few_cards)
    for _ in range(1000):
        solver.iteration()
    assert exploitability.exploitability(few_cards, solver.average_policy()) < 0.05


def run_checks(base: type, game: Any, name: str) -> None:
    """Run a class of OpenSpiel's checks on a game."""
    checks = type("Checks", (base,), {"game": game, "game_name": name})
    found = unittest.TestResult()
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(checks)
    assert suite.countTestCases() >= 5
    suite.run(found)
    assert found.testsRun >= 5
    assert not found.failures + found.errors, found.failures + found.errors


@pytest.fixture(scope="module")
def own_checks() -> Any:
    """OpenSpiel's own `api_test`, which belongs to the package."""
    try:
        from open_spiel.integration_tests import api_test  # noqa: PLC0415
    except ImportError as error:
        pytest.skip(f"this open_spiel comes without its api_test: {error}")
    return api_test


@pytest.mark.slow
def test_openspiel_s_checks_of_the_whole_tree_pass(few_cards: Any, own_checks: Any) -> None:
    name = "few_cards"
    own_checks.TOTAL_NUM_STATES[name] = tuple(NODES.values())
    own_checks.PERFECT_RECALL_NUM_STATES[name] = NODES["playable"]
    run_checks(own_checks.EnforceAPIOnFullTreeBase, few_cards, name)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_openspiel_s_checks_pass(name: str, options: dict[str, Any], own_checks: Any) -> None:
    game = load(name, **{key: value for key, value in options.items() if key != "neutral"})
    run_checks(own_checks.EnforceAPIOnPartialTreeBase, game, name)


@pytest.mark.slow
@pytest.mark.parametrize("name", galda.game_names())
def test_playthroughs_can_be_played_again(name: str) -> None:
    from open_spiel.python.algorithms import generate_playthrough  # noqa: PLC0415

    parameters = "players=2,outcomes=4" if name == "alhambra" else "players=2"
    first, again = (
        generate_playthrough.playthrough(
            f"galda_{name}_v0({parameters})", action_sequence=None, seed=3
        )
        for _ in range(2)
    )
    assert first == again
    assert "IsTerminal() = True" in first
