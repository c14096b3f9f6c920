"""What other programs show of Galda: the picture of a shared link, and how it is installed."""

from __future__ import annotations

import asyncio
from functools import lru_cache

import resvg_py
from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

import galda
from galda.core.play.terms import SPECTATOR
from galda.core.show.outline import view_box
from galda.core.show.svg import element, text
from galda.table.setup.seating import find_seat
from galda.web.common.render import static_path
from galda.web.lobby.pictures import find_picture
from galda.web.security.access import find_access
from galda.web.security.people import language

preview = APIRouter(include_in_schema=False)
WIDE, HIGH, EDGE = 1200, 630, 45
"""The size that those who show links ask for, and how far boards stay from its edge."""
LETTERS = "Georgia, 'DejaVu Serif', serif"
DAY = 86_400


@preview.get("/manifest.webmanifest")
async def manifest(request: Request) -> JSONResponse:
    """How the site is put on a phone's home screen."""
    lang = language(request)
    icons = [
        {"src": f"{static_path()}/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    icons.append({"src": f"{static_path()}/icon.svg", "sizes": "any", "type": "image/svg+xml"})
    return JSONResponse(
        {
            "name": "Galda",
            "short_name": "Galda",
            "lang": lang,
            "start_url": "/",
            "display": "standalone",
            "background_color": "#efe4d2",
            "theme_color": "#efe4d2",
            "icons": icons,
        },
        media_type="application/manifest+json",
    )


@preview.get("/preview.png")
async def preview_site(request: Request) -> Response:
    """All games side by side."""
    lang = language(request)
    drawn = [await find_picture(request, name, lang) for name in galda.game_names()]
    return await _png(*drawn, keep=DAY)


@preview.get("/preview/{name}.png")
async def preview_game(request: Request, name: str) -> Response:
    """One game."""
    drawn = await find_picture(request, name, language(request))
    return await _png(drawn, title=galda.game(name).title, keep=DAY)


@preview.get("/table/{table_id}/watch/{key}/preview.png")
async def preview_watched(request: Request, table_id: str, key: str) -> Response:
    """A table as everybody may see it, by the spectators' link."""
    table = (await find_access(request, table_id, key)).table
    board = table.position.svg(SPECTATOR, language(request))
    return await _png(board, title=table.game.title)


@preview.get("/table/{table_id}/join/{key}/preview.png")
async def preview_invited(request: Request, table_id: str, key: str) -> Response:
    """A table as everybody may see it, by the link of a seat."""
    table = await request.app.state.tables.get(table_id)
    find_seat(table.seats, key)
    board = table.position.svg(SPECTATOR, language(request))
    return await _png(board, title=table.game.title)


async def _png(*boards: str, title: str = "", keep: int = 0) -> Response:
    picture = await asyncio.to_thread(_paint, _lay_out(boards, title))
    headers = {"cache-control": f"public, max-age={keep}"} if keep else None
    return Response(picture, media_type="image/png", headers=headers)


@lru_cache(maxsize=64)
def _paint(svg: str) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=WIDE, height=HIGH))


def _lay_out(boards: tuple[str, ...], title: str) -> str:
    """Boards on the table, side by side; the title of a single one beside it."""
    room = (WIDE - EDGE) / len(boards) - EDGE
    high = HIGH - 2 * EDGE
    if title:
        room = WIDE / 2
    placed = []
    for k, board in enumerate(boards):
        drawn = view_box(board)
        wide, tall = drawn.width, drawn.height
        scale = min(room / wide, high / tall)
        x = EDGE + k * (room + EDGE) + (room - wide * scale) / 2
        y = (HIGH - tall * scale) / 2
        box = f'<svg x="{x:.1f}" y="{y:.1f}" width="{wide * scale:.1f}" height="{tall * scale:.1f}"'
        placed.append(board.replace("<svg", box, 1))
    if title:
        x = EDGE + room + EDGE
        words = text(title, font_size=84, font_weight="bold") + text("Galda", y=76, font_size=48)
        place = f"translate({x:.0f} {HIGH / 2:.0f})"
        placed.append(element("g", words, transform=place, fill="#2d2114", font_family=LETTERS))
    return element(
        "svg",
        element("rect", width=WIDE, height=HIGH, fill="#efe4d2"),
        *(
            element("rect", y=y, width=WIDE, height=2, fill="#e0d0b6")
            for y in range(104, HIGH, 105)
        ),
        *placed,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDE} {HIGH}",
    )
