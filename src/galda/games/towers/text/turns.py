"""Which words of a builder's turn may be written in any order: the cards, suit against suit (T15).

Within a suit the order is that of the tower, and stays as it is written.
"""

from __future__ import annotations

from collections.abc import Sequence

from galda.core.play.position import Position
from galda.core.play.turn import Part
from galda.games.towers.rules.cards import VALUES
from galda.games.towers.rules.record import AUCTION, LAY
from galda.games.towers.text.words import CARD_TEXT, KEEP_WORD, cards_in

IDLE_WORDS = frozenset({KEEP_WORD})


def free_order(words: Sequence[str]) -> list[Part]:
    """What stands before the cards, then the cards of each suit together, then what remains."""
    suits: dict[str, list[str]] = {}
    before: list[Part] = []
    after: list[Part] = []
    for word in words:
        if found := CARD_TEXT.fullmatch(word.lower()):
            suits.setdefault(found[1], []).append(word)
        else:
            (after if suits else before).append([(word,)])
    return [*before, [tuple(cards) for cards in suits.values()], *after]


def later(position: Position) -> list[int]:
    """The cards of the row, which are touched in any order, and before a demolition too (T14)."""
    state = position.plain
    if state.phase == AUCTION:
        return []
    return list(
        dict.fromkeys(LAY + kind * VALUES + value for kind, value, _ in cards_in(state.row))
    )
