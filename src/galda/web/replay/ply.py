"""One ply of a game that is looked back at, as the page shows it: board, sentence, scores."""

from __future__ import annotations

from galda.core.play.terms import Shape
from galda.table import Replay
from galda.web.replay.access import ReplayAccess
from galda.web.replay.schema import ReplayPly
from galda.web.tables.players import show_player


def show_ply(look: ReplayAccess, ply: int, lang: str, shape: Shape = "tall") -> ReplayPly:
    """One ply as the page shows it."""
    replay, viewer = look.replay, look.viewer
    seen = replay.position(ply).seen_by(viewer)
    last = ply == replay.last
    acting = -1 if seen.is_over or (last and replay.over) else seen.to_act
    winners = _winners(replay) if last else ()
    return {
        "ply": ply,
        "svg": replay.board(ply, viewer, lang, shape),
        "sentence": replay.story(lang, viewer)[ply],
        "ending": replay.ending(lang) if last else "",
        "players": [
            show_player(
                seen, seat, replay.name(seat, lang), lang, acts=seat == acting, winners=winners
            )
            for seat in range(seen.players)
        ],
        "sheets": [sheet.as_html() for sheet in seen.sheets(lang)],
    }


def _winners(replay: Replay) -> tuple[int, ...]:
    if replay.table is not None:
        return replay.table.result.winners if replay.table.result else ()
    return replay.record.position.winners
