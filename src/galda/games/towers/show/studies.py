"""5 Towers for exact methods: how long it can last, cards by code, and studies with few cards.

A study is an end of the second deck, by the rules to the letter: everything but its cards has been
discarded, so a few cards are all that can still come, and nobody has a tower. Each player has once
demolished two cards, which fit no row of five: so an odd card is left over for the last round.
"""

from __future__ import annotations

from galda.core.play.length import Length
from galda.core.play.position import Position
from galda.games.towers.rules.cards import KINDS, VALUES
from galda.games.towers.rules.chance import CARDS_OF_KIND
from galda.games.towers.rules.record import OVER, ROW
from galda.games.towers.show.words import Card, cards_in, word

DECISIONS = 1 + ROW
"""What a builder decides at most: on a demolition, then on each card."""
PILES = {"piles1": [(1, 1), (1, 2)], "piles2": [(2, 1), (2, 2)]}
"""What has been demolished in studies."""


def write_outcome(code: int) -> str:
    """A card by its code, as positions write it: the second of its kind and value has a mark."""
    kind, bit = divmod(code, CARDS_OF_KIND)
    return word((kind, bit % VALUES)) + "'" * (bit // VALUES)


def longest(position: Position) -> Length:
    """Every card to come is turned up once, and a second time from the discards (T19, T20)."""
    state = position.state
    if state.phase == OVER:
        return Length(0)
    row, deck, discards = (
        len(cards_in(pile)) for pile in (state.row, state.deck, state.discards)
    )
    rounds, draws = 1 + -(-deck // ROW), row + deck
    if state.shuffles == 1:
        again = row + deck + discards
        rounds, draws = rounds + -(-again // ROW), draws + again
    return Length(rounds * (position.players + DECISIONS), draws)


def study(*cards: tuple[int, int]) -> str:
    """The position in which these cards, six or eleven, are all that can still be built with."""
    used = {*cards, *PILES["piles1"], *PILES["piles2"]}
    discards = [
        (kind, value)
        for kind in range(len(KINDS))
        for value in range(VALUES)
        if (kind, value) not in used
    ]
    fields = {"row": cards[:ROW], **PILES, "discards": discards}
    words = [f"{name}={_suits([(*card, 0) for card in held])}" for name, held in fields.items()]
    rounds = 2 * len(KINDS) * VALUES // ROW - len(cards) // ROW
    return " ".join(["towers auction=1:", *words, f"round={rounds}"])


def _suits(cards: list[Card]) -> str:
    """Cards suit by suit."""
    return ",".join(
        KINDS[kind] + "-".join(str(value) for k, value, _ in cards if k == kind)
        for kind in sorted({card[0] for card in cards})
    )


STUDIES = {
    "one_kind": study((0, 0), (0, 3), (0, 6), (0, 8), (0, 9), (0, 12)),
    "two_kinds": study((0, 0), (0, 4), (0, 9), (3, 2), (3, 8), (3, 11)),
}
