"""How far the games are that are being compiled, for pages that show it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse

from galda.bots.precompile import BOTS, RULES
from galda.bots.precompiler import Precompiler


async def how_far(request: Request) -> JSONResponse:
    """For each game that is not ready: how far it is, and whether it can be played already."""
    return JSONResponse(compiling(request), headers={"cache-control": "no-store"})


def compiling(request: Request) -> dict[str, dict[str, float | bool]]:
    """The games that are not wholly ready, by name."""
    precompiler: Precompiler | None = request.app.state.precompiler
    if precompiler is None:
        return {}
    return {
        name: {
            "part": round(progress.whole, 3),
            "rules": progress.is_ready(RULES),
            "bots": progress.is_ready(BOTS),
        }
        for name, progress in precompiler.progress.items()
        if not precompiler.is_done(name)
    }


def has_rules(request: Request, name: str) -> bool:
    """Whether a game can be played and drawn by its compiled rules."""
    return bool(compiling(request).get(name, {"rules": True})["rules"])
