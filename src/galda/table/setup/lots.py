"""Who begins: as the seats were planned, the one who opens the table, the next one, or by lot.

The player who begins comes to the first seat and all others follow in their order, so partners stay
partners, and with the seat goes what is played with there.
"""

from __future__ import annotations

import random
import secrets
from dataclasses import replace

from galda.table.setup.plan import TablePlan


def seat_in_order(plan: TablePlan) -> TablePlan:
    """The plan with its seats turned until the player who shall begin sits first.

    A lot is drawn for each table, unless the plan has a seed of its own.
    """
    first = _first(plan)
    return replace(plan, seats=(*plan.seats[first:], *plan.seats[:first]))


def _first(plan: TablePlan) -> int:
    """The seat, as planned, of the player who begins."""
    players = len(plan.seats)
    if plan.begins == "lot":
        if plan.seed is None:
            return secrets.randbelow(players)
        return random.Random(plan.seed).randrange(players)
    if plan.begins == "seated":
        return 0
    mine = next(k for k, seat in enumerate(plan.seats) if seat.kind == "me")
    return mine if plan.begins == "me" else (mine + 1) % players
