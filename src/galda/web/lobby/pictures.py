"""The picture each game is picked by: its own board, drawn a few moves after the start.

While a game is being compiled, a process of its own draws it by the plain rules: nobody waits.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response

import galda
from galda.core.show import picture as drawing
from galda.core.show.outline import view_box
from galda.web.common.progress import has_rules
from galda.web.common.render import TALL
from galda.web.security.people import language

_plain: dict[str, asyncio.Task[dict[str, str]]] = {}
"""Language -> all pictures, drawn without anything compiled."""


@lru_cache(maxsize=64)
def draw_picture(name: str, lang: str) -> str:
    """A game's picture, drawn by its compiled rules."""
    return drawing.draw_picture(galda.game(name), lang)


async def find_picture(request: Request, name: str, lang: str) -> str:
    """A game's picture, whether it is compiled or not."""
    game = galda.game(name)
    if has_rules(request, name):
        return await asyncio.to_thread(draw_picture, name, lang)  # the first time takes a while
    if lang not in _plain or (_plain[lang].done() and _plain[lang].exception()):
        _plain[lang] = asyncio.create_task(_draw_plainly(lang))
    return (await _plain[lang])[game.name]


async def _draw_plainly(lang: str) -> dict[str, str]:
    """Let a process draw all pictures that compiles nothing."""
    packages = [galda.game(name).package for name in galda.game_names()]
    drawer = await asyncio.create_subprocess_exec(
        sys.executable, "-m", drawing.__name__, lang, *packages,
        env={**os.environ, "GALDA_COMPILE": "0"}, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    drawn, _ = await drawer.communicate()
    found: dict[str, str] = json.loads(drawn)
    return found


async def picture(request: Request) -> Response:
    """The picture a game is picked by; its address says in which language."""
    return Response(
        await find_picture(request, request.path_params["name"], language(request)),
        media_type="image/svg+xml",
        headers={"cache-control": "max-age=3600"},
    )


def is_tall(board: str) -> bool:
    """Whether a drawing is to be scrolled rather than fitted on the screen."""
    box = view_box(board)
    return box.height > TALL * box.width
