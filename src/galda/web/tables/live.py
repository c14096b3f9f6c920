"""Live updates: one WebSocket for each open page; every message is a whole view for its viewer."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import Annotated, Any

import anyio
from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from fastapi.responses import JSONResponse
from pydantic_core import to_json

from galda.core.errors import GaldaError, NotReady
from galda.core.show.language import say, tell
from galda.table import Tables, Watch
from galda.table.asking import timed
from galda.table.errors import Busy
from galda.web.common.closing_words import shorten
from galda.web.common.shapes import read_shape, shape_of
from galda.web.security.access import Access, find_access
from galda.web.security.connections import Connections
from galda.web.security.guard import comes_from_elsewhere
from galda.web.security.people import language
from galda.web.security.rate_limits import Accounts
from galda.web.security.visitor import visitor_of
from galda.web.tables.open_pages import OpenPages, Shown
from galda.web.tables.schema import PushedView, View
from galda.web.tables.view_making import make_view
from galda.web.tables.views import Look

live = APIRouter()

BEAT = 20.0
"""Seconds after which a page that heard nothing is given a sign of life."""
LARGEST_MESSAGE = 1000
MESSAGES_PER_SECOND = 10
REFUSED, BUSY = 4403, 4429


def _push(view: View) -> str:
    """A view as it is sent to a page."""
    pushed: PushedView = {"kind": "view", **view}
    return to_json(pushed).decode()


class OpenPage(Shown):
    """One open page: wakes when the log grows or the page says who is looking, and sends views."""

    def __init__(self, socket: WebSocket, access: Access, watch: str) -> None:
        super().__init__(access, language(socket), shape_of(socket))
        self.socket = socket
        self.watch = watch
        self.gives_way = anyio.Event()
        self._accounts: Accounts = socket.app.state.accounts
        self._visitor = visitor_of(socket.scope)
        self._account = self._accounts.of(self._visitor)

    async def run(self) -> None:
        """Talk until the page goes away, the server closes or the table is no longer theirs."""
        state = self.socket.app.state
        tables: Tables = state.tables
        pages: OpenPages = state.pages
        with tables.watch(self.access.table.id) as news, pages.opened(self.socket, self):
            # Starlette is built on AnyIO's scopes: tasks of asyncio's own would fight with them.
            try:
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(self._watch, news)
                    tasks.start_soon(self._read)
                    tasks.start_soon(self._write)
                    tasks.start_soon(self._give_way)
            except ExceptionGroup as ended:
                await self._take_leave(_weightiest(ended))

    async def _take_leave(self, why: Exception) -> None:
        """Tell the page why it is sent away, unless it has gone, or we are going."""
        if isinstance(why, GaldaError):
            code = BUSY if isinstance(why, Busy) else REFUSED
            with suppress(RuntimeError):
                await self.socket.close(code, shorten(tell(self.lang, why)))
        elif not isinstance(why, (WebSocketDisconnect, RuntimeError)):
            raise why

    async def _give_way(self) -> None:
        """Go when somebody who has fewer pages needs the place."""
        await self.gives_way.wait()
        raise Busy

    async def _watch(self, news: Watch) -> None:
        async for newest in news:
            self.hear(newest)
        raise WebSocketDisconnect

    async def _read(self) -> None:
        while True:
            # Who says more is heard later: what is not read yet fills their own connection.
            enough = time.monotonic() + 1
            for _ in range(MESSAGES_PER_SECOND):
                text = await self.socket.receive_text()
                async with self._accounts.turn(self._visitor):
                    self._hear(text)
            await anyio.sleep(max(0.0, enough - time.monotonic()))

    def _hear(self, text: str) -> None:
        with suppress(ValueError, TypeError, AttributeError, RecursionError):
            if len(text) <= LARGEST_MESSAGE and self._heed(json.loads(text)):
                self.due.set()

    def _heed(self, message: Any) -> bool:
        """The page says who is looking, has another shape or lost an answer; whether that needs
        another view."""
        if message.get("again") is True:
            return True
        if shape := read_shape(message.get("shape")):
            changes, self.shape = shape != self.shape, shape
            return changes
        seat = message.get("look")
        if type(seat) is not int or seat not in self.access.held:
            return False
        self.looking = (seat, self.access.table.game_sequence)
        return self.choose_eyes(self.access.table) != self.eyes

    async def _write(self) -> None:
        async with self._accounts.turn(self._visitor):  # opening a page is what costs the most
            await timed(self._send_view(), self._account)
        while True:
            with anyio.move_on_after(BEAT) as silence:
                await self.until_due()
            if silence.cancelled_caught:
                await self.socket.send_text('{"kind":"beat"}')
                continue
            self.due.clear()
            await timed(self._send_view(), self._account)

    async def _send_view(self) -> None:
        self.access = await find_access(
            self.socket, self.access.table.id, self.watch, at_least=self.newest
        )
        table, held = self.access.table, self.access.held
        eyes = self.eyes = self.choose_eyes(table)
        state = self.socket.app.state
        look = Look(table, held, eyes, self.lang, shape=self.shape)
        await self.socket.send_text(_push(await make_view(look, state.boards)))
        state.figures.views.inc()


def _weightiest(ended: ExceptionGroup[Exception]) -> Exception:
    """Why a connection ends: a page that goes away at the same time hides no fault of ours."""
    gone = (WebSocketDisconnect, RuntimeError)
    faults = [why for why in ended.exceptions if not isinstance(why, gone)]
    return (faults or ended.exceptions)[0]


async def _come_again(socket: WebSocket, words: str, seconds: float = Busy.retry_after) -> None:
    """Refuse a page for now: it comes back by itself."""
    busy = JSONResponse({"error": words}, 503, {"retry-after": str(seconds)})
    try:
        await socket.send_denial_response(busy)
    except RuntimeError:  # a server that can only hang up
        await socket.close(BUSY, shorten(words))


@live.websocket("/api/v1/tables/{table_id}/stream")
async def stream(
    socket: WebSocket, table_id: str, watch: Annotated[str, Query(max_length=200)] = ""
) -> None:
    """Views of a table, the present one first, then one for every change."""
    lang = language(socket)
    if comes_from_elsewhere(socket):
        await socket.close(REFUSED, shorten(say(lang, "this page belongs to another site")))
        return
    state = socket.app.state
    places: Connections = state.places
    visitor = visitor_of(socket.scope)
    if not places.has_room(visitor):
        await _come_again(socket, say(lang, "too many pages are open here; try again later"))
        return
    try:
        access = await find_access(socket, table_id, watch)
    except (Busy, NotReady) as error:
        await _come_again(socket, tell(lang, error), error.retry_after)
        return
    except GaldaError as error:
        await socket.close(REFUSED, shorten(tell(lang, error)))
        return
    page = OpenPage(socket, access, watch)
    with places.taken(visitor, page.gives_way.set):
        await socket.accept()
        await page.run()
