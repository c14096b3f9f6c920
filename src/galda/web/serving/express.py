"""A lane for moves: what every click asks for comes to its route without looking for the way.

FastAPI looks through all routes, solves dependencies and wraps every answer; for the few requests
that make up almost all traffic of a site that costs as much as answering them. Here they are known
by their address, and the route's own function is called with the same body; the answer is packed
here as well. Whatever is not plainly right goes the usual way, so every mistake is told in one
place.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from galda.web.serving.packing import pack

if TYPE_CHECKING:
    from fastapi import APIRouter

TABLE = re.compile(r"(/api/v1/tables/)([^/]+)(/[a-z]+)")
PLAIN = (b"content-type", b"application/json")
Endpoint = Callable[[Request, str, Any], Awaitable[Response]]


class Express:
    """Answers posts to some routes of a table itself, and hands on everything else."""

    def __init__(
        self, app: ASGIApp, router: APIRouter, bodies: Mapping[str, type[BaseModel]]
    ) -> None:
        """`bodies` are the routes, by what follows the table's id, and what is posted to them."""
        self.app = app
        self._lanes: dict[str, tuple[BaseRoute, Endpoint, type[BaseModel]]] = {}
        for route in router.routes:
            path: str = getattr(route, "path", "")
            start, _, end = path.partition("{table_id}")
            if end in bodies and TABLE.fullmatch(f"{start}-{end}"):
                self._lanes[end] = (route, getattr(route, "endpoint"), bodies[end])  # noqa: B009
        assert len(self._lanes) == len(bodies), "a route that is not there"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        found = None
        if scope["type"] == "http" and scope["method"] == "POST" and PLAIN in scope["headers"]:
            found = TABLE.fullmatch(scope["path"])
        lane = self._lanes.get(found[3]) if found else None
        if found is None or lane is None:
            await self.app(scope, receive, send)
            return
        first = await receive()
        if first["type"] != "http.request" or first.get("more_body"):
            await self.app(scope, _again(first, receive), send)
            return
        route, endpoint, model = lane
        try:
            body = model.model_validate_json(first["body"])
        except ValidationError:
            await self.app(scope, _again(first, receive), send)
            return
        scope["route"], scope["path_params"] = route, {"table_id": found[2]}
        request = Request(scope, receive, send)
        try:
            answer = await endpoint(request, found[2], body)
        except Exception as error:
            handler = _handler(request, error)
            if handler is None:
                raise
            answer = await handler(request, error)
        pack(answer, scope)
        await answer(scope, receive, send)


def _handler(request: Request, error: Exception) -> Callable[..., Any] | None:
    """Who tells of such an error; None: nobody foresaw it, which is told further out."""
    handlers = request.app.exception_handlers
    kinds = (kind for kind in type(error).__mro__ if kind is not Exception)
    return next((handlers[kind] for kind in kinds if kind in handlers), None)


def _again(first: Message, receive: Receive) -> Receive:
    """What was received already, then whatever comes after it."""
    waiting = [first]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay
