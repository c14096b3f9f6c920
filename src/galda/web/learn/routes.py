"""Learning by doing: the pages of a game's lessons, and what they say to each touch.

Nothing is kept here: a touch comes with the step, the actions so far and the touches before it.
"""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup
from pydantic import Field

import galda
from galda.bots.levels import LEVELS
from galda.core.play.game import Game
from galda.core.play.terms import Shape
from galda.core.show.language import say
from galda.core.show.lesson import Lesson, Scene, find_lesson, judge, lessons_of, scenes
from galda.web.common.bodies import MOST_ACTIONS, Body, Number, Word
from galda.web.common.render import page, script_values
from galda.web.common.shapes import shape_of
from galda.web.learn.schema import LessonStep, LessonVerdict
from galda.web.security.people import language

lessons = APIRouter(include_in_schema=False)
HOME = "/api/v1/lessons"


class Touched(Body):
    """What a learner has touched, after the actions that the step has accepted so far."""

    actions: list[Number] = Field(default_factory=list, max_length=MOST_ACTIONS)
    touches: Annotated[list[Word], Field(min_length=1, max_length=20)]


@lessons.get("/learn/{name}")
@lessons.get("/learn/{name}/{lesson}")
async def lesson_page(request: Request, name: str, lesson: str = "", step: int = 1) -> HTMLResponse:
    """The page of a lesson, without a name the first, at a step."""
    lang = language(request)
    game = galda.game(name)
    taught = _lesson(game, lang, lesson)
    made = _scenes(name, lang, taught.id)
    at = min(max(step, 1), len(made) or 1)
    shape = shape_of(request)
    view = step_view(made, at, (), lang, shape)
    return page(
        request,
        "lesson.html",
        game=game,
        lesson=taught,
        lessons=lessons_of(game, lang),
        onward=_after(game, lang, taught),
        view=view,
        shape=shape,
        board=Markup(view["svg"]),
        values=script_values(view),
        words=json.dumps(lesson_words(lang), ensure_ascii=False),
        form=first_game(game),
    )


@lessons.get(HOME + "/{name}/{step}")
@lessons.get(HOME + "/{name}/{lesson}/{step}")
async def one_step(request: Request, name: str, step: int, lesson: str = "") -> LessonStep:
    """A step from its beginning; where no lesson is named, of the first."""
    lang = language(request)
    made = _scenes(name, lang, lesson)
    return step_view(made, step, (), lang, shape_of(request))


@lessons.post(HOME + "/{name}/{step}")
@lessons.post(HOME + "/{name}/{lesson}/{step}")
async def touch(
    request: Request, name: str, step: int, body: Touched, lesson: str = ""
) -> LessonVerdict:
    """What the lesson says to touches; with a new board where they made an action."""
    lang = language(request)
    made = _scenes(name, lang, lesson)
    verdict = judge(_scene(made, step), body.actions, tuple(body.touches), lang)
    moved = list(verdict.actions) != body.actions
    return {
        "right": verdict.right,
        "done": verdict.done,
        "said": verdict.said,
        "rule": verdict.rule,
        "why": verdict.why,
        "view": step_view(made, step, verdict.actions, lang, shape_of(request)) if moved else None,
    }


def _lesson(game: Game, lang: str, id_: str) -> Lesson:
    found = find_lesson(game, lang, id_)
    if found is None:
        raise HTTPException(404)
    return found


def _scenes(name: str, lang: str, id_: str) -> tuple[Scene, ...]:
    """The steps of a lesson; those of one that is not there are never made, nor kept."""
    game = galda.game(name)
    return scenes(game, lang, _lesson(game, lang, id_).id)


def _after(game: Game, lang: str, taught: Lesson) -> Lesson | None:
    """The lesson that comes after one."""
    all_lessons = lessons_of(game, lang)
    return next(iter(all_lessons[all_lessons.index(taught) + 1 :]), None)


def _scene(made: tuple[Scene, ...], step: int) -> Scene:
    if not 1 <= step <= len(made):
        raise HTTPException(404)
    return made[step - 1]


def step_view(
    made: tuple[Scene, ...], step: int, actions: tuple[int, ...], lang: str, shape: Shape = "tall"
) -> LessonStep:
    """What the page shows of a step after some of its actions."""
    scene = _scene(made, step)
    position = scene.after(actions)
    return {
        "step": step,
        "steps": len(made),
        "place": say(lang, "Step {step} of {steps}", step=step, steps=len(made)),
        "tell": scene.step.tell,
        "told": list(scene.told),
        "prompt": scene.prompt(actions, 0),
        "rule": scene.step.rule,
        "reads": scene.step.is_read,
        "find": scene.step.find,
        "wanted": [list(path) for path in scene.wanted(actions)],
        "look": list(scene.step.look),
        "actions": list(actions),
        "paths": [(list(path), action) for path, action in position.paths.items()],
        "svg": position.svg(scene.step.viewer, lang, shape),
    }


def lesson_words(lang: str) -> dict[str, str]:
    """The words that the page's script needs."""
    return {
        "failed": say(lang, "The server did not answer. Please try that again."),
        "next": say(lang, "Next"),
        "skip": say(lang, "Skip"),
    }


def first_game(game: Game) -> dict[str, str]:
    """The form that opens a table with the gentlest bots on all other seats."""
    players = int(next(option.default for option in game.options if option.name == "players"))
    gentlest = next(iter(LEVELS))
    bots = {f"seat{number}": f"bot:{gentlest}" for number in range(2, players + 1)}
    return {"players": str(players), "seat1": "me", **bots}
