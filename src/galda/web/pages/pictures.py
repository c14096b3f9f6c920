"""The picture each game is picked by: its own board, drawn a few moves after the start."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter, Request, Response

import galda
from galda.core.show.outline import view_box
from galda.web.pages.render import TALL
from galda.web.security.people import language

pictures = APIRouter(include_in_schema=False)
PICTURE_SEED = 7
PICTURE_PLIES = 12


@lru_cache(maxsize=64)
def draw_picture(name: str, lang: str) -> str:
    """A game's picture: its own board, a few moves after the start."""
    position = galda.game(name).new(seed=PICTURE_SEED)
    for ply in range(PICTURE_PLIES):
        if position.is_over:
            break
        legal = position.legal_actions
        position = position.play(legal[(ply * 7 + 3) % len(legal)])
    return position.svg(lang=lang)


@pictures.get("/pictures/{name}.svg")
async def picture(request: Request, name: str) -> Response:
    """The picture a game is picked by; its address says in which language."""
    return Response(
        draw_picture(name, language(request)),
        media_type="image/svg+xml",
        headers={"cache-control": "max-age=3600"},
    )


def is_tall(board: str) -> bool:
    """Whether a drawing is to be scrolled rather than fitted on the screen."""
    box = view_box(board)
    return box.height > TALL * box.width
