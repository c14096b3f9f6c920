"""For which room a page wants its boards drawn: it says so itself, and is guessed before it can."""

from __future__ import annotations

from typing import get_args

from starlette.requests import HTTPConnection

from galda.core.play.terms import Shape

SHAPES: tuple[Shape, ...] = get_args(Shape)
SHAPE_COOKIE = "shape"
"""Written by `static/light.js` on every page, so that the first board is drawn right already."""


def read_shape(said: object) -> Shape | None:
    """The shape that somebody names; None if it is none."""
    return said if said in SHAPES else None


def shape_of(connection: HTTPConnection) -> Shape:
    """The shape to draw for: as asked, as the browser's last page had room, or as its kind has."""
    asked = read_shape(connection.query_params.get("shape"))
    return asked or read_shape(connection.cookies.get(SHAPE_COOKIE)) or _guess(connection)


def _guess(connection: HTTPConnection) -> Shape:
    """Telephones are held upright, other browsers lie; programs get what they always got."""
    headers = connection.headers
    agent = headers.get("user-agent", "")
    mobile = headers.get("sec-ch-ua-mobile") == "?1" or "Mobi" in agent
    return "wide" if agent.startswith("Mozilla/") and not mobile else "tall"
