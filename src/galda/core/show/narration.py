"""Turns told again: in words, as a viewer saw them, and what a review calls them."""

from __future__ import annotations

from collections.abc import Iterable

from galda.core.play.position import Position
from galda.core.show.language import say


def tell_turn(position: Position, actions: Iterable[int], lang: str, viewer: int) -> str:
    """A turn in words, each action told from the position before it as the viewer saw it."""
    said: list[str] = []
    played: int | None = None
    for action in actions:
        if played is not None:  # nobody needs the position after the last action
            position = position.play(played)
        said.append(position.seen_by(viewer).sentence(action, lang))
        played = action
    return " ".join(said)


def mark_name(kind: str, lang: str) -> str:
    """What a review calls a turn that gave something away."""
    return {
        "blunder": say(lang, "Blunder"),
        "mistake": say(lang, "Mistake"),
        "inaccuracy": say(lang, "Inaccuracy"),
    }[kind]
