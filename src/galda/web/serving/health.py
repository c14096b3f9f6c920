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

import galda
from galda.core.errors import NotReady
from galda.core.external import leave_out, why

if TYPE_CHECKING:
    from galda.table import Tables

log = logging.getLogger("galda.web")
PATIENCE = 4.0
"""Seconds that the database has to take a write."""
ASK_EVERY = 1.0
"""Seconds for which an answer holds, so that asking often writes nothing more."""

ALIVE_PATH, READY_PATH = "/healthz", "/readyz"
READY = (logging.INFO, "ready")
NOT_READY = (logging.ERROR, "not ready: %s")
NO_DATABASE = "the database takes nothing now"
LOOK_EVERY, LOOK_AGAIN = 60.0, 5.0
"""Seconds after which games are looked at again; sooner while one cannot be shown."""


async def alive(request: Request) -> PlainTextResponse:
    """The process lives: nothing else is asked."""
    return PlainTextResponse("ok\n")


class Readiness:
    """Whether tables can be read and written now. It comes back by itself when they can again."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._asking = asyncio.Lock()
        self._asked = -ASK_EVERY
        self._looked = -LOOK_EVERY
        self._broken = ""
        """The games that could not be shown, and why."""
        self._why: str | None = None

    async def check(self) -> str:
        """Why nobody should be sent here; nothing: a write reached the disk a moment ago, and all
        games can be shown. What changed is written to the log."""
        async with self._asking:
            if time.monotonic() - self._asked >= ASK_EVERY:
                before, self._why = self._why, await self._find_out()
                self._asked = time.monotonic()
                if before != self._why:
                    level, told = NOT_READY if self._why else READY
                    log.log(level, told, *([self._why] if self._why else []))
        return self._why or ""

    async def _find_out(self) -> str:
        if not await self._writes():
            return NO_DATABASE
        pause = LOOK_AGAIN if self._broken else LOOK_EVERY
        if time.monotonic() - self._looked >= pause:
            self._broken = await asyncio.to_thread(broken_games)
            self._looked = time.monotonic()
        return self._broken

    async def _writes(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._tables.ping()
        except Exception as error:
            log.debug("the database takes nothing: %s", type(error).__name__)
            return False
        return True


def broken_games() -> str:
    """The games that cannot be shown, each with why; those that are being compiled are none.

    A game of another package is left out from then on, and the site goes on without it.
    """
    broken: list[str] = []
    for name in galda.game_names():
        try:
            start = galda.game(name).new(seed=0)
            assert start.legal_actions
            start.svg()
        except NotReady:
            continue
        except Exception as error:
            log.exception("%s cannot be shown", name)
            if leave_out(name, why(error)):
                continue
            broken.append(f"{name} cannot be shown ({type(error).__name__})")
    return "; ".join(broken)


class KnownHosts(TrustedHostMiddleware):
    """Answers to the site's own names only; health checks may use any, for proxies and
    containers ask by address."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] == "http" and scope["path"] in (ALIVE_PATH, READY_PATH):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
