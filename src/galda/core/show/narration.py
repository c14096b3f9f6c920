"""Turns told again: in words, as a viewer saw them, and what a review calls them."""

from __future__ import annotations

from collections.abc import Iterable

from galda.core.play.position import Position
from galda.core.show.language import say


def tell_turn(position: Position, actions: Iterable[int], lang: str, viewer: int) -> str:
    """A turn in words, each action told from the position before it as the viewer saw it."""
    said = []
    for action in actions:
        said.append(position.seen_by(viewer).sentence(action, lang))
        position = position.play(action)
    return " ".join(said)


def mark_name(kind: str, lang: str) -> str:
    """What a review calls a turn that gave something away."""
    return {
        "blunder": say(lang, "Blunder"),
        "mistake": say(lang, "Mistake"),
        "inaccuracy": say(lang, "Inaccuracy"),
    }[kind]
