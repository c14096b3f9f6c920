"""Which words of an Alhambra turn may be written in any order.

Purchases one after the other may change places (A15), so may the cards of a payment (A17), and
the tiles that are placed when the turn ends (A19, A33).
"""

from __future__ import annotations

from collections.abc import Sequence

from galda.core.play.turn import Block, Part
from galda.games.alhambra.text.names import END_TOUCH
from galda.games.alhambra.text.words import BUILT, BUY, PAY

IDLE_WORDS = frozenset({END_TOUCH})


def free_order(words: Sequence[str]) -> list[Part]:
    """What is done in the turn, neighbouring purchases in any order; then the tiles placed."""
    doing: list[list[Block]] = []
    buying = False
    placed: list[Block] = []
    for word in words:
        lowered = word.lower()
        if _is_placing(lowered):
            placed.append((word,))
        elif PAY.fullmatch(lowered) and buying:
            doing[-1][-1] = _with_payment(doing[-1][-1], word)
        elif BUY.fullmatch(lowered) and buying:
            doing[-1].append((word,))
        else:
            doing.append([(word,)])
            buying = bool(BUY.fullmatch(lowered))
    return [*doing, placed]


def _is_placing(word: str) -> bool:
    return bool(BUILT.fullmatch(word)) or word.startswith(("store-", "give-"))


def _with_payment(purchase: Block, card: str) -> Block:
    """A purchase with one card more, the cards from the highest down."""
    first, *cards = purchase
    return (first, *sorted((*cards, card), key=_value, reverse=True))


def _value(card: str) -> int:
    return int(card[-1])
