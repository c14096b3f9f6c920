"""Judging attempts: what keeps the value is right, whatever it is, and the rest is punished."""

from __future__ import annotations

from typing import Any

import pytest

from galda.bots import examining
from galda.bots.examining import Examined, examine, read_position
from galda.bots.review import Effort, review_end
from support import ALL_STARTS, random_game

WON = "quixo size=3 xx./oo./... 1"
SMALL = Effort(nodes=3_000, steps=3_000)


def test_every_win_is_right_and_a_win_for_the_other_side_is_wrong_and_shown() -> None:
    position = read_position(WON)
    seat = position.to_act
    right = wrong = 0
    for action in position.legal_actions:
        after = position.play(action)
        found = examine(WON, (action,))
        if seat in after.winners:
            assert found == Examined(0.0)
            right += 1
        elif not after.is_over:
            wins = {a for a in after.legal_actions if after.to_act in after.play(a).winners}
            if wins:
                assert not found.right
                assert found.reply[0] in wins
                wrong += 1
    assert right
    assert wrong


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_a_turn_can_be_tried_in_the_text_of_what_its_player_knew(
    name: str, options: dict[str, Any]
) -> None:
    positions = [p for p in random_game(name, options, seed=8) if not p.in_turn and not p.is_over]
    for position in positions[:: max(1, len(positions) // 3)]:
        read = read_position(position.seen_by(position.to_act).text)
        assert read.to_act == position.to_act
        assert sorted(read.legal_actions) == sorted(position.legal_actions)


@pytest.mark.parametrize("name", ["pylos", "towers", "alhambra"])
def test_the_reply_to_a_bad_turn_can_be_played(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examining, "REVIEW", SMALL)
    monkeypatch.setattr(examining, "LEAST", -1.0)  # whatever is tried is replied to
    positions = [p for p in random_game(name, {}, seed=3) if not p.in_turn and not p.is_over]
    position = positions[len(positions) // 3]
    text = position.seen_by(position.to_act).text
    known = after = read_position(text)
    turn: list[int] = []
    while not turn or after.in_turn:
        turn.append(after.legal_actions[-1])
        after = after.play(turn[-1])
    found = examine(text, turn)
    assert found == examine(text, turn)
    assert after.to_act != known.to_act
    assert not after.play_all(found.reply).in_turn


def test_a_game_that_was_broken_off_ends_with_how_it_would_go_on() -> None:
    position = read_position(WON)
    found = review_end(position, SMALL, 1)
    end = position.play_all(found.better)
    assert position.to_act in end.winners
    assert (found.lost, found.mark) == (0.0, "")
    assert review_end(end, SMALL, 1).better == ()
