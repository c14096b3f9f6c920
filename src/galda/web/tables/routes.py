"""The public API, `/api/v1`: what the pages themselves use, and what programs can use alike.

A program shows the key of its seat as a bearer token; a browser is known by its cookie.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic_core import to_json

import galda
from galda.bots.levels import level_names
from galda.core.errors import UnreadableMove
from galda.core.show.language import say, tell
from galda.table import (
    AcceptDraw,
    AllowTakeBack,
    AskTakeBack,
    Chat,
    Clock,
    DeclineDraw,
    Draft,
    Holder,
    Kind,
    OfferDraw,
    Person,
    RefuseTakeBack,
    Resign,
    SealTurn,
    SeatPlan,
    Table,
    TablePlan,
    Tables,
)
from galda.table.errors import BadRequest
from galda.web.common import bodies
from galda.web.common.shapes import shape_of
from galda.web.security.access import Access, find_access
from galda.web.security.people import (
    SeatKey,
    Signer,
    address,
    clean_name,
    language,
    named_there,
    new_person,
    remember,
    who,
)
from galda.web.tables.open_pages import OpenPages, Shown
from galda.web.tables.schema import TurnUnderWay
from galda.web.tables.view_making import make_turn, make_view
from galda.web.tables.views import Look, choose_eyes

LONGEST_WAIT = 30.0

api = APIRouter(prefix="/api/v1", tags=["tables"])
AT_EVERY_CLICK: dict[str, type[bodies.Body]] = {"/draft": bodies.DraftBody, "/moves": bodies.Turn}
"""What pages ask of a table all the time, and what they post there."""


def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


def _holder(access: Access, seat: int | None, move_id: str | None = None) -> Holder:
    """Who asks, for a seat of theirs: the one named, else the one whose turn it is."""
    return Holder(access.table.id, access.person_id, access.seat(seat, move_id))


async def _view(
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
    # Answered as it is: checking its types again, as FastAPI would, costs more than making it.
    if draft and draft.actions and not around:
        return _answer(await make_turn(look, boards))
    view = await make_view(look, boards)
    if page is not None:
        page.get(look)
    return _answer(view)


def _answer(view: TurnUnderWay) -> Response:
    """A view as it is answered; Pydantic writes JSON four times as fast as Python does."""
    return Response(to_json(view), media_type="application/json")


@api.get("/games")
async def games(request: Request) -> list[dict[str, Any]]:
    """The games there are, their options, and the levels and styles of bots."""
    lang = language(request)
    return [
        {
            "game": name,
            "title": galda.game(name).title,
            "options": [
                {
                    "name": o.name,
                    "values": o.values,
                    "default": o.default,
                    "help": say(lang, o.help),
                }
                for o in galda.game(name).options
            ],
            "levels": list(level_names(galda.game(name))),
            "styles": [
                {
                    "name": style.name,
                    "title": say(lang, style.title),
                    "about": say(lang, style.about),
                }
                for style in galda.game(name).bots.styles
            ],
        }
        for name in galda.game_names()
    ]


@api.post("/tables", status_code=201)
async def create(request: Request, response: Response, body: bodies.NewTable) -> dict[str, Any]:
    """Open a table. The answer holds the keys of your seats and the invites for the others."""
    signer: Signer = request.app.state.signer
    known = who(request)
    person = known or new_person(body.name, language(request), signer.newcomer_id(body.move_id))
    if body.seats and all(seat.kind == "bot" for seat in body.seats):
        raise BadRequest("bots do not play alone here: someone has to take a seat")
    plan = TablePlan(
        game=body.game,
        options=dict(body.options)
        if body.position
        else galda.game(body.game).read_options(body.options),
        seats=tuple(SeatPlan(s.kind, clean_name(s.name), s.level) for s in body.seats),
        clock=Clock(body.clock.per_move, body.clock.per_game, body.clock.increment),
        begins=body.begins,
        partners_talk=body.partners_talk,
        take_backs=body.take_backs,
        coach=body.coach,
        position=body.position,
    )
    tables = _tables(request)
    table = await tables.opened(plan, person, body.move_id)
    if table is None:
        await request.app.state.coming.check(address(request))
        table = await tables.create(plan, person, body.move_id)
        request.app.state.figures.tables.inc()
    if known is None:
        secure = request.url.scheme == "https"
        remember(response, signer, named_there(person, table), secure=secure)
    return {
        "table": table.id,
        "page": f"/table/{table.id}",
        "seats": [
            {
                "seat": seat.index,
                "kind": seat.kind,
                "name": table.name(seat.index, language(request)),
                "key": signer.seat_key(SeatKey(table.id, seat.index, person.id))
                if seat.person_id == person.id
                else None,
                "invite": seat.key if seat.is_free else None,
            }
            for seat in table.seats
        ],
        "watch": table.spectator_key,
    }


@api.post("/tables/{table_id}/join")
async def join(request: Request, table_id: str, body: bodies.Join) -> dict[str, Any]:
    """Sit down by an invite; the answer holds the key that acts for the seat."""
    signer: Signer = request.app.state.signer
    newcomer = signer.newcomer_id(body.move_id)
    person = who(request) or new_person(body.name, language(request), newcomer)
    if name := clean_name(body.name):
        person = Person(person.id, name)
    if not await _tables(request).has_claimed(table_id, body.invite, person):
        await request.app.state.coming.check(address(request))
    seat = await _tables(request).claim(table_id, body.invite, person)
    return {"seat": seat, "key": signer.seat_key(SeatKey(table_id, seat, person.id))}


@api.get("/tables/{table_id}")
async def see(
    request: Request,
    table_id: str,
    watch: Annotated[str, Query(max_length=200)] = "",
    look: Annotated[int | None, Query(ge=0, le=99)] = None,
    after: Annotated[int | None, Query(ge=0, le=2**31)] = None,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = LONGEST_WAIT,
) -> Response:
    """The table as you may see it. With `after`, wait until the log has grown beyond it."""
    access = await find_access(request, table_id, watch)
    if after is not None and access.table.sequence <= after:
        await _grown(_tables(request), table_id, after, wait)
        access = await find_access(request, table_id, watch)
    return await _view(request, access, access.table, looking=look)


async def _grown(tables: Tables, table_id: str, after: int, wait: float) -> None:
    with tables.watch(table_id) as news:
        if (await tables.get(table_id)).sequence > after:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await anext(news, None)


@api.post("/tables/{table_id}/moves")
async def move(request: Request, table_id: str, body: bodies.Turn) -> Response:
    """Play a whole turn. 409 when the game has moved on, 422 with the rule when it is illegal."""
    access = await find_access(request, table_id, at_least=body.base)
    turn = SealTurn(body.move_id, body.base, tuple(body.actions))
    with _asking(request, access) as page:
        table = await _tables(request).do(_holder(access, body.seat, body.move_id), turn)
        request.app.state.figures.turns.inc()
        return await _view(request, access, table, page=page)


@api.post("/tables/{table_id}/draft")
async def draft(request: Request, table_id: str, body: bodies.DraftBody) -> Response:
    """Look at a turn under way without playing it."""
    access = await find_access(request, table_id, at_least=body.base)
    seal_as = body.move_id if body.at_once else None
    holder = _holder(access, body.seat, seal_as)
    with _asking(request, access) as page:
        tried = await _tables(request).draft(holder, body.base, body.actions, seal_as)
        if tried.sealed:
            request.app.state.figures.turns.inc()
            return await _view(request, access, tried.table, page=page)
        return await _view(
            request, access, tried.table, tried.draft, holder.seat, around=body.around
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


@api.post("/tables/{table_id}/why")
async def why(request: Request, table_id: str, body: bodies.Why) -> dict[str, Any]:
    """Why touches lead nowhere: the rule and a sentence; `rule` is empty if no rule is needed.

    `actions` is there when only the order was wrong: the turn with them, as the rules order it.
    """
    access = await find_access(request, table_id)
    holder = _holder(access, body.seat)
    table, lang = access.table, language(request)
    if table.to_act is not None and table.to_act != holder.seat:
        name = table.name(table.to_act, lang)
        return {"rule": "", "sentence": say(lang, "It is {player}'s turn.", player=name)}
    ordered = await _tables(request).rearrange(holder, body.actions, body.touches)
    if ordered:
        return {"rule": "", "sentence": "", "actions": ordered}
    tried = await _tables(request).draft(holder, table.game_sequence, body.actions)
    position = tried.draft.position if tried.draft else table.seen_by(holder.seat)
    try:
        refusal = position.why_not(tuple(body.touches))
    except UnreadableMove:
        refusal = None
    if refusal is None:
        return {"rule": "", "sentence": ""}
    return {"rule": refusal.rule, "sentence": tell(lang, refusal.message)}


@api.post("/tables/{table_id}/resign")
async def resign(request: Request, table_id: str, body: bodies.Act) -> Response:
    """Give up the game."""
    return await _do(request, table_id, body.seat, Resign(body.move_id))


@api.post("/tables/{table_id}/draw")
async def offer_draw(request: Request, table_id: str, body: bodies.Act) -> Response:
    """Offer a draw to all others."""
    return await _do(request, table_id, body.seat, OfferDraw(body.move_id))


@api.post("/tables/{table_id}/draw/answer")
async def answer_draw(request: Request, table_id: str, body: bodies.Answer) -> Response:
    """Accept or decline a draw."""
    answer = AcceptDraw if body.agree else DeclineDraw
    return await _do(request, table_id, body.seat, answer(body.move_id))


@api.post("/tables/{table_id}/take-back")
async def ask_take_back(request: Request, table_id: str, body: bodies.Act) -> Response:
    """Ask to take back one's last turn."""
    return await _do(request, table_id, body.seat, AskTakeBack(body.move_id))


