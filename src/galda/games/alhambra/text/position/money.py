"""Money and scoring cards of a written position: as many as are in the box, and in their piles.

What is not known is drawn: hands out of the cards that lie nowhere else, the deck out of the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import accumulate
from typing import Any

import numpy as np

from galda.core.errors import ImpossiblePosition
from galda.core.kernels.chance import below, draw
from galda.core.play.options import Value
from galda.core.play.text import UNKNOWN, Words
from galda.games.alhambra.rules.record import SCORING_CARD, SQUARES
from galda.games.alhambra.rules.tiles import CARDS, HIGHEST
from galda.games.alhambra.text.names import money_words
from galda.games.alhambra.text.position.signs import (
    COUNT,
    DECK,
    read_card,
    read_money,
    read_squares,
)

PILES = 5
FEWEST_DEALT = 3
"""With fewer cards nobody has 20 (A7)."""
MOST_TRIES = 1000
"""How often hands are drawn until they allow what their player is doing."""


class Chest:
    """The money that lies nowhere yet (A2, A35)."""

    def __init__(self, players: int) -> None:
        copies = 2 if players == 2 else 3
        self.left = Counter(dict.fromkeys(range(CARDS), copies))

    def take(self, cards: Counter[int]) -> None:
        """Money out of the chest; there is only so much of it."""
        for card, count in cards.items():
            if count > self.left[card]:
                raise ImpossiblePosition(
                    "A2", "there are too many cards {card}.", card=money_words(card)
                )
            self.left[card] -= count

    def draw(self, counts: list[int], chance: Chance) -> list[Counter[int]]:
        """Random hands of these numbers of cards; they stay in the chest."""
        cards = sorted(self.left.elements())
        for k in range(sum(counts)):
            other = k + chance.below(len(cards) - k)
            cards[k], cards[other] = cards[other], cards[k]
        ends = list(accumulate(counts))
        return [Counter(cards[end - count : end]) for count, end in zip(counts, ends, strict=True)]


class Chance:
    """Random numbers of a seed, one after the other."""

    def __init__(self, seed: int) -> None:
        self._seed, self._drawn = np.uint64(seed % 2**64), 0

    def below(self, limit: int) -> int:
        """The next one, from 0 to below a limit."""
        self._drawn += 1
        return int(below(np.uint64(draw(self._seed, self._drawn)), limit))


def pack(cards: Counter[int], packed: Any) -> None:
    """Money as a record keeps it: two bits for each value of a currency."""
    for card, count in cards.items():
        currency, value = divmod(card, HIGHEST)
        packed[currency] = int(packed[currency]) + (count << 2 * value)


def read_open_money(state: Any, words: Words, chest: Chest) -> None:
    """The row and the discards."""
    for slot, sign in enumerate(read_squares(words, "row")):
        card = read_card(words, sign) if sign else -1
        if card >= SCORING_CARD:
            raise words.unreadable(sign)
        state.row[slot] = card
        if sign:
            chest.take(Counter([card]))
    discards, unknown = read_money(words, "discards")
    if unknown:
        raise words.unreadable(f"discards={UNKNOWN}{unknown}")
    chest.take(discards)
    pack(discards, state.discards)


def read_hands(state: Any, words: Words, chest: Chest) -> list[int]:
    """The hands as far as they are known; how many cards of each are not."""
    hidden = []
    for seat in range(int(state.players)):
        known, unknown = read_money(words, f"hand{seat + 1}")
        chest.take(known)
        pack(known, state.hand[seat])
        state.cards[seat] = min(known.total() + unknown, 3 * CARDS)
        hidden.append(unknown)
    return hidden


def read_deck(
    state: Any, options: Mapping[str, Value], words: Words, chest: Chest, hidden: list[int],
    chance: Chance, fits: Callable[[], bool],
) -> bool:  # fmt: skip
    """The deck, and what is hidden in hands; whether the deck's order is known.

    Hands are drawn so that the position `fits` them.
    """
    written = words.field("deck")
    count = COUNT.fullmatch(written or "")
    coming = [which for which in (0, 1) if not int(state.scored) >> which & 1]
    listed = [] if written is None or count else _read_listed(words, written)
    is_known = written is not None and not count
    if is_known:
        chest.take(Counter(card for card in listed if card < SCORING_CARD))
        _check_scoring_cards(listed, coming)
    missing = chest.left.total() - sum(hidden)
    if missing < 0:
        raise ImpossiblePosition("A2", "there is not so much money for the hands.")
    if is_known and missing:
        raise ImpossiblePosition("A2", "not all money is there; cards missing: {n}.", n=missing)
    _deal(state, chest, hidden, chance, fits)
    if not is_known:
        rest = sorted(chest.left.elements())
        listed = [*(SCORING_CARD + which for which in coming), *rest]
    if count and int(count[1]) != len(listed):
        raise ImpossiblePosition(
            "A2", "cards in the deck: {n}, not {given}.", n=len(listed), given=int(count[1])
        )
    for k, card in enumerate(reversed(listed)):
        state.deck[k] = card
    state.deck_left = len(listed)
    _read_piles(state, options, words, coming, is_known=is_known)
    return is_known


def _read_listed(words: Words, written: str) -> list[int]:
    """The cards of the deck, the top one first."""
    signs = DECK.findall(written)
    if "".join(signs) != written:
        raise words.unreadable(f"deck={written}")
    return [read_card(words, sign) for sign in signs]


def _check_scoring_cards(listed: list[int], coming: list[int]) -> None:
    """A scoring card is in the deck once, until it is drawn (A24)."""
    found = sorted(card - SCORING_CARD for card in listed if card >= SCORING_CARD)
    if found != coming:
        raise ImpossiblePosition(
            "A24", "the deck holds each scoring card that was not scored yet, once."
        )


def _deal(
    state: Any, chest: Chest, hidden: list[int], chance: Chance, fits: Callable[[], bool]
) -> None:
    """Draw the hidden cards of hands, anew where the position does not allow what was drawn."""
    known = state.hand.copy()
    for _ in range(MOST_TRIES if any(hidden) else 0):
        state.hand[:] = known
        hands = chest.draw(hidden, chance)
        for seat, cards in enumerate(hands):
            pack(cards, state.hand[seat])
        if fits():
            chest.take(sum(hands, Counter()))
            return
    if any(hidden):
        raise ImpossiblePosition("A14", "the player cannot pay what is due.")


def piles(cut: int, *, on_top: bool) -> tuple[list[int], list[int]]:
    """Where A and B may lie, from and to, once so much money was cut into five piles (A10)."""
    lowest, highest = [], []
    share, larger = divmod(cut, PILES)
    for which in (0, 1):
        above = 2 * which + 1
        pile = share + (above < larger)
        under = cut - above * share - min(above, larger) + (which == 0)
        highest.append(under)
        lowest.append(under if on_top else under - pile)
    return lowest, highest


def find_cut(state: Any, options: Mapping[str, Value]) -> int:
    """The most money that was cut into piles so that A and B may lie where they may."""
    on_top = options["scoring_cards"] == "top"
    found = ([int(n) for n in state.lowest], [int(n) for n in state.highest])
    return max(cut for cut in range(3 * CARDS + 1) if piles(cut, on_top=on_top) == found)


def _read_piles(
    state: Any, options: Mapping[str, Value], words: Words, coming: list[int], *, is_known: bool
) -> None:
    """The piles of the scoring cards that are still to come (A10)."""
    # Everyone has got three cards at least; where a pile more could begin, the number is one more.
    copies, players = (2 if state.players == 2 else 3), int(state.players)
    cut = words.number("cut", 0, copies * CARDS - SQUARES - FEWEST_DEALT * players + 1, 0)
    if coming and not cut:
        raise ImpossiblePosition("A10", "say how much money was cut into piles with A and B: cut=…")
    lowest, highest = piles(cut, on_top=options["scoring_cards"] == "top")
    for which in (0, 1):
        state.lowest[which], state.highest[which] = lowest[which], highest[which]
    deck = [int(card) for card in state.deck[: int(state.deck_left)]]
    if coming and len(deck) - len(coming) > cut:
        raise ImpossiblePosition(
            "A10", "the deck has more money than was cut into piles: {n}.", n=cut
        )
    for which in coming:
        at = deck.index(SCORING_CARD + which) if is_known else len(deck) - 1
        too_high = is_known and at > highest[which]
        if at < lowest[which] or too_high:
            raise ImpossiblePosition(
                "A10", "scoring card {card} does not lie in its pile.", card="AB"[which]
            )
