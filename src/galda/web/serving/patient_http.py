"""HTTP for slow clients: who does not finish the head of a request in time is hung up on.

Uvicorn waits for it for ever, so a thousand half-sent requests would use up all open files.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 15.0
"""How long a client may take from connecting, or beginning a request, to the end of its headers."""
MOST_HEAD = 32 * 1024
"""Bytes of a request's address and headers."""


class PatientProtocol(HttpToolsProtocol):
    """One connection. Patience is per request; between two, Uvicorn's keep-alive counts."""

    _deadline: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected: the head of a request is expected."""
        super().connection_made(transport)
        self._expect_head()

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
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone, or we have hung up."""
        self._stop_waiting()
        super().connection_lost(exc)

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
