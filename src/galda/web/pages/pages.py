"""The pages people open: lobby, setting up, the table, joining, watching, rules."""

from __future__ import annotations

import json
import re
from functools import lru_cache

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from markupsafe import Markup

import galda
from galda.bots.levels import level_names
from galda.bots.names import level_name
from galda.core.errors import GaldaError
from galda.core.play.paper import write_record
from galda.core.show.language import check_language, say, tell
from galda.solve.user_tablebases import how_to_solve, is_solved
from galda.table import Person, Tables
from galda.web.pages.errors import refusal
from galda.web.pages.invites import invites
from galda.web.pages.plans import (
    CLOCKS,
    DEFAULT_LEVEL,
    clock_name,
    plan_from_form,
    player_counts,
    questions,
)
from galda.web.pages.render import page
from galda.web.pages.words import script_words
from galda.web.security.access import Access, find_access
from galda.web.security.people import (
    address,
    clean_name,
    language,
    new_person,
    remember,
    remember_language,
    who,
)
from galda.web.views import build_view, choose_eyes

pages = APIRouter(include_in_schema=False)
MOST_LISTED = 12
PICTURE_SEED = 7
PICTURE_PLIES = 12


def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


@pages.get("/")
async def lobby(request: Request) -> HTMLResponse:
    """All games by their pictures, and one's own tables."""
    mine = await _mine(request)
    lang = language(request)
    games = [galda.game(name) for name in galda.game_names()]
    return page(
        request,
        "lobby.html",
        games=games,
        counts=player_counts,
        tall=lambda name: _is_tall(draw_picture(name, lang)),
        mine=mine,
    )


@pages.get("/mine")
async def my_tables(request: Request) -> HTMLResponse:
    """The list of one's own tables alone, for the lobby to keep fresh."""
    return page(request, "mine.html", mine=await _mine(request))


async def _mine(request: Request) -> list[dict[str, object]]:
    """One's own tables as the lobby lists them: those where it is one's turn first."""
    person = who(request)
    lang = language(request)
    listed = await _tables(request).tables_of(person.id, lang) if person else []
    listed.sort(key=lambda summary: (summary.finished, not summary.my_turn))
    nobody = say(lang, "a free seat")
    return [
        {
            "id": summary.id,
            "game": summary.game,
            "title": galda.game(summary.game).title,
            "names": [name or nobody for name in summary.names],
            "whose": ""
            if summary.to_act is None
            else summary.names[summary.to_act] or say(lang, "waiting"),
            "my_turn": summary.my_turn,
            "finished": summary.finished,
        }
        for summary in listed[:MOST_LISTED]
    ]


@pages.post("/name")
async def rename(request: Request) -> Response:
    """Call oneself something else from now on."""
    form = await request.form()
    person = who(request) or new_person(lang=language(request))
    name = clean_name(str(form.get("name", ""))) or person.name
    response = RedirectResponse("/", status_code=303)
    secure = request.url.scheme == "https"
    remember(response, request.app.state.signer, Person(person.id, name), secure=secure)
    return response


@pages.get("/language/{lang}")
async def choose(request: Request, lang: str, back: str = "/") -> Response:
    """Speak another language from now on, and go back to where one was."""
    check_language(lang)
    inside = re.fullmatch(r"/(?![/\\])[\x21-\x7e]*", back) and "\\" not in back
    response = RedirectResponse(back if inside else "/", status_code=303)
    remember_language(response, lang, secure=request.url.scheme == "https")
    return response


@lru_cache(maxsize=64)
def draw_picture(name: str, lang: str) -> str:
    """A game's picture: its own board, a few moves after the start."""
    position = galda.game(name).new(seed=PICTURE_SEED)
    for ply in range(PICTURE_PLIES):
        if position.is_over:
            break
        legal = position.legal()
        position = position.play(legal[(ply * 7 + 3) % len(legal)])
    return position.svg(lang=lang)


@pages.get("/pictures/{name}.svg")
async def picture(request: Request, name: str) -> Response:
    """The picture a game is picked by; its address says in which language."""
    return Response(
        draw_picture(name, language(request)),
        media_type="image/svg+xml",
        headers={"cache-control": "max-age=3600"},
    )


@pages.get("/new/{name}")
async def set_up(request: Request, name: str) -> HTMLResponse:
    """Choose options, seats and clock; every default is fine."""
    return _set_up(request, name, "", {})


