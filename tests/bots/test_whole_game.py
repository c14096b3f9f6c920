"""What a whole review comes to: accuracy, turning points, and luck apart from skill."""

from __future__ import annotations

import pytest
from test_review import SMALL, almost_won, winning_action

from galda.bots.review import TurnReview, final_prospects, review_turn
from galda.bots.whole_game import Skill, luck, skills, turning_points

TWO = (frozenset({0}), frozenset({1}))
THREE = (frozenset({0}), frozenset({1}), frozenset({2}))


def turn(first: float, lost: float = 0.0) -> TurnReview:
    return TurnReview((first, 1 - first), lost, ())


def test_accuracy_is_the_share_of_the_chances_that_was_kept() -> None:
    turns = [turn(0.5, 0.1), turn(0.4), turn(0.3), turn(0.1, 0.9)]
    first, second = skills(turns, [0, 1, 0, 1], 2)
    assert first.accuracy == pytest.approx((0.4 + 0.3) / (0.5 + 0.3))
    assert second.accuracy == pytest.approx(0.6 / 1.5)
    assert (first.turns, second.turns) == (2, 2)


def test_who_has_nothing_to_lose_has_no_accuracy_and_nobody_keeps_less_than_nothing() -> None:
    assert skills([turn(0.0)], [0], 2) == [Skill(1, 0.0, 0.0), Skill(0, 0.0, 0.0)]
    assert skills([turn(0.0)], [0], 2)[0].accuracy is None
    assert skills([turn(0.3, 1.0)], [0], 2)[0].accuracy == 0.0


def test_turning_points_are_the_greatest_changes_of_who_leads_in_order() -> None:
    first = [0.5, 0.6, 0.35, 0.7, 0.72, 0.2, 0.21, 0.95, 1.0]
    points = turning_points([(p, 1 - p) for p in first], TWO)
    assert [(point.ply, point.leader) for point in points] == [(3, 0), (5, 1), (7, 0)]
    assert points[1].swing == pytest.approx(0.52)


def test_whoever_only_builds_on_a_lead_turns_nothing() -> None:
    assert turning_points([(0.8, 0.2), (0.5, 0.5), (0.9, 0.1)], TWO) == []
    assert turning_points([(0.5, 0.5), (0.52, 0.48), (0.5, 0.5)], TWO) == []


def test_among_three_the_leader_is_ahead_of_both_others() -> None:
    points = turning_points([(0.5, 0.5, 0.5), (0.7, 0.65, 0.2), (0.4, 0.8, 0.3)], THREE)
    assert [(point.ply, point.leader) for point in points] == [(2, 1)]


def test_luck_and_skill_add_up_to_what_became_of_everybody() -> None:
    turns = [turn(0.5, 0.2), turn(0.6), turn(0.3, 0.1)]
    first, second = luck(turns, (0.0, 1.0), [0, 1, 0], TWO)
    assert first.given_away == pytest.approx(-0.3)
    assert second.presented == pytest.approx(0.3)
    assert (first.presented, second.given_away) == (0.0, 0.0)
    # 50 % at the start and 30 % given away: chance took the other 20 %.
    assert first.chance == pytest.approx(-0.2)
    assert second.chance == pytest.approx(0.2)
    for one in (first, second):
        assert one.begin + one.given_away + one.presented + one.chance == pytest.approx(one.end)


def test_among_three_a_gift_is_shared_by_the_others() -> None:
    turns = [TurnReview((0.5, 0.5, 0.5), 0.3, ())]
    found = luck(turns, (0.2, 0.65, 0.65), [0], THREE)
    assert [one.given_away for one in found] == [-0.3, 0.0, 0.0]
    assert [one.presented for one in found] == pytest.approx([0.0, 0.15, 0.15])
    assert [one.chance for one in found] == pytest.approx([0.0, 0.0, 0.0])


def test_a_real_end_without_chance_has_no_luck_and_one_turning_point() -> None:
    """The win in hand is thrown away, and the other side takes its own."""
    start = almost_won()
    seat = start.to_act
    for action in start.legal_actions:
        after = start.play(action)
        wins = [] if after.is_over else [
            a for a in after.legal_actions if after.to_act in after.play(a).winners
        ]  # fmt: skip
        if wins:
            break
    else:
        pytest.fail("no turn throws it away")
    end = after.play(winning_action(after))
    turns = [
        review_turn(position, [played], 1, SMALL)
        for position, played in ((start, action), (after, wins[0]))
    ]
    seats = [seat, 1 - seat]
    accuracies = {s: skill.accuracy for s, skill in enumerate(skills(turns, seats, 2))}
    assert accuracies[seat] == pytest.approx(0.0, abs=0.02)
    assert accuracies[1 - seat] == 1.0
    prospects = [*(one.prospects for one in turns), final_prospects(end)]
    (point,) = turning_points(prospects, start.sides)
    assert (point.ply, point.leader) == (1, 1 - seat)
    assert point.swing == 1.0
    for one in luck(turns, prospects[-1], seats, start.sides):
        assert one.chance == pytest.approx(0.0, abs=0.02)
