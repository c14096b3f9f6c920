"""Every figure can be drawn and every lesson can be done: all of them are replayed by the rules."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from galda.core.errors import GaldaError
from galda.core.play.terms import Touches
from galda.core.show.figure import Figure, figures_of
from galda.core.show.lesson import Scene, judge, lessons_of, scenes
from galda.core.show.outline import find_boxes, touches_in
from galda.core.show.rulebook import rules_of
from galda.games import game
from galda.testing.parameters import GAMES

NAMES = [name for name in GAMES if game(name).has("lessons")]
FIGURES = [
    (name, number)
    for name in NAMES
    for number in range(len(figures_of(game(name), "en")))
]  # fmt: skip
LESSONS = [(name, lesson.id) for name in NAMES for lesson in lessons_of(game(name), "en")]
STEPS = [
    (name, lesson.id, number)
    for name in NAMES
    for lesson in lessons_of(game(name), "en")
    for number in range(len(lesson.steps))
]
LONGEST_TELL, LONGEST_PROMPT = 260, 150
"""Letters: what is read beside the board on a telephone must leave room for the board."""


@lru_cache
def rule_ids(name: str) -> tuple[str, ...]:
    """The ids of a game's rules."""
    return tuple(rule.id for rule in rules_of(game(name)))


@pytest.mark.parametrize(("name", "number"), FIGURES)
def test_a_figure_belongs_to_a_rule_and_can_be_drawn(name: str, number: int) -> None:
    tested = game(name)
    figure: Figure = figures_of(tested, "en")[number]
    assert figure.rule in rule_ids(name)
    assert figure.caption.endswith((".", "!", "?"))
    ElementTree.fromstring(figure.draw(tested, "en"))


@pytest.mark.parametrize("name", NAMES)
def test_figures_are_many_and_stand_in_the_order_of_the_rules(name: str) -> None:
    ids = rule_ids(name)
    shown = [ids.index(figure.rule) for figure in figures_of(game(name), "en")]
    assert shown == sorted(shown)
    assert len(set(shown)) >= len(ids) / 3


def scene(name: str, lesson: str, number: int) -> Scene:
    """A step of a lesson at its position."""
    return scenes(game(name), "en", lesson)[number]


@pytest.mark.parametrize("name", NAMES)
def test_lessons_have_titles_and_ids_of_their_own_that_stand_in_addresses(name: str) -> None:
    lessons = lessons_of(game(name), "en")
    assert len({lesson.id for lesson in lessons}) == len(lessons)
    assert len({lesson.title for lesson in lessons}) == len(lessons)
    assert all(re.fullmatch("[a-z][a-z-]*", lesson.id) for lesson in lessons)


@pytest.mark.parametrize("name", NAMES)
def test_the_first_lesson_tries_something_forbidden(name: str) -> None:
    assert any(step.attempt for step in lessons_of(game(name), "en")[0].steps)


@pytest.mark.parametrize(("name", "lesson"), LESSONS)
def test_a_lesson_is_short_and_ends_with_reading(name: str, lesson: str) -> None:
    steps = [made.step for made in scenes(game(name), "en", lesson)]
    assert 5 <= len(steps) <= 12
    assert sum(bool(step.turns) for step in steps) >= 3
    assert steps[-1].is_read
    assert steps[0].setup is not None


@pytest.mark.parametrize(("name", "lesson", "number"), STEPS)
def test_a_step_says_all_that_it_must_say_and_not_too_much(
    name: str, lesson: str, number: int
) -> None:
    step = scene(name, lesson, number).step
    assert 20 < len(step.tell) <= LONGEST_TELL, len(step.tell)
    assert all(len(said) <= LONGEST_PROMPT for said in (*step.prompts, step.praise))
    assert not step.rule or step.rule in rule_ids(name)
    if step.is_read:
        assert not step.prompts
    else:
        assert step.prompts
        assert step.praise
        assert step.rule
    assert not (step.turns and step.attempt)


@pytest.mark.parametrize(("name", "lesson", "number"), STEPS)
def test_what_a_step_wants_touched_is_on_the_board(name: str, lesson: str, number: int) -> None:
    made = scene(name, lesson, number)
    assert made.step.is_read or made.start.to_act == made.step.viewer
    for turn in made.step.turns or ("",):
        position = made.start
        for move in turn.split():
            drawn = find_boxes(position.svg(made.step.viewer))
            assert (
                set(position.game.notation.touches(position, position.find(move))) <= drawn.keys()
            )
            position = position.play(move)
    drawn = find_boxes(made.start.svg(made.step.viewer))
    assert {*made.step.attempt, *made.step.look} <= drawn.keys()


@pytest.mark.parametrize(("name", "lesson", "number"), STEPS)
def test_every_way_to_do_a_step_right_is_praised(name: str, lesson: str, number: int) -> None:
    made = scene(name, lesson, number)
    for turn in made.step.turns:
        actions: tuple[int, ...] = ()
        moves = turn.split()
        for count, move in enumerate(moves, start=1):
            position = made.after(actions)
            path = position.game.notation.touches(position, position.find(move))
            for touched in range(1, len(path)):
                begun = judge(made, actions, path[:touched], "en")
                assert begun.right
                assert not begun.done
                assert begun.said in made.step.prompts
            verdict = judge(made, actions, path, "en")
            assert verdict.right
            assert verdict.done == (count == len(moves))
            actions = verdict.actions
        assert verdict.said == made.step.praise


@pytest.mark.parametrize(("name", "lesson", "number"), STEPS)
def test_an_attempt_is_forbidden_by_the_rule_it_promises(
    name: str, lesson: str, number: int
) -> None:
    made = scene(name, lesson, number)
    attempt = made.step.attempt
    if not attempt:
        return
    refusal = made.start.why_not(attempt)
    assert refusal is not None
    assert refusal.rule == made.step.rule
    verdict = judge(made, (), attempt, "en")
    assert verdict.done
    assert (verdict.rule, verdict.why) == (refusal.rule, refusal.sentence)
    for touched in range(1, len(attempt)):
        assert not made.start.why_not(attempt[:touched]), "only the last touch is forbidden"


@pytest.mark.parametrize(("name", "lesson"), LESSONS)
def test_steps_that_end_in_several_ways_are_followed_by_a_new_position(
    name: str, lesson: str
) -> None:
    steps = [made.step for made in scenes(game(name), "en", lesson)]
    for step, following in pairwise(steps):
        if len(step.turns) > 1:
            assert following.setup is not None


@pytest.mark.parametrize(("name", "lesson", "number"), STEPS)
def test_whatever_else_is_touched_is_corrected_kindly(name: str, lesson: str, number: int) -> None:
    made = scene(name, lesson, number)
    if made.step.is_read:
        with pytest.raises(GaldaError, match="in a step that asks for it"):
            judge(made, (), ("something",), "en")
        return
    wanted = made.wanted(())
    others: list[Touches] = [path for path in made.start.paths if path not in wanted]
    others += [(id_,) for id_ in find_boxes(made.start.svg(made.step.viewer)) if _touch(made, id_)]
    for touches in others:
        if any(path[: len(touches)] == touches for path in wanted):
            continue
        verdict = judge(made, (), touches, "en")
        assert not verdict.right
        assert not verdict.done
        assert any(prompt in verdict.said for prompt in made.step.prompts)
        assert bool(verdict.why) == (verdict.rule in rule_ids(name))
        assert verdict.actions == ()


def _touch(made: Scene, id_: str) -> bool:
    return id_ in touches_in(made.start.svg(made.step.viewer))
