"""The lobby and what is done there: one's own tables, one's name and language.

A table can be taken off one's list. That is kept in a cookie: who somebody is is one, too.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

import galda
from galda.core.show.language import check_language, say
from galda.table import Person, Tables
from galda.table.listing import Summary
from galda.web.common.render import page
from galda.web.lobby.view import UNFOLDED, welcome
from galda.web.security.people import (
    YEAR,
    clean_name,
    language,
    new_person,
    remember,
    remember_language,
    who,
)

lobby_pages = APIRouter(include_in_schema=False)
MOST_LISTED = 40
FORGOTTEN_COOKIE = "forgotten"
MOST_FORGOTTEN = 120
MARK = 8
"""How many letters of a table's id tell it apart from one's other tables."""


@lobby_pages.get("/")
async def lobby(request: Request) -> HTMLResponse:
    """All games by their pictures, and one's own tables."""
    return welcome(request, await _mine(request))


@lobby_pages.get("/mine")
async def my_tables(request: Request) -> HTMLResponse:
    """The list of one's own tables alone, for the lobby to keep fresh."""
    return page(request, "mine.html", mine=await _mine(request), unfolded=UNFOLDED)


@lobby_pages.post("/mine/forget")
async def forget(request: Request) -> Response:
    """Take a table off one's list. It stays as it is: its link still leads there."""
    form = await request.form()
    mark = str(form.get("table", ""))[:MARK]
    response = RedirectResponse("/", status_code=303)
    if re.fullmatch(r"[\w-]+", mark, re.ASCII):
        marks = [*(known for known in _forgotten(request) if known != mark), mark]
        response.set_cookie(
            FORGOTTEN_COOKIE,
            ".".join(marks[-MOST_FORGOTTEN:]),
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
            path="/",
        )
    return response


def _forgotten(request: Request) -> list[str]:
    return [mark for mark in request.cookies.get(FORGOTTEN_COOKIE, "").split(".") if mark]


async def _mine(request: Request) -> list[dict[str, object]]:
    """One's own tables as the lobby lists them: those where it is one's turn first."""
    person = who(request)
    lang = language(request)
    tables: Tables = request.app.state.tables
    forgotten = set(_forgotten(request))
    listed: list[Summary] = await tables.tables_of(person.id, lang) if person else []
    listed = [summary for summary in listed if summary.id[:MARK] not in forgotten]
    listed.sort(key=lambda summary: (summary.finished, not summary.my_turn))
    nobody = say(lang, "free seat")
    return [
        {
            "id": summary.id,
            "game": summary.game,
            "title": galda.game(summary.game).title,
            "names": [name or nobody for name in summary.names],
            "whose": ""
            if summary.to_act is None
            else summary.names[summary.to_act] or say(lang, "waiting"),
            "my_turn": summary.my_turn,
            "finished": summary.finished,
            "time": datetime.fromtimestamp(summary.last_time, UTC),
        }
        for summary in listed[:MOST_LISTED]
    ]


@lobby_pages.post("/name")
async def rename(request: Request) -> Response:
    """Call oneself something else from now on."""
    form = await request.form()
    person = who(request) or new_person(lang=language(request))
    name = clean_name(str(form.get("name", ""))) or person.name
    response = RedirectResponse("/", status_code=303)
    secure = request.url.scheme == "https"
    remember(response, request.app.state.signer, Person(person.id, name), secure=secure)
    return response


@lobby_pages.get("/language/{lang}")
async def choose(request: Request, lang: str, back: str = "/") -> Response:
    """Speak another language from now on, and go back to where one was."""
    check_language(lang)
    inside = re.fullmatch(r"/(?![/\\])[\x21-\x7e]*", back) and "\\" not in back
    response = RedirectResponse(back if inside else "/", status_code=303)
    remember_language(response, lang, secure=request.url.scheme == "https")
    return response
