"""The lobby's page: all games by their pictures, one's own tables, the puzzle of the day.

It is the first thing that is seen, before all of the site is loaded: nothing here needs a database.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from starlette.requests import Request
from starlette.responses import HTMLResponse

import galda
from galda.core.play.options import player_counts
from galda.puzzles.daily import puzzle_of_the_day, today
from galda.puzzles.shelf import games_with_puzzles
from galda.puzzles.words import stars
from galda.web.common.render import page
from galda.web.security.people import who

UNFOLDED = 3
"""How many of one's own tables are shown at once; the others are folded away below them."""


def welcome(request: Request, mine: Sequence[Mapping[str, object]] | None) -> HTMLResponse:
    """The lobby, with one's own tables as they are listed; None: the page asks for them itself."""
    day = today()
    return page(
        request,
        "lobby.html",
        games=[galda.game(name) for name in galda.game_names()],
        counts=player_counts,
        mine=mine,
        unfolded=UNFOLDED,
        day=day,
        daily=puzzle_of_the_day(day) if games_with_puzzles() else None,
        stars=stars,
    )


async def early_lobby(request: Request) -> HTMLResponse:
    """The lobby while nobody can look up tables yet; who is new has none."""
    return welcome(request, None if who(request) else [])
