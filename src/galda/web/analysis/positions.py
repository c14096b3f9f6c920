"""Positions by their text: the board, the legal moves and how it stands.

The client has written the text, so nothing in it is a secret; what it leaves open is drawn.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse

import galda
from galda.core.play.position import Position
from galda.core.play.terms import SPECTATOR, Shape
from galda.core.play.text import LONGEST
from galda.web.analysis.schema import PositionInfo
from galda.web.common.shapes import shape_of
from galda.web.common.side_threads import SideThreads
from galda.web.security.people import language

position_api = APIRouter(prefix="/api/v1", tags=["positions"])
READING = SideThreads("positions", threads=1, most_waiting=100)
"""One thread: such requests wait for each other, and nothing else waits for them."""


@position_api.get("/position", response_model=PositionInfo)
async def position(
    request: Request,
    text: Annotated[str, Query(max_length=LONGEST)],
    viewer: Annotated[int | None, Query(ge=SPECTATOR, le=9)] = None,
    seed: Annotated[int, Query(ge=0, le=2**53)] = 0,
) -> Response:
    """The position that a text means, as a seat sees it: without one, the seat to act."""
    shown = await READING.do(_show, text, viewer, seed, language(request), shape_of(request))
    return JSONResponse(shown)


def _show(text: str, viewer: int | None, seed: int, lang: str, shape: Shape) -> PositionInfo:
    found: Position = galda.position(text, seed=seed)
    eyes = found.to_act if viewer is None else viewer
    return {
        "game": found.game.name,
        "text": found.text,
        "options": found.options,
        "viewer": eyes,
        "to_act": found.to_act,
        "in_turn": found.in_turn,
        "over": found.is_over,
        "scores": list(found.scores),
        "winners": list(found.winners),
        "moves": [
            {
                "action": action,
                "move": found.write(action),
                "sentence": found.sentence(action, lang),
            }
            for action in found.legal_actions
        ],
        "view": found.view(eyes),
        "svg": found.svg(eyes, lang, shape),
    }
