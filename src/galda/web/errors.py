"""How refusals are told: a status for programs, a sentence for people, never a traceback."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from galda.core.errors import GaldaError, IllegalMove, UnknownGame, UnreadableMove
from galda.core.language import say, tell
from galda.table.errors import BadRequest, NoSuchTable, NotYourSeat, Stale, TableClosed, TooMuch
from galda.web.people import language
from galda.web.render import page

STATUS: tuple[tuple[type[GaldaError], int], ...] = (
    (NoSuchTable, 404),
    (UnknownGame, 404),
    (NotYourSeat, 403),
    (Stale, 409),
    (TableClosed, 409),
    (TooMuch, 429),
    (IllegalMove, 422),
    (UnreadableMove, 422),
    (BadRequest, 400),
    (GaldaError, 400),
)


def refusal(error: GaldaError, lang: str) -> tuple[int, dict[str, object]]:
    """The status and the body that tell a program what was wrong, in words in `lang`."""
    status = next(status for kind, status in STATUS if isinstance(error, kind))
    body: dict[str, object] = {"error": tell(lang, error)}
    if isinstance(error, IllegalMove):
        body |= {"rule": error.rule, "sentence": error.sentence}
    if isinstance(error, Stale):
        body["sequence"] = error.sequence
    return status, body


def _answer(request: Request, status: int, body: dict[str, object]) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse(body, status_code=status)
    lang = language(request)
    titles = {
        403: say(lang, "Not for you"),
        404: say(lang, "There is nothing here"),
        429: say(lang, "A little slower, please"),
        500: say(lang, "Something went wrong here"),
    }
    title = titles.get(status, say(lang, "That did not work"))
    return page(request, "message.html", status=status, title=title, message=body["error"])


def install(app: FastAPI) -> None:
    """Make `app` answer every mistake in our own words."""

    @app.exception_handler(GaldaError)
    async def _galda(request: Request, error: GaldaError) -> Response:
        return _answer(request, *refusal(error, language(request)))

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> Response:
        wrong = "; ".join(
            f"{'.'.join(str(part) for part in found['loc'])}: {found['msg']}"
            for found in error.errors()[:5]
        )
        return _answer(request, 422, {"error": wrong})

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> Response:
        answer = _answer(request, error.status_code, {"error": str(error.detail)})
        for name, value in (error.headers or {}).items():
            answer.headers[name] = value
        return answer

    @app.exception_handler(Exception)
    async def _unforeseen(request: Request, error: Exception) -> Response:
        # The server's own log gets the traceback after this.
        said = say(language(request), "this is our mistake, not yours; it has been written down")
        return _answer(request, 500, {"error": said})
