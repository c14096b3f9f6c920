"""What is to be done now in Alhambra, at every step of a turn."""

from __future__ import annotations

from galda.core.message import Message
from galda.core.play.plain import as_written
from galda.core.play.position import Position
from galda.games.alhambra.rules import choices, record
from galda.games.alhambra.rules.tiles import TILES, Tile
from galda.games.alhambra.text.names import amount_words, seat_name, tile_words, waiting

may_give = as_written(choices.may_give)


def prompt(position: Position) -> Message:
    """What the seat to act is to do now."""
    state = position.plain
    if position.is_over:
        return Message("The game is over.")
    if state.phase == record.PAYING:
        return still_to_pay(TILES[state.market[state.buying]], state.buying, state.due)
    if state.phase == record.BRINGING:
        return Message(
            "Choose where {tile} goes: to a free place, or in a built tile's place.",
            tile=tile_words(TILES[state.brought]),
        )
    if state.phase >= record.PLACING:
        return _placing(position)
    return _choosing(position)


def still_to_pay(tile: Tile, square: int, due: int) -> Message:
    """What is to be paid for a tile, or what is left of it."""
    named, left = tile_words(tile), amount_words(square, due)
    if due < tile.price:
        return Message("Pay for {tile}: {due} still to go.", tile=named, due=left)
    return Message("Choose how to pay for {tile}: {due}.", tile=named, due=left)


def ending(position: Position) -> Message | None:
    """Two players are told that the third, whatever it scored, has not beaten them (A37)."""
    if position.players > 2:
        return None
    return Message("{neutral} is neutral and cannot win.", neutral=seat_name(position, 2))


def _placing(position: Position) -> Message:
    state = position.plain
    tiles = tuple(tile_words(tile) for tile in waiting(position).values())
    if state.phase == record.LAST_TILES:
        if len(tiles) == 1:
            return Message(
                "Place {tile}, which you won: build it or put it into the reserve.", tile=tiles[0]
            )
        return Message("Place the tiles you won: {tiles}. Touch one of them.", tiles=tiles)
    if len(tiles) > 1:
        return Message("Place the tiles you bought: {tiles}. Touch one of them.", tiles=tiles)
    if may_give(state):
        return Message(
            "Place {tile}, which you bought: build it, put it into the reserve or give it away.",
            tile=tiles[0],
        )
    return Message(
        "Place {tile}, which you bought: build it or put it into the reserve.", tile=tiles[0]
    )


def _choosing(position: Position) -> Message:
    if position.plain.exact >= 0:
        return Message("You paid exactly: act once more, or end your turn.")
    legal = position.legal_actions
    if record.PASS in legal:
        return Message("You cannot do anything: pass.")
    buys = any(record.BUY <= code < record.PAY for code in legal)
    redesigns = any(record.BRING <= code < record.SWAP for code in legal)
    takes = legal[0] < record.BUY
    if takes and buys and redesigns:
        return Message("Take money, buy a tile or redesign your Alhambra.")
    if takes and buys:
        return Message("Take money or buy a tile.")
    if takes and redesigns:
        return Message("Take money or redesign your Alhambra.")
    if buys and redesigns:
        return Message("Buy a tile or redesign your Alhambra.")
    if takes:
        return Message("Take money from the row.")
    return Message("Buy a tile.") if buys else Message("Redesign your Alhambra.")
