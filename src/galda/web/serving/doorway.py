"""The doorway: the site's lobby at once, and the whole site as soon as it is loaded.

Loading all of it takes longer than anybody likes to look at an empty window. So the porch answers
first; a thread loads the house meanwhile, making way for the page (`making_way`), and whoever asks
for more waits until it is there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from galda.bots.crew import Crew
from galda.core.extras import extra
from galda.core.quick import quick_imports
from galda.web.security.guard import COME_BACK, TRY_LATER
from galda.web.serving.making_way import MakingWay
from galda.web.serving.porch import create_porch, is_of_the_page, on_the_porch
from galda.web.serving.settings import Settings
from galda.web.serving.telemetry import Figures

if TYPE_CHECKING:
    from fastapi import FastAPI

log = logging.getLogger("galda.web")
PARTS = (
    "pydantic", "fastapi", "sqlalchemy", "sqlalchemy.ext.asyncio", "galda.table.tables",
    "galda.web.tables.views", "galda.web.replay.routes", "galda.web.analysis.routes",
    "galda.web.tables.routes", "galda.web.serving.app",
)  # fmt: skip
"""What the house needs, in parts that load in a moment each."""


class Doorway:
    """The site as an ASGI application that is there before all of it is loaded."""

    def __init__(
        self,
        settings: Settings,
        crew: Crew | None = None,
        *,
        stands: Callable[[], None] = lambda: None,
        failed: Callable[[], None] = lambda: None,
    ) -> None:
        """`stands` is called when the porch answers, `failed` when the house cannot be opened."""
        figures = Figures()
        self._way = MakingWay()
        self._load = partial(_load, settings, crew, figures, self._way)
        self._porch = create_porch(settings, crew, figures)
        self._stands, self._failed = stands, failed
        self._house: FastAPI | None = None
        self._opened, self._closing = asyncio.Event(), asyncio.Event()
        self.broken = False
        """Whether the house could not be opened."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or live from start to end."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif self._house is not None:
            await self._house(scope, receive, send)
        elif on_the_porch(scope):
            if is_of_the_page(scope):
                self._way.page_asked()
            await self._porch(scope, receive, send)
        else:
            self._way.hurry()
            await self._opened.wait()
            await (self._house or _come_back)(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        housekeeping = asyncio.create_task(self._keep_house())
        await send(_message("lifespan.startup.complete"))
        self._stands()
        await receive()
        self._closing.set()
        await housekeeping
        await send(_message("lifespan.shutdown.complete"))

    async def _keep_house(self) -> None:
        """Open the house and keep it open until the end."""
        try:
            house = await asyncio.to_thread(self._load)
            async with house.router.lifespan_context(house):
                self._house = house
                self._opened.set()
                await self._closing.wait()
        except Exception:
            log.exception("the site cannot be opened" if self._house is None else "closing failed")
            self.broken = self._house is None
            self._opened.set()
            self._failed()


def _load(settings: Settings, crew: Crew | None, figures: Figures, way: MakingWay) -> FastAPI:
    with quick_imports(), extra("table"):
        way.load(PARTS)
        from galda.web.serving.app import create_app  # noqa: PLC0415  (this is what takes long)

    return create_app(settings, crew, figures)


async def _come_back(scope: Scope, receive: Receive, send: Send) -> None:
    """What is answered where the house could not be opened: another process may soon be there."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": TRY_LATER})
        return
    said = "the site could not be opened; the log says why\n"
    await PlainTextResponse(said, 503, COME_BACK)(scope, receive, send)


def _message(kind: str) -> Message:
    return {"type": kind}
