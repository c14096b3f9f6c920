"""Turns told again: in words, as a viewer saw them, and what a review calls them."""

from __future__ import annotations

from collections.abc import Sequence

from galda.core.play.position import Position
from galda.core.show.language import say


def tell_turn(position: Position, actions: Sequence[int], lang: str, viewer: int) -> str:
    """A turn in words as the viewer saw it: as the game tells turns, else action by action."""
    if position.game.tell_turn:
        return position.game.tell_turn(position.seen_by(viewer), actions, lang)
    said: list[str] = []
    at = position.replay(actions[:-1]) if len(actions) > 1 else position
    for k in range(len(actions) - 1, -1, -1):
        seen = (at if k else position).seen_by(viewer)
        said.append(seen.sentence(actions[k], lang))
        if k and at.before is not None:
            at = at.before
    return " ".join(reversed(said))


def mark_name(kind: str, lang: str) -> str:
    """What a review calls a turn that gave something away."""
    return {
        "blunder": say(lang, "Blunder"),
        "mistake": say(lang, "Mistake"),
        "inaccuracy": say(lang, "Inaccuracy"),
    }[kind]
