"""What things in Alhambra are called: in notation, on the board, and in sentences.

Notation, one word for each action:
  take-blue3+green2    take these cards from the money row
  buy2                 buy the tile on market square 2
  pay-green5           pay a card
  lift-tower9a         take this tile from the Alhambra to the reserve
  bring-garden8b       bring this tile from the reserve, and then
  at2,-1                 build it two cells east and one south of the fountain, or
  swap-tower9a           put it in the place of this tile
  garden8b@2,-1        build a bought tile
  store-garden8b       put a bought tile into the reserve
  give-garden8b        give it to the neutral player
  end                  do no more after an exact payment
  pass                 nothing is possible
Tiles are named by kind and price; those of the same kind and price by a letter too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from galda.core.message import Counted, Message, Phrase
from galda.core.play.plain import as_written
from galda.core.play.position import Position
from galda.core.play.terms import Touches
from galda.games.alhambra.options import NEUTRAL_NAME
from galda.games.alhambra.rules import choices, record, wall
from galda.games.alhambra.rules.city import CELLS
from galda.games.alhambra.rules.tiles import (
    CURRENCIES,
    FOUNTAIN,
    HIGHEST,
    SIDES,
    STEP_X,
    STEP_Y,
    TILES,
    Tile,
)

Cell = tuple[int, int]

TAKE_TOUCH, END_TOUCH, PASS_TOUCH = "take", "end", "pass"
RESERVE_TOUCH, NEUTRAL_TOUCH = "reserve", "neutral"
is_mine = as_written(choices.is_mine)


@dataclass(frozen=True, slots=True)
class Act:
    """An action taken apart: what is done, and with what. Parts that do not apply are None."""

    does: str
    cards: tuple[int, ...] = ()
    square: int | None = None
    value: int | None = None
    tile: Tile | None = None
    anchor: int | None = None
    side: int | None = None
    cell: Cell | None = None


def act(position: Position, code: int) -> Act:
    """What an action code means in a position, legal or not."""
    if code < record.AT or code >= record.END:
        return _act_anywhere(code)
    state = position.plain
    if code < record.BUILD:
        anchor, side = divmod(code - record.AT, 4)
        cell = cell_beyond(position, anchor, side)
        return Act("at", anchor=anchor, side=side, cell=cell)
    if code < record.STORE:
        square, place = divmod(code - record.BUILD, CELLS)
        anchor, side = divmod(place, 4)
        cell = cell_beyond(position, anchor, side)
        tile_there = pending(state, square)
        return Act("build", square=square, tile=tile_there, anchor=anchor, side=side, cell=cell)
    which, square = divmod(code - record.STORE, 4)
    return Act(("store", "give")[which], square=square, tile=pending(state, square))


@lru_cache(maxsize=1 << 10)
def _act_anywhere(code: int) -> Act:
    """What an action code means that is the same in every position."""
    if code < record.BUY:
        return Act("take", cards=tuple(k for k in range(4) if code + 1 >> k & 1))
    if code < record.PAY:
        return Act("buy", square=code - record.BUY)
    if code < record.BRING:
        return Act("pay", value=code - record.PAY + 1)
    if code < record.AT:
        which, tile = divmod(code - record.BRING, len(TILES))
        return Act(("bring", "lift", "swap")[which], tile=TILES[tile])
    return Act("end" if code == record.END else "pass")


def pending(state: Any, square: int) -> Tile | None:
    """The tile from a square that waits to be placed."""
    return TILES[state.bought[square]] if state.bought[square] >= 0 else None


def waiting(position: Position) -> dict[int, Tile]:
    """The tiles that the seat to act has still to place, by square."""
    state = position.plain
    found = {square: pending(state, square) for square in range(4) if is_mine(state, square)}
    return {square: tile for square, tile in found.items() if tile is not None}


def only_waiting(position: Position) -> Tile | None:
    """The tile to be placed now, when there is just one: then only its place is touched."""
    if position.plain.phase not in (record.PLACING, record.LAST_TILES):
        return None
    there = list(position.once(waiting).values())
    return there[0] if len(there) == 1 else None


@lru_cache(maxsize=1 << 12)
def tiles_in(numbers: int) -> tuple[Tile, ...]:
    """The tiles of a set, in order."""
    return tuple([tile for tile in TILES if numbers >> tile.number & 1])


def alhambra_of(position: Position, seat: int) -> dict[Cell, Tile]:
    """The tiles of an Alhambra by their cells, without the fountain."""
    return position.once(_alhambras)[seat]


def _alhambras(position: Position) -> list[dict[Cell, Tile]]:
    state = position.plain
    return [
        {(state.x[tile.number], state.y[tile.number]): tile for tile in tiles_in(tiles)}
        for tiles in state.city[: position.players]
    ]


def cell_beyond(position: Position, anchor: int, side: int) -> Cell | None:
    """The cell beyond a side of a built tile; None when the tile is not built here."""
    state = position.plain
    if anchor == FOUNTAIN:
        return STEP_X[side], STEP_Y[side]
    if not state.city[state.to_act] >> anchor & 1:
        return None
    return state.x[anchor] + STEP_X[side], state.y[anchor] + STEP_Y[side]


def _filled(position: Position) -> set[Cell]:
    """The cells that the Alhambra of the seat to act covers, the fountain's among them."""
    return {(0, 0), *alhambra_of(position, position.to_act)}


def border(position: Position, seat: int) -> list[Cell]:
    """The empty cells that touch an Alhambra along a side."""
    filled = {(0, 0), *alhambra_of(position, seat)}
    around = {(x + STEP_X[d], y + STEP_Y[d]) for x, y in filled for d in range(4)}
    return sorted(around - filled)


def longest_wall(position: Position, seat: int) -> int:
    """The length of a player's longest wall."""
    return position.once(_walls)[seat]


def _walls(position: Position) -> list[int]:
    walls = np.zeros(position.players, np.int64)
    wall.longest_walls(position.states, walls)
    return [int(length) for length in walls]


def cell_touch(cell: Cell) -> str:
    """The board's id of a cell."""
    return f"cell{cell[0]},{cell[1]}"


def tile_touch(tile: Tile) -> str:
    """The board's id of a tile."""
    return f"tile-{tile.name}"


def card_name(card: int) -> str:
    """The name of a money card, as `blue3`."""
    return f"{CURRENCIES[card // HIGHEST]}{card % HIGHEST + 1}"


def hand(state: Any, seat: int) -> Iterator[tuple[int, int, int]]:
    """(currency, value, how many) of the cards in a hand."""
    for currency, cards in enumerate(state.hand[seat]):
        for value, count in cards_in(cards):
            yield currency, value, count


@lru_cache(maxsize=1 << 12)
def cards_in(cards: int) -> tuple[tuple[int, int], ...]:
    """(value, how many) of the cards of one currency, counted as in a hand."""
    counts = ((value, cards >> 2 * (value - 1) & 3) for value in range(1, HIGHEST + 1))
    return tuple([(value, count) for value, count in counts if count])


@lru_cache(maxsize=1 << 12)
def worth(cards: int) -> int:
    """What the cards of one currency are worth together."""
    return sum(value * count for value, count in cards_in(cards))


def can_take_more(position: Position, cards: tuple[int, ...]) -> bool:
    """Whether further cards, to the right, may be taken along with these."""
    return any(
        len(more) > len(cards) and more[: len(cards)] == cards for more in position.once(_takings)
    )


def _takings(position: Position) -> list[tuple[int, ...]]:
    """The cards that may be taken together now."""
    return [act(position, code).cards for code in position.legal_actions if code < record.BUY]


def touches(position: Position, code: int) -> Touches:
    """The board elements touched for an action.

    What makes no sense at this point of a turn begins with its verb, which is on no board.
    """
    done = act(position, code)
    phase = position.plain.phase
    match done.does:
        case "take":
            path = tuple(f"money{k + 1}" for k in done.cards)
            return (*path, TAKE_TOUCH) if can_take_more(position, done.cards) else path
        case "buy":
            return (f"market{(done.square or 0) + 1}",)
        case "pay":
            buying = position.plain.buying
            if buying < 0:
                return "pay", str(done.value)
            return (f"hand-{CURRENCIES[buying]}{done.value}",)
        case "bring" | "lift" | "swap":
            assert done.tile is not None
            tile = tile_touch(done.tile)
            if done.does == "lift":
                return (tile, RESERVE_TOUCH) if phase < record.PLACING else ("lift", tile)
            fits = record.CHOOSE if done.does == "bring" else record.BRINGING
            return (tile,) if phase == fits else (done.does, tile)
        case "at":
            where = _where(position, done)
            return (where,) if phase == record.BRINGING else ("at", where)
        case "build" | "store" | "give":
            tile = tile_touch(done.tile) if done.tile else f"bought{(done.square or 0) + 1}"
            to = {"store": RESERVE_TOUCH, "give": NEUTRAL_TOUCH}.get(done.does)
            to = to or _where(position, done)
            if phase >= record.PLACING:
                return (to,) if done.tile and done.tile == only_waiting(position) else (tile, to)
            # Touched like a redesign, but by a tile that waits: its verb keeps them apart.
            return done.does, tile, to
    return (done.does,)


