"""The Alhambra board for a terminal, in Rich's markup."""

from __future__ import annotations

from typing import Any

from galda.core.play.position import Position
from galda.core.show.language import say, tell
from galda.games.alhambra.rules import record, tiles
from galda.games.alhambra.text import names

COLOURS = {"yellow": "yellow", "green": "green", "blue": "bright_blue", "orange": "red"}
KIND_COLOURS = ("blue", "red", "bright_black", "white", "green", "magenta")
WIDTH = 5


def short(tile: tiles.Tile) -> str:
    """A tile in four characters: two letters of its kind, then its price."""
    return f"{tile.kind[0].upper()}{tile.kind[1]}{tile.name.removeprefix(tile.kind)}"


def print_lines(position: Position, viewer: int, lang: str) -> str:
    """Market, money, hand and every Alhambra, the viewer's first."""
    state = position.plain
    lines = [_market(state, lang), _row(state, lang)]
    supplies = say(lang, "bag {bag} · deck {deck}", bag=state.bag_left, deck=state.deck_left)
    lines.append(f"[dim]{supplies}[/]")
    if position.players == 2:
        given = " ".join(_tile(tile) for tile in names.tiles_in(state.given))
        name = tell(lang, names.seat_name(position, 2))
        lines.append(f"[bold]{_plain(name)}[/] {state.points[2]}: {given}")
    if mine := names.waiting(position):
        lines.append(say(lang, "to place:") + " " + " ".join(_tile(t) for t in mine.values()))
    if state.phase == record.PAYING:
        due = names.amount_words(state.buying, state.due)
        lines.append(say(lang, "to pay: {due}", due=due))
    if state.phase == record.BRINGING:
        lines.append(say(lang, "from the reserve:") + " " + _tile(tiles.TILES[state.brought]))
    seats = list(range(position.players))
    if viewer in seats:
        seats = seats[viewer:] + seats[:viewer]
    for seat in seats:
        lines += _player(position, seat, seat == viewer or position.is_over, lang)
    return "\n".join(lines)


def _plain(words: str) -> str:
    return words.replace("[", "\\[")


def _tile(tile: tiles.Tile) -> str:
    return f"[{KIND_COLOURS[tiles.KINDS.index(tile.kind)]}]{short(tile)}[/]"


def _market(state: Any, lang: str) -> str:
    parts = []
    for square in range(4):
        tile = (
            _tile(tiles.TILES[state.market[square]]) if state.market[square] >= 0 else "[dim]--[/]"
        )
        colour = COLOURS[tiles.CURRENCIES[square]]
        parts.append(f"[{colour}]{square + 1} {tell(lang, names.currency_name(square))}[/] {tile}")
    return say(lang, "market:") + " " + "  ".join(parts)


def _card(card: int) -> str:
    name = names.card_name(card)
    return f"[{COLOURS[name[:-1]]}]{name}[/]"


def _row(state: Any, lang: str) -> str:
    cards = (_card(int(c)) if c >= 0 else "[dim]--[/]" for c in state.row)
    return say(lang, "money:") + " " + " ".join(cards)


def _player(position: Position, seat: int, known: bool, lang: str) -> list[str]:
    state = position.plain
    name = tell(lang, names.seat_name(position, seat))
    acts = "[bold]→[/] " if seat == position.to_act and not position.is_over else ""
    wall = names.longest_wall(position, seat)
    facts = (
        names.points_words(state.points[seat]), names.wall_words(wall),
        names.cards_words(state.cards[seat]),
    )  # fmt: skip
    told = ", ".join(tell(lang, fact) for fact in facts)
    lines = [f"{acts}[bold]{_plain(name)}[/]: {told}"]
    if known:
        cards = (_card(c * 9 + v - 1) for c, v, n in names.hand(state, seat) for _ in range(n))
        lines.append("  " + " ".join(cards))
    if reserve := names.tiles_in(state.reserve[seat]):
        lines.append("  " + say(lang, "reserve:") + " " + " ".join(_tile(tile) for tile in reserve))
    return lines + _plan(names.alhambra_of(position, seat))


def _plan(built: dict[names.Cell, tiles.Tile]) -> list[str]:
    """An Alhambra from above: walls as lines, coordinates at the edges."""
    cells: dict[names.Cell, tiles.Tile | None] = {(0, 0): None, **built}
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    lines = []
    for y in range(max(ys), min(ys) - 1, -1):
        roofs, rooms = "    ", f"[dim]{y:3}[/] "
        for x in range(min(xs), max(xs) + 1):
            tile, present = cells.get((x, y)), (x, y) in cells
            walls = tile.walls if tile else 0
            roofs += "+" + ("-" * WIDTH if walls >> tiles.NORTH & 1 else " " * WIDTH)
            rooms += "|" if walls >> tiles.WEST & 1 else " "
            body = "<*>" if present and tile is None else short(tile) if tile else ""
            body = body.center(WIDTH - 1 if walls >> tiles.EAST & 1 else WIDTH)
            rooms += f"[{KIND_COLOURS[tiles.KINDS.index(tile.kind)]}]{body}[/]" if tile else body
            rooms += "|" if walls >> tiles.EAST & 1 else ""
        lines += [roofs.rstrip("+ "), rooms.rstrip()]
        floor = "    "
        for x in range(min(xs), max(xs) + 1):
            tile = cells.get((x, y))
            has_wall = (
                tile is not None and tile.walls >> tiles.SOUTH & 1 and (x, y - 1) not in cells
            )
            floor += "+" + ("-" * WIDTH if has_wall else " " * WIDTH)
        if "-" in floor:
            lines.append(floor.rstrip("+ "))
    numbers = "".join(f"{x:^{WIDTH + 1}}" for x in range(min(xs), max(xs) + 1))
    return [line for line in lines if line.strip()] + [f"[dim]    {numbers}[/]"]
