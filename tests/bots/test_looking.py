"""An analysis as a stream of lines: more with more time, the same everywhere, no secrets in it."""

from __future__ import annotations

import pytest

import galda
from galda.bots import looking
from galda.bots.analysis import EFFORTS, Matter, best_turns
from galda.bots.looking import Line, matter_of
from galda.bots.review import Effort
from galda.core.play.position import Position

WON_IN_ONE = "quixo size=3 xx./oo./... 1"


def first(position: Position) -> Line:
    return next(position.analyse(seconds=0))


@pytest.mark.parametrize("name", galda.game_names())
def test_a_line_tells_turns_that_can_be_played_and_prospects_of_all(name: str) -> None:
    position = galda.game(name).new(seed=3)
    line = first(position)
    assert len(line.prospects) == position.players
    assert all(0 <= chance <= 1 for chance in line.prospects)
    for good, words in zip(line.turns, line.words, strict=True):
        after = position.play_turn(words)
        assert after.actions == list(good.turn)
        assert not after.in_turn
    assert line.turns[0].value >= line.turns[-1].value or not line.turns[0].value.is_exact


def test_the_numbers_are_those_of_the_analysis_whoever_asks() -> None:
    position = galda.game("pylos").new().play_all(["b2", "c2"])
    line = first(position)
    asked = best_turns(Matter(position.start.text, tuple(position.actions)), EFFORTS[0])
    assert (line.prospects, line.turns) == (asked.prospects, asked.turns)
    assert first(galda.position(position.text)).turns == line.turns


def test_what_is_certain_takes_one_line_and_the_end_none() -> None:
    lines = list(galda.position(WON_IN_ONE).analyse(seconds=60))
    assert [line.look for line in lines] == [0]
    assert lines[0].is_exact
    assert lines[0].prospects == (1.0, 0.0)
    over = galda.position(WON_IN_ONE).play("c1-c3")
    assert list(over.analyse(seconds=1)) == []


def test_with_more_time_there_are_more_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "EFFORTS", (Effort(500, 500), Effort(1000, 1000)))
    lines = galda.game("quixo").new(size=4, players=4).analyse(seconds=1e9)
    looks = [next(lines), next(lines), next(lines)]
    assert [line.look for line in looks] == [0, 1, 2]
    assert looks[0].seconds < looks[1].seconds < looks[2].seconds


def test_an_analysis_knows_no_more_than_the_seat_to_act() -> None:
    position = galda.game("alhambra").new(seed=4)
    seat = position.to_act
    other = position.known_to(seat, 9)
    assert matter_of(other).known().seen_by(seat) == position.seen_by(seat)
    assert matter_of(position.seen_by(seat)).root == position.seen_by(seat).text
    assert first(position.seen_by(seat)).turns