def _where(position: Position, done: Act) -> str:
    """The cell, or a way to say it that no player would: from a neighbour that does not name it."""
    assert done.anchor is not None
    assert done.side is not None
    if done.cell is not None:
        filled = position.once(_filled)
        x, y = done.cell
        behind = [(x - STEP_X[d], y - STEP_Y[d]) in filled for d in range(4)]
        if done.cell in filled or behind.index(True) == done.side:
            return cell_touch(done.cell)
    name = "fountain" if done.anchor == FOUNTAIN else TILES[done.anchor].name
    return f"{SIDES[done.side]}-of-{name}"


def seat_name(position: Position, seat: int) -> Phrase:
    """A player's own name, or a number; the one after the last, when two play, has a name too."""
    if seat >= position.players:
        name = str(position.options["neutral"])
        return Message("Dirk") if name == NEUTRAL_NAME else name
    if position.names:
        return position.names[seat]
    return Message("Player {number}", number=seat + 1)


@lru_cache(maxsize=16)
def kind_name(kind: str) -> Message:
    """The name of a kind of building."""
    names = {
        "pavilion": Message("pavilion"),
        "seraglio": Message("seraglio"),
        "arcades": Message("arcades"),
        "chambers": Message("chambers"),
        "garden": Message("garden"),
        "tower": Message("tower"),
    }
    return names[kind]


@lru_cache(maxsize=16)
def currency_name(currency: int) -> Message:
    """The name of a currency."""
    return (
        Message("yellow"), Message("green"), Message("blue"), Message("orange"),
    )[currency]  # fmt: skip


@lru_cache(maxsize=16)
def currency_head(currency: int) -> Message:
    """The name of a currency above its column, where there is little room."""
    return (
        Message("yellow", context="column"), Message("green", context="column"),
        Message("blue", context="column"), Message("orange", context="column"),
    )[currency]  # fmt: skip


@lru_cache(maxsize=64)
def money_words(card: int) -> Message:
    """A money card in words."""
    value = card % HIGHEST + 1
    return (
        Message("yellow {value}", value=value), Message("green {value}", value=value),
        Message("blue {value}", value=value), Message("orange {value}", value=value),
    )[card // HIGHEST]  # fmt: skip


@lru_cache(maxsize=1 << 10)
def amount_words(currency: int, amount: int) -> Message:
    """A sum of money in words."""
    return (
        Message("{n} in yellow money", n=amount), Message("{n} in green money", n=amount),
        Message("{n} in blue money", n=amount), Message("{n} in orange money", n=amount),
    )[currency]  # fmt: skip


def sale_words(currency: int, tile: Phrase) -> Message:
    """A tile on the market, or that there is none, with the money it is sold for."""
    return (
        Message("for yellow money: {tile}", tile=tile),
        Message("for green money: {tile}", tile=tile),
        Message("for blue money: {tile}", tile=tile),
        Message("for orange money: {tile}", tile=tile),
    )[currency]


def tile_words(tile: Tile) -> Message:
    """A tile in words: its kind, its price, and the letter of equals."""
    return _tile_words(tile.number)


@lru_cache(maxsize=64)
def _tile_words(which: int) -> Message:
    tile = TILES[which]
    number = tile.name.removeprefix(tile.kind)
    names = {
        "pavilion": Message("pavilion {number}", number=number),
        "seraglio": Message("seraglio {number}", number=number),
        "arcades": Message("arcades {number}", number=number),
        "chambers": Message("chambers {number}", number=number),
        "garden": Message("garden {number}", number=number),
        "tower": Message("tower {number}", number=number),
    }
    return names[tile.kind]


def points_words(n: int) -> Message:
    """A number of points in words."""
    return Counted("{n} point", "{n} points", n)


def wall_words(n: int) -> Message:
    """The length of a wall in words."""
    return Message("wall {n}", n=n)


def cards_words(n: int) -> Message:
    """A number of money cards in words."""
    return Counted("{n} card", "{n} cards", n)
