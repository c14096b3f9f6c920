"""One ply of a game that is looked back at, as the page shows it: board, sentence, scores."""

from __future__ import annotations

from galda.core.play.position import Position
from galda.core.play.terms import Shape
from galda.core.show.language import tell
from galda.core.show.marks import seat_mark
from galda.table import Replay
from galda.web.replay.access import Look
from galda.web.replay.schema import ReplayPly


def show_ply(look: Look, ply: int, lang: str, shape: Shape = "tall") -> ReplayPly:
    """One ply as the page shows it."""
    replay, viewer = look.replay, look.viewer
    seen = replay.position(ply).seen_by(viewer)
    last = ply == replay.last
    scores = seen.scores if replay.game.has("sheets") else None
    winners = _winners(replay) if last else ()
    return {
        "ply": ply,
        "svg": replay.board(ply, viewer, lang, shape),
        "sentence": replay.story(lang, viewer)[ply],
        "ending": replay.ending(lang) if last else "",
        "players": [
            {
                "seat": seat,
                "name": replay.name(seat, lang),
                "role": _role(seen, seat, lang),
                "mark": seat_mark(seen, seat),
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


def _role(seen: Position, seat: int, lang: str) -> str:
    """What the game calls a seat, where that says more than its number."""
    return (
        tell(lang, seen.game.words.seat_name(seen.named(()), seat)) if seen.game.board.mark else ""
    )
