"""Reviewing turns: what is thrown away is found, what is forced not blamed, work repeatable."""

from __future__ import annotations

from pathlib import Path

import pytest

import galda
from galda import Position
from galda.bots.coach import chances, good_turn, threat
from galda.bots.review import (
    Effort,
    TurnReview,
    analyse,
    final_prospects,
    prospects,
    review_turn,
)
from galda.core.play.values import Exact, Outcome
from galda.solve import work
from galda.solve.oracle import certain_moves
from support import random_game

SMALL = Effort(nodes=3_000, steps=3_000)


def almost_won() -> Position:
    """Cross is to act and wins at once by completing a row; so will Circle if it does not."""
    position = galda.game("quixo").new(size=3)
    for seed in range(100):
        for position in random_game("quixo", {"size": 3}, seed):
            if position.is_over:
                break
            ends = [position.play(a) for a in position.legal_actions if position.play(a).is_over]
            if any(position.to_act in end.winners for end in ends):
                return position
    raise AssertionError("no such position")


def winning_action(position: Position) -> int:
    return next(a for a in position.legal_actions if position.to_act in position.play(a).winners)


def test_a_win_in_hand_that_is_not_taken_is_a_blunder_and_the_win_is_shown() -> None:
    position = almost_won()
    throws_away = analyse(position, SMALL, 1).moves[-1].action
    found = review_turn(position, [throws_away], 1, SMALL)
    assert found.prospects[position.to_act] == 1.0
    assert found.best == Exact(Outcome.WON, 1)
    assert found.lost > 0.25
    assert found.mark == "blunder"
    assert position.to_act in position.play_all(found.better).winners


def test_taking_the_win_loses_nothing() -> None:
    position = almost_won()
    found = review_turn(position, [winning_action(position)], 1, SMALL)
    assert (found.lost, found.better, found.mark) == (0.0, (), "")


@pytest.mark.parametrize(
    ("lost", "mark"),
    [(0.0, ""), (0.05, ""), (0.06, "inaccuracy"), (0.13, "mistake"), (0.3, "blunder")],
)  # fmt: skip
def test_marks_by_what_was_given_away(lost: float, mark: str) -> None:
    assert TurnReview((0.5, 0.5), lost, ()).mark == mark


@pytest.mark.parametrize("name", galda.game_names())
def test_the_same_work_gives_the_same_analysis(name: str) -> None:
    position = galda.game(name).new(seed=5)
    position = position.known_to(position.to_act, 1)
    once, again = analyse(position, SMALL, 3), analyse(position, SMALL, 3)
    assert once == again
    assert len(once.prospects) == position.players
    assert all(0 <= share <= 1 for share in once.prospects)
    if len(set(position.sides)) == 2:
        assert sum(once.prospects) == pytest.approx(1)


def test_partners_have_the_same_chances_and_both_sides_share_all() -> None:
    position = galda.game("quixo").new(players=4)
    found = analyse(position, SMALL, 1).prospects
    assert found[0] == pytest.approx(found[2])
    assert found[0] + found[1] == pytest.approx(1)


@pytest.mark.parametrize("name", galda.game_names())
def test_a_finished_game_is_worth_what_it_brought(name: str) -> None:
    *_, end = random_game(name, {}, seed=4)
    found = final_prospects(end)
    assert found == prospects(end, SMALL, 1)
    best = max(found)
    assert all(found[seat] == best for seat in end.winners)


@pytest.mark.parametrize("name", galda.game_names())
def test_good_turns_are_whole_and_legal(name: str) -> None:
    position = galda.game(name).new(seed=2)
    known = position.known_to(position.to_act, 9)
    after = position.play_all(good_turn(known, 9).turn)
    assert not after.in_turn


def test_the_threat_is_what_most_moves_allow() -> None:
    position = almost_won()
    # One's own best move ends the game; against all others the opponent has a reply.
    found = threat(position, position.to_act, 1)
    assert found is not None
    assert found.seat != position.to_act
    after = position.play_all(found.own)
    assert after.to_act == found.seat
    assert not after.play_all(found.turn).in_turn


def test_a_win_that_the_other_side_has_in_hand_is_the_threat() -> None:
    position = almost_won()
    asking = 1 - position.to_act
    found = threat(position, asking, 1)
    assert found is not None
    assert found.own == ()
    assert found.seat in position.play_all(found.turn).winners
    assert chances(position, asking, 1)[asking] == 0.0


def test_a_tablebase_goes_before_every_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GALDA_DATA", str(tmp_path))
    start = galda.game("quixo").new(size=3)
    glance = Effort(nodes=1, steps=1)
    assert not analyse(start, glance, 1).best.value.is_exact
    work.solve(start.game, {"size": 3})
    analysis = analyse(start, glance, 1)
    assert list(analysis.moves) == certain_moves(start)
    assert analysis.best.value == Exact(Outcome.WON)
    assert analysis.prospects == (1.0, 0.0)
    lost = analyse(start.play(analysis.best.action), glance, 1)
    assert lost.best.value.chance == 0.0
    assert lost.prospects == (1.0, 0.0)
