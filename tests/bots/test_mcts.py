"""Tree search: repeatable, frugal, and blind to what its seat cannot know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import galda
from galda import Position
from galda.bots.mcts import Mcts
from galda.core import contract
from support import ALL_STARTS, random_game


@pytest.mark.parametrize("name", galda.game_names())
def test_the_same_seed_and_budget_give_the_same_move(name: str) -> None:
    position = list(random_game(name, {}, 3))[3]
    first, second = (Mcts(iterations=200, seed=5).suggest(position) for _ in range(2))
    assert first == second
    assert sum(s.visits for s in first) == 200
    assert {s.action for s in first} == set(position.legal())


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_what_a_bot_is_given_depends_on_nothing_hidden(name: str, options: dict[str, Any]) -> None:
    played = list(random_game(name, options, 31))[:-1]
    for position in played[:: max(len(played) // 5, 1)]:
        seat = position.to_act
        states = position.states.copy()
        contract.redraw(states[0], seat, np.uint64(77))
        other = Position(position.game, position.options, None, states)
        given = position.known_to(seat, 8)
        assert other.known_to(seat, 8).states.tobytes() == given.states.tobytes()
        assert given.legal() == position.legal()
        assert given.seed is None


def test_the_tree_never_outgrows_its_memory() -> None:
    position = galda.game("quixo").new()
    bot = Mcts(iterations=2000, nodes=100, seed=1, reuse=True)
    bot.choose(position)
    assert bot._tree is not None
    assert bot._tree.used == len(bot._tree.nodes) == 100


def test_a_reused_tree_keeps_what_it_learnt() -> None:
    position = galda.game("pylos").new()
    bot = Mcts(iterations=3000, seed=1, reuse=True)
    best = bot.suggest(position)[0].action
    later = position.play(best)
    fresh = sum(s.visits for s in Mcts(iterations=500, seed=1).suggest(later))
    bot.iterations = 500
    assert sum(s.visits for s in bot.suggest(later)) > fresh


def test_it_takes_a_win_in_one() -> None:
    seen = 0
    for position in (p for s in range(8) for p in random_game("quixo", {"size": 4}, s)):
        winning = [a for a in position.legal() if position.to_act in position.play(a).winners]
        if winning:
            seen += 1
            assert Mcts(iterations=2000, seed=1).choose(position) in winning
    assert seen > 3


def test_a_time_budget_is_kept() -> None:
    bot = Mcts(seconds=0.05, seed=1, reuse=True)
    position = galda.game("towers").new(seed=1)
    bot.choose(position)
    assert bot._tree is not None
    assert bot._tree.nodes[0]["visits"] > 1
