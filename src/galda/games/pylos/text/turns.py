"""Which words of a Pylos turn may be written in any order: the balls taken back (P8)."""

from __future__ import annotations

from collections.abc import Sequence

from galda.core.play.position import Position
from galda.core.play.turn import Block, Part
from galda.games.pylos.rules.rules import RAISE, REMOVE
from galda.games.pylos.text.spots import STOP_WORD

IDLE_WORDS = frozenset({STOP_WORD})


def free_order(words: Sequence[str]) -> list[Part]:
    """The move as it stands, then the removals in any order, then what remains."""
    removals: list[Block] = [(word,) for word in words[1:] if word.startswith("-")]
    rest: list[Part] = [[(word,)] for word in words[1:] if not word.startswith("-")]
    return [[(words[0],)], removals, *rest]


def later(position: Position) -> list[int]:
    """The balls that are free to be taken back once another one has been (P8)."""
    found: list[int] = []
    for action in position.legal_actions:
        if REMOVE <= action < RAISE:
            after = position.play(action)
            found += after.legal_actions if after.in_turn else ()
    return [action for action in dict.fromkeys(found) if REMOVE <= action < RAISE]
