"""Values: their order, both sides' view of them, and the conversions between all scales."""

from __future__ import annotations

import pickle
import random
from itertools import pairwise

import pytest

import galda
from galda.bots.kernels.negamax import DECIDED, WIN
from galda.core.kernels.network import MOST
from galda.core.play.values import (
    Estimate,
    Exact,
    GameValue,
    Outcome,
    Points,
    chance_of_reward,
    chance_of_utility,
    value_at_end,
    value_of_search,
)
from galda.core.show.narration import value_words
from support import random_game

WON, DRAWN, LOST = Outcome.WON, Outcome.DRAWN, Outcome.LOST


def test_the_sooner_won_the_better_and_the_later_lost_the_better() -> None:
    best_first: list[GameValue] = [
        Exact(WON, 1), Exact(WON, 9), Exact(WON), Estimate(0.8), Exact(DRAWN), Estimate(0.2),
        Exact(LOST), Exact(LOST, 9), Exact(LOST, 2),
    ]  # fmt: skip
    shuffled = best_first[:]
    random.Random(1).shuffle(shuffled)
    assert sorted(shuffled, reverse=True) == best_first
    assert Exact(WON, 3) > Exact(WON, 5) >= Exact(WON, 5)
    assert Exact(DRAWN, 2) <= Exact(DRAWN), "no draw is better than another"
    assert Exact(DRAWN, 2) >= Exact(DRAWN)


def test_what_one_side_wins_the_other_loses() -> None:
    assert Exact(WON, 4).turned() == Exact(LOST, 4)
    assert Exact(DRAWN).turned() == Exact(DRAWN)
    assert Estimate(0.25).turned() == Estimate(0.75)
    assert Points(3).turned() == Points(-3)


def test_each_says_what_it_is() -> None:
    assert [v.is_exact for v in (Exact(WON), Estimate(1.0), Points(2))] == [True, False, False]
    assert [str(v) for v in (Exact(LOST, 4), Exact(WON), Estimate(0.625), Points(2.5))] == [
        "lost in 4", "won", "62.5%", "+2.5 points",
    ]  # fmt: skip
    assert Points(2) > Points(-1)
    with pytest.raises(TypeError, match=r"\+2 points say nothing about the chance"):
        _ = Points(2).chance


def test_chances_and_rewards_are_two_scales_of_the_same() -> None:
    assert [Exact(o).chance for o in (LOST, DRAWN, WON)] == [0.0, 0.5, 1.0]
    assert [Exact(o).reward for o in (LOST, DRAWN, WON)] == [-1.0, 0.0, 1.0]
    assert Estimate(0.75).reward == 0.5
    assert chance_of_reward(0.5) == 0.75


def test_a_position_a_turn_earlier_is_a_turn_further_from_the_end() -> None:
    assert Exact(WON, 4).a_turn_later() == Exact(WON, 5)
    assert Exact(WON).a_turn_later() == Exact(WON)


def test_search_values_are_estimates_unless_a_win_is_forced() -> None:
    assert value_of_search(0) == Estimate(0.5)
    assert value_of_search(1000).chance == pytest.approx(0.8808, abs=0.0001)
    assert value_of_search(-1000).chance == pytest.approx(0.1192, abs=0.0001)
    assert 0.5 < value_of_search(MOST).chance < 1
    assert not value_of_search(MOST).is_exact
    for forced in (DECIDED + 1, WIN - 3):
        assert value_of_search(forced) == Exact(WON)
        assert value_of_search(-forced) == Exact(LOST)


def test_a_finished_game_is_won_or_lost_now() -> None:
    *_, end = random_game("quixo", {"size": 3}, 1)
    (winner,) = end.winners
    assert value_at_end(end, winner) == Exact(WON, 0)
    assert value_at_end(end, 1 - winner) == Exact(LOST, 0)


def test_of_two_sides_a_partner_is_nobody_to_beat() -> None:
    team = galda.game("quixo").new(players=4)
    # Ahead of both opponents and level with the partner: utility (2 + 0.5) / 3.
    assert chance_of_utility(team, 0, 2.5 / 3) == pytest.approx(1.0)
    assert chance_of_utility(team, 0, 0.5 / 3) == pytest.approx(0.0)
    assert chance_of_utility(team, 0, 0.5) == pytest.approx(0.5)
    three = galda.game("towers").new(players=3)
    assert chance_of_utility(three, 0, 0.4) == 0.4


@pytest.mark.parametrize("name", galda.game_names())
def test_calibrated_chances_of_two_add_up_to_one_and_keep_the_order(name: str) -> None:
    game = galda.game(name)
    two, calibration = game.new(players=2), game.bots.calibration
    chances = [chance_of_utility(two, 0, k / 1000, calibration) for k in range(1001)]
    assert (chances[0], chances[500], chances[1000]) == (0.0, 0.5, 1.0)
    for below, above in pairwise(chances):
        assert below <= above
    for chance, other in zip(chances, reversed(chances), strict=True):
        assert chance + other == pytest.approx(1)


def test_only_two_seats_are_calibrated() -> None:
    two, three = (galda.game("towers").new(players=players) for players in (2, 3))
    team = galda.game("quixo").new(players=4)
    steep = (2.0, 0.1)
    assert chance_of_utility(two, 0, 0.6, steep) > 0.6 == chance_of_utility(two, 0, 0.6)
    assert chance_of_utility(three, 0, 0.6, steep) == 0.6
    assert chance_of_utility(team, 0, 0.6, steep) == chance_of_utility(team, 0, 0.6)


def test_values_travel_between_processes() -> None:
    for value in (Exact(WON, 3), Estimate(0.1), Points(1)):
        assert pickle.loads(pickle.dumps(value)) == value


def test_the_seats_of_a_team_are_one_side() -> None:
    sides = galda.game("quixo").new(players=4).sides
    assert len(set(sides)) == 2
    assert all(seat in side and len(side) == 2 for seat, side in enumerate(sides))
    assert galda.game("quixo").new().sides == (frozenset({0}), frozenset({1}))


@pytest.mark.parametrize(
    ("lead", "lang", "said"),
    [(3, "en", "+3 points"), (1, "en", "+1 point"), (-3, "en", "\N{MINUS SIGN}3 points"),
     (2.5, "lv", "+2,5 punkti"), (-11, "lv", "\N{MINUS SIGN}11 punktu"), (0, "en", "0 points")],
)  # fmt: skip
def test_a_lead_is_told_with_its_sign(lead: float, lang: str, said: str) -> None:
    assert value_words(galda.game("towers").new(seed=1), Points(lead), lang) == said
