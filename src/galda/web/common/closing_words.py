"""What a WebSocket says when it is closed."""

from __future__ import annotations

ROOM = 120
"""Bytes; the protocol allows 123."""


def shorten(reason: str) -> str:
    """As much of a reason as the closing of a WebSocket can carry."""
    return reason.encode()[:ROOM].decode(errors="ignore")
