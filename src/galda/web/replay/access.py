"""Who may look back at a game, and through whose eyes."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request

from galda.core.play.terms import SPECTATOR
from galda.table import Replay, Tables
from galda.table.errors import BadRequest, NotYourSeat
from galda.web.security.access import find_access
from galda.web.security.people import who
from galda.web.tables.views import choose_eyes


@dataclass(frozen=True, slots=True)
class ReplayAccess:
    """A game and the seat through which it is looked at (-1: what everybody may see)."""

    replay: Replay
    viewer: int
    seated: bool
    """Whether the viewer has a seat at the table."""


async def find_look(
    request: Request, game_id: str, eyes: int | None = None, watch: str = ""
) -> ReplayAccess:
    """What the visitor may see of a game.

    Once it is over, everybody who has its link may see it through any eyes. Until then those at
    the table look back through their own.
    """
    tables: Tables = request.app.state.tables
    replay = await tables.lookback.replay(game_id)
    if replay.over:
        person = who(request)
        held = replay.table.seats_of(person.id) if replay.table and person else ()
        viewer = eyes if eyes is not None else held[0] if held else SPECTATOR
        players = replay.record.position.players
        if not SPECTATOR <= viewer < players:
            raise BadRequest("no seat {seat}; seats are 0 to {last}", seat=viewer, last=players - 1)
        return ReplayAccess(replay, viewer, bool(held))
    access = await find_access(request, game_id, watch)
    own = choose_eyes(access.table, access.held).viewer
    if eyes is not None and eyes != own:
        raise NotYourSeat("until the game ends you only see what you saw while playing")
    return ReplayAccess(tables.lookback.replay_at(access.table), own, bool(access.held))
