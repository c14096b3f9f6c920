"""Whether the process lives, and whether it can do its work: two questions, two addresses."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

if TYPE_CHECKING:
    from galda.table import Tables

log = logging.getLogger("galda.web")
PATIENCE = 4.0
"""Seconds that the database has to take a write."""
ASK_EVERY = 1.0
"""Seconds for which an answer holds, so that asking often writes nothing more."""

ALIVE_PATH, READY_PATH = "/healthz", "/readyz"
READY = (logging.INFO, "ready")
NOT_READY = (logging.ERROR, "not ready: the database takes nothing")


async def alive(request: Request) -> PlainTextResponse:
    """The process lives: nothing else is asked."""
    return PlainTextResponse("ok\n")


class Readiness:
    """Whether tables can be read and written now. It comes back by itself when they can again."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._asking = asyncio.Lock()
        self._asked = -ASK_EVERY
        self._ready = False

    async def check(self) -> bool:
        """Whether a write reached the disk a moment ago; what changed is written to the log."""
        async with self._asking:
            if time.monotonic() - self._asked >= ASK_EVERY:
                before, self._ready = self._ready, await self._writes()
                self._asked = time.monotonic()
                if before != self._ready:
                    log.log(*(READY if self._ready else NOT_READY))
        return self._ready

    async def _writes(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._tables.ping()
        except Exception as error:
            log.debug("the database takes nothing: %s", type(error).__name__)
            return False
        return True


class KnownHosts(TrustedHostMiddleware):
    """Answers to the site's own names only; whoever asks how we are may use any, for proxies and
    containers ask by address."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] == "http" and scope["path"] in (ALIVE_PATH, READY_PATH):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
