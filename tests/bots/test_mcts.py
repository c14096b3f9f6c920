"""Tree search: repeatable, frugal, and blind to what its seat cannot know."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import galda
from galda import Position
from galda.bots.kernels.ismcts import NONE, iterate
from galda.bots.kernels.negamax import search_root
from galda.bots.level_bot import LATER, LevelBot
from galda.bots.mcts import Mcts
from galda.core.kernels import contract
from galda.core.kernels.kernel import COMPILED
from support import ALL_STARTS, random_game


@pytest.mark.parametrize("name", galda.game_names())
def test_the_same_seed_and_budget_give_the_same_move(name: str) -> None:
    position = list(random_game(name, {}, 3))[3]
    first, second = (Mcts(iterations=200, seed=5).suggest(position) for _ in range(2))
    assert first == second
    assert sum(s.visits for s in first) == 200
    assert {s.action for s in first} == set(position.legal_actions)


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_what_a_bot_is_given_depends_on_nothing_hidden(name: str, options: dict[str, Any]) -> None:
    played = list(random_game(name, options, 31))[:-1]
    for position in played[:: max(len(played) // 5, 1)]:
        seat = position.to_act
        states = position.states.copy()
        contract.determinize(states[0], seat, np.uint64(77))
        other = Position(position.game, position.options, None, states)
        given = position.known_to(seat, 8)
        assert other.known_to(seat, 8).states.tobytes() == given.states.tobytes()
        assert given.legal_actions == position.legal_actions
        assert given.seed is None


def test_the_tree_never_outgrows_its_memory() -> None:
    position = galda.game("quixo").new()
    bot = Mcts(iterations=2000, nodes=100, seed=1, reuse=True)
    bot.choose(position)
    assert bot.memory.tree is not None
    assert bot.memory.tree.used == len(bot.memory.tree.nodes) == 100


def test_a_reused_tree_keeps_what_it_learnt() -> None:
    position = galda.game("pylos").new()
    bot = Mcts(iterations=3000, seed=1, reuse=True)
    best = bot.suggest(position)[0].action
    later = position.play(best)
    fresh = sum(s.visits for s in Mcts(iterations=500, seed=1).suggest(later))
    assert sum(s.visits for s in replace(bot, iterations=500).suggest(later)) > fresh


def test_it_takes_a_win_in_one() -> None:
    seen = 0
    for position in (p for s in range(8) for p in random_game("quixo", {"size": 4}, s)):
        winning = [a for a in position.legal_actions if position.to_act in position.play(a).winners]
        if winning:
            seen += 1
            assert Mcts(iterations=2000, seed=1).choose(position) in winning
    assert seen > 3


def test_a_time_budget_is_kept() -> None:
    bot = Mcts(seconds=0.05, seed=1, reuse=True)
    position = galda.game("towers").new(seed=1)
    bot.choose(position)
    assert bot.memory.tree is not None
    assert bot.memory.tree.nodes[0]["visits"] > 1


@pytest.mark.parametrize(("name", "players"), [("towers", 2), ("towers", 4), ("alhambra", 3)])
def test_it_searches_alike_whatever_is_hidden(name: str, players: int) -> None:
    played = list(random_game(name, {"players": players}, 12))[:-1]
    for position in played[:: max(len(played) // 4, 1)]:
        states = position.states.copy()
        contract.determinize(states[0], position.to_act, np.uint64(5))
        assert states.tobytes() != position.states.tobytes()
        past = (position.before, position.action)
        other = Position(position.game, position.options, None, states, *past)
        told, told_other = (Mcts(iterations=40, seed=9).suggest(p) for p in (position, other))
        assert [(s.action, s.visits) for s in told] == [(s.action, s.visits) for s in told_other]


def test_it_does_not_see_a_scoring_card_that_comes_next() -> None:
    """What an action promises before it is tried comes from what the seat knows, too."""
    seen = 0
    for position in (p for s in range(6) for p in random_game("alhambra", {"players": 3}, s)):
        if position.is_over or position.in_turn:
            continue
        scoring = [a for a in position.legal_actions if scores_next(position, a)]
        if not scoring:
            continue
        twins = (redrawn(position, seed) for seed in range(20))
        twin = next((t for t in twins if not any(scores_next(t, a) for a in scoring)), None)
        if twin is None:  # the scoring at the end of the game hides from nobody
            continue
        told, told_twin = (Mcts(iterations=30, seed=9).suggest(p) for p in (position, twin))
        assert told == told_twin
        seen += 1
    assert seen > 5


def scores_next(position: Position, action: int) -> bool:
    """Whether an action ends the turn and brings a scoring."""
    after = position.play(action)
    return not after.in_turn and sum(after.scores) > sum(position.scores)


def redrawn(position: Position, seed: int) -> Position:
    """The same with other things hidden from the seat to act."""
    states = position.states.copy()
    contract.determinize(states[0], position.to_act, np.uint64(seed))
    return Position(position.game, position.options, None, states, position.before, position.action)


def test_children_lie_side_by_side_and_are_linked_once_each() -> None:
    bot = Mcts(iterations=3000, seed=1, reuse=True)
    bot.choose(galda.game("quixo").new())
    tree = bot.memory.tree
    assert tree is not None
    seen: set[int] = set()
    for parent in range(tree.used):
        node, child, count = tree.nodes[parent], int(tree.nodes[parent]["first_child"]), 0
        while node["visits"] > 0 and child != NONE:
            assert child not in seen
            seen.add(child)
            count += 1
            child = int(tree.nodes[child]["next_sibling"])
        assert count == (node["children"] if node["visits"] > 0 else 0)
    assert sum(int(tree.nodes[child]["visits"]) for child in seen) >= 3000


def test_a_tree_is_grown_on_within_a_turn_but_not_past_what_chance_reveals() -> None:
    iterations = 200
    bot = LevelBot("classic", seed=4, work=iterations)
    position = galda.game("towers").new(seed=2)
    sizes: list[tuple[bool, int]] = []
    while len(sizes) < 12:
        action = bot.choose(position.known_to(position.to_act, 1))
        if len(position.legal_actions) > 1:
            assert bot._tree_search is not None
            tree = bot._tree_search.memory.tree
            assert tree is not None
            root = tree.nodes[tree.root]
            sizes.append((position.in_turn, int(root["visits"])))
        position = position.play(action)
    assert all(visits == iterations for in_turn, visits in sizes if not in_turn)
    assert any(visits > iterations * LATER for in_turn, visits in sizes if in_turn)


@pytest.mark.skipif(not COMPILED, reason="plain Python holds the lock")
def test_searches_run_without_the_global_lock() -> None:
    for search in (iterate, search_root):
        compiled: Any = search
        assert compiled.targetoptions["nogil"]


def test_a_tree_is_not_followed_to_positions_that_do_not_say_how_they_came_about() -> None:
    bot = Mcts(iterations=60, seed=1, reuse=True)
    run = galda.Runner(galda.game("towers"), seed=3, players=3)
    for _ in range(40):  # a runner keeps no past: every position looks like a first one
        if run.is_over:
            break
        run.play(bot.choose(run.position()))  # an action of an old tree would be refused
    assert run.position().actions == []
