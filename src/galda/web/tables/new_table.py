"""Setting up a table: the form for any game, and the table it opens."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

import galda
from galda.bots.levels import STYLISH, level_names
from galda.bots.names import level_name
from galda.core.errors import GaldaError
from galda.core.numerals import read_whole
from galda.core.play.game import Game
from galda.core.play.options import player_counts
from galda.core.play.position import Position
from galda.core.play.terms import SPECTATOR
from galda.core.show.language import tell
from galda.solve.user_tablebases import how_to_solve, is_solved
from galda.table.tables import check_move_id
from galda.web.common.errors import refusal
from galda.web.common.render import page
from galda.web.common.side_threads import SideThreads
from galda.web.dependencies import LanguageDep, SignerDep, TablesDep, person_or_newcomer
from galda.web.security.people import address, language, named_there, remember
from galda.web.tables.new_table_form import (
    CLOCKS,
    DEFAULT_LEVEL,
    begins_name,
    clock_name,
    plan_from_form,
    questions,
    ways_to_begin,
)

new_table = APIRouter(include_in_schema=False)
ASIDE = SideThreads("setting up tables", threads=1, most_waiting=100)
"""One thread: a position as text can be long work to read."""


@new_table.get("/new/{name}")
async def set_up(request: Request, name: str) -> HTMLResponse:
    """Choose options, seats and clock; every default is fine."""
    text = request.query_params.get("position", "")
    return await _set_up(request, name, "", {"position": text} if text else {})


async def _set_up(
    request: Request, name: str, problem: str, chosen: dict[str, str], status: int = 200
) -> HTMLResponse:
    lang = language(request)
    game = galda.game(name)
    counts = player_counts(game.options)
    usual = int(next(option.default for option in game.options if option.name == "players"))
    position, board = None, ""
    try:
        if text := chosen.get("position", "").strip():
            position, board = await ASIDE.do(_look, game, text, lang)
    except GaldaError as error:
        problem, status = problem or tell(lang, error), refusal(error, lang)[0]
    asked = position.players if position else read_whole(chosen.get("players", ""))
    players = asked if asked in counts else usual
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
            {
                n: tell(lang, game.words.seat_name(start, seat))
                for n, start in starts.items()
                if seat < n
            }
            for seat in range(max(counts))
        ],
        levels=[(level, level_name(level, lang, game)) for level in level_names(game)],
        with_styles=STYLISH,
        how_to_solve=None if is_solved(game) else how_to_solve(game, game.read_options({})),
        default_level=DEFAULT_LEVEL,
        begins=[(way, begins_name(way, lang)) for way in ways_to_begin(game)],
        clocks=[(clock, clock_name(clock, lang)) for clock in CLOCKS],
        teams=any(start.allies(0) for start in starts.values()),
        problem=problem,
        chosen=chosen,
        position=position,
        board=board,
        to_move=tell(lang, game.words.seat_name(position, position.to_act)) if position else "",
    )


def _look(game: Game, text: str, lang: str) -> tuple[Position, str]:
    """The position that a table shall begin from, and its board as those see it who watch."""
    position = game.position(text, seed=0)
    return position, position.svg(SPECTATOR, lang, "wide")


@new_table.post("/new/{name}")
async def open_table(
    request: Request, name: str, tables: TablesDep, signer: SignerDep, lang: LanguageDep
) -> Response:
    """Open the table that the form describes and go there."""
    form = {key: str(value) for key, value in (await request.form()).items()}
    move_id = form.get("move_id") or None
    person = person_or_newcomer(request, "", move_id)
    try:
        if move_id is not None:
            check_move_id(move_id)
        plan = await ASIDE.do(plan_from_form, name, form, lang)
        found = await tables.opened(plan, person, move_id)
        if found is None:
            await request.app.state.coming.check(address(request))
        table = found or await tables.create(plan, person, move_id)
    except GaldaError as error:
        galda.game(name)  # an unknown game has no form to show again
        return await _set_up(request, name, tell(lang, error), form, status=refusal(error, lang)[0])
    if found is None:
        request.app.state.figures.tables.inc()
    response = RedirectResponse(f"/table/{table.id}", status_code=303)
    remember(response, signer, named_there(person, table), secure=request.url.scheme == "https")
    return response
