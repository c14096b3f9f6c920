"""Looking back at games: their pages, their boards ply by ply, records in and out, reviews."""

from __future__ import annotations

import hashlib
import json
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse
from markupsafe import Markup
from starlette.datastructures import UploadFile

from galda.core.errors import GaldaError
from galda.core.play.paper import write_record
from galda.table import Replay, Tables
from galda.table.errors import BadRequest, TooLong
from galda.table.replay.library import LONGEST_RECORD
from galda.web.common import bodies
from galda.web.common.errors import refusal
from galda.web.common.render import page, script_values
from galda.web.common.script_words import learning_words, replay_words
from galda.web.common.shapes import shape_of
from galda.web.dependencies import AskerDep, SignerDep, TablesDep, person_or_newcomer
from galda.web.replay import off_loop
from galda.web.replay.access import ReplayAccess, find_look
from galda.web.replay.review import legend, two_sided
from galda.web.replay.schema import BroughtGame, ReplayPly, Review
from galda.web.security.people import address, language, remember, who

replay_pages = APIRouter(include_in_schema=False)
replay_api = APIRouter(prefix="/api/v1/games", tags=["games"])

Ply = Annotated[int | None, Query(ge=0, le=10_000)]
Viewer = Annotated[int | None, Query(ge=-1, le=99)]
WatchKey = Annotated[str, Query(max_length=200)]
LONGEST_MOVE_ID = 64
KEPT = {"cache-control": "private, max-age=86400"}
"""What is over does not change: browsers may keep it for a day, then ask whether it is the same."""


# Pages


@replay_pages.get("/game/{game_id}")
async def game_page(
    request: Request, game_id: str, ply: Ply = None, eyes: Viewer = None, watch: WatchKey = ""
) -> HTMLResponse:
    """A game to step through; `ply` is where it opens, by default at its end."""
    look = await find_look(request, game_id, eyes, watch)
    replay, lang = look.replay, language(request)
    at = replay.last if ply is None else min(ply, replay.last)
    shape = shape_of(request)
    shown = await off_loop.ply(look, at, lang, shape)
    await off_loop.story(look, lang)
    values = {
        "game": replay.id,
        "ply": at,
        "last": replay.last,
        "viewer": look.viewer,
        "watch": watch,
        "lang": lang,
        "shape": shape,
        "over": replay.over,
        "scorings": replay.scorings,
        "own": _own_seats(request, replay),
        "shown": {name: value for name, value in shown.items() if name != "svg"},
    }
    return page(
        request,
        "replay.html",
        replay=replay,
        game=replay.game,
        look=look,
        at=at,
        shown=shown,
        board=Markup(shown["svg"]),
        story=replay.story(lang, look.viewer),
        names=[replay.name(seat, lang) for seat in range(len(shown["players"]))],
        legend=legend(replay, lang),
        two_sided=two_sided(replay),
        values=script_values(values),
        words=json.dumps(replay_words(lang) | learning_words(lang), ensure_ascii=False),
        watch=watch,
    )


def _own_seats(request: Request, replay: Replay) -> tuple[int, ...]:
    """The seats that the visitor had at the table."""
    person = who(request)
    return replay.table.seats_of(person.id) if replay.table and person else ()


@replay_pages.get("/game/{game_id}/record")
async def record_file(request: Request, game_id: str) -> Response:
    """The game on paper, to keep; only once it is over, for it tells every secret."""
    look = await find_look(request, game_id)
    if not look.replay.over:
        raise BadRequest("the record is available once the game is over: it reveals every secret")
    record = look.replay.record
    name = "-".join(filter(None, ("galda", record.game.name, record.date)))
    name = "".join(
        letter for letter in name if letter.isascii() and (letter.isalnum() or letter == "-")
    )
    headers = {"content-disposition": f'attachment; filename="{name}.txt"'}
    return PlainTextResponse(await off_loop.LOOKING_BACK.do(write_record, record), headers=headers)


