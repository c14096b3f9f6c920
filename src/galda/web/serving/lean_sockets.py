"""WebSockets for many pages and for rude ones.

Each view is compressed for itself, quickly, and nothing is kept. Uvicorn's own setting keeps a
compressor with a small window for every open page; a view repeats itself more than the one before
it: with a large window and no memory it comes out smaller, in half the time, and a thousand open
pages take 30 MB less.

Pages say little. One that says much is disconnected before it is read: a quarter of a megabyte of
tiny messages or pings, as it comes from the network in one piece, would hold up everybody for a
tenth of a second.
"""

from __future__ import annotations

import time
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from galda.web.common.packing import QUICK

LARGEST_WINDOW = 15
COMPRESSION = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True,
    client_no_context_takeover=True,
    server_max_window_bits=LARGEST_WINDOW,
    compress_settings={"level": QUICK},
)
MOST_AT_ONCE = 8 * 1024
"""Bytes that a page may send in a moment: twice the largest message."""
BYTES_PER_SECOND = 1024
"""What it may send all the time."""


class LeanSocket(WebSocketsSansIOProtocol):
    """One live connection."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.available_extensions = [COMPRESSION]
        self._left = float(MOST_AT_ONCE)
        self._heard = time.monotonic()

    def data_received(self, data: bytes) -> None:
        """Bytes from the page. The handshake comes first; its size was looked at as any head's."""
        if self.handshake_initiated and not self._may_send(len(data)):
            self.transport.abort()
            return
        super().data_received(data)

    def _may_send(self, size: int) -> bool:
        now = time.monotonic()
        earned = (now - self._heard) * BYTES_PER_SECOND
        self._left = min(float(MOST_AT_ONCE), self._left + earned) - size
        self._heard = now
        return self._left >= 0
