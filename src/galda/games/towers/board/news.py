"""What others have built since the viewer's last turn, to be marked on their towers."""

from __future__ import annotations

from dataclasses import dataclass

from galda.core.play.position import Position
from galda.core.show.recent import recent_turns
from galda.games.towers.rules.cards import VALUES
from galda.games.towers.rules.record import DEMOLISH, KEEP, LAY
from galda.games.towers.text.words import piece, tower_cards


@dataclass(frozen=True, slots=True)
class News:
    """The cards that were laid, and the seats that have demolished one."""

    laid: frozenset[str]
    demolished: frozenset[int]


def since(position: Position, viewer: int) -> News:
    """What has happened since the viewer's last turn, or in the last turn if that was theirs."""
    laid: set[str] = set()
    demolished: set[int] = set()
    for turn in recent_turns(position, viewer):
        for step in turn.steps:
            action = step.action
            if action is None:
                continue
            if action >= LAY:
                kind = (action - LAY) // VALUES
                laid.add(piece(tower_cards(step.state, turn.seat, kind)[-1]))
            elif DEMOLISH <= action < KEEP:
                demolished.add(turn.seat)
    return News(frozenset(laid), frozenset(demolished))