def _set_up(
    request: Request, name: str, problem: str, chosen: dict[str, str], status: int = 200
) -> HTMLResponse:
    lang = language(request)
    game = galda.game(name)
    counts = player_counts(game)
    usual = int(next(option.default for option in game.options if option.name == "players"))
    asked = chosen.get("players", "")
    players = int(asked) if asked.isdigit() and int(asked) in counts else usual
    starts = {count: game.new(players=count, seed=0) for count in counts}
    return page(
        request,
        "new.html",
        status=status,
        game=game,
        counts=counts,
        players=players,
        questions=questions(game),
        seats=[
            {n: tell(lang, game.seat_name(start, seat)) for n, start in starts.items() if seat < n}
            for seat in range(max(counts))
        ],
        levels=[(level, level_name(level, lang)) for level in level_names(game)],
        how_to_solve=None if is_solved(game) else how_to_solve(game, game.read_options({})),
        default_level=DEFAULT_LEVEL,
        clocks=[(clock, clock_name(clock, lang)) for clock in CLOCKS],
        teams=any(start.allies(0) for start in starts.values()),
        problem=problem,
        chosen=chosen,
    )


@pages.post("/new/{name}")
async def open_table(request: Request, name: str) -> Response:
    """Open the table that the form describes and go there."""
    form = {key: str(value) for key, value in (await request.form()).items()}
    lang = language(request)
    person = who(request) or new_person(lang=lang)
    try:
        plan = plan_from_form(name, form, lang)
        request.app.state.coming.check(address(request))
        table = await _tables(request).create(plan, person)
    except GaldaError as error:
        galda.game(name)  # an unknown game has no form to show again
        return _set_up(request, name, tell(lang, error), form, status=refusal(error, lang)[0])
    request.app.state.figures.tables.inc()
    response = RedirectResponse(f"/table/{table.id}", status_code=303)
    remember(response, request.app.state.signer, person, secure=request.url.scheme == "https")
    return response


@pages.get("/table/{table_id}")
async def table_page(request: Request, table_id: str) -> HTMLResponse:
    """The table, for someone who has a seat there."""
    return _table_page(request, await find_access(request, table_id), "")


@pages.get("/table/{table_id}/watch/{key}")
async def watch_page(request: Request, table_id: str, key: str) -> HTMLResponse:
    """The table, for someone who watches."""
    return _table_page(request, await find_access(request, table_id, key), key)


def _table_page(request: Request, access: Access, watch: str) -> HTMLResponse:
    lang = language(request)
    table = access.table
    eyes = choose_eyes(table, access.held)
    view = build_view(table, access.held, eyes, lang, request.app.state.boards)
    board = Markup(view.pop("svg"))
    # Nothing in this block of values can end it: `<` is written as an escape.
    values = Markup(json.dumps(view, ensure_ascii=False).replace("<", "\\u003c"))
    return page(
        request,
        "table.html",
        table=table,
        game=table.game,
        view=view,
        board=board,
        tall=_is_tall(board),
        values=values,
        watch=watch,
        words=json.dumps(script_words(lang), ensure_ascii=False),
        seated=bool(access.held),
    )


def _is_tall(board: str) -> bool:
    """Whether a drawing is to be scrolled rather than fitted on the screen."""
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', board)
    return found is not None and float(found[2]) > 1.25 * float(found[1])


@pages.get("/table/{table_id}/invites")
async def invite_page(request: Request, table_id: str) -> HTMLResponse:
    """The links for friends and spectators, with their codes to be photographed."""
    access = await find_access(request, table_id)
    return page(
        request,
        "invites.html",
        invites=invites(access.table, request, language(request)),
        local_only=request.app.state.settings.local_only,
    )


@pages.get("/table/{table_id}/join/{key}")
async def join_page(request: Request, table_id: str, key: str) -> Response:
    """Ask whoever followed an invite whether they want to sit down."""
    table = await _tables(request).get(table_id)
    person = who(request)
    if person and table.seats_of(person.id):
        return RedirectResponse(f"/table/{table_id}", status_code=303)
    others = [table.name(s.index, language(request)) for s in table.seats if not s.is_free]
    return page(request, "join.html", table=table, game=table.game, others=others)


@pages.post("/table/{table_id}/join/{key}")
async def sit_down(request: Request, table_id: str, key: str) -> Response:
    """Take a friend's seat."""
    form = await request.form()
    person = who(request) or new_person(lang=language(request))
    person = Person(person.id, clean_name(str(form.get("name", ""))) or person.name)
    await _tables(request).claim(table_id, key, person)
    response = RedirectResponse(f"/table/{table_id}", status_code=303)
    remember(response, request.app.state.signer, person, secure=request.url.scheme == "https")
    return response


@pages.get("/table/{table_id}/record")
async def record(request: Request, table_id: str) -> Response:
    """A finished game on paper."""
    access = await find_access(request, table_id)
    return PlainTextResponse(write_record(access.table.record()))
