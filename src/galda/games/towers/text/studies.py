"""5 Towers for exact methods: how long it can last, cards by code, and studies with few cards.

A study is an end of the second deck, by the rules to the letter: six cards are all that can still
come, five in a row and the last one alone. All others have been discarded but four that were built
once, two by each player, which is why an odd card is left over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from galda.core.play.length import Length
from galda.core.play.position import Position
from galda.games.towers.rules.cards import KINDS, VALUES, doubles, values
from galda.games.towers.rules.chance import CARDS_OF_KIND
from galda.games.towers.rules.record import OVER, ROW
from galda.games.towers.text.words import cards_in, word

Cards = Sequence[tuple[int, int]]

DECISIONS = 1 + ROW
"""What a builder decides at most: on a demolition, then on each card."""
NO_TOWERS = {"piles1": ((1, 1), (1, 2)), "piles2": ((2, 1), (2, 2))}
"""Each player has demolished two cards, and has no tower."""
LOW_TOWERS = {"towers1": ((2, 3), (2, 1)), "towers2": ((2, 4), (2, 2))}
"""Each player has a tower of trees on which high trees fit not even after a demolition."""


def write_outcome(code: int) -> str:
    """A card by its code, as positions write it: the second of its kind and value has a mark."""
    kind, bit = divmod(code, CARDS_OF_KIND)
    return word((kind, bit % VALUES)) + "'" * (bit // VALUES)


def turned_up(before: Any, after: Any) -> list[int]:
    """The cards of a row that came since: a round begins with a new one.

    Which of two equal cards it is nobody sees, so the first is told first.
    """
    if before is not None and before.rounds == after.rounds:
        return []
    codes = []
    for kind in range(len(KINDS)):
        cards = int(after.row[kind])
        codes += [kind * CARDS_OF_KIND + value for value in _bits(int(values(cards)))]
        codes += [kind * CARDS_OF_KIND + VALUES + value for value in _bits(int(doubles(cards)))]
    return codes


def _bits(cards: int) -> list[int]:
    return [value for value in range(VALUES) if cards >> value & 1]


def longest(position: Position) -> Length:
    """Every card to come is turned up once, and a second time from the discards (T19, T20)."""
    state = position.state
    if state.phase == OVER:
        return Length(0)
    row, deck, discards = (len(cards_in(pile)) for pile in (state.row, state.deck, state.discards))
    rounds, draws = 1 + -(-deck // ROW), row + deck
    if state.shuffles == 1:
        again = row + deck + discards
        rounds, draws = rounds + -(-again // ROW), draws + again
    return Length(rounds * (position.players + DECISIONS), draws)


def study(held: Mapping[str, Cards], *cards: tuple[int, int]) -> str:
    """The position in which these six cards are all that can still be built with."""
    used = {*cards, *(card for each in held.values() for card in each)}
    discards = [
        (kind, value)
        for kind in range(len(KINDS))
        for value in range(VALUES)
        if (kind, value) not in used
    ]
    fields = {"row": cards[:ROW], **held, "discards": discards}
    words = [f"{name}={_suits(each)}" for name, each in fields.items()]
    rounds = 2 * len(KINDS) * VALUES // ROW - len(cards) // ROW
    return " ".join(["towers auction=1:", *words, f"round={rounds}"])


def _suits(cards: Cards) -> str:
    """Cards suit by suit."""
    return ",".join(
        KINDS[kind] + "-".join(str(value) for k, value in cards if k == kind)
        for kind in sorted({card[0] for card in cards})
    )


STUDIES = {
    "few_cards": study(LOW_TOWERS, (0, 0), (0, 5), (0, 9), (2, 12), (2, 13), (2, 14)),
    "one_kind": study(NO_TOWERS, (0, 0), (0, 3), (0, 6), (0, 8), (0, 9), (0, 12)),
    "two_kinds": study(NO_TOWERS, (0, 0), (0, 4), (0, 9), (3, 2), (3, 8), (3, 11)),
}
