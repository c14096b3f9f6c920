"""HTTP for slow and for large clients: who does not finish the head of a request is hung up on.

Uvicorn waits for it for ever, so a thousand half-sent requests would use up all open files. A head
that is too large is refused before it is parsed, and one address may have a number of connections
open and no more; behind a trusted proxy all come from one address: that is the proxy's business.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from galda.web.security.people import network_of
from galda.web.serving.nonsense import NONSENSE

HEAD_SECONDS = 15.0
"""How long a client may take from connecting, or beginning a request, to the end of its headers."""
MOST_HEAD = 16 * 1024
"""Bytes of a request's address and headers."""
MOST_CONNECTIONS = 500
"""Connections of one address, besides those of live pages."""
TRUSTED_PROXIES = "FORWARDED_ALLOW_IPS"
"""The variable that names the proxies whose word on addresses and HTTPS is taken."""
END = b"\r\n\r\n"
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"connection: close\r\ncontent-length: 0\r\n\r\n"
)
_connections: Counter[str] = Counter()
"""How many are open, by address."""


class PatientProtocol(HttpToolsProtocol):
    """One connection. Patience is per request; between two, Uvicorn's keep-alive counts."""

    _deadline: asyncio.TimerHandle | None = None
    _head = 0
    _raw = b""
    """The last bytes of a head that has not ended yet."""
    _raw_size = 0
    _in_head = True
    _from = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected: the head of a request is expected."""
        super().connection_made(transport)
        peer: Any = transport.get_extra_info("peername")
        if peer and not os.environ.get(TRUSTED_PROXIES):
            self._from = network_of(str(peer[0]))
            _connections[self._from] += 1
            if _connections[self._from] > MOST_CONNECTIONS:
                NONSENSE.note()
                transport.abort()
                return
        self._expect_head()

    def data_received(self, data: bytes) -> None:
        """Bytes: a head that is too large goes no further."""
        if self._in_head:
            seen = self._raw + data
            end = seen.find(END)
            self._raw_size += len(data) if end < 0 else end - len(self._raw)
            if self._raw_size > MOST_HEAD:
                NONSENSE.note()
                self._stop_waiting()
                self.transport.write(TOO_LARGE)
                self.transport.close()
                return
            self._raw = seen[1 - len(END) :]
        super().data_received(data)

    def handle_websocket_upgrade(self) -> None:
        """A live page: those are counted elsewhere."""
        self._leave()
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        """The first bytes of a request are there."""
        super().on_message_begin()
        self._expect_head()

    def on_url(self, url: bytes) -> None:
        """A part of the address."""
        super().on_url(url)
        self._count(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header."""
        super().on_header(name, value)
        self._count(len(name) + len(value))

    def on_headers_complete(self) -> None:
        """The head is there; bodies have a time of their own (`security.guard`)."""
        self._stop_waiting()
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is there: the next thing is a head again."""
        self._in_head, self._raw, self._raw_size = True, b"", 0
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone, or we have hung up."""
        self._stop_waiting()
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        """One connection less."""
        if self._from:
            _connections[self._from] -= 1
            if not _connections[self._from]:
                del _connections[self._from]
            self._from = ""

    def _expect_head(self) -> None:
        self._stop_waiting()
        self._head = 0
        self._deadline = self.loop.call_later(HEAD_SECONDS, self._hang_up)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _count(self, size: int) -> None:
        self._head += size
        if self._head > MOST_HEAD:
            self._hang_up()

    def _hang_up(self) -> None:
        self.transport.abort()
