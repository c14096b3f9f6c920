"""Alpha-beta finds what plain minimax finds, and what a player would see."""

from __future__ import annotations

import random

import numpy as np
import pytest

import galda
from galda import Position
from galda.bots.alphabeta import AlphaBeta
from galda.bots.kernels.negamax import DECIDED, TALLEST, WIN, Frame, comes_again
from galda.core.kernels import contract
from galda.core.play.values import Exact, Outcome, value_of_search
from galda.exams import exams_of
from support import random_game

CASES = [
    ("quixo", {"size": 3}),
    ("quixo", {"size": 4}),
    ("quixo", {}),
    ("pylos", {}),
    ("pylos", {"variant": "expert"}),
]


def minimax(position: Position, depth: int, turn: int = 0) -> int:
    """The value for the seat to act, by looking at everything."""
    if position.is_over:
        mine, theirs = position.scores[position.to_act], position.scores[1 - position.to_act]
        return 0 if mine == theirs else WIN - turn if mine > theirs else turn - WIN
    if depth == 0 and not position.in_turn:
        return int(contract.evaluate(position.state))
    best = -WIN
    for action in position.legal_actions:
        child = position.play(action)
        value = minimax(child, depth - (not child.in_turn), turn + (not child.in_turn))
        best = max(best, value if child.to_act == position.to_act else -value)
    return best


def child_value(position: Position, action: int, depth: int) -> int:
    child = position.play(action)
    value = minimax(child, depth - (not child.in_turn), int(not child.in_turn))
    return value if child.to_act == position.to_act else -value


@pytest.mark.parametrize(("name", "options"), CASES)
def test_it_agrees_with_plain_minimax(name: str, options: dict[str, str]) -> None:
    depth = 2
    played = list(random_game(name, options, 21))[:-1]
    for position in random.Random(21).sample(played, 4):
        values = {a: child_value(position, a, depth) for a in position.legal_actions}
        chosen = AlphaBeta(depth=depth).choose(position)
        assert values[chosen] == max(values.values())
        if (
            max(map(abs, values.values())) < DECIDED
        ):  # else it stops at the first depth that decides
            for suggestion in AlphaBeta(depth=depth).suggest(position):
                assert suggestion.value == value_of_search(values[suggestion.action])


def test_no_win_is_claimed_that_a_draw_for_want_of_progress_forestalls() -> None:
    for board in ("oxo/xox/xox", "xxo/oox/xxo"):
        position = galda.position(f"quixo size=3 {board} 1")
        states = position.states.copy()
        states["quiet"] = 98  # no blank cube is left: the second turn from here ends in a draw
        late = Position(position.game, position.options, 0, states)
        assert late.key != position.key
        values = {a: child_value(late, a, 3) for a in late.legal_actions}
        for move in AlphaBeta(depth=3).suggest(late):
            assert not move.value.is_exact or move.value.reward == np.sign(values[move.action])
        soon = AlphaBeta(depth=3).suggest(position)[0].value
        assert soon == Exact(Outcome.WON, 3)
        assert max(values.values()) == 0


def test_it_takes_a_win_and_prevents_a_loss() -> None:
    won_soon = [p for s in range(30) for p in random_game("quixo", {}, s) if not p.is_over]
    seen = 0
    for position in won_soon:
        winning = [a for a in position.legal_actions if position.to_act in position.play(a).winners]
        if winning:
            seen += 1
            assert AlphaBeta(depth=3).choose(position) in winning
            best = AlphaBeta(depth=3).suggest(position)[0]
            assert best.action in winning
            assert best.value == Exact(Outcome.WON, 1)
    assert seen > 10


def test_the_quicker_win_counts_more_so_the_later_loss_is_preferred() -> None:
    seen = 0
    for position in (p for s in range(60) for p in random_game("quixo", {"size": 3}, s)):
        if position.is_over:
            continue
        moves = AlphaBeta(depth=4).suggest(position)
        if moves[0].value.chance > 0:
            continue
        lost_soon = [loses_at_once(position.play(move.action), position.to_act) for move in moves]
        assert lost_soon == sorted(lost_soon), "later losses come first"
        seen += len(set(lost_soon)) == 2
    assert seen > 5


