"""What happened since somebody's last turn."""

from __future__ import annotations

import pytest

import galda
from galda.core.play.terms import SPECTATOR
from galda.core.show.recent import count_since, recent_turns


@pytest.mark.parametrize(
    ("seats", "viewer", "count"),
    [
        ([], 0, 0),
        ([2, 1, 0, 2, 1], 0, 2),
        ([0, 2, 1], 0, 0),
        ([2, 1, 2, 1], 0, 4),  # one who has not played yet has seen nothing
        ([1, 0, 1, 0], SPECTATOR, 2),
        ([1, 1, 0], SPECTATOR, 1),
    ],
)
def test_turns_count_back_to_ones_own(seats: list[int], viewer: int, count: int) -> None:
    assert count_since(seats, viewer) == count


def test_every_opponents_last_turn_is_recent() -> None:
    start = galda.game("quixo").new(players=4)
    position = start.play_all(start.legal_actions[:1])
    for _ in range(4):
        position = position.play(position.legal_actions[0])
    assert position.to_act == 1
    assert [turn.seat for turn in recent_turns(position, 1)] == [0, 3, 2]
    assert [turn.seat for turn in recent_turns(position, 0)] == [0], "one's own, if nothing follows"


def test_a_turn_of_several_actions_is_one() -> None:
    position = galda.game("towers").new(seed=0).play_all(["call2", "pass", "scrap12", "scrap4"])
    assert not position.in_turn
    newest, *_ = recent_turns(position, 1)
    assert newest.seat == 0
    assert [position.game.notation.write(step, step.action or 0) for step in newest.steps] == [
        "scrap12",
        "scrap4",
    ]


def test_the_turn_under_way_is_its_players_news() -> None:
    laying = galda.game("towers").new(seed=0).play_all(["call2", "pass", "scrap12"])
    assert laying.in_turn
    assert [len(turn.actions) for turn in recent_turns(laying, 0)] == [1]
    assert [turn.seat for turn in recent_turns(laying, 1)] == [0]


def test_nothing_is_recent_at_the_start() -> None:
    assert recent_turns(galda.game("pylos").new(), 0) == []
