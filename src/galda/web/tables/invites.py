"""Invitations: links to free seats and for spectators, as text and as QR codes; sitting down."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from markupsafe import Markup

from galda.core.show.language import say
from galda.table import Person, Table
from galda.table.errors import NotYourSeat
from galda.table.log.entries.join import TAKEN
from galda.table.setup.seating import find_seat, opened_by
from galda.web.common.render import page, site_address
from galda.web.dependencies import (
    AccessDep,
    LanguageDep,
    PersonDep,
    SignerDep,
    TablesDep,
    person_or_newcomer,
)
from galda.web.security.people import address, clean_name, remember

LONGEST_MOVE_ID = 64
invite_pages = APIRouter(include_in_schema=False)


@invite_pages.get("/table/{table_id}/invites")
async def invite_page(
    request: Request, access: AccessDep, lang: LanguageDep, plain: bool = False
) -> HTMLResponse:
    """The links for friends and spectators, with their codes to be photographed.

    `plain`: without a heading, to stand in place of the board.
    """
    if not opened_by(access.table.seats, access.person_id):
        raise NotYourSeat(
            "only the player who opened this table can invite others; ask them for a link"
        )
    return page(
        request,
        "invites.html",
        invites=list_invites(access.table, request, lang),
        plain=plain,
        local_only=request.app.state.settings.local_only,
    )


@invite_pages.get("/table/{table_id}/join/{key}")
async def join_page(
    request: Request,
    table_id: str,
    key: str,
    tables: TablesDep,
    person: PersonDep,
    lang: LanguageDep,
) -> Response:
    """Ask the visitor who followed an invite whether they want to sit down."""
    table = await tables.get(table_id)
    if person and table.seats_of(person.id):
        return RedirectResponse(f"/table/{table_id}", status_code=303)
    if not find_seat(table.seats, key).is_free:
        raise NotYourSeat(TAKEN)
    others = [table.name(s.index, lang) for s in table.seats if not s.is_free]
    return page(request, "join.html", table=table, game=table.game, others=others)


@invite_pages.post("/table/{table_id}/join/{key}")
async def sit_down(
    request: Request, table_id: str, key: str, tables: TablesDep, signer: SignerDep
) -> Response:
    """Take a friend's seat."""
    form = await request.form()
    move_id = str(form.get("move_id", ""))[:LONGEST_MOVE_ID]
    person = person_or_newcomer(request, "", move_id)
    person = Person(person.id, clean_name(str(form.get("name", ""))) or person.name)
    if not await tables.has_joined(table_id, key, person):
        await request.app.state.coming.check(address(request))
    await tables.join(table_id, key, person)
    response = RedirectResponse(f"/table/{table_id}", status_code=303)
    remember(response, signer, person, secure=request.url.scheme == "https")
    return response


@dataclass(frozen=True, slots=True)
class Invite:
    """One link to give away."""

    label: str
    url: str
    code: Markup
    """The link as a QR code, drawn."""


def list_invites(table: Table, request: Request, lang: str) -> list[Invite]:
    """A link for every seat that waits for a friend, and one for spectators."""
    home = site_address(request)
    links = [
        (
            say(lang, "Play as {seat}", seat=seat.name or table.role(seat.index, lang)),
            f"{home}/table/{table.id}/join/{seat.key}",
        )
        for seat in table.seats
        if seat.is_free
    ]
    links.append(
        (say(lang, "Watch the game"), f"{home}/table/{table.id}/watch/{table.spectator_key}")
    )
    return [Invite(label, url, draw_code(url)) for label, url in links]


def draw_code(url: str) -> Markup:
    """A QR code as SVG."""
    code = segno.make(url, error="m", micro=False)
    drawn: str = code.svg_inline(border=2, scale=4, dark="#2d2114", light="#fffaf1", omitsize=True)
    return Markup(drawn)
