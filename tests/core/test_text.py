"""Positions as text, whatever the game: names, options, words nobody knows, records from them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import galda
from galda import BadOption, BadPosition, BadRecord, GaldaError, UnknownGame
from galda.core.play.paper import GameRecord, read_record, write_record
from galda.core.play.text import LONGEST
from galda.core.show.language import tell

MIDDLE = "pylos ..../..../LL../.L.D 1 removed=a1"


def test_a_game_reads_its_positions_with_or_without_its_name() -> None:
    quixo = galda.game("quixo")
    text = "size=3 X../.O./... 1"
    assert (
        quixo.position(text) == quixo.position(f"QUIXO {text}") == galda.position(f"quixo {text}")
    )
    assert quixo.position(text).text == "quixo size=3 x../.o./... 1"


def test_options_stand_anywhere_and_usual_ones_go_without_saying() -> None:
    position = galda.position("quixo .../.../... 2 first=2 size=3")
    assert position.options == {"players": 2, "size": 3, "first": 2}
    assert position.text == "quixo size=3 first=2 .../.../... 2"
    with pytest.raises(BadOption):
        galda.position("quixo size=7 .../.../... 2")
    with pytest.raises(BadPosition, match="second time"):
        galda.position("quixo size=3 size=3 .../.../... 1")


@pytest.mark.parametrize("name", ["Dirk", "Aunt Ann", 'the "third" man', "x=y", "Ķēniņš"])
def test_a_name_in_the_options_may_hold_any_letters(name: str) -> None:
    start = galda.game("alhambra").new(players=2, neutral=name, seed=1)
    assert galda.position(start.text) == start


def test_what_cannot_be_read_is_told_with_an_example() -> None:
    with pytest.raises(UnknownGame):
        galda.position("chess 8/8")
    with pytest.raises(BadPosition, match="one of Quixo is written like quixo x"):
        galda.position("quixo")
    with pytest.raises(BadPosition, match="'pylos' cannot be read"):
        galda.game("quixo").position("...../...../...../...../..... 1 pylos")
    with pytest.raises(BadPosition, match=str(LONGEST)):
        galda.position("quixo " + "." * LONGEST)
    with pytest.raises(BadPosition):
        galda.position('quixo .../.../... 1 size=3 odd="never closed')


def test_a_refusal_is_told_in_every_language() -> None:
    with pytest.raises(BadPosition) as refused:
        galda.position("quixo size=3 xx./.../... 2")
    assert refused.value.refusal is not None
    assert tell("en", refused.value) == str(refused.value)
    assert tell("lv", refused.value).startswith("Q3: ")


def test_a_position_from_text_has_no_past_and_no_seed() -> None:
    position = galda.position(MIDDLE)
    assert position.before is None
    assert position.actions == []
    assert position.seed is None
    assert position.in_turn
    assert position.steps_back == 0


def test_a_game_from_the_middle_of_a_turn_is_recorded_and_read() -> None:
    position = galda.position(MIDDLE).play_turn("-b1").play("c4")
    written = write_record(GameRecord(position))
    assert f"position: {MIDDLE}\n" in written
    assert "seed" not in written
    assert "players" not in written
    record = read_record(written, galda.game)
    assert record.position == position
    assert record.position.start == galda.position(MIDDLE)
    assert write_record(record) == written


def test_a_game_in_the_middle_of_a_batch_is_recorded_from_there() -> None:
    batch = galda.batch("towers", 2, seed=1, players=3)
    for n in range(7):
        batch.step(batch.random_actions(seed=n))
    position = batch.position(1)
    record = read_record(write_record(GameRecord(position)), galda.game)
    assert record.position == position


def test_a_record_of_a_viewer_holds_no_secret() -> None:
    start = galda.position(galda.game("alhambra").new(seed=5).text)
    written = write_record(GameRecord(start.seen_by(0)))
    assert "position" not in written
    assert "chance" not in written


@pytest.mark.parametrize(
    ("tags", "line", "reason"),
    [
        ("position: quixo size=3 xx./.../... 2", 2, "Q3"),
        ("position: quixo size=3 .../.../... 1\nsize: 3", 3, "leave it out"),
        ("position: pylos ..../..../..../.... 1", 2, "Q1"),
    ],
)
def test_a_record_names_the_line_of_a_bad_position(tags: str, line: int, reason: str) -> None:
    with pytest.raises(BadRecord, match=reason) as refused:
        read_record(f"game: quixo\n{tags}\n\n1. a1-a3\n", galda.game)
    assert refused.value.line == line


def test_a_position_of_another_game_or_other_options_fits_no_runner() -> None:
    run = galda.Runner(galda.game("quixo"), size=3)
    with pytest.raises(GaldaError, match="Pylos"):
        run.stand(galda.position(MIDDLE))
    with pytest.raises(GaldaError, match="size is 3 here, and 4"):
        run.stand(galda.position("quixo size=4 ..../..../..../.... 1"))


def test_the_page_about_positions_shows_real_ones() -> None:
    page = (Path(__file__).parents[2] / "docs" / "positions.md").read_text("utf-8")
    shown = re.findall(rf"^`((?:{'|'.join(galda.game_names())}) .*)`$", page, re.M)
    assert {text.partition(" ")[0] for text in shown} == set(galda.game_names())
    for text in shown:
        galda.position(text)
