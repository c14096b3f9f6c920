"""A route without FastAPI's machinery around it, for what every click asks for.

Solving dependencies and wrapping the answer would cost half as much again as a move itself. Such a
route gets the request, the table of its path and its body, and answers with a `Response`; it stands
in the OpenAPI page as all others do.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, get_type_hints

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError


class DirectRoute(APIRoute):
    """A route whose function is called as `function(request, table_id, body)`."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What FastAPI calls for each request."""
        endpoint: Callable[..., Coroutine[Any, Any, Response]] = self.endpoint
        model: type[BaseModel] = get_type_hints(endpoint)["body"]
        usual = super().get_route_handler()

        async def answer(request: Request) -> Response:
            if request.headers.get("content-type") != "application/json":
                return await usual(request)
            try:
                body = model.model_validate_json(await request.body())
            except ValidationError:
                return await usual(request)  # which tells what is wrong as everywhere else
            return await endpoint(request, request.path_params["table_id"], body)

        return answer