@replay_pages.get("/import")
async def import_page(request: Request) -> HTMLResponse:
    """A form for a game on paper."""
    return page(request, "import.html", problem="", text="", longest=LONGEST_RECORD)


@replay_pages.post("/import")
async def import_record(request: Request, tables: TablesDep, signer: SignerDep) -> Response:
    """Check a record that was pasted or uploaded, and go to its page."""
    form = await request.form()
    move_id = str(form.get("move_id", ""))[:LONGEST_MOVE_ID] or None
    person = person_or_newcomer(request, "", move_id)
    text = ""
    try:
        text = await _sent_text(form.get("file")) or str(form.get("text", ""))
        await _check_record(request, text)
        replay = await tables.lookback.bring(text, person.id, move_id)
    except GaldaError as error:
        status, told = refusal(error, language(request))
        return page(
            request,
            "import.html",
            status=status,
            problem=told["error"],
            text=text[:LONGEST_RECORD],
            longest=LONGEST_RECORD,
        )
    response = RedirectResponse(f"/game/{replay.id}?ply=0", status_code=303)
    remember(response, signer, person, secure=request.url.scheme == "https")
    return response


async def _sent_text(file: object) -> str:
    """What a file sent along holds; nothing if there was none."""
    if not isinstance(file, UploadFile) or not file.filename:
        return ""
    content = await file.read(4 * LONGEST_RECORD)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise BadRequest("this is not a text file; a record is plain text in UTF-8") from None


async def _check_record(request: Request, text: str) -> None:
    """Refuse what is no record at all, and too many of them from one address."""
    if not text.strip():
        raise BadRequest("it is empty; paste a record or choose its file")
    if len(text) > LONGEST_RECORD:
        raise TooLong(
            "a record has at most {most} characters, not {n}", most=LONGEST_RECORD, n=len(text)
        )
    await request.app.state.bringing.check(address(request))


# For programs


@replay_api.post("", status_code=201)
async def bring(
    request: Request, body: bodies.Record, tables: TablesDep, asker: AskerDep
) -> BroughtGame:
    """Bring a game on paper: it is checked through the rules and gets a page of its own."""
    await _check_record(request, body.record)
    replay = await tables.lookback.bring(body.record, asker.person, body.move_id)
    return {"game": replay.id, "page": f"/game/{replay.id}", "turns": replay.last}


@replay_api.get("/{game_id}/positions/{ply}", response_model=ReplayPly)
async def see_ply(
    request: Request, game_id: str, ply: int, eyes: Viewer = None, watch: WatchKey = ""
) -> Response:
    """A game at one ply: its board, what happened last, the scores."""
    look = await find_look(request, game_id, eyes, watch)
    told = JSONResponse(await off_loop.ply(look, ply, language(request), shape_of(request)))
    if not look.replay.over:
        return told
    tag = f'"{hashlib.sha256(told.body).hexdigest()[:20]}"'
    headers = {**KEPT, "etag": tag, "vary": "accept-language, cookie"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    told.headers.update(headers)
    return told


@replay_api.get("/{game_id}/review")
async def see_review(
    request: Request, game_id: str, tables: TablesDep, eyes: Viewer = None
) -> Review:
    """What the review of a finished game has found so far."""
    return await _review(request, tables, await find_look(request, game_id, eyes))


@replay_api.post("/{game_id}/review")
async def ask_for_review(
    request: Request, game_id: str, tables: TablesDep, asker: AskerDep, eyes: Viewer = None
) -> Review:
    """Have a finished game reviewed in the background; asking again changes nothing."""
    look = await find_look(request, game_id, eyes)
    await tables.lookback.reviews.ask(game_id, asker)
    return await _review(request, tables, look)


async def _review(request: Request, tables: Tables, look: ReplayAccess) -> Review:
    if not look.replay.over:
        raise BadRequest(
            "a game can be reviewed once it is over: before that, it would be coaching"
        )
    kept = await tables.lookback.reviews.see(look.replay.id)
    return await off_loop.review(look, kept, language(request))
