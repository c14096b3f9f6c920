"""The public API of tables, `/api/v1`: what the pages themselves use, and programs alike.

A program shows the key of its seat as a bearer token; a browser is known by its cookie.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

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
    Kind,
    OfferDraw,
    Person,
    RefuseTakeBack,
    Resign,
    SeatPlan,
    TablePlan,
    Tables,
)
from galda.table.errors import BadRequest
from galda.table.log.drafts import rearrange
from galda.web.common import bodies
from galda.web.dependencies import (
    AccessDep,
    LanguageDep,
    PersonDep,
    SignerDep,
    TablesDep,
    person_or_newcomer,
)
from galda.web.security.access import Access, find_access
from galda.web.security.people import (
    SeatKey,
    address,
    clean_name,
    language,
    named_there,
    remember,
)
from galda.web.tables.moves import answer_view
from galda.web.tables.schema import (
    GameInfo,
    JoinedSeat,
    OpenedTable,
    Refused,
    TableLink,
    View,
)

LONGEST_WAIT = 30.0
api = APIRouter(prefix="/api/v1", tags=["tables"])


@api.get("/games")
async def games(lang: LanguageDep) -> list[GameInfo]:
    """The games there are, their options, and the levels and styles of bots."""
    return [
        {
            "game": name,
            "title": galda.game(name).title,
            "options": [
                {
                    "name": option.name,
                    "values": list(option.values),
                    "default": option.default,
                    "help": say(lang, option.help),
                }
                for option in galda.game(name).options
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
async def create(
    request: Request,
    response: Response,
    body: bodies.NewTable,
    tables: TablesDep,
    known: PersonDep,
    signer: SignerDep,
) -> OpenedTable:
    """Open a table. The answer holds the keys of your seats and the invites for the others."""
    person = person_or_newcomer(request, body.name, body.move_id)
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
    table = await tables.opened(plan, person, body.move_id)
    if table is None:
        await request.app.state.coming.check(address(request))
        table = await tables.create(plan, person, body.move_id)
        request.app.state.figures.tables.inc()
    if known is None:
        secure = request.url.scheme == "https"
        remember(response, signer, named_there(person, table), secure=secure)
    lang = language(request)
    return {
        "table": table.id,
        "page": f"/table/{table.id}",
        "seats": [
            {
                "seat": seat.index,
                "kind": seat.kind,
                "name": table.name(seat.index, lang),
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
async def join(
    request: Request, table_id: str, body: bodies.Join, tables: TablesDep, signer: SignerDep
) -> JoinedSeat:
    """Sit down by an invite; the answer holds the key that acts for the seat."""
    person = person_or_newcomer(request, body.name, body.move_id)
    if name := clean_name(body.name):
        person = Person(person.id, name)
    if not await tables.has_joined(table_id, body.invite, person):
        await request.app.state.coming.check(address(request))
    seat = await tables.join(table_id, body.invite, person)
    return {"seat": seat, "key": signer.seat_key(SeatKey(table_id, seat, person.id))}


@api.get("/tables/{table_id}", response_model=View)
async def see(
    request: Request,
    table_id: str,
    tables: TablesDep,
    watch: Annotated[str, Query(max_length=200)] = "",
    look: Annotated[int | None, Query(ge=0, le=99)] = None,
    after: Annotated[int | None, Query(ge=0, le=2**31)] = None,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = LONGEST_WAIT,
) -> Response:
    """The table as you may see it. With `after`, wait until the log has grown beyond it."""
    access = await find_access(request, table_id, watch)
    if after is not None and access.table.sequence <= after:
        await _grown(tables, table_id, after, wait)
        access = await find_access(request, table_id, watch)
    return await answer_view(request, access, access.table, looking=look)


async def _grown(tables: Tables, table_id: str, after: int, wait: float) -> None:
    with tables.watch(table_id) as news:
        if (await tables.get(table_id)).sequence > after:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await anext(news, None)


@api.post("/tables/{table_id}/why")
async def why(access: AccessDep, body: bodies.Why, tables: TablesDep, lang: LanguageDep) -> Refused:
    """Why touches lead nowhere: the rule and a sentence; `rule` is empty if no rule is needed.

    `actions` is there when only the order was wrong: the turn with them, as the rules order it.
    """
    claim, table = access.claim(body.seat), access.table
    if table.to_act is not None and table.to_act != claim.seat:
        name = table.name(table.to_act, lang)
        return {"rule": "", "sentence": say(lang, "It is {player}'s turn.", player=name)}
    ordered = rearrange(table, claim.seat, body.actions, body.touches)
    if ordered:
        return {"rule": "", "sentence": "", "actions": list(ordered)}
    tried = await tables.draft(claim, table.game_sequence, body.actions)
    position = tried.draft.position if tried.draft else table.seen_by(claim.seat)
    try:
        refusal = position.why_not(tuple(body.touches))
    except UnreadableMove:
        refusal = None
    if refusal is None:
        return {"rule": "", "sentence": ""}
    return {"rule": refusal.rule, "sentence": tell(lang, refusal.message)}


@api.post("/tables/{table_id}/resign", response_model=View)
async def resign(request: Request, access: AccessDep, body: bodies.Act) -> Response:
    """Give up the game."""
    return await _do(request, access, body.seat, Resign(body.move_id))


@api.post("/tables/{table_id}/draw", response_model=View)
async def offer_draw(request: Request, access: AccessDep, body: bodies.Act) -> Response:
    """Offer a draw to all others."""
    return await _do(request, access, body.seat, OfferDraw(body.move_id))


@api.post("/tables/{table_id}/draw/answer", response_model=View)
async def answer_draw(request: Request, access: AccessDep, body: bodies.Answer) -> Response:
    """Accept or decline a draw."""
    answer = AcceptDraw if body.agree else DeclineDraw
    return await _do(request, access, body.seat, answer(body.move_id))


@api.post("/tables/{table_id}/take-back", response_model=View)
async def ask_take_back(request: Request, access: AccessDep, body: bodies.Act) -> Response:
    """Ask to take back one's last turn."""
    return await _do(request, access, body.seat, AskTakeBack(body.move_id))


@api.post("/tables/{table_id}/take-back/answer", response_model=View)
async def answer_take_back(request: Request, access: AccessDep, body: bodies.Answer) -> Response:
    """Allow or refuse taking back."""
    answer = AllowTakeBack if body.agree else RefuseTakeBack
    return await _do(request, access, body.seat, answer(body.move_id))


@api.post("/tables/{table_id}/chat", response_model=View)
async def chat(request: Request, access: AccessDep, body: bodies.Chat) -> Response:
    """Say something to everyone at the table, or to one's partner."""
    return await _do(request, access, body.seat, Chat(body.move_id, body.text, body.to))


async def _do(request: Request, access: Access, seat: int | None, wanted: Kind) -> Response:
    """Do something for a seat; an answer, of several seats held, for the one that was asked."""
    if seat is None and wanted.move_id not in access.table.moves:
        seat = wanted.asked_of(access.table, access.held)
    tables: Tables = request.app.state.tables
    table = await tables.do(access.claim(seat, wanted.move_id), wanted)
    return await answer_view(request, access, table)


@api.post("/tables/{table_id}/rematch")
async def rematch(access: AccessDep, body: bodies.Act, tables: TablesDep) -> TableLink:
    """Play again with the seats rotated; the answer names the new table."""
    table = await tables.rematch(access.claim(body.seat), body.move_id)
    return {"table": table.id, "page": f"/table/{table.id}"}
