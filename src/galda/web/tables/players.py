"""A player at a position, as pages list them: at a table, in a replay, in an analysis."""

from __future__ import annotations

from collections.abc import Sequence

from galda.core.play.position import Position
from galda.core.show.language import tell
from galda.core.show.marks import seat_mark
from galda.web.tables.schema import Player


def show_player(
    seen: Position, seat: int, name: str, lang: str, *, acts: bool, winners: Sequence[int]
) -> Player:
    """A player, without what only a table knows of its seats; nobody has won where all have."""
    role = seen.game.words.seat_name(seen.named(()), seat) if seen.game.board.mark else ""
    return {
        "seat": seat,
        "name": name,
        "role": tell(lang, role) if role else "",
        "mark": seat_mark(seen, seat),
        "mine": False,
        "free": False,
        "acts": acts,
        "won": seat in winners and len(winners) < seen.players,
        "score": seen.scores[seat] if seen.game.has("sheets") else None,
        "clock": None,
    }
