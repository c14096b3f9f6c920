"""A board to think on: its pages, and what they ask. Every question holds all there is to know.

Of tables one sees here only games that are over, as on their own pages. All that takes long is done
aside; what the engine is asked waits in the coach's queue.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse

import galda
from galda.core.play.study import Study, study_of
from galda.core.show.language import tell
from galda.table.errors import BadRequest, NoAnswer
from galda.web.analysis import bodies
from galda.web.analysis.engine import matter_of, tell_spread, tell_verdict
from galda.web.analysis.schema import AnalysisSpread, AnalysisTree, AnalysisVerdict, AnalysisView
from galda.web.analysis.showing import (
    beginning,
    is_record,
    read_paper,
    read_tree,
    redrawn,
    show_place,
    show_set_up,
    start_of,
    tell_tree,
    why_not,
)
from galda.web.analysis.words import analysis_words
from galda.web.common.render import page, script_values
from galda.web.common.shapes import shape_of
from galda.web.common.side_threads import SideThreads
from galda.web.dependencies import AskerDep, LanguageDep, ShapeDep, TablesDep
from galda.web.replay.access import find_look
from galda.web.security.people import address, language
from galda.web.tables.schema import Refused

analysis_pages = APIRouter(include_in_schema=False)
analysis_api = APIRouter(prefix="/api/v1/analysis", tags=["analysis"])
ASIDE = SideThreads("analysing", threads=1, most_waiting=200)
"""One thread: analyses wait for each other, and nothing else waits for them."""
GameId = Annotated[str, Query(alias="from", max_length=60)]
Ply = Annotated[int, Query(ge=0, le=10_000)]
GONE_AFTER = 0.5
"""Seconds until it is noticed that the client has gone away."""
Answer = TypeVar("Answer")
Seed = Annotated[int, Query(ge=0, lt=2**53)]


# Pages


@analysis_pages.get("/analyse")
async def choose_page(request: Request, lang: LanguageDep) -> HTMLResponse:
    """Where an analysis begins: a game, something to paste, or one of one's last boards."""
    return page(
        request,
        "analyses.html",
        games=[galda.game(name) for name in galda.game_names() if _can_be_analysed(name)],
        words=json.dumps(analysis_words(lang), ensure_ascii=False),
    )


@analysis_pages.get("/analyse/{name}")
async def board_page(
    request: Request, name: str, game_id: GameId = "", ply: Ply = 0, seed: Seed = 0
) -> HTMLResponse:
    """The board: of a new game, or of one that is over (`from` and `ply`)."""
    lang, shape, game = language(request), shape_of(request), galda.game(name)
    study = await _finished(request, game_id, lang) if game_id else None
    if study is None:
        study = await ASIDE.do(start_of, name, dict(request.query_params), seed)
    if study.position.game is not game:
        raise HTTPException(404)
    tree = await ASIDE.do(tell_tree, study)
    return page(
        request,
        "analysis.html",
        game=game,
        options=study.position.options,
        shape=shape,
        values=script_values({"tree": tree, "at": ply, "given": bool(game_id)}),
        words=json.dumps(analysis_words(lang), ensure_ascii=False),
    )


async def _finished(request: Request, game_id: str, lang: str) -> Study:
    """The game of a table that is over, or of a record that somebody brought."""
    look = await find_look(request, game_id)
    if not look.replay.over:
        raise BadRequest("a game can be analysed once it is over")
    study = await ASIDE.do(study_of, look.replay.record)
    study.names = tuple(tell(lang, name) for name in look.replay.names)
    return study


def _can_be_analysed(name: str) -> bool:
    return galda.game(name).has("position_text")


# What the page asks


@analysis_api.post("/positions")
async def see_position(body: bodies.Place, lang: LanguageDep, shape: ShapeDep) -> AnalysisView:
    """A position after some actions: its board, what can be played, whose turn it is."""
    return await ASIDE.do(show_place, body, lang, shape)


@analysis_api.post("/why")
async def see_why(body: bodies.Touched, lang: LanguageDep) -> Refused:
    """The rule that forbids touches."""

    def look() -> Refused:
        position = beginning(body).replay(body.actions)
        return why_not(position, tuple(body.touches), lang)

    return await ASIDE.do(look)


@analysis_api.post("/set-up")
async def set_up(body: bodies.SetUp, lang: LanguageDep, shape: ShapeDep) -> AnalysisView:
    """A position that is changed by touch, place by place; `turn` gives the turn to the next."""
    return await ASIDE.do(show_set_up, body, lang, shape)


@analysis_api.post("/redraw")
async def redraw(body: bodies.Drawn) -> dict[str, str]:
    """A position with everything drawn again that a seat cannot know."""
    return {"root": await ASIDE.do(redrawn, body)}


@analysis_api.post("/open")
async def open_paper(request: Request, body: bodies.Paper | bodies.Packed) -> AnalysisTree:
    """A position as text, or a record with its variations, as a tree."""
    if isinstance(body, bodies.Packed):
        body = body.unpack(bodies.Paper)
    if is_record(body.text):  # turns in odd orders take long to read
        await request.app.state.reading.check(address(request))
    text = body.text
    return await ASIDE.do(lambda: tell_tree(read_paper(text)))


@analysis_api.post("/trees")
async def see_tree(body: bodies.Tree | bodies.Packed) -> AnalysisTree:
    """A tree in notation, and as a record to keep."""
    tree = body.unpack(bodies.Tree) if isinstance(body, bodies.Packed) else body
    return await ASIDE.do(lambda: tell_tree(read_tree(tree)))


@analysis_api.post("/turns")
async def best_turns(
    request: Request,
    body: bodies.Search,
    tables: TablesDep,
    asker: AskerDep,
    lang: LanguageDep,
    shape: ShapeDep,
) -> AnalysisVerdict:
    """The best turns as the engine sees them after a short, a longer or a long look."""
    matter = await ASIDE.do(matter_of, body, body.seed)
    asked = tables.analyst.best_turns(matter, asker, body.look)
    verdict = await while_somebody_waits(request, asked)
    return await ASIDE.do(tell_verdict, body, matter, verdict, lang, shape)


@analysis_api.post("/spread")
async def see_spread(
    request: Request, body: bodies.Drawn, tables: TablesDep, asker: AskerDep, lang: LanguageDep
) -> AnalysisSpread:
    """What the best turn leaves, for several ways in which what is hidden may lie."""
    matter = await ASIDE.do(matter_of, body, body.seed)
    spread = await while_somebody_waits(request, tables.analyst.spread(matter, asker))
    return await ASIDE.do(tell_spread, body, spread, lang)


async def while_somebody_waits(request: Request, asked: Coroutine[Any, Any, Answer]) -> Answer:
    """The engine's answer; a client that goes away withdraws the question."""
    task = asyncio.create_task(asked)
    try:
        while not (await asyncio.wait([task], timeout=GONE_AFTER))[0]:
            if await request.is_disconnected():
                raise NoAnswer
        return task.result()
    finally:
        task.cancel()
