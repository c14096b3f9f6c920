"""Reviews as the database keeps them: plain values under the names they have had all along."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from galda.bots.review import TurnReview
from galda.core.play.values import Exact


def write_turn(found: TurnReview) -> dict[str, Any]:
    """What was found of a turn, or of how the game ended."""
    best = found.best
    return {
        "worths": list(found.prospects),
        "lost": found.lost,
        "better": list(found.better),
        "certain": best is not None and best.is_exact,
        "turns": best.turns if isinstance(best, Exact) else None,
    }


def read_step(step: Mapping[str, Any]) -> TurnReview:
    """What pages show of it; the value of the best turn is not kept as such."""
    return TurnReview(tuple(step["worths"]), step["lost"], tuple(step["better"]))
