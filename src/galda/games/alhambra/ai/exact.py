"""Alhambra: what exact methods need."""

from galda.core.play.form import GameExact
from galda.core.play.length import Length, TurnedUp
from galda.core.play.position import Position
from galda.games.alhambra.rules import record, tiles
from galda.games.alhambra.text import turned_up


def longest(position: Position) -> Length:
    """Taking a card or buying a tile ends a quiet time (A39), and both are limited.

    A card is taken once, and again after each time it was paid; a tile costs at most as many cards
    as its price. A turn of none of this has two actions at most; what a purchase adds, its
    choosing, placing and further action, comes on top.
    """
    copies, prices = 2 if position.players == 2 else 3, int(tiles.PRICE.sum())
    loud = copies * tiles.CARDS + prices + tiles.TILE_COUNT
    turns = record.QUIET_ROUNDS * position.players * (loud + 1)
    actions = 2 * turns + prices + 4 * tiles.TILE_COUNT
    return Length(actions, actions + 1)


EXACT = GameExact(
    longest=longest,
    turned_up=TurnedUp(turned_up.CODES, turned_up.write, turned_up.between),
)
