"""What stands before every request: security headers, size limits, and who may post from where."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from galda.core.numerals import read_whole
from galda.core.show.language import say
from galda.web.security.people import COOKIE, bearer, language
from galda.web.security.visitor import visitor_of

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
WRITTEN = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
ONLY_HTTPS = (b"strict-transport-security", b"max-age=31536000")
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
HOST = re.compile(r"[A-Za-z0-9._-]*|[A-Za-z0-9._-]+:[0-9]{1,5}|\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?")
BODY_SECONDS = 20.0
"""How long a client may take to send what it has announced."""
CLOSE = {"connection": "close"}
COME_BACK = {"retry-after": "5"}
"""When to try again after a 503: seconds."""
TRY_LATER = 1013
"""How a WebSocket says the same."""
Refuse = Callable[[Request, int, str], Response]
"""Makes the answer of a refusal: a page for people, JSON for programs."""
NOT_TEXT = 1003
"""How a WebSocket refuses what is not text."""


def in_json(_request: Request, status: int, said: str) -> Response:
    """A refusal where no page can be made."""
    return JSONResponse({"error": said}, status)


def place_of(url: str) -> str | None:
    """The host and port that a URL names, in small letters; None if it is no URL."""
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return None


@lru_cache(maxsize=256)
def is_host(given: str) -> bool:
    """Whether a Host header names a host, so that addresses can be made of it."""
    if not HOST.fullmatch(given):
        return False
    try:
        return urlsplit(f"//{given}").port != 0
    except ValueError:
        return False


def comes_from_elsewhere(connection: HTTPConnection) -> bool:
    """Whether another site's page sends this, perhaps without its reader knowing.

    Keys in the Authorization header are never sent by a browser on its own: they need no check.
    """
    if bearer(connection):
        return False
    headers = connection.headers
    origin = headers.get("origin")
    if origin is not None:
        return place_of(origin) != headers.get("host", "").lower()
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    return COOKIE in connection.cookies


class Guard:
    """Refuses what is too large, too slow or from another site; adds headers to all that leaves."""

    def __init__(self, app: ASGIApp, largest_body: int, tell: Refuse = in_json) -> None:
        self.app = app
        self.largest_body = largest_body
        self._tell = tell

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] == "websocket":
            await self.app(scope, _text_only(receive, send), send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                written = message.get("headers", ())
                given = {name.lower() for name, _ in written}
                more = [header for header in WRITTEN if header[0] not in given]
                if scope["scheme"] == "https":  # said by a proxy that is trusted
                    more.append(ONLY_HTTPS)
                message = {**message, "headers": [*written, *more]}
            await send(message)

        if not is_host(visitor_of(scope).host):
            said = say(language(HTTPConnection(scope)), "the header Host names no host")
            nowhere = in_json(Request(scope), 400, said)
            nowhere.headers.update(CLOSE)
            await nowhere(scope, receive, send_guarded)
            return
        if scope["method"] not in SAFE:
            asks = HTTPConnection(scope)
            if comes_from_elsewhere(asks):
                said = say(
                    language(asks),
                    "this was sent from another site; use Galda's own pages, or a seat's key",
                )
                await self._refuse(403, said, scope, receive, send_guarded)
                return
            try:
                async with asyncio.timeout(BODY_SECONDS):
                    body = await self._read(scope, receive)
            except TimeoutError:
                said = say(language(asks), "the request came too slowly; send it again")
                await self._refuse(408, said, scope, receive, send_guarded)
                return
            if body is None:
                said = say(
                    language(asks),
                    "the request is too large; maximum {n} bytes",
                    n=self.largest_body,
                )
                await self._refuse(413, said, scope, receive, send_guarded)
                return
            receive = _again(body, receive)
        await self.app(scope, receive, send_guarded)

    async def _refuse(
        self, status: int, said: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        answer = self._tell(Request(scope), status, said)
        answer.headers.update(CLOSE)
        await answer(scope, receive, send)

    async def _read(self, scope: Scope, receive: Receive) -> bytes | None:
        """The whole body, or None as soon as it is too large."""
        announced = read_whole(visitor_of(scope).length)
        if announced is not None and announced > self.largest_body:
            return None
        body: bytes = b""
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return body
            body += message.get("body", b"")
            if len(body) > self.largest_body:
                return None
            if not message.get("more_body", False):
                return body


def _again(body: bytes, receive: Receive) -> Receive:
    """The body that was read already, then whatever comes after it."""
    waiting = [body]

    async def replay() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return replay


def _text_only(receive: Receive, send: Send) -> Receive:
    """What a page sends by WebSocket; one that sends anything but text is disconnected."""

    async def hear() -> Message:
        message = await receive()
        if message["type"] == "websocket.receive" and message.get("text") is None:
            await send({"type": "websocket.close", "code": NOT_TEXT, "reason": ""})
            return {"type": "websocket.disconnect", "code": NOT_TEXT}
        return message

    return hear
