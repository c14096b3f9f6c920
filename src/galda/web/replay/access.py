"""Through whose eyes somebody looks back at a game, and what they see of one ply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi import Request

from galda.core.play.terms import SPECTATOR
from galda.table import Replay, Tables
from galda.table.errors import BadRequest, NotYourSeat
from galda.table.replay.replay import replay_of
from galda.web.security.access import find_access
from galda.web.security.people import who
from galda.web.views import choose_eyes


@dataclass(frozen=True, slots=True)
class Look:
    """A game and the seat through which it is looked at (-1: what everybody may see)."""

    replay: Replay
    viewer: int
    seated: bool
    """Whether whoever looks has a seat at the table."""


async def find_look(
    request: Request, game_id: str, eyes: int | None = None, watch: str = ""
) -> Look:
    """What whoever asks may see of a game.

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
            raise BadRequest(
                "there is no seat {seat}; seats are 0 to {last}", seat=viewer, last=players - 1
            )
        return Look(replay, viewer, bool(held))
    access = await find_access(request, game_id, watch)
    own = choose_eyes(access.table, access.held).viewer
    if eyes is not None and eyes != own:
        raise NotYourSeat("until the game is over, everyone looks back through their own eyes")
    return Look(replay_of(access.table), own, bool(access.held))


def show_ply(look: Look, ply: int, lang: str) -> dict[str, Any]:
    """One ply as the page shows it."""
    replay, viewer = look.replay, look.viewer
    seen = replay.position(ply).seen_by(viewer)
    last = ply == replay.last
    scores = seen.scores if replay.game.has("sheets") else None
    winners = _winners(replay) if last else ()
    return {
        "ply": ply,
        "svg": replay.board(ply, viewer, lang),
        "sentence": replay.story(lang, viewer)[ply],
        "ending": replay.ending(lang) if last else "",
        "players": [
            {
                "seat": seat,
                "name": replay.name(seat, lang),
                "role": replay.game.seat_name(seen, seat, lang),
                "mine": False,
                "free": False,
                "acts": seat == seen.to_act and not seen.is_over and not (last and replay.over),
                "won": seat in winners and len(winners) < seen.players,
                "score": scores[seat] if scores else None,
                "clock": None,
            }
            for seat in range(seen.players)
        ],
        "sheets": [sheet.as_html() for sheet in seen.sheets(lang)],
    }


def _winners(replay: Replay) -> tuple[int, ...]:
    if replay.table is not None:
        return replay.table.result.winners if replay.table.result else ()
    return replay.record.position.winners
