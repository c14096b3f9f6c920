"""The page of a table: for those who have a seat there, and for spectators."""

from __future__ import annotations

import json

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse
from markupsafe import Markup

from galda.core.play.paper import write_record
from galda.table.setup.seating import opened_by
from galda.web.common.render import page, script_values
from galda.web.common.script_words import table_words
from galda.web.common.shapes import shape_of
from galda.web.dependencies import AccessDep
from galda.web.lobby.pictures import is_tall
from galda.web.security.access import Access, find_access
from galda.web.security.people import language
from galda.web.tables.view_making import make_view
from galda.web.tables.views import Look, choose_eyes

table_pages = APIRouter(include_in_schema=False)


@table_pages.get("/table/{table_id}")
async def table_page(request: Request, access: AccessDep) -> HTMLResponse:
    """The table, for someone who has a seat there."""
    return await _table_page(request, access, "")


@table_pages.get("/table/{table_id}/watch/{key}")
async def watch_page(request: Request, table_id: str, key: str) -> HTMLResponse:
    """The table, for someone who watches."""
    return await _table_page(request, await find_access(request, table_id, key), key)


async def _table_page(request: Request, access: Access, watch: str) -> HTMLResponse:
    lang = language(request)
    table = access.table
    eyes = choose_eyes(table, access.held)
    opened_it = opened_by(table.seats, access.person_id)
    inviting = bool(access.held) and opened_it
    look = Look(table, access.held, eyes, lang, shape=shape_of(request))
    view = await make_view(look, request.app.state.boards)
    return page(
        request,
        "table.html",
        table=table,
        game=table.game,
        view=view,
        board=Markup(view["svg"]),
        tall=is_tall(view["svg"]),
        values=script_values(view),
        watch=watch,
        words=json.dumps(table_words(lang), ensure_ascii=False),
        seated=bool(access.held),
        alone=all(seat.is_bot or seat.index in access.held for seat in table.seats),
        waiting=view["waiting"] and inviting,
        invites=inviting,
        written_by_another=table.is_from_a_position and not opened_it,
    )


@table_pages.get("/table/{table_id}/record")
async def record(access: AccessDep) -> Response:
    """A finished game on paper."""
    return PlainTextResponse(write_record(access.table.record()))