@api.post("/tables/{table_id}/take-back/answer")
async def answer_take_back(request: Request, table_id: str, body: bodies.Answer) -> Response:
    """Allow or refuse taking back."""
    answer = AllowTakeBack if body.agree else RefuseTakeBack
    return await _do(request, table_id, body.seat, answer(body.move_id))


@api.post("/tables/{table_id}/chat")
async def chat(request: Request, table_id: str, body: bodies.Chat) -> Response:
    """Say something to everyone at the table, or to one's partner."""
    return await _do(request, table_id, body.seat, Chat(body.move_id, body.text, body.to))


async def _do(request: Request, table_id: str, seat: int | None, wanted: Kind) -> Response:
    """Do something for a seat; an answer, of several seats held, for the one that was asked."""
    access = await find_access(request, table_id)
    if seat is None and wanted.move_id not in access.table.moves:
        seat = wanted.asked_of(access.table, access.held)
    table = await _tables(request).do(_holder(access, seat, wanted.move_id), wanted)
    return await _view(request, access, table)


@api.post("/tables/{table_id}/rematch")
async def rematch(request: Request, table_id: str, body: bodies.Act) -> dict[str, Any]:
    """Play again with the seats rotated; the answer names the new table."""
    access = await find_access(request, table_id)
    table = await _tables(request).rematch(_holder(access, body.seat), body.move_id)
    return {"table": table.id, "page": f"/table/{table.id}"}
