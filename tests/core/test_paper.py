"""Game records: what is written reads back, and mistakes are told with their line."""

from __future__ import annotations

from typing import Any

import pytest

import galda
from galda import BadRecord
from galda.core.play.paper import GameRecord, read_record, write_record
from support import ALL_STARTS, random_game

TYPED = """\
# Played in the train.
game: quixo
size: 4
names: Ann, Bob

1. a1-d1
# Bob thinks for long.
2. b4-b1  # bold
3. d1-a1
# To be continued.
"""


def read(text: str) -> GameRecord:
    return read_record(text, galda.game)


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_a_record_reads_back_to_the_same_game(name: str, options: dict[str, Any]) -> None:
    played = list(random_game(name, options, 11))
    for position in (played[0], played[len(played) // 2], played[-1]):
        written = write_record(GameRecord(position, ("Ann", "Bob"), "2026-11-15"))
        record = read(written)
        assert record.position == position
        assert record.names == ("Ann", "Bob")
        assert write_record(record) == written


def test_a_record_typed_by_hand_keeps_its_comments() -> None:
    record = read(TYPED)
    assert record.names == ("Ann", "Bob")
    assert record.result == "unfinished"
    assert record.comments == {2: "bold"}
    assert record.remarks == {
        0: ["Played in the train."],
        2: ["Bob thinks for long."],
        4: ["To be continued."],
    }
    written = write_record(record)
    assert write_record(read(written)) == written
    assert "2. b4-b1  # bold" in written
    assert "seed" not in written


@pytest.mark.parametrize(
    ("good", "bad", "line", "reason"),
    [
        ("game: quixo", "game: chess", 2, "no game 'chess'"),
        ("game: quixo", "", 1, "`game:` is missing"),
        ("size: 4", "size: 9", 3, "it can be 5, 4, 3"),
        ("size: 4", "colour: red", 3, "no option 'colour'"),
        ("size: 4", "seed: many", 3, "whole number"),
        ("size: 4", "game: quixo", 3, "second time"),
        ("names: Ann, Bob", "Ann and Bob", 4, "neither a tag"),
        ("1. a1-d1", "1. b2-b4", 6, "Q4"),
        ("1. a1-d1", "1. hello", 6, "written like"),
        ("1. a1-d1", "1.", 6, "has no move"),
        ("1. a1-d1", "1. a1-d1 a1-d1", 6, "the turn is over"),
        ("2. b4-b1", "5. b4-b1", 8, "turn 2 is expected"),
        ("3. d1-a1", "and so on", 9, "not a numbered turn"),
    ],
)
def test_a_bad_line_is_told_with_its_number(good: str, bad: str, line: int, reason: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read(TYPED.replace(good, bad))
    assert refused.value.line == line
    assert reason in str(refused.value)


def test_a_result_that_was_not_played_is_refused() -> None:
    won = list(random_game("quixo", {"size": 3}, 1))[-1]
    written = write_record(GameRecord(won))
    scores = " ".join(str(score) for score in won.scores)
    with pytest.raises(BadRecord, match="the result is"):
        read(written.replace(f"result: {scores}", "result: 0 0"))


def test_an_agreed_result_is_kept() -> None:
    record = read(TYPED.replace("size: 4", "size: 4\nresult: Bob resigned"))
    assert record.result == "Bob resigned"
    assert read(write_record(record)).result == "Bob resigned"
