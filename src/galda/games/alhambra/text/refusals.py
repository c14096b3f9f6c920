"""Why something is not allowed in Alhambra: the rule, and a sentence that helps."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from galda.core.errors import Refusal
from galda.core.message import Message
from galda.core.play.position import Position
from galda.core.play.terms import Touches
from galda.games.alhambra.rules import choices, city, money, placing, record
from galda.games.alhambra.rules.tiles import CURRENCIES, HIGHEST, TILES, Tile
from galda.games.alhambra.text.names import (
    END_TOUCH,
    NEUTRAL_TOUCH,
    PASS_TOUCH,
    RESERVE_TOUCH,
    TAKE_TOUCH,
    Cell,
    amount_words,
    money_words,
    only_waiting,
    seat_name,
    tile_touch,
    tile_words,
    tiles_in,
    waiting,
    worth,
)
from galda.games.alhambra.text.touching import NAMED, cell_of, names_place, no_cell, tile_of
from galda.games.alhambra.text.words import FOUNTAIN_TOUCH

VERBS = frozenset({"pay", "bring", "swap", "at", "lift", "build", "store", "give", "take"})
PLAIN = frozenset({END_TOUCH, PASS_TOUCH, RESERVE_TOUCH, NEUTRAL_TOUCH, TAKE_TOUCH, FOUNTAIN_TOUCH})


def refuse(position: Position, path: Touches) -> Refusal | None:
    """The rule that forbids these touches; None when they name nothing on the board."""
    if not path or not all(t in PLAIN | VERBS or NAMED.fullmatch(t) for t in path):
        return None
    if position.is_over:
        return Refusal("A34", "the game is over; the end has been scored.")
    phase = position.plain.phase
    if phase == record.PAYING:
        return _paying(position, path)
    if phase == record.BRINGING:
        return _bringing(position, path)
    if phase >= record.PLACING:
        return _placing(position, path)
    return _choosing(position, path)


# Choosing what to do


def _choosing(position: Position, path: Touches) -> Refusal:
    first = path[0]
    if first == END_TOUCH:
        return Refusal(
            "A11", "do something first: take money, buy a tile or redesign your Alhambra."
        )
    if first == PASS_TOUCH:
        return _pass(position)
    if first.startswith("money") or first == TAKE_TOUCH:
        return _taking(position, path)
    if first.startswith("market"):
        return _buying(position, int(first[-1]) - 1)
    if first == FOUNTAIN_TOUCH or path[-1] == FOUNTAIN_TOUCH:
        return _fountain()
    if first == "pay" or first.startswith("hand"):
        return Refusal("A14", "choose a tile on the market before you pay.")
    if first in ("build", "store", "give"):
        return _too_early(position, path)
    if first in ("swap", "at"):
        return Refusal("A23", "first choose the tile of your reserve to bring.")
    if tile := tile_of(first):
        return _redesigning(position, tile, path[1:])
    return Refusal("A23", "to redesign, first touch a tile of your reserve or your Alhambra.")


def _pass(position: Position) -> Refusal:
    if position.plain.exact >= 0:
        return Refusal("A16", "you have bought a tile; end the turn instead of passing.")
    return Refusal("A11", "you may pass only when you can neither take, nor buy, nor redesign.")


def _taking(position: Position, path: Touches) -> Refusal:
    row = position.plain.row
    names = [touch for touch in path if touch != TAKE_TOUCH]
    if not all(touch.startswith("money") for touch in names):
        wanted = NAMED.fullmatch(names[0])
        if wanted and wanted["hand"]:
            card = CURRENCIES.index(wanted["colour"]) * 9 + int(wanted["value"]) - 1
            shown = money_words(card)
            return Refusal("A13", "there is no {card} to take in the money row.", card=shown)
        return Refusal("A13", "taking money, touch only cards of the money row.")
    slots = [int(touch[-1]) - 1 for touch in names]
    if any(row[k] < 0 for k in slots):
        return Refusal("A13", "there is no card in that place of the money row.")
    total = sum(row[k] % 9 + 1 for k in slots)
    if len(slots) > 1 and total > 5:
        return Refusal(
            "A13",
            "together these cards are worth {total}; take one card, or several worth at most 5.",
            total=total,
        )
    if slots != sorted(set(slots)):
        return Refusal("A13", "touch each card once, from left to right.")
    if any(row[k] in row[:k] for k in slots):
        return Refusal("A13", "of equal cards take the leftmost first.")
    return Refusal("A13", "touch the cards to take, then take them.")


def _buying(position: Position, square: int) -> Refusal:
    state = position.plain
    if state.market[square] < 0:
        if state.bought[square] >= 0:
            return Refusal(
                "A15", "you have bought that tile; the market is refilled after the turn."
            )
        return Refusal("A14", "there is no tile on that square.")
    tile = TILES[state.market[square]]
    owned = worth(state.hand[position.to_act][square])
    values: dict[str, Any] = {
        "tile": tile_words(tile), "price": amount_words(square, tile.price),
        "owned": owned,
    }  # fmt: skip
    if owned < tile.price:
        return Refusal("A14", "{tile} costs {price} and you have {owned}.", **values)
    return Refusal(
        "A15",
        "paid exactly, {tile} must be bought before tiles of higher squares; overpay for it, or "
        "undo.",
        **values,
    )


def _too_early(position: Position, path: Touches) -> Refusal:
    """Placing a tile while the turn is still under way."""
    tile = tile_of(path[1]) if len(path) > 1 else None
    state = position.plain
    if path[0] == "give" and tile and tile in tiles_in(state.reserve[position.to_act]):
        return Refusal("A38", "only a tile bought in this turn can be given away, not the reserve.")
    if tile and tile.number in state.bought:
        return Refusal("A18", "bought tiles wait until the turn ends; end your turn first.")
    return Refusal("A19", "only tiles bought in this turn are placed so, when it ends.")


def _redesigning(position: Position, tile: Tile, rest: Touches) -> Refusal:
    state, seat = position.plain, position.to_act
    name = tile_words(tile)
    if tile.number in state.bought:
        return Refusal("A18", "{tile} was bought in this turn; no redesign may use it.", tile=name)
    if tile in tiles_in(state.reserve[seat]):
        if choices.may_bring(position.state, tile.number):
            return Refusal("A23", "bring {tile} first, then say where it goes.", tile=name)
        return Refusal("A23", "{tile} fits nowhere in your Alhambra now.", tile=name)
    if tile not in tiles_in(state.city[seat]):
        return Refusal("A23", "{tile} is neither in your Alhambra nor in your reserve.", tile=name)
    return _lifting(position, tile, rest)


def _lifting(position: Position, tile: Tile, rest: Touches) -> Refusal:
    seat = position.to_act
    name = tile_words(tile)
    if city.has(position.state.liftable[seat], tile.number):
        return Refusal(
            "A23", "a built tile can only be put into the reserve or swapped for one of it."
        )
    if city.occupied_sides(position.state, tile.number) == 15:
        return Refusal(
            "A23", "{tile} has neighbours on all four sides: a hole would remain.", tile=name
        )
    return Refusal(
        "A23", "without {tile} part of your Alhambra could not be reached on foot.", tile=name
    )


def _fountain() -> Refusal:
    return Refusal("A3", "the fountain stays where it is: never removed, never swapped.")


# Paying


def _paying(position: Position, path: Touches) -> Refusal:
    state = position.plain
    square, due = state.buying, state.due
    values: dict[str, Any] = {
        "tile": tile_words(TILES[state.market[square]]),
        "due": amount_words(square, due),
    }  # fmt: skip
    found = NAMED.fullmatch(path[0])
    if not found or not found["hand"] or len(path) > 1:
        return Refusal("A14", "you are paying for {tile}; still to pay: {due}.", **values)
    value = int(found["value"])
    if found["colour"] != CURRENCIES[square]:
        return _one_currency(square, values["tile"])
    cards = state.hand[position.to_act][square]
    if not money.count_of(cards, value):
        return Refusal(
            "A14", "you have no {card} to pay with.", card=money_words(square * HIGHEST + value - 1)
        )
    if value > state.last_paid:
        return Refusal(
            "A17",
            "pay from the highest card down, so that you use no more cards than needed: now "
            "{last} at most.",
            last=state.last_paid,
        )
    if due > value and money.total_up_to(cards, value) < due:
        return Refusal("A14", "your lower cards could not make up what is due: {due}.", **values)
    return Refusal(
        "A15",
        "that would lead to the exact price; an exact purchase comes before those of higher "
        "squares.",
    )


def _one_currency(square: int, tile: Message) -> Refusal:
    said = (
        Message("{tile} is sold for yellow money only.", tile=tile),
        Message("{tile} is sold for green money only.", tile=tile),
        Message("{tile} is sold for blue money only.", tile=tile),
        Message("{tile} is sold for orange money only.", tile=tile),
    )
    return Refusal("A14", said[square])


# Bringing a tile from the reserve


def _bringing(position: Position, path: Touches) -> Refusal:
    state, seat = position.plain, position.to_act
    brought = TILES[state.brought]
    name = tile_words(brought)
    if FOUNTAIN_TOUCH in path:
        return _fountain()
    if len(path) == 1 and (refusal := no_cell(position, path[0], brought)):
        return refusal
    tile = tile_of(path[-1])
    if tile and len(path) == 1 and tile in tiles_in(state.city[seat]):
        return Refusal(
            "A23",
            "{new} and {old} differ in a wall where the place has a neighbour.",
            new=name,
            old=tile_words(tile),
        )
    if tile and tile.number in state.bought:
        return Refusal(
            "A18", "{tile} was bought in this turn; no redesign may use it.", tile=tile_words(tile)
        )
    return Refusal(
        "A23", "say where {tile} goes: to a free cell or in a built tile's place.", tile=name
    )


# Placing bought tiles


def _placing(position: Position, path: Touches) -> Refusal:
    mine = waiting(position)
    alone = only_waiting(position)
    if alone and (path[0] in (RESERVE_TOUCH, NEUTRAL_TOUCH) or names_place(path[0])):
        path = (tile_touch(alone), *path)
    tile = tile_of(path[0])
    if tile not in mine.values():
        return _not_to_place(position, path)
    assert tile is not None
    square = next(square for square, other in mine.items() if other == tile)
    lowest = min(mine)
    to = path[1] if len(path) == 2 else ""
    if to == NEUTRAL_TOUCH and not choices.may_give(position.state):
        return _no_giving(position)
    if to in (RESERVE_TOUCH, NEUTRAL_TOUCH):
        return Refusal(
            "A19",
            "tiles are put aside in the order of their squares: now {tile}.",
            tile=tile_words(mine[lowest]),
        )
    if to and position.plain.stored and cell_of(to):
        return Refusal("A19", "build first, put aside then: a tile has been put aside already.")
    if to and (refusal := no_cell(position, to, tile)):
        return refusal
    if to and (cell := cell_of(to)):
        first, then = _out_of_order(position, tile, square, cell)
        return Refusal(
            "A19",
            "the same can be built with {first} before {then}; undo and build {first} first.",
            first=tile_words(first),
            then=tile_words(then),
        )
    return Refusal(
        "A19", "say where {tile} goes: to a cell or to the reserve.", tile=tile_words(tile)
    )


def _out_of_order(position: Position, tile: Tile, square: int, cell: Cell) -> tuple[Tile, Tile]:
    """The tile that should have been built earlier, and the one that was built in its stead."""
    state, seat = position.state, position.to_act
    built = {int(state.built_square[n]): TILES[state.built_tile[n]] for n in range(state.built)}
    tiles = {**built, square: tile}
    for order in permutations(sorted(tiles)):
        before = [sum(1 << other for other in order[:n]) for n in range(len(order))]
        if all(
            placing.can_follow(state, seat, squares, following, square, tile.number, *cell)
            for squares, following in zip(before, order, strict=True)
        ):
            return next(
                (tiles[right], tiles[was])
                for right, was in zip(order, tiles, strict=True)
                if right != was
            )
    raise AssertionError("the order that was played is one of them")


def _no_giving(position: Position) -> Refusal:
    if position.players > 2:
        return Refusal("A38", "there is a neutral player only in a game of two.")
    neutral = seat_name(position, 2)
    return Refusal("A38", "tiles won at the end cannot be given to {neutral}.", neutral=neutral)


def _not_to_place(position: Position, path: Touches) -> Refusal:
    """Touching anything but a tile that waits to be placed."""
    state = position.plain
    named = [tile for touch in path if (tile := tile_of(touch))]
    own = tiles_in(state.city[position.to_act]) + tiles_in(state.reserve[position.to_act])
    if FOUNTAIN_TOUCH in path:
        return _fountain()
    names = tuple(tile_words(tile) for tile in waiting(position).values())
    if "give" in path or path[-1] == NEUTRAL_TOUCH:
        if not choices.may_give(position.state):
            return _no_giving(position)
        return Refusal(
            "A38", "only tiles bought in this turn can be given away: {tiles}.", tiles=names
        )
    if any(tile in own for tile in named):
        if state.phase == record.LAST_TILES:
            return Refusal(
                "A33", "no redesign now: place only the tiles won: {tiles}.", tiles=names
            )
        return Refusal("A23", "redesigning is over for this turn; place {tiles} now.", tiles=names)
    if state.phase == record.LAST_TILES:
        return Refusal("A33", "place the tiles won at the end: {tiles}.", tiles=names)
    return Refusal("A19", "the turn ends: place {tiles} now.", tiles=names)
