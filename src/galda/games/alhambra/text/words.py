"""Alhambra in words: moves in notation (see `names` for how they are written), and sentences."""

from __future__ import annotations

import re
from typing import Any

from galda.core.play.position import Position
from galda.core.play.terms import Touches
from galda.core.show.language import say
from galda.games.alhambra.rules import record
from galda.games.alhambra.rules.tiles import BY_NAME, CURRENCIES, PRICE, TILES, Tile
from galda.games.alhambra.text.names import (
    END_TOUCH,
    NEUTRAL_TOUCH,
    PASS_TOUCH,
    RESERVE_TOUCH,
    Cell,
    act,
    alhambra_of,
    amount_words,
    card_name,
    cell_touch,
    hand,
    longest_wall,
    money_words,
    only_waiting,
    pending,
    seat_name,
    tile_touch,
    tile_words,
    tiles_in,
    touches,
)
from galda.games.alhambra.text.places import place_words

EXAMPLE = "take-blue3, buy2, pay-green5 or tower9a@2,-1"
CARD = "(?:" + "|".join(CURRENCIES) + ")[1-9]"
NUMBER = r"-?\d{1,2}"
TAKE = re.compile(rf"take-({CARD}(?:\+{CARD}){{0,3}})")
PAY = re.compile(rf"pay-({CARD})")
BUY = re.compile(r"buy([1-4])")
CELL = re.compile(rf"at({NUMBER}),({NUMBER})")
BUILT = re.compile(rf"([a-z]+\d+[abc]?)@({NUMBER}),({NUMBER})")
WITH_TILE = re.compile(r"(lift|bring|swap|store|give)-([a-z]+\d*[abc]?)")
FOUNTAIN_TOUCH = "fountain"


def write(position: Position, code: int) -> str:
    """An action in notation."""
    done = act(position, code)
    state = position.plain
    match done.does:
        case "take":
            cards = [state.row[k] for k in done.cards]
            return "take-" + "+".join(card_name(c) if c >= 0 else "nothing" for c in cards)
        case "buy":
            return f"buy{(done.square or 0) + 1}"
        case "pay":
            return f"pay-{CURRENCIES[state.buying]}{done.value}"
        case "at":
            return "at" + _coordinates(done.cell)
        case "build":
            return f"{_name(done.tile)}@{_coordinates(done.cell)}"
        case "end" | "pass":
            return done.does
    return f"{done.does}-{_name(done.tile)}"


def _name(tile: Any) -> str:
    return tile.name if tile else "nothing"


def _coordinates(cell: Cell | None) -> str:
    return f"{cell[0]},{cell[1]}" if cell else "nowhere"


def read(position: Position, text: str) -> Touches | None:
    """The touches a text means, or None if it is no move."""
    text = text.strip().lower()
    if text in (END_TOUCH, PASS_TOUCH):
        return (text,)
    if found := TAKE.fullmatch(text):
        return _read_taking(position, found[1].split("+"))
    if found := PAY.fullmatch(text):
        return (f"hand-{found[1]}",)
    if found := BUY.fullmatch(text):
        return (f"market{found[1]}",)
    phase = position.plain.phase
    if found := CELL.fullmatch(text):
        where = cell_touch((int(found[1]), int(found[2])))
        return (where,) if phase == record.BRINGING else ("at", where)
    if (found := BUILT.fullmatch(text)) and found[1] in BY_NAME:
        where = cell_touch((int(found[2]), int(found[3])))
        return _placed(position, "build", BY_NAME[found[1]], where)
    if found := WITH_TILE.fullmatch(text):
        return _read_tile(position, found[1], found[2])
    return None


def _placed(position: Position, verb: str, tile: Tile, to: str) -> Touches:
    """The touches that place a tile; one that waits alone need not be touched itself."""
    if position.plain.phase < record.PLACING:
        return verb, tile_touch(tile), to
    return (to,) if tile == only_waiting(position) else (tile_touch(tile), to)


def _read_taking(position: Position, names: list[str]) -> Touches:
    """The slots of cards given by name, the leftmost of equals; in the row's order."""
    row = [card_name(int(c)) if c >= 0 else "" for c in position.plain.row]
    slots = 0
    for name in names:
        free = [k for k in range(4) if row[k] == name and not slots >> k & 1]
        if not free:
            return ("take", name)
        slots |= 1 << free[0]
    return touches(position, record.TAKE + slots - 1)


