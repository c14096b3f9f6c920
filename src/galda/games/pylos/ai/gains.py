"""What a turn brings in Pylos, for the coach: balls saved, and squares that earn balls (P5, P7)."""

from __future__ import annotations

from typing import Any

from galda.core.message import Counted, Message
from galda.core.play.gains import Gain
from galda.core.play.position import Position
from galda.games.pylos.rules import rules


def gains(before: Position, after: Position, seat: int) -> list[Gain]:
    """What has changed for a seat: its reserve, and where balls can be earned next."""
    if after.is_over:
        return []
    was, now = before.plain, after.plain
    found = []
    saved = now.reserve[seat] - was.reserve[seat]
    if saved == 0:
        told = Message("It takes no ball from the reserve.")
        found.append(Gain("reserve", 1.0, told))
    elif saved > 0:
        told = Counted(
            "It brings {n} ball back to the reserve.",
            "It brings {n} balls back to the reserve.",
            saved,
        )
        found.append(Gain("reserve", 1.0 + saved, told))
    stopped = len(earning_spots(was, 1 - seat)) - len(earning_spots(now, 1 - seat))
    if stopped > 0:
        told = Message("It stops the opponent from earning balls with the next one.")
        found.append(Gain("danger", 1.5, told))
    if len(earning_spots(now, seat)) > len(earning_spots(was, seat)):
        told = Message("It threatens to earn balls with the next one.")
        found.append(Gain("threat", 1.0, told))
    return found


def earning_spots(state: Any, seat: int) -> list[int]:
    """Where a ball from the reserve would let a seat take balls back now (P7, P13)."""
    mine, theirs = state.balls[seat], state.balls[1 - seat]
    free = int(rules.receivers(mine | theirs))
    return [
        spot
        for spot in range(rules.SPOTS)
        if free >> spot & 1 and rules.earns_removal(mine | 1 << spot, spot, state.variant)
    ]
