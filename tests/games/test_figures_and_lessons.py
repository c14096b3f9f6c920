"""Every figure can be drawn and every lesson can be done: all of them are replayed by the rules."""

from __future__ import annotations

import re

import pytest

import galda
from galda.core.errors import GaldaError
from galda.core.show.figure import figures_of
from galda.core.show.lesson import Scene, Step, judge, lessons_of, scenes
from galda.core.show.outline import find_boxes
from galda.testing.figures_and_lessons import *  # noqa: F403
from galda.testing.figures_and_lessons import LESSONS, scene


@pytest.mark.parametrize("name", galda.game_names())
def test_every_game_of_ours_has_a_lesson_and_figures(name: str) -> None:
    game = galda.game(name)
    assert not game.package.startswith("galda.") or (
        lessons_of(game, "en") and figures_of(game, "en")
    )


def test_actions_that_are_no_part_of_the_step_are_refused() -> None:
    made = scene("quixo", "first", 0)
    other = made.start.find("b1-b5")
    with pytest.raises(GaldaError, match="not part of the lesson"):
        judge(made, (other,), ("a1",), "en")


def test_a_wrong_touch_after_a_right_one_is_told_what_comes_next() -> None:
    made = scene("quixo", "first", 0)
    verdict = judge(made, (), ("a1", "c3"), "en")
    assert verdict.rule == "Q6"
    assert made.step.prompts[1] in verdict.said


@pytest.mark.parametrize(("name", "lesson"), LESSONS)
def test_prompts_name_only_places_that_are_there(name: str, lesson: str) -> None:
    for made in scenes(galda.game(name), "en", lesson):
        ids = find_boxes(made.start.svg(made.step.viewer)).keys()
        for cell in re.findall(r"\b[a-e][1-5]\b", " ".join(made.step.prompts)):
            assert cell in ids or any(cell in id_ for id_ in ids)


def test_a_step_to_be_read_wants_nothing() -> None:
    step = Step("Only to be read.")
    start = galda.game("quixo").new(seed=0)
    assert step.is_read
    assert Scene(step, start, ()).wanted(()) == ()
    assert Scene(step, start, ()).prompt((), 0) == ""
