"""Figures and lessons are read from files, and what a file may not hold is named."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import galda
import words
from galda.core.show import teach
from galda.core.show.figure import Figure
from galda.core.show.lesson import Step, find_lesson, lessons_of
from galda.core.show.teach import BadTeaching, Setup, make

FILES = [file for name in galda.game_names() for file in galda.game(name).folder.glob("teach/*")]
QUIXO = galda.game("quixo")


@pytest.fixture
def positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions of our own instead of the game's."""
    written = {
        "first": {"moves": "a1-a5", "seed": 3, "options": {"size": 4}},
        "second": {"after": "first", "moves": "\nd1-d4\n"},
        "wrong": {"actions": [1]},
    }
    monkeypatch.setattr(teach, "_read", lambda file: written)


def test_every_file_that_teaches_is_of_a_kind_that_is_read() -> None:
    assert len(FILES) == 4 * len({file.parent for file in FILES})
    for file in FILES:
        lesson = {found for name in galda.game_names() for found in lesson_names(name)}
        assert file.name in {"figures.toml", "positions.toml"} or file in lesson, file


def lesson_names(name: str) -> list[Path]:
    return teach.lesson_files(galda.game(name))


@pytest.mark.parametrize("name", galda.game_names())
def test_lessons_stand_in_the_order_of_their_files(name: str) -> None:
    ids = [file.stem.partition("-")[2] for file in sorted(lesson_names(name))]
    assert [lesson.id for lesson in lessons_of(galda.game(name), "en")] == ids
    assert ids[0] == "first"
    assert find_lesson(galda.game(name), "en", "no-such-lesson") is None


@pytest.mark.parametrize("name", galda.game_names())
def test_every_named_position_is_needed(name: str) -> None:
    folder = galda.game(name).folder / "teach"
    named = tomllib.loads((folder / "positions.toml").read_text("utf-8"))
    written = "".join(file.read_text("utf-8") for file in folder.glob("*.toml"))
    for position in named:
        assert f'position = "{position}"' in written or f'after = "{position}"' in written


@pytest.mark.usefixtures("positions")
def test_a_position_goes_on_after_another_one() -> None:
    step = make(Step, {"tell": "x", "position": {"after": "second", "moves": "b1-b4"}}, QUIXO, "en")
    assert step.setup == Setup("a1-a5 d1-d4 b1-b4", 3, {"size": 4})
    assert make(Step, {"tell": "x", "position": "second"}, QUIXO, "en").setup == Setup(
        "a1-a5 d1-d4", 3, {"size": 4}
    )
    assert make(Step, {"tell": "x", "position": "start"}, QUIXO, "en").setup == Setup()
    assert make(Step, {"tell": "x"}, QUIXO, "en").setup is None


def test_a_position_has_the_seed_0_and_the_usual_options_unless_it_says_otherwise() -> None:
    assert (Setup().seed, Setup().options) == (0, {})
    begun = make(Step, {"tell": "x", "position": {"moves": "a1-a5"}}, QUIXO, "en").setup
    assert begun is not None
    assert (begun.seed, begun.options) == (0, {})


def test_a_game_without_the_files_has_nothing_to_teach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(QUIXO), "folder", Path(__file__).parent)
    assert teach.figure_entries(QUIXO) == []
    assert teach.lesson_files(QUIXO) == []
    assert not QUIXO.has("figures")
    assert not QUIXO.has("lessons")


def test_sentences_are_told_in_the_reader_s_language() -> None:
    figure = make(Figure, {"rule": "Q5", "caption": "First lesson"}, QUIXO, "lv")
    assert figure.caption == "Pirmā nodarbība"
    step = make(Step, {"tell": "First lesson", "prompts": ["Tactics"], "rule": "x"}, QUIXO, "lv")
    assert step.tell == "Pirmā nodarbība"
    assert step.prompts != ("Tactics",)
    assert step.rule == "x"


@pytest.mark.usefixtures("positions")
@pytest.mark.parametrize(
    ("entry", "named"),
    [
        ({"rule": "Q5", "caption": "x", "colour": "red"}, "no figure has 'colour'"),
        ({"rule": "Q5", "caption": "x", "setup": "start"}, "no figure has 'setup'"),
        ({"rule": "Q5", "caption": "x", "position": "third"}, "no position is called 'third'"),
        ({"rule": "Q5", "caption": "x", "position": "wrong"}, "no position has actions"),
    ],
)
def test_what_a_file_may_not_hold_is_named(entry: dict[str, str], named: str) -> None:
    with pytest.raises(BadTeaching, match=f"Quixo: {named}"):
        make(Figure, entry, QUIXO, "en")


def test_the_catalogues_get_what_is_told_and_nothing_else() -> None:
    text = """
title = "A lesson"
[[step]]
tell = "Do it."
prompts = ["Here.", "There."]
turns = ["a1-a5"]
rule = "Q6"
praise = "Well done."
"""
    found = [found.words for found in words.in_teaching(text, "x.toml")]
    assert found == ["A lesson", "Do it.", "Here.", "There.", "Well done."]


def test_a_position_may_be_given_as_text_and_gone_on_from() -> None:
    setup = teach._setup(QUIXO, {"text": "quixo size=3 x../.o./... 1", "moves": "b1-b3"})
    assert setup.reach(QUIXO) == galda.position("quixo size=3 x../.o./... 1").play("b1-b3")
