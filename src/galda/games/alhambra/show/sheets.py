"""Alhambra's score sheets: for each scoring the kinds of buildings, the wall and the total."""

from __future__ import annotations

from galda.core.play.position import Position
from galda.core.show.language import say, say_count, tell
from galda.core.show.seats import NEUTRAL
from galda.core.show.sheet import Line, Sheet
from galda.games.alhambra.rules.tiles import KINDS, POINTS, ROUNDS
from galda.games.alhambra.show.names import kind_name, seat_name


def sheets(position: Position, lang: str) -> tuple[Sheet, ...]:
    """One sheet for each round scored so far."""
    scored = position.plain.scored
    return tuple(_sheet(position, n, lang) for n in range(ROUNDS) if scored >> n & 1)


def _sheet(position: Position, scoring: int, lang: str) -> Sheet:
    columns = position.players + (position.players == 2)
    titles = (
        say(lang, "First scoring (A)"), say(lang, "Second scoring (B)"), say(lang, "Final scoring"),
    )  # fmt: skip
    lines = []
    for k, kind in enumerate(KINDS):
        numbers = [
            position.plain.tally[scoring][column] >> (4 * k) & 15 for column in range(columns)
        ]
        points, notes = zip(*(_share(numbers, n, scoring, k, lang) for n in numbers), strict=True)
        signs = tuple(f"×{n}" if n else "" for n in numbers)
        lines.append(Line(tell(lang, kind_name(kind)), points, notes, signs))
    walls = tuple(position.plain.wall[scoring][column] for column in range(columns))
    lines.append(Line(say(lang, "longest wall"), walls))
    return Sheet(
        titles[scoring],
        tuple(tell(lang, seat_name(position, column)) for column in range(columns)),
        tuple(lines),
        say(lang, "total"),
        seats=(*range(position.players), NEUTRAL)[:columns],
    )


def _share(numbers: list[int], own: int, scoring: int, kind: int, lang: str) -> tuple[int, str]:
    """The points for having `own` tiles of a kind, and why."""
    if own == 0:
        return 0, ""
    better = sum(n > own for n in numbers)
    equal = numbers.count(own)
    points = int(POINTS[scoring, kind, better : better + equal].sum()) // equal
    places = (
        say(lang, "1st"), say(lang, "2nd"), say(lang, "3rd"), say(lang, "4th"), say(lang, "5th"),
        say(lang, "6th"),
    )  # fmt: skip
    place = places[better]
    if equal > 1:
        return points, say_count(
            lang, "{n} tile, tied {place}", "{n} tiles, tied {place}", own, place=place
        )
    return points, say_count(lang, "{n} tile, {place}", "{n} tiles, {place}", own, place=place)
