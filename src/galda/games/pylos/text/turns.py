"""Which words of a Pylos turn may be written in any order: the balls taken back (P8)."""

from __future__ import annotations

from collections.abc import Sequence

from galda.core.play.turn import Block, Part
from galda.games.pylos.text.spots import STOP_WORD

IDLE_WORDS = frozenset({STOP_WORD})


def free_order(words: Sequence[str]) -> list[Part]:
    """The move as it stands, then the removals in any order, then what remains."""
    removals: list[Block] = [(word,) for word in words[1:] if word.startswith("-")]
    rest: list[Part] = [[(word,)] for word in words[1:] if not word.startswith("-")]
    return [[(words[0],)], removals, *rest]
