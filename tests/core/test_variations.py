"""Records with variations and comments: random trees of every game read back the same."""

from __future__ import annotations

import random
from typing import Any

import pytest

import galda
from galda import BadRecord
from galda.core.play.paper import read_record, write_record
from galda.core.play.study import Study, record_of, study_of
from galda.core.play.variations import Branch
from support import ALL_STARTS

REMARKS = (
    "good",
    "a } in it",
    "back\\slash",
    "{open",
    "two\nlines",
    "# no tag",
    "(bracket",
    "  ",
    "3. d1",
)
TYPED = """\
game: quixo
size: 4

{Where it begins.}
1. a1-d1 {quiet}
   (1. a1-a4 {the other side} 2. b4-b1 (2. d4-a4
      (2. c4-c1) 3. a1-d1) 3. d1-a1)
   (1. b1-b4)
2. b4-b1  # bold
"""


def read(text: str) -> Study:
    return study_of(read_record(text, galda.game))


def random_turn(position: galda.Position, chance: random.Random) -> tuple[int, ...]:
    turn = []
    while True:
        turn.append(chance.choice(position.legal_actions))
        position = position.play(turn[-1])
        if not position.in_turn:
            return tuple(turn)


def random_tree(start: galda.Position, chance: random.Random, turns: int) -> Study:
    """A study in which turns were tried after just any others, most of them after the last one."""
    study = Study(start, chance.choice(REMARKS), names=("Ann", "Bob"))
    tried: list[Study | Branch] = [study]
    for _ in range(turns):
        going = [branch for branch in tried if not branch.position.is_over]
        after = going[-1] if chance.random() < 0.7 else chance.choice(going)
        turn = random_turn(after.position, chance)
        comment = chance.choice(REMARKS) if chance.random() < 0.4 else ""
        tried.append(study.add(after, turn, comment))
    return study


def plain(study: Study | Branch) -> Any:
    """A tree as plain values, to compare."""
    return (
        study.comment,
        study.position.states.tobytes(),
        [(branch.turn, plain(branch)) for branch in study.then],
    )


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_a_tree_reads_back_to_the_same_tree(name: str, options: dict[str, Any]) -> None:
    print("seed 31")
    chance = random.Random(31)
    study = random_tree(galda.game(name).new(seed=31, **options), chance, 14)
    written = write_record(record_of(study))
    again = read(written)
    assert plain(again) == plain(study), written
    assert again.names == study.names
    assert write_record(record_of(again)) == written
    assert len(list(study.branches())) == 14


def test_a_tree_typed_by_hand_is_read() -> None:
    study = read(TYPED)
    assert study.comment == "Where it begins."
    played, other, third = study.then
    assert (played.comment, other.comment) == ("quiet", "the other side")
    assert third.words() == "b1-b4"
    assert played.then[0].comment == "bold"
    assert [branch.words() for branch in other.then] == ["b4-b1", "d4-a4", "c4-c1"]
    assert other.then[0].then[0].words() == "d1-a1"
    assert other.then[1].then[0].words() == "a1-d1"
    assert not other.then[2].then
    assert plain(read(write_record(record_of(study)))) == plain(study)


def test_the_main_line_is_the_game_that_was_played() -> None:
    record = read_record(TYPED, galda.game)
    assert record.position.actions == record.position.start.play_all(["a1-d1", "b4-b1"]).actions
    assert sorted(record.variations) == [1]


@pytest.mark.parametrize(
    ("good", "bad", "line", "reason"),
    [
        ("(1. b1-b4)", "(1. b2-b4)", 8, "Q4"),
        ("(1. b1-b4)", "(2. b1-b4)", 8, "turn 1 is expected"),
        ("(1. b1-b4)\n2. b4-b1  # bold", "(1. b1-b4", 8, "not closed"),
        ("(1. b1-b4)", "(b1-b4)", 8, "not a numbered turn"),
        ("(1. b1-b4)", "()", 8, "not a numbered turn"),
        ("(1. b1-b4)", "(1. {nothing})", 8, "has no move"),
        ("(1. b1-b4)", "(1. b1-b4) x", 8, "stands in brackets"),
        ("1. a1-d1 {quiet}", "(1. a1-d1)", 5, "after the turn that it replaces"),
        ("(1. b1-b4)", "(1. b1-b4 " * 70 + ")" * 70, 8, "too many brackets"),
    ],
)
def test_a_bad_bracket_is_told_with_its_line(good: str, bad: str, line: int, reason: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read(TYPED.replace(good, bad))
    assert reason in str(refused.value)
    assert refused.value.line == line


def test_what_is_tried_comes_in_the_order_of_the_lines() -> None:
    words = [branch.words() for _, branch in read(TYPED).branches()]
    assert words[:2] == ["a1-d1", "b4-b1"]
    assert words[2:4] == ["a1-a4", "b4-b1"]
    assert words[-1] == "b1-b4"
