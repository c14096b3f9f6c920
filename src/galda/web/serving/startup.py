"""Start-up: a small application answers while the whole site is loaded and games are compiled.

1. `galda serve` binds its port. A small application of Starlette alone (`early`) answers what needs
   no database: the lobby, its pictures and files, how far compiling is, `/healthz`.
2. Half a second later, or once more is asked for, a thread imports everything else and makes the
   site (`app.create_app`), which opens the database. Other requests wait for it.
3. From then on the site answers everything, and processes compile what is not compiled yet
   (`compiling`); until a game's rules are, it is refused, and compiled before the others.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from galda.bots.precompiler import Precompiler
from galda.core.extras import extra
from galda.core.quick import quick_imports
from galda.web.security.guard import COME_BACK, TRY_LATER
from galda.web.serving.early import create_early_app, is_early
from galda.web.serving.settings import Settings
from galda.web.serving.telemetry import Figures

if TYPE_CHECKING:
    from fastapi import FastAPI

log = logging.getLogger("galda.web")
FIRST_PAGE = 0.5
"""Seconds that the first page has to itself: loading shares the interpreter with it."""


class StartingSite:
    """The site as an ASGI application that answers before all of it is loaded."""

    def __init__(
        self,
        settings: Settings,
        precompiler: Precompiler | None = None,
        *,
        ready: Callable[[], None] = lambda: None,
        failed: Callable[[], None] = lambda: None,
    ) -> None:
        """`ready` is called when the first page can be asked for, `failed` if no more will be."""
        figures = Figures()
        self._load = partial(_load, settings, precompiler, figures)
        self._early = create_early_app(settings, precompiler, figures)
        self._ready, self._failed = ready, failed
        self._site: FastAPI | None = None
        self._wanted, self._opened, self._closing = (asyncio.Event() for _ in range(3))
        self.broken = False
        """Whether the site could not be opened."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or live from start to end."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif self._site is not None:
            await self._site(scope, receive, send)
        elif is_early(scope):
            await self._early(scope, receive, send)
        else:
            self._wanted.set()
            await self._opened.wait()
            await (self._site or _come_back)(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        site = asyncio.create_task(self._keep_open())
        await send({"type": "lifespan.startup.complete"})
        self._ready()
        await receive()
        self._wanted.set()
        self._closing.set()
        await site
        await send({"type": "lifespan.shutdown.complete"})

    async def _keep_open(self) -> None:
        """Load the site and keep it open until the end."""
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wanted.wait(), FIRST_PAGE)
            site = await asyncio.to_thread(self._load)
            async with site.router.lifespan_context(site):
                self._site = site
                self._opened.set()
                await self._closing.wait()
        except Exception:
            log.exception("the site cannot be opened" if self._site is None else "closing failed")
            self.broken = self._site is None
            self._opened.set()
            self._failed()


def _load(settings: Settings, precompiler: Precompiler | None, figures: Figures) -> FastAPI:
    with quick_imports(), extra("table"):
        from galda.web.serving.app import create_app  # noqa: PLC0415  (this is what takes long)

    return create_app(settings, precompiler, figures)


async def _come_back(scope: Scope, receive: Receive, send: Send) -> None:
    """What is answered where the site could not be opened: another process may soon be there."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": TRY_LATER})
        return
    said = "the site could not be opened; the log says why\n"
    await PlainTextResponse(said, 503, COME_BACK)(scope, receive, send)
