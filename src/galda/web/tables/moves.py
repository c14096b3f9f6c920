"""What pages ask at every click: turns under way, and turns."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fastapi import APIRouter, Request, Response
from pydantic_core import to_json

from galda.table import Draft, SealTurn, Table, Tables
from galda.web.common import bodies
from galda.web.common.direct_route import DirectRoute
from galda.web.common.packing import pack
from galda.web.common.shapes import shape_of
from galda.web.security.access import Access, find_access
from galda.web.security.people import language
from galda.web.tables.open_pages import OpenPages, Shown
from galda.web.tables.schema import TurnUnderWay, View
from galda.web.tables.view_making import make_turn, make_view
from galda.web.tables.views import Look, choose_eyes

moves_api = APIRouter(prefix="/api/v1", tags=["tables"], route_class=DirectRoute)


@moves_api.post("/tables/{table_id}/moves", response_model=View)
async def move(request: Request, table_id: str, body: bodies.Turn) -> Response:
    """Play a whole turn. 409 when the game has moved on, 422 with the rule when it is illegal."""
    access = await find_access(request, table_id, at_least=body.base)
    turn = SealTurn(body.move_id, body.base, tuple(body.actions))
    with _asking(request, access) as page:
        table = await _tables(request).do(access.claim(body.seat, body.move_id), turn)
        request.app.state.figures.turns.inc()
        return await answer_view(request, access, table, page=page)


@moves_api.post("/tables/{table_id}/draft", response_model=View | TurnUnderWay)
async def draft(request: Request, table_id: str, body: bodies.DraftBody) -> Response:
    """Look at a turn under way without playing it."""
    access = await find_access(request, table_id, at_least=body.base)
    seal_as = body.move_id if body.at_once else None
    claim = access.claim(body.seat, seal_as)
    with _asking(request, access) as page:
        tried = await _tables(request).draft(claim, body.base, body.actions, seal_as)
        if tried.sealed:
            request.app.state.figures.turns.inc()
            return await answer_view(request, access, tried.table, page=page)
        return await answer_view(
            request, access, tried.table, tried.draft, claim.seat, around=body.around
        )


@contextmanager
def _asking(request: Request, access: Access) -> Iterator[Shown | None]:
    """While a page is answered, nothing is sent to it that the answer may show; None: no page."""
    pages: OpenPages = request.app.state.pages
    page = pages.find(request, access)
    if page is None:
        yield None
        return
    with page.asking():
        yield page


def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


async def answer_view(
    request: Request,
    access: Access,
    table: Table,
    draft: Draft | None = None,
    looking: int | None = None,
    *,
    around: bool = True,
    page: Shown | None = None,
) -> Response:
    """A view as an answer; without what is `around`, of a draft only what its actions change."""
    eyes = choose_eyes(table, access.held, looking)
    look = Look(table, access.held, eyes, language(request), draft, shape_of(request))
    boards = request.app.state.boards
    if draft and draft.actions and not around:
        return _answer(await make_turn(look, boards), request)
    view = await make_view(look, boards)
    if page is not None:
        page.get(look)
    return _answer(view, request)


def _answer(view: TurnUnderWay, request: Request) -> Response:
    """A view as it is answered: checking its types again, as FastAPI would, costs more than it.

    It is compressed here, which takes half as long as what stands before all routes.
    """
    answer = Response(to_json(view), media_type="application/json")
    pack(answer, request.scope)
    return answer
