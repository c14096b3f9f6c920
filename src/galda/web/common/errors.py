"""How refusals are told: a status for programs, a sentence for people, never a traceback."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, cast

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketState

from galda.core.errors import (
    BadPosition,
    BadRecord,
    GaldaError,
    IllegalMove,
    NotReady,
    UnknownGame,
    UnreadableMove,
)
from galda.core.show.language import say, tell
from galda.table.errors import (
    BadRequest,
    Busy,
    NoSuchTable,
    NotHere,
    NotYourSeat,
    Stale,
    TableClosed,
    TooLong,
    TooMuch,
)
from galda.table.storage.database_faults import DATABASE_FAULTS
from galda.web.common.closing_words import shorten
from galda.web.common.progress import compiling
from galda.web.common.render import page
from galda.web.security.guard import COME_BACK, TRY_LATER
from galda.web.security.people import language

log = logging.getLogger("galda.web")
STATUS: tuple[tuple[type[GaldaError], int], ...] = (
    (NoSuchTable, 404),
    (UnknownGame, 404),
    (NotYourSeat, 403),
    (NotHere, 403),
    (Stale, 409),
    (TableClosed, 409),
    (TooLong, 413),
    (TooMuch, 429),
    (Busy, 503),
    (NotReady, 503),
    (IllegalMove, 422),
    (UnreadableMove, 422),
    (BadPosition, 422),
    (BadRequest, 400),
    (GaldaError, 400),
)


def refusal(error: GaldaError, lang: str) -> tuple[int, dict[str, object]]:
    """The status and the body that tell a program what was wrong, in words in `lang`."""
    status = next(status for kind, status in STATUS if isinstance(error, kind))
    body: dict[str, object] = {"error": tell(lang, error)}
    forbidden = error.__cause__ if isinstance(error, BadRecord) else error
    if isinstance(forbidden, (IllegalMove, BadPosition)) and forbidden.refusal is not None:
        body |= {"rule": forbidden.rule, "sentence": tell(lang, forbidden.refusal.message)}
    if isinstance(error, BadRecord):
        body["line"] = error.line
    if isinstance(error, Stale):
        body["sequence"] = error.sequence
    return status, body


def invalid_words(found: Mapping[str, Any], lang: str) -> str:
    """What is wrong with one field of a request, in words."""
    field = ".".join(str(part) for part in found["loc"])
    given = {"field": field, **found.get("ctx", {})}
    match found["type"]:
        case "missing":
            return say(lang, "{field}: this is missing", field=field)
        case "extra_forbidden":
            return say(lang, "{field}: no such field", field=field)
        case "string_too_long" | "too_long":
            return say(lang, "{field}: too long; maximum {most}", field=field,
                       most=given["max_length"])  # fmt: skip
        case "string_too_short" | "too_short":
            return say(lang, "{field}: too short; minimum {least}", field=field,
                       least=given["min_length"])  # fmt: skip
        case "less_than_equal":
            return say(lang, "{field}: too large; maximum {most}", field=field,
                       most=given["le"])  # fmt: skip
        case "greater_than_equal":
            return say(lang, "{field}: too small; minimum {least}", field=field,
                       least=given["ge"])  # fmt: skip
        case "literal_error" | "enum":
            return say(lang, "{field}: it can be {choices}", field=field,
                       choices=str(given["expected"]).replace(" or ", ", "))  # fmt: skip
        case "json_invalid":
            return say(lang, "the request is not valid JSON")
    return say(lang, "{field}: this value cannot be used here ({kind})", field=field,
               kind=found["type"])  # fmt: skip


def _answer(request: Request, status: int, body: dict[str, object]) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse(body, status_code=status)
    lang = language(request)
    titles = {
        403: say(lang, "No access"),
        404: say(lang, "Page not found"),
        413: say(lang, "Request too large"),
        429: say(lang, "Too many requests"),
        500: say(lang, "Server error"),
        503: say(lang, "Back in a moment"),
    }
    title = titles.get(status, say(lang, "Something went wrong"))
    return page(request, "message.html", status=status, title=title, message=body["error"])


def refused(request: Request, status: int, said: str) -> Response:
    """What is refused before any route is asked: a page for people, JSON for programs."""
    return _answer(request, status, {"error": said})


def _compiling_page(request: Request, error: NotReady) -> Response:
    """A page that shows how far a game is, and becomes what was asked for when it is ready."""
    game, lang = error.game, language(request)
    answer = page(
        request, "compiling.html", status=503, game=game.name, title=game.title,
        message=tell(lang, error), part=compiling(request).get(game.name, {"part": 1.0})["part"],
    )  # fmt: skip
    answer.headers["retry-after"] = str(error.retry_after)
    return answer


async def _unavailable(connection: HTTPConnection, error: Exception) -> Response | None:
    """The database is down, locked or full: come back soon. What is on the disk is safe."""
    # The driver's own words: SQLAlchemy's hold what was to be written, keys and all.
    log.error("the database does not work: %s", getattr(error, "orig", type(error).__name__))
    connection.app.state.figures.unavailable.inc()
    said = say(language(connection), "the table cannot be reached right now; try again in a moment")
    if isinstance(connection, WebSocket):
        if connection.client_state is WebSocketState.CONNECTING:
            await connection.send_denial_response(
                JSONResponse({"error": said}, status_code=503, headers=COME_BACK)
            )
        else:
            await connection.close(TRY_LATER, shorten(said))
        return None
    assert isinstance(connection, Request)
    answer = _answer(connection, 503, {"error": said})
    answer.headers.update(COME_BACK)
    return answer


def install(app: FastAPI) -> None:
    """Make `app` answer every mistake in our own words."""

    @app.exception_handler(GaldaError)
    async def _galda(request: Request, error: GaldaError) -> Response:
        if isinstance(error, NotReady) and not request.url.path.startswith("/api/"):
            return _compiling_page(request, error)
        answer = _answer(request, *refusal(error, language(request)))
        if isinstance(error, (Busy, NotReady)):
            answer.headers["retry-after"] = str(error.retry_after)
        return answer

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> Response:
        lang = language(request)
        wrong = "; ".join(invalid_words(found, lang) for found in error.errors()[:5])
        return _answer(request, 422, {"error": wrong})

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> Response:
        lang = language(request)
        told = {
            404: say(lang, "there is no page at this address; it may be mistyped"),
            405: say(lang, "this address does not accept that kind of request"),
        }.get(error.status_code, str(error.detail))
        answer = _answer(request, error.status_code, {"error": told})
        for name, value in (error.headers or {}).items():
            answer.headers[name] = value
        return answer

    for fault in DATABASE_FAULTS:
        app.add_exception_handler(fault, cast(Any, _unavailable))

    @app.exception_handler(Exception)
    async def _unforeseen(request: Request, error: Exception) -> Response:
        # The server's own log gets the traceback after this.
        said = say(language(request), "this is our mistake, not yours; it has been logged")
        return _answer(request, 500, {"error": said})