def loses_at_once(after: Position, seat: int) -> bool:
    """Whether the game is lost already, or by the opponent's next move."""
    if after.is_over:
        return seat not in after.winners
    return any(after.to_act in after.play(a).winners for a in after.legal_actions)


def test_the_same_budget_gives_the_same_move() -> None:
    position = galda.game("quixo").new().play_all(["a1-a5", "e5-a5"])
    bots = [AlphaBeta(nodes=20_000) for _ in range(2)]
    assert bots[0].choose(position) == bots[1].choose(position)
    assert bots[0].suggest(position) == bots[1].suggest(position)


def test_suggestions_cover_all_legal_actions_best_first() -> None:
    position = galda.game("pylos").new()
    suggestions = AlphaBeta(depth=3).suggest(position)
    assert {s.action for s in suggestions} == set(position.legal_actions)
    values = [s.value for s in suggestions]
    assert values == sorted(values, reverse=True)
    assert all(0 < value.chance < 1 for value in values)


def test_a_search_cut_short_keeps_to_the_depth_before_unless_it_knows_better() -> None:
    position = list(random_game("quixo", {"size": 4}, 2))[6]
    for depth in range(2, 6):
        before = AlphaBeta(depth=depth)._search(position, exact=False)
        cut = AlphaBeta(nodes=before.nodes + 3)._search(position, exact=False)
        assert cut.best == before.best


GOING_ROUND = "quixo ooxxx/xx..o/x...x/xxoxo/oooox 1"
"""One push wins and four draw. After one of these crosses stand well and get no further."""
WINS = 38


def test_who_goes_round_in_a_circle_is_not_taken_for_getting_on() -> None:
    position = galda.position(GOING_ROUND)
    for depth in range(5, 9):
        blind, wary = (
            AlphaBeta(depth=depth, repetitions_draw=again).find(position) for again in (False, True)
        )
        assert blind.best != WINS
        assert wary.best == WINS
        assert wary.values[WINS] < blind.values[blind.best], "it knows what going round is worth"


def test_a_position_comes_again_if_it_was_above_on_the_line() -> None:
    frames = np.zeros(TALLEST + 1, Frame)
    frames["key"][:6] = [7, 8, 9, 7, 8, 5]
    assert [comes_again(ply, frames) for ply in range(6)] == [False] * 3 + [True] * 2 + [False]


@pytest.mark.parametrize("size", [3, 4])
def test_what_is_proven_where_circles_are_draws_is_true(size: int) -> None:
    won = lost = 0
    for exam in exams_of("quixo", size=size):
        for position, codes in zip(exam.positions[:60], exam.values[:60], strict=True):
            truth = dict(zip(position.legal_actions, codes, strict=True))
            found = AlphaBeta(nodes=20_000, seed=3, repetitions_draw=True).find(position)
            assert not found.loses
            if found.decided:
                won += 1
                assert truth[found.best] > 0
            for action, code in truth.items():
                if found.values[action] < -DECIDED:
                    lost += 1
                    assert code < 0
    assert won > 40
    assert lost > 20


def test_circles_change_nothing_about_advice() -> None:
    position = galda.position(GOING_ROUND)
    advised = [
        AlphaBeta(depth=6, repetitions_draw=again).suggest(position) for again in (False, True)
    ]
    assert advised[0] == advised[1]


def test_the_same_budget_gives_the_same_move_where_circles_are_draws() -> None:
    position = galda.position(GOING_ROUND)
    bots = [AlphaBeta(nodes=20_000, seed=4, repetitions_draw=True) for _ in range(2)]
    found = [bot.find(position) for bot in bots]
    assert found[0].best == found[1].best
    assert found[0].nodes == found[1].nodes
    assert (found[0].values == found[1].values).all()
