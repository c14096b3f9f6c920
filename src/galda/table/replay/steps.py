"""Reviews as the database keeps them: plain values under the names they have had all along."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from galda.bots.review import Prospects, TurnReview
from galda.core.play.values import Exact


def write_turn(found: TurnReview) -> dict[str, Any]:
    """What was found of a turn."""
    best = found.best
    return write_end(found.prospects) | {
        "lost": found.lost,
        "better": list(found.better),
        "certain": best is not None and best.is_exact,
        "turns": best.turns if isinstance(best, Exact) else None,
    }


def write_end(prospects: Prospects) -> dict[str, Any]:
    """How a game ended, after its last turn."""
    return {"worths": list(prospects), "lost": 0.0, "better": [], "certain": False}


def read_step(step: Mapping[str, Any]) -> TurnReview:
    """What pages show of either; the value of the best turn is not kept as such."""
    return TurnReview(tuple(step["worths"]), step["lost"], tuple(step["better"]))
