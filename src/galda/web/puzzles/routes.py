"""Puzzles: one on the board, the puzzle of the day, and a sheet to print.

Nothing is kept here: a choice comes with the number of the puzzle and of the question. What
somebody has solved is kept in the browser.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup
from pydantic import Field

import galda
from galda.core.errors import GaldaError
from galda.core.play.position import Position
from galda.core.play.terms import Shape
from galda.core.show.language import say, tell
from galda.puzzles.daily import puzzle_of_the_day, today
from galda.puzzles.puzzle import LEVELS, Actions, Puzzle
from galda.puzzles.shelf import find_puzzle, games_with_puzzles, puzzles_of
from galda.puzzles.words import (
    how_soon,
    level_words,
    solution,
    stars,
    task,
    tell_on,
    variant_words,
    verdict,
)
from galda.solve.book import games_with_openings
from galda.web.common.bodies import MOST_ACTIONS, Body, Number, Word
from galda.web.common.render import page, script_values
from galda.web.common.shapes import shape_of
from galda.web.puzzles.schema import PuzzleAnswer, PuzzleView
from galda.web.security.people import language

puzzles = APIRouter(include_in_schema=False)
HOME = "/api/v1/puzzles"
ON_A_SHEET = 6
STEP = 37
"""How far one day's first puzzle is from the next day's."""
ANY = 0
"""Any difficulty."""


class Chosen(Body):
    """The actions of a choice so far, or what was touched and leads nowhere, or giving up."""

    asked: Annotated[int, Field(ge=0, le=50)] = 0
    actions: list[Number] = Field(default_factory=list, max_length=MOST_ACTIONS)
    touches: Annotated[list[Word], Field(max_length=20)] = Field(default_factory=list)
    give_up: bool = False


@puzzles.get("/puzzles")
def puzzle_page(
    request: Request, game: str = "", level: int = ANY, number: int = 0
) -> HTMLResponse:
    """A puzzle: the one asked for, or one of a game and difficulty, each day another."""
    played = galda.game(game) if game else games_with_puzzles()[0]
    fitting = puzzles_of(played).numbers(level or None)
    if not fitting:
        raise HTTPException(404)
    number = number or fitting[today().toordinal() * STEP % len(fitting)]
    return _page(request, find_puzzle(played, number), level)


@puzzles.get("/puzzles/day")
def day_page(request: Request, day: date | None = None) -> HTMLResponse:
    """The puzzle of the day, or of a day that was."""
    wanted = day or today()
    if wanted > today():
        raise HTTPException(404)
    return _page(request, puzzle_of_the_day(wanted), ANY, wanted)


@puzzles.get("/puzzles/sheet")
def sheet(
    request: Request, game: str, level: int = ANY, first: Annotated[int, Field(ge=1)] = 1
) -> HTMLResponse:
    """Some puzzles to print, with their solutions at the end."""
    lang, played = language(request), galda.game(game)
    fitting = [number for number in puzzles_of(played).numbers(level or None) if number >= first]
    chosen = [find_puzzle(played, number) for number in fitting[:ON_A_SHEET]]
    if not chosen:
        raise HTTPException(404)
    return page(
        request,
        "puzzle_sheet.html",
        game=played,
        level=level,
        shown=[
            {
                "number": each.number,
                "stars": stars(each.level),
                "level": level_words(each.level, lang),
                "task": " ".join(
                    filter(
                        None, (task(each, lang), how_soon(each, lang), variant_words(each, lang))
                    )
                ),
                "board": Markup(each.start.svg(each.solver, lang, "tall")),
                "solution": solution(each),
            }
            for each in chosen
        ],
        after=chosen[-1].number + 1 if len(fitting) > len(chosen) else 0,
    )


@puzzles.post(HOME + "/{name}/{number}")
def choose(request: Request, name: str, number: int, body: Chosen) -> PuzzleAnswer:
    """What becomes of a choice, a touch that leads nowhere, or giving up."""
    lang, shape = language(request), shape_of(request)
    puzzle = find_puzzle(galda.game(name), number)
    if body.asked >= len(puzzle.questions):
        raise HTTPException(404)
    if body.give_up:
        return _answer("shown", _boards(puzzle, puzzle.start, puzzle.line(99), lang, shape),
                       say(lang, "The solution: {moves}", moves=solution(puzzle)))  # fmt: skip
    position = puzzle.start.play_all(puzzle.line(body.asked))
    if body.touches:
        return _why_not(position.play_all(body.actions), tuple(body.touches), lang)
    return _judged(puzzle, position, body.asked, tuple(body.actions), lang, shape)


def _judged(
    puzzle: Puzzle, position: Position, asked: int, chosen: Actions, lang: str, shape: Shape
) -> PuzzleAnswer:
    found = puzzle.judge(asked, chosen) if chosen else None
    question = puzzle.questions[asked]
    if found is None:
        view = view_of(puzzle, asked, chosen, lang, shape)
        return _answer("on", [view["svg"]], view["said"], view)
    if found is not True:
        assert not isinstance(found, bool)
        boards = _boards(puzzle, position, (*chosen, *found.reply), lang, shape)
        return _answer("wrong", boards, verdict(puzzle, position, chosen, found, lang))
    boards = _boards(puzzle, position, (*chosen, *question.reply), lang, shape)
    if asked + 1 == len(puzzle.questions):
        over = position.play_all(chosen).is_over
        said = "" if over else say(lang, "The rest of the game is up to you.")
        return _answer("solved", boards, said if puzzle.proved else "")
    answer = tell_on(position.play_all(chosen), question.reply, lang, puzzle.solver)
    said = say(lang, "Right! The reply: {answer} What now?", answer=answer)
    return _answer("right", boards, said, view_of(puzzle, asked + 1, (), lang, shape))


def _why_not(position: Position, touches: tuple[str, ...], lang: str) -> PuzzleAnswer:
    try:
        refusal = position.why_not(touches)
    except GaldaError:
        refusal = None
    if refusal is None:
        return _answer("refused", [], say(lang, "That leads nowhere here. Try something else."))
    answer = _answer("refused", [], tell(lang, refusal.message))
    answer["rule"] = refusal.rule
    return answer


def _answer(
    state: Any, boards: list[str], said: str, view: PuzzleView | None = None
) -> PuzzleAnswer:
    return {"state": state, "boards": boards, "said": said, "rule": "", "view": view}


def _boards(
    puzzle: Puzzle, position: Position, actions: Actions, lang: str, shape: Shape
) -> list[str]:
    """The boards after each turn of some actions, as who solves the puzzle sees them."""
    return [moment.svg(puzzle.solver, lang, shape) for moment in _ends_of_turns(position, actions)]


def _ends_of_turns(position: Position, actions: Actions) -> Iterator[Position]:
    for action in actions:
        position = position.play(action)
        if not position.in_turn:
            yield position
    if position.in_turn:
        yield position


def view_of(
    puzzle: Puzzle, asked: int, chosen: Actions, lang: str, shape: Shape = "tall"
) -> PuzzleView:
    """A puzzle at a question, after some actions of the choice."""
    position = puzzle.start.play_all((*puzzle.line(asked), *chosen))
    prompt = position.game.words.prompt
    said = tell(lang, prompt(position.seen_by(puzzle.solver))) if prompt and chosen else ""
    return {
        "asked": asked,
        "actions": list(chosen),
        "paths": [(list(path), action) for path, action in position.paths.items()],
        "svg": position.svg(puzzle.solver, lang, shape),
        "said": said or task(puzzle, lang),
    }


def _page(request: Request, puzzle: Puzzle, level: int, day: date | None = None) -> HTMLResponse:
    lang, shape = language(request), shape_of(request)
    view = view_of(puzzle, 0, (), lang, shape)
    fitting = puzzles_of(puzzle.game).numbers(level or None)
    following = next((n for n in fitting if n > puzzle.number), fitting[0])
    return page(
        request,
        "puzzle.html",
        game=puzzle.game,
        games=games_with_puzzles(),
        levels=LEVELS,
        level=level,
        puzzle=puzzle,
        following=following,
        day=day,
        known_openings=games_with_openings(),
        stars=stars,
        level_words=level_words(puzzle.level, lang),
        soon=how_soon(puzzle, lang),
        variant=variant_words(puzzle, lang),
        view=view,
        shape=shape,
        board=Markup(view["svg"]),
        values=script_values(view),
        words=json.dumps(puzzle_words(puzzle, lang), ensure_ascii=False),
    )


def puzzle_words(puzzle: Puzzle, lang: str) -> dict[str, str]:
    """The words that the page's script needs; it fills in what stands in braces."""
    return {
        "failed": say(lang, "The server did not answer. Please try that again."),
        "first": say(lang, "Solved at the first try!"),
        "tries": say(lang, "Solved after wrong tries: {n}", n="{n}"),
        "streak": say(lang, "Days in a row: {n}", n="{n}"),
        "solved": say(lang, "Puzzles solved here: {n}", n="{n}"),
        "copied": say(lang, "Copied."),
        "share": say(lang, "Galda, puzzle of the day {day}", day="{day}")
        + f"\n{puzzle.game.title} {stars(puzzle.level)}",
    }
