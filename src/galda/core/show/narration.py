"""Turns told again: in words, as a viewer saw them, and what a review calls them."""

from __future__ import annotations

from collections.abc import Sequence

from galda.core.play.position import Position
from galda.core.show.language import say


def tell_turn(
    position: Position,
    actions: Sequence[int],
    lang: str,
    viewer: int,
    after: Position | None = None,
) -> str:
    """A turn in words, each action told from the position before it as the viewer saw it.

    A game may tell whole turns in its own way. Whoever has the position `after` the turn saves it
    from being played again.
    """
    if position.game.tell_turn:
        return position.game.tell_turn(position.seen_by(viewer), actions, lang)
    said: list[str] = []
    at = after.before if after else position.replay(actions[:-1])
    for k in range(len(actions) - 1, -1, -1):
        assert at is not None
        seen = (at if k else position).seen_by(viewer)
        said.append(seen.sentence(actions[k], lang))
        if k:
            at = at.before
    return " ".join(reversed(said))


def mark_name(kind: str, lang: str) -> str:
    """What a review calls a turn that gave something away."""
    return {
        "blunder": say(lang, "Blunder"),
        "mistake": say(lang, "Mistake"),
        "inaccuracy": say(lang, "Inaccuracy"),
    }[kind]
