"""What a push brings, for the coach: lines that it threatens or stops (Q8, Q9)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.kernels import contract
from galda.core.message import Counted, Message
from galda.core.play.gains import Gain
from galda.core.play.position import Position
from galda.games.quixo.rules import rules

MOST_WAYS = 3
"""More ways than these to make a line are no better."""


def gains(before: Position, after: Position, seat: int) -> list[Gain]:
    """What has changed for a seat: the lines that each side could make with one push."""
    if after.is_over:
        return []
    others = [other for other in range(before.players) if (other - seat) % 2]
    found = []
    danger = max(ways_to_win(before.states, other) for other in others)
    if danger and not max(ways_to_win(after.states, other) for other in others):
        told = Message("It stops a line that the opponent could complete at once.")
        found.append(Gain("danger", 10.0, told))
    ways = ways_to_win(after.states, seat)
    if ways:
        told = Counted(
            "It threatens to complete a line, in {n} way.",
            "It threatens to complete a line, in {n} ways.",
            ways,
        )
        found.append(Gain("threat", float(min(ways, MOST_WAYS)), told))
    return found


def ways_to_win(states: npt.NDArray[Any], seat: int) -> int:
    """The pushes by which a seat would win at once, if it were its turn."""
    start = states[:1].copy()
    start["to_act"] = seat
    legal = np.zeros(2 * rules.PUSH_LIMIT, np.int32)
    count = contract.legal(start[0], legal)
    ways = 0
    for action in legal[:count].tolist():
        tried = start.copy()
        contract.apply(tried[0], action)
        ways += int(tried[0]["result"]) == rules.CROSSES_WON + (seat & 1)
    return ways
