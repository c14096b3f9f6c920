"""What a turn brings in 5 Towers, for the coach: points, crowns, and room for later cards."""

from __future__ import annotations

import numpy as np

from galda.core.message import Counted, Message
from galda.core.play.gains import Gain
from galda.core.play.position import Position
from galda.games.towers.ai import evaluation
from galda.games.towers.rules import record, rules
from galda.games.towers.rules.cards import KINDS, most
from galda.games.towers.text.words import kind_name


def gains(before: Position, after: Position, seat: int) -> list[Gain]:
    """What has changed for a seat, or what it calls for."""
    if before.plain.phase == record.AUCTION:
        return _calling(before, after, seat)
    points = after.scores[seat] - before.scores[seat]
    found = []
    told: Message
    if points > 0:
        told = Counted("It brings {n} point.", "It brings {n} points.", points)
        found.append(Gain("points", float(points), told))
    elif points < 0:
        told = Counted("It costs {n} point.", "It costs {n} points.", -points)
        found.append(Gain("points", float(points), told))
    for kind in range(len(KINDS)):
        if rules.top(after.state, seat, kind) == 0 != rules.top(before.state, seat, kind):
            told = Message(
                "It crowns a tower ({kind}): its cards count twice.", kind=kind_name(kind)
            )
            found.append(Gain(f"crown {kind}", 1.0, told))
    kept = _room(after, seat) - _room(before, seat)
    rate = float(evaluation.worth_of_room(before.state)) * before.players
    told = Message("It leaves more room on the towers for later cards.")
    found.append(Gain("room", kept * rate, told))
    return found


def _calling(before: Position, after: Position, seat: int) -> list[Gain]:
    """What speaks for a call, or for none."""
    was, now = before.plain, after.plain
    fitting = cards_that_fit(before, seat)
    if now.caller == seat and now.rounds == was.rounds:
        told: Message = Counted(
            "{n} card of the row fits on the towers.",
            "{n} cards of the row fit on the towers.",
            fitting,
        )
        return [Gain("call", float(min(fitting, now.called)), told)]
    if fitting <= was.called:
        told = Message("No more cards fit on the towers than are bid already.")
        return [Gain("call", 1.0, told)]
    return []


def cards_that_fit(position: Position, seat: int) -> int:
    """How many cards of the row could be laid without demolishing."""
    state = position.state
    return sum(
        int(most(rules.top(state, seat, kind), np.int64(state.row[kind])))
        for kind in range(len(KINDS))
    )


def _room(position: Position, seat: int) -> int:
    """How far the tops of a seat's towers are above 0."""
    tops = (rules.top(position.state, seat, kind) for kind in range(len(KINDS)))
    return sum(int(evaluation.room(top)) for top in tops)
