"""Everybody in turn: of what one visitor asks at once, a few requests are answered at a time.

Whoever opens a hundred connections waits for themselves, and others go in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from galda.core.show.language import say
from galda.web.security.people import language
from galda.web.security.rate_limits import Accounts
from galda.web.security.visitor import Visitor, visitor_of

PER_PERSON = 4
PER_ADDRESS = 24
"""More than for a person: many may share one. Persons are free, addresses less so."""
NEWS_PER_PERSON = 20
MOST_WAITING = 200
CROWD = 2 * PER_PERSON
"""So many requests of one person under way are no page being opened any more."""
PAUSE, LONG_PAUSE = 0.02, 0.25
"""Seconds between an answer to a crowd and the next one; longer after a refusal to slow down."""


class Queue:
    """Lets so many through at a time, in the order in which they came; forgotten when empty."""

    def __init__(self, queues: dict[Hashable, Queue], key: Hashable, most: int) -> None:
        self._queues = queues
        self._key = key
        self._places = asyncio.Semaphore(most)
        self.waiting = 0

    async def __aenter__(self) -> Queue:
        self.waiting += 1
        try:
            await self._places.acquire()
        except BaseException:
            self._leave()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self._leave()
        self._places.release()

    def _leave(self) -> None:
        self.waiting -= 1
        if not self.waiting and self._queues.get(self._key) is self:
            del self._queues[self._key]


class FairQueue:
    """Answers a few requests of each person and of each address at a time."""

    def __init__(self, app: ASGIApp, accounts: Accounts) -> None:
        self.app = app
        self._accounts = accounts
        self._queues: dict[Hashable, Queue] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request when it is its turn."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        visitor = visitor_of(scope)
        person = visitor.person
        if scope["type"] == "websocket":
            async with self._turn(person, PER_PERSON) as queue:
                if queue.waiting > CROWD:
                    await asyncio.sleep(LONG_PAUSE)
                async with self._accounts.turn(visitor):
                    pass
            await self.app(scope, receive, send)
            return
        if b"after=" in scope["query_string"]:  # who waits for news waits long
            async with self._turn(("news", person), NEWS_PER_PERSON):
                await self.app(scope, receive, send)
            return
        own = self._queues.get(person)
        if own is not None and own.waiting >= MOST_WAITING:
            said = say(
                language(HTTPConnection(scope)), "too many requests at once: wait for the answers"
            )
            await JSONResponse({"error": said}, 429, {"retry-after": "3"})(scope, receive, send)
            return
        await self._answer(visitor, scope, receive, send)

    async def _answer(self, visitor: Visitor, scope: Scope, receive: Receive, send: Send) -> None:
        refused = False

        async def note(message: Message) -> None:
            nonlocal refused
            refused = refused or message.get("status") in (429, 503)
            await send(message)

        async with self._turn(visitor.person, PER_PERSON) as own:
            async with (
                self._turn(("address", visitor.address), PER_ADDRESS),
                self._accounts.turn(visitor),
            ):
                await self.app(scope, receive, note)
            if refused:
                await asyncio.sleep(LONG_PAUSE)
            elif own.waiting > CROWD:
                await asyncio.sleep(PAUSE)

    def _turn(self, key: Hashable, most: int) -> Queue:
        queue = self._queues.get(key)
        if queue is None:
            queue = self._queues[key] = Queue(self._queues, key, most)
        return queue
