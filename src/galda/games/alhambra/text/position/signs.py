"""The signs of Alhambra's positions: tiles and money in as few letters as can be read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from galda.core.numerals import read_whole
from galda.core.play.text import NOTHING, UNKNOWN, Words
from galda.games.alhambra.rules.record import SCORING_CARD, SQUARES
from galda.games.alhambra.rules.tiles import CURRENCIES, HIGHEST, TILES, Tile

BETWEEN = "/"
SCORING = "ab"
TILE_SIGN = {tile.number: tile.kind[0] + tile.name.removeprefix(tile.kind) for tile in TILES}
TILE_OF = {sign: TILES[number] for number, sign in TILE_SIGN.items()}
MONEY = re.compile(r"([ygbo])([1-9]+)")
COUNT = re.compile(r"\?([0-9]{1,3})")
DECK = re.compile(r"[ygbo][1-9]|[ab]")


def card_sign(card: int) -> str:
    """A card as it is written in the row and the deck."""
    if card >= SCORING_CARD:
        return SCORING[card - SCORING_CARD].upper()
    return f"{CURRENCIES[card // HIGHEST][0]}{card % HIGHEST + 1}"


def read_card(words: Words, sign: str) -> int:
    """The card of a sign."""
    if sign in SCORING:
        return SCORING_CARD + SCORING.index(sign)
    if not MONEY.fullmatch(sign) or len(sign) != 2:
        raise words.unreadable(sign)
    return _currency(sign[0]) * HIGHEST + int(sign[1]) - 1


def _currency(letter: str) -> int:
    return [name[0] for name in CURRENCIES].index(letter)


def money_sign(cards: Counter[int], unknown: int = 0) -> str:
    """Money currency by currency, and how many cards are not known."""
    signs = []
    for currency, name in enumerate(CURRENCIES):
        values = [card % HIGHEST + 1 for card in sorted(cards.elements())
                  if card // HIGHEST == currency]  # fmt: skip
        if values:
            signs.append(name[0] + "".join(map(str, values)))
    return "".join(signs) + (f"{UNKNOWN}{unknown}" if unknown else "")


def read_money(words: Words, name: str) -> tuple[Counter[int], int]:
    """The cards after `name=`, and how many there are that are not known."""
    written = words.field(name) or ""
    known, mark, unknown = written.partition(UNKNOWN)
    parts, count = MONEY.findall(known), read_whole(unknown) if mark else 0
    if "".join(a + b for a, b in parts) != known or count is None:
        raise words.unreadable(f"{name}={written}")
    cards = Counter(
        _currency(letter) * HIGHEST + int(value) - 1 for letter, values in parts for value in values
    )
    return cards, count


def read_tile(words: Words, sign: str) -> Tile:
    """The tile of a sign."""
    if sign not in TILE_OF:
        raise words.unreadable(sign)
    return TILE_OF[sign]


def tile_signs(numbers: Iterable[int]) -> str:
    """Tiles, as they are written one after the other."""
    return BETWEEN.join(TILE_SIGN[number] for number in numbers)


def read_tiles(words: Words, name: str) -> list[Tile]:
    """The tiles after `name=`."""
    written = words.field(name)
    return [read_tile(words, sign) for sign in written.split(BETWEEN)] if written else []


def by_square(signs: Iterable[str]) -> str:
    """One sign for each of the four squares."""
    return BETWEEN.join(sign or NOTHING for sign in signs)


def read_squares(words: Words, name: str) -> list[str]:
    """The signs of the four squares after `name=`, empty where there is nothing; or all empty."""
    written = words.field(name)
    if written is None:
        return [""] * SQUARES
    signs = written.split(BETWEEN)
    if len(signs) != SQUARES:
        raise words.unreadable(f"{name}={written}")
    return ["" if sign == NOTHING else sign for sign in signs]
