"""Invitations: the links of free seats and of spectators, as text and as QR codes."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from fastapi import Request
from markupsafe import Markup

from galda.core.show.language import say
from galda.table import Table


@dataclass(frozen=True, slots=True)
class Invite:
    """One link to give away."""

    label: str
    url: str
    code: Markup
    """The link as a QR code, drawn."""


def invites(table: Table, request: Request, lang: str) -> list[Invite]:
    """A link for every seat that waits for a friend, and one for spectators."""
    home = request.app.state.settings.public_url or str(request.base_url).rstrip("/")
    links = [
        (
            say(lang, "Play as {seat}", seat=table.name(seat.index, lang)),
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
