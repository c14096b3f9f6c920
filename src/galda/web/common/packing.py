"""Packing what is sent: quickly, for it is done at every turn, and nothing is kept for it."""

from __future__ import annotations

import zlib

from starlette.responses import Response
from starlette.types import Scope

QUICK = 1
"""zlib's level: the next ones take twice the time for a tenth less."""
SMALLEST_PACKED = 1000
"""Bytes of an answer from which on it is packed."""
GZIP = 16 + zlib.MAX_WBITS
"""What zlib calls its largest window with gzip's head."""


def pack(answer: Response, scope: Scope) -> None:
    """Pack the body of an answer, where it is worth it and the client can unpack it."""
    body = getattr(answer, "body", b"")
    if len(body) < SMALLEST_PACKED:
        return
    headers = [*answer.raw_headers, (b"vary", b"Accept-Encoding")]
    if any(name == b"accept-encoding" and b"gzip" in value for name, value in scope["headers"]):
        answer.body = zlib.compress(body, QUICK, GZIP)
        headers = [header for header in headers if header[0] != b"content-length"]
        headers.append((b"content-length", b"%d" % len(answer.body)))
        headers.append((b"content-encoding", b"gzip"))
    answer.raw_headers = headers
