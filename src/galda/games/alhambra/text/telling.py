"""Whole turns of Alhambra: what each did, told in as few sentences as possible, for log and board.

A turn is worked out from the position it began in and its actions: nothing is turned up inside a
turn, so row and market stay as they were until it ends.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from galda.core.message import Message
from galda.core.play.position import Position
from galda.core.show.kept_parts import KeptParts
from galda.core.show.language import say
from galda.games.alhambra.rules.tiles import STEP_X, STEP_Y, TILES, Tile
from galda.games.alhambra.text.names import (
    Act,
    Cell,
    act,
    amount_words,
    money_words,
    seat_name,
    tile_words,
)
from galda.games.alhambra.text.places import place_words

TOLD = KeptParts(most_letters=200_000)
"""The last turns that were told."""


@dataclass(slots=True)
class Purchase:
    """A tile bought in a turn: on which square, for how much, and where it went."""

    tile: Tile
    square: int
    paid: int = 0
    went: str = ""


@dataclass(slots=True)
class Turn:
    """What was done in a turn, or in a part of one."""

    start: Position
    """The position it began in."""
    bought: dict[int, Purchase] = field(default_factory=dict)
    taken: tuple[int, ...] = ()
    """Money cards taken from the row."""
    brought: Tile | None = None
    replaced: Tile | None = None
    lifted: Tile | None = None
    placed: dict[str, list[Tile]] = field(default_factory=dict)
    """Tiles that waited before this began, by what was done with them."""
    places: dict[Tile, Cell] = field(default_factory=dict)
    """Where tiles were built."""
    other: list[int] = field(default_factory=list)
    """Actions that tell nothing but themselves: the end of the turn, a pass."""

    @property
    def moved(self) -> set[Tile]:
        """The tiles that lie elsewhere now than before."""
        found = {purchase.tile for purchase in self.bought.values()}
        found |= {tile for tiles in self.placed.values() for tile in tiles}
        return found | {t for t in (self.brought, self.replaced, self.lifted) if t is not None}

    @property
    def facts(self) -> Hashable:
        """What tells it from other turns of the same player: equal ones are told alike."""
        bought = [
            (each.tile.number, each.square, each.paid, each.went) for each in self.bought.values()
        ]
        placed = [(what, *[tile.number for tile in tiles]) for what, tiles in self.placed.items()]
        places = [(tile.number, cell) for tile, cell in self.places.items()]
        redesigned = [tile and tile.number for tile in (self.brought, self.replaced, self.lifted)]
        return (
            tuple(bought), self.taken, tuple(redesigned), tuple(placed), tuple(places),
            tuple(self.other),
        )  # fmt: skip

    def tell(self, lang: str) -> str:
        """The turn in words; log and plates tell the same, for those who look one by one."""
        start = self.start
        names = seat_name(start, start.to_act), start.options.get("neutral")
        return TOLD.get((lang, names, self.facts), lambda: _tell(self, lang))


def read_turn(start: Position, actions: Sequence[int]) -> Turn:
    """What actions of one turn did, begun in the position `start`."""
    state, turn = start.plain, Turn(start)
    square = state.buying
    if square >= 0:
        turn.bought[square] = Purchase(TILES[state.market[square]], square)
    if state.brought >= 0:
        turn.brought = TILES[state.brought]
    for code in actions:
        done = act(start, code)
        match done.does:
            case "take":
                turn.taken = tuple(state.row[k] for k in done.cards)
            case "buy":
                square = done.square or 0
                turn.bought[square] = Purchase(TILES[state.market[square]], square)
            case "pay":
                turn.bought[square].paid += done.value or 0
            case "bring":
                turn.brought = done.tile
            case "swap":
                _build(turn, turn.brought, _cell_of(start, done.tile))
                turn.replaced = done.tile
            case "at":
                _build(turn, turn.brought, _cell(turn, done))
            case "lift":
                turn.lifted = done.tile
            case "build" | "store" | "give":
                _place(turn, done)
            case "end" | "pass":
                turn.other.append(code)
    return turn


def _place(turn: Turn, done: Act) -> None:
    tile, purchase = done.tile, turn.bought.get(done.square or 0)
    if purchase:
        tile, purchase.went = purchase.tile, done.does
    elif tile is not None:
        turn.placed.setdefault(done.does, []).append(tile)
    if done.does == "build":
        _build(turn, tile, _cell(turn, done))


def _build(turn: Turn, tile: Tile | None, cell: Cell | None) -> None:
    if tile is not None and cell is not None:
        turn.places[tile] = cell


def _cell(turn: Turn, done: Act) -> Cell | None:
    """The cell that is built on; its neighbour may have been built in the same turn."""
    if done.cell is not None or done.anchor is None or done.side is None:
        return done.cell
    beside = turn.places.get(TILES[done.anchor])
    return beside and (beside[0] + STEP_X[done.side], beside[1] + STEP_Y[done.side])


def _cell_of(start: Position, tile: Tile | None) -> Cell | None:
    """The cell of a tile that was built before."""
    state = start.plain
    return (state.x[tile.number], state.y[tile.number]) if tile else None


def last_turns(position: Position) -> dict[int, Turn]:
    """The last turn of each seat, the one under way among them, as far as the past is known."""
    found: dict[int, Turn] = {}
    steps = 0
    for seat, actions in position.turns_back():
        steps += len(actions)
        if seat not in found:
            found[seat] = read_turn(position.take_back(steps), actions)
        if len(found) == position.players:
            break
    return found


def tell_turn(position: Position, actions: Sequence[int], lang: str) -> str:
    """A turn, or a part of one, in as few sentences as possible."""
    return read_turn(position, actions).tell(lang)


def _tell(turn: Turn, lang: str) -> str:
    position = turn.start
    values: dict[str, Any] = {"player": seat_name(position, position.to_act)}
    said = [_tell_money(turn, values, lang)] if turn.bought or turn.taken else []
    if redesign := _tell_redesign(turn, values, lang):
        said.append(redesign)
    said += _tell_placing(turn, values, lang)
    if not said:
        said = [position.sentence(code, lang) for code in turn.other]
    return " ".join(said)


def _tell_money(turn: Turn, values: dict[str, Any], lang: str) -> str:
    """What was bought, and what was taken."""
    bought = tuple(
        Message(
            "{tile} for {price}",
            tile=tile_words(purchase.tile),
            price=amount_words(purchase.square, purchase.paid or purchase.tile.price),
        )
        for purchase in turn.bought.values()
    )
    cards = tuple(money_words(card) for card in turn.taken)
    if not bought:
        return say(lang, "{player} takes money: {cards}.", cards=cards, **values)
    if not cards:
        return say(lang, "{player} buys {bought}.", bought=bought, **values)
    return say(
        lang, "{player} buys {bought} and takes {cards}.", bought=bought, cards=cards, **values
    )


def _tell_redesign(turn: Turn, values: dict[str, Any], lang: str) -> str:
    if turn.lifted:
        values = {"tile": tile_words(turn.lifted), **values}
        return say(lang, "{player} redesigns: {tile} goes to the reserve.", **values)
    if turn.brought and turn.replaced:
        values = {**_tile_and_place(turn, turn.brought), "old": tile_words(turn.replaced), **values}
        return say(lang, "{player} redesigns: {tile} takes the place of {old}, {place}.", **values)
    if turn.brought in turn.places:
        values = {**_tile_and_place(turn, turn.brought), **values}
        return say(lang, "{player} redesigns: {tile} is built from the reserve, {place}.", **values)
    if turn.brought:
        values = {"tile": tile_words(turn.brought), **values}
        return say(lang, "{player} redesigns and brings {tile} from the reserve.", **values)
    return ""


def _tile_and_place(turn: Turn, tile: Tile) -> dict[str, Message]:
    """A tile that was built, and where."""
    return {"tile": tile_words(tile), "place": place_words(turn.places[tile])}


def _tell_placing(turn: Turn, values: dict[str, Any], lang: str) -> list[str]:
    """Where tiles went that had waited, and those bought."""
    said = []
    for tile in turn.placed.get("build", ()):
        values = {**values, **_tile_and_place(turn, tile)}
        said.append(say(lang, "{player} builds {tile}, {place}.", **values))
    for does, tiles in turn.placed.items():
        values = {**values, "tile": tuple(tile_words(tile) for tile in tiles)}
        match does:
            case "store":
                said.append(say(lang, "{player} puts {tile} into the reserve.", **values))
            case "give":
                neutral = seat_name(turn.start, turn.start.players)
                said.append(
                    say(lang, "{player} gives {tile} to {neutral}.", neutral=neutral, **values)
                )
    for one in turn.bought.values():
        if one.went == "build":
            said.append(say(lang, "Built: {tile}, {place}.", **_tile_and_place(turn, one.tile)))
    if stored := _gone(turn, "store"):
        said.append(say(lang, "To the reserve: {tiles}.", tiles=stored))
    if given := _gone(turn, "give"):
        neutral = seat_name(turn.start, turn.start.players)
        said.append(say(lang, "To {neutral}: {tiles}.", tiles=given, neutral=neutral))
    return said


def _gone(turn: Turn, does: str) -> tuple[Message, ...]:
    """The tiles bought in the turn with which something was done, in words."""
    return tuple(tile_words(one.tile) for one in turn.bought.values() if one.went == does)
