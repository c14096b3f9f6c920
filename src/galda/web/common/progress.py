"""How far the games are that are being compiled, for pages that show it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse

from galda.bots.crew import Crew
from galda.bots.warming import BOTS, RULES


async def how_far(request: Request) -> JSONResponse:
    """For each game that is not ready: how far it is, and whether it can be played already."""
    return JSONResponse(warming(request), headers={"cache-control": "no-store"})


def warming(request: Request) -> dict[str, dict[str, float | bool]]:
    """The games that are not wholly ready, by name."""
    crew: Crew | None = request.app.state.crew
    if crew is None:
        return {}
    return {
        name: {
            "part": round(warmth.whole, 3),
            "rules": warmth.is_ready(RULES),
            "bots": warmth.is_ready(BOTS),
        }
        for name, warmth in crew.warmth.items()
        if not crew.is_done(name)
    }


def has_rules(request: Request, name: str) -> bool:
    """Whether a game can be played and drawn by its compiled rules."""
    return bool(warming(request).get(name, {"rules": True})["rules"])