def _read_tile(position: Position, verb: str, name: str) -> Touches | None:
    phase = position.plain.phase
    if verb in ("store", "give") and name in BY_NAME:
        to = RESERVE_TOUCH if verb == "store" else NEUTRAL_TOUCH
        return _placed(position, verb, BY_NAME[name], to)
    if name in BY_NAME:
        tile = tile_touch(BY_NAME[name])
    elif name == FOUNTAIN_TOUCH:
        tile = FOUNTAIN_TOUCH
    else:
        return None
    match verb:
        case "lift":
            return (tile, RESERVE_TOUCH) if phase < record.PLACING else ("lift", tile)
        case "bring":
            return (tile,) if phase == record.CHOOSE else ("bring", tile)
        case "swap":
            return (tile,) if phase == record.BRINGING else ("swap", tile)
    return verb, tile, RESERVE_TOUCH if verb == "store" else NEUTRAL_TOUCH


def sentence(position: Position, code: int, lang: str) -> str:
    """What an action does, for the log."""
    done = act(position, code)
    state = position.plain
    values: dict[str, Any] = {"player": seat_name(position, position.to_act)}
    if done.tile is not None:
        values["tile"] = tile_words(done.tile)
    if done.cell is not None:
        values["place"] = place_words(done.cell)
    match done.does:
        case "take":
            cards = tuple(money_words(state.row[k]) for k in done.cards)
            return say(lang, "{player} takes money: {cards}.", cards=cards, **values)
        case "buy":
            tile = TILES[state.market[done.square]]
            values["tile"] = tile_words(tile)
            values["price"] = amount_words(done.square or 0, tile.price)
            return say(lang, "{player} buys {tile} for {price}.", **values)
        case "pay":
            return _pay_sentence(position, done.value or 0, values, lang)
        case "bring":
            return say(lang, "{player} redesigns and brings {tile} from the reserve.", **values)
        case "lift":
            return say(lang, "{player} redesigns: {tile} goes to the reserve.", **values)
        case "swap":
            values["old"] = tile_words(TILES[state.brought])
            return say(lang, "{player} swaps {tile} for {old}.", **values)
        case "at":
            values["tile"] = tile_words(TILES[state.brought])
            return say(lang, "{player} builds {tile} from the reserve, {place}.", **values)
        case "build":
            return say(lang, "{player} builds {tile}, {place}.", **values)
        case "store":
            return say(lang, "{player} puts {tile} into the reserve.", **values)
        case "give":
            values["neutral"] = seat_name(position, position.players)
            return say(lang, "{player} gives {tile} to {neutral}.", **values)
        case "end":
            return say(lang, "{player} ends the turn.", **values)
    return say(lang, "{player} can do nothing and passes.", **values)


def _pay_sentence(position: Position, value: int, values: dict[str, Any], lang: str) -> str:
    currency = position.plain.buying
    values["card"] = money_words(currency * 9 + value - 1)
    due = position.plain.due - value
    if due > 0:
        return say(lang, "{player} pays {card}; {due} more to pay.", due=due, **values)
    if due == 0:
        return say(lang, "{player} pays {card}: the exact price.", **values)
    return say(lang, "{player} pays {card}: {over} too much.", over=-due, **values)


PHASES = ("choose", "pay", "bring", "place", "last tiles", "over")


def view(position: Position) -> dict[str, Any]:
    """The position as plain values."""
    state = position.plain
    shown: dict[str, Any] = {
        "phase": PHASES[state.phase],
        "to_act": position.to_act + 1,
        "money": [card_name(int(c)) if c >= 0 else None for c in state.row],
        "market": [_offer(state, square) for square in range(4)],
        "bought": [tile.name if (tile := pending(state, s)) else None for s in range(4)],
        "deck": state.deck_left,
        "bag": state.bag_left,
        "quiet_turns": state.quiet,
        "players": [_player(position, seat) for seat in range(position.players)],
    }
    if state.phase == record.PAYING:
        shown["due"] = state.due
    if state.phase == record.BRINGING:
        shown["brought"] = TILES[state.brought].name
    if position.players == 2:
        shown["neutral"] = {
            "name": str(seat_name(position, 2)),
            "tiles": [tile.name for tile in tiles_in(state.given)],
            "points": state.points[2],
        }
    return shown


def _offer(state: Any, square: int) -> dict[str, Any] | None:
    number = state.market[square]
    if number < 0:
        return None
    return {
        "tile": TILES[number].name, "price": int(PRICE[number]), "currency": CURRENCIES[square],
    }  # fmt: skip


def _player(position: Position, seat: int) -> dict[str, Any]:
    state = position.plain
    known = position.viewer in (None, seat) or position.is_over
    cards = [f"{CURRENCIES[c]}{v}" for c, v, n in hand(state, seat) for _ in range(n)]
    built = {f"{x},{y}": tile.name for (x, y), tile in sorted(alhambra_of(position, seat).items())}
    return {
        "points": state.points[seat],
        "cards": state.cards[seat],
        "hand": cards if known else None,
        "alhambra": built,
        "reserve": [tile.name for tile in tiles_in(state.reserve[seat])],
        "wall": longest_wall(position, seat),
    }
