"""Policies that have learnt: legal, blind to what is hidden, the same everywhere, and stronger."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galda
from galda.bots.levels import LEVELS, MARKS, LevelBot
from galda.bots.mcts import Mcts
from galda.core.kernels import contract
from galda.core.kernels.chance import draw
from galda.core.kernels.policy import FILE, GUMBEL, Weight, gumbel, read_policy
from galda.core.play.options import player_counts
from support import random_game

WITH_POLICY = [name for name in galda.game_names() if galda.game(name).has("learnt_policy")]
TABLES = [
    (name, players) for name in WITH_POLICY for players in player_counts(galda.game(name).options)
]


def chosen(states: Any, seed: int, most_legal: int) -> int:
    """What the policy does."""
    scratch = np.zeros(most_legal, np.int32)
    return int(contract.learnt_policy(states[0], np.uint64(seed), scratch))


def walk(name: str, players: int, seed: int, policies: tuple[Any, ...]) -> list[float]:
    """A game in which seats follow these policies in turn; returns the scores."""
    game = galda.game(name)
    states = game.new(seed=seed, players=players).states.copy()
    scratch = np.zeros(game.rules.most_legal, np.int32)
    n = 0
    while not contract.is_over(states[0]):
        policy = policies[int(states[0].to_act) % len(policies)]
        bits = np.uint64(draw(np.uint64(seed), n))
        contract.apply(states[0], policy(states[0], bits, scratch))
        n += 1
    scores = np.zeros(2 * players)
    contract.scores(states[0], scores)
    return [float(each) for each in scores[:players]]


def test_games_with_chance_bring_a_policy_that_has_learnt() -> None:
    assert WITH_POLICY == ["alhambra", "towers"]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_policy_plays_legal_actions_and_sees_nothing_hidden(name: str, players: int) -> None:
    game = galda.game(name)
    for n, position in enumerate(random_game(name, {"players": players}, 11)):
        if position.is_over:
            continue
        action = chosen(position.states, n, game.rules.most_legal)
        assert action in position.legal_actions
        blank = position.states.copy()
        contract.conceal(blank[0], position.to_act)
        assert chosen(blank, n, game.rules.most_legal) == action


@pytest.mark.parametrize("name", WITH_POLICY)
def test_a_policy_beats_the_one_that_was_written_by_hand(name: str) -> None:
    won, games = 0.0, 60
    for k in range(games):
        pair = (contract.learnt_policy, contract.rollout_policy)
        scores = walk(name, 2, 50 + k // 2, pair if k % 2 else pair[::-1])
        mine, theirs = scores[1 - k % 2], scores[k % 2]
        won += (mine > theirs) + 0.5 * (mine == theirs)
    assert won > 0.7 * games


@pytest.mark.parametrize("name", WITH_POLICY)
def test_compiled_and_plain_policies_do_the_same(name: str) -> None:
    program = (
        "import sys, numpy as np, galda\n"
        "from galda.core.kernels import contract\n"
        "from galda.core.kernels.chance import draw\n"
        "name = sys.argv[1]\n"
        "game = galda.game(name)\n"
        "states = game.new(seed=5, players=3).states.copy()\n"
        "scratch, n, played = np.zeros(game.rules.most_legal, np.int32), 0, []\n"
        "while not contract.is_over(states[0]):\n"
        "    played.append(int(contract.learnt_policy(\n"
        "        states[0], np.uint64(draw(np.uint64(7), n)), scratch)))\n"
        "    contract.apply(states[0], played[-1])\n"
        "    n += 1\n"
        "print(played)\n"
    )
    told = [
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", program, name],
            env={**os.environ, "GALDA_COMPILE": compiled}, capture_output=True, text=True,
            check=True,
        ).stdout
        for compiled in ("0", "1")
    ]  # fmt: skip
    assert told[0] == told[1]
    assert told[0].count(",") > 20


@pytest.mark.parametrize("rows", [1, 2])
def test_a_policy_reads_its_rows_and_refuses_those_of_another(tmp_path: Path, rows: int) -> None:
    weights = (Weight("likes", (0.5, 1.0), 0.1), Weight("fears", (-2.0,), 0.1))
    rules = str(tmp_path / "policy.py")
    assert read_policy(rules, weights, rows).tolist() == [[0.5, 1.0, -2.0]] * rows
    learnt = np.arange(3.0 * rows).reshape(rows, 3)
    np.savez(tmp_path / FILE, weights=learnt)
    assert (read_policy(rules, weights, rows) == learnt).all()
    with pytest.raises(ValueError, match="other weights"):
        read_policy(rules, weights, rows + 1)
    with pytest.raises(ValueError, match="other weights"):
        read_policy(rules, weights[:1], rows)


def test_gumbels_numbers_choose_by_softmax() -> None:
    worth = np.log([0.5, 0.3, 0.2])
    found = np.zeros(3)
    for n in range(4000):
        bits = np.uint64(draw(np.uint64(3), n))
        found[np.argmax([worth[k] + gumbel(bits, k) for k in range(3)])] += 1
    assert found / 4000 == pytest.approx([0.5, 0.3, 0.2], abs=0.03)
    assert GUMBEL.mean() == pytest.approx(0.577, abs=0.01)


@pytest.mark.parametrize("name", WITH_POLICY)
def test_master_samples_by_it_and_the_mark_does_not(name: str) -> None:
    position = galda.game(name).new(seed=1)
    assert Mcts(iterations=60, learnt=True).suggest(position) != Mcts(iterations=60).suggest(
        position
    )
    master, mark = LevelBot(LEVELS["master"]), LevelBot(MARKS["classic"])
    assert master._new_sampler(position.game, 1).learnt
    assert not mark._new_sampler(position.game, 1).learnt
    assert not LevelBot(LEVELS["master"], style="builder")._new_sampler(position.game, 1).learnt
