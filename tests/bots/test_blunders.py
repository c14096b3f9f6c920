"""Levels overlook things as people do: what they may miss, and what they never do."""

from __future__ import annotations

import random

import pytest

import galda
from galda.bots.alphabeta import AlphaBeta
from galda.bots.blunders import choose_softmax, noticed_by_lead, noticed_by_search
from galda.bots.levels import LEVELS
from galda.core.play.levels import BlunderModel
from galda.core.play.position import Position
from galda.core.play.values import Estimate, Suggestion
from galda.exams.exam import all_exams
from support import random_game

WEAK = list(LEVELS)[:4]


def can_win_now(position: Position, seat: int) -> bool:
    """Whether a seat has won, or can by the rest of its turn."""
    if position.is_over:
        return seat in position.winners and len(position.winners) < position.players
    if position.to_act != seat:
        return False
    return any(
        can_win_now(after, seat)
        for after in map(position.play, position.legal_actions)
        if after.is_over or after.in_turn
    )


def loses_at_once(position: Position, seat: int) -> bool:
    """Whether the game is lost for a seat, or the other can win it in one turn."""
    if position.is_over:
        return seat not in position.winners
    return not position.in_turn and can_win_now(position, position.to_act)


@pytest.mark.parametrize("name", ["quixo", "pylos"])
def test_no_level_misses_a_win_this_turn(name: str) -> None:
    there = 0
    for seed in range(12):
        for position in list(random_game(name, {}, seed))[-3:]:
            seat = position.to_act
            if position.is_over or not can_win_now(position, seat):
                continue
            there += 1
            for level in WEAK:
                action = galda.make_bot(level, seed).choose(position)
                assert can_win_now(position.play(action), seat), (level, seed, position.text)
    assert there > 3


@pytest.mark.parametrize("name", ["quixo", "pylos"])
def test_novice_never_plays_a_senseless_turn_in_a_won_position(name: str) -> None:
    """Senseless: it loses the game at once, or lets the other win it in one turn, although another
    turn would have won."""
    won = could = 0
    for exam in all_exams(galda.game(name)):
        for k, values in enumerate(exam.values[:60]):
            if max(values) <= 0:
                continue
            won += 1
            position = exam.positions[k]
            seat = position.to_act
            could += any(loses_at_once(position.play(a), seat) for a in position.legal_actions)
            after = position.play(galda.make_bot("novice", k).choose(position))
            assert not loses_at_once(after, seat), (k, exam.positions[k].text)
    assert won > 100
    assert could > 8 or name == "pylos"


@pytest.mark.parametrize("name", ["quixo", "pylos"])
def test_one_who_notices_every_reply_searches_in_full_and_one_who_notices_none_sees_one_turn(
    name: str,
) -> None:
    position = list(random_game(name, {}, 3))[6]
    for replies, depth in ((1.0, 2), (0.0, 1)):
        seen = noticed_by_search(position, 2, BlunderModel(replies=replies), random.Random(1))
        truth = {m.action: m.value for m in AlphaBeta(depth).suggest(position)}
        for move in seen:
            assert move.value.chance == pytest.approx(truth[move.action].chance)
        assert len(seen) > 5
    few = noticed_by_search(position, 1, BlunderModel(own_moves=0.3), random.Random(1))
    assert 0 < len(few) < len(position.legal_actions)


def test_a_temperature_chooses_among_moves_that_seem_about_as_good() -> None:
    moves = [Suggestion(k, Estimate(value)) for k, value in enumerate((0.6, 0.55, 0.5, 0.1))]
    chance = random.Random(5)
    chosen = [choose_softmax(moves, 0.05, chance) for _ in range(400)]
    assert set(chosen) == {0, 1, 2}
    assert chosen.count(0) > chosen.count(1) > chosen.count(2)
    assert {choose_softmax(moves, 0.0, chance) for _ in range(20)} == {0}


def test_noticed_moves_are_of_the_rollout_policy_and_ranked_by_their_lead() -> None:
    position = galda.game("towers").new(players=2, seed=3)
    noticed = noticed_by_lead(
        position, BlunderModel(own_moves=0.0, policy_moves=30), random.Random(2)
    )
    assert sum(move.visits for move in noticed) == 30
    values = [move.value.chance for move in noticed]
    assert values == sorted(values, reverse=True)
    everything = noticed_by_lead(position, BlunderModel(), random.Random(2))
    assert {move.action for move in everything} == set(position.legal_actions)
    nothing = noticed_by_lead(position, BlunderModel(own_moves=0.0), random.Random(2))
    assert len(nothing) == 1
