"""Alhambra's score sheets: for each scoring the kinds of buildings, the wall and the total."""

from __future__ import annotations

from functools import lru_cache

from galda.core.play.position import Position
from galda.core.show.language import say, say_count, tell
from galda.core.show.seats import NEUTRAL
from galda.core.show.sheet import Line, Sheet
from galda.games.alhambra.rules.tiles import KINDS, POINTS, ROUNDS
from galda.games.alhambra.text.names import kind_name, seat_name


def sheets(position: Position, lang: str) -> tuple[Sheet, ...]:
    """One sheet for each round scored so far."""
    state = position.plain
    columns = position.players + (position.players == 2)
    names = tuple([tell(lang, seat_name(position, column)) for column in range(columns)])
    seats = (*range(position.players), NEUTRAL)[:columns]
    return tuple(
        _sheet(n, names, seats, tuple(state.tally[n]), tuple(state.wall[n]), lang)
        for n in range(ROUNDS)
        if state.scored >> n & 1
    )


@lru_cache(maxsize=1 << 11)
def _sheet(
    scoring: int,
    names: tuple[str, ...],
    seats: tuple[int, ...],
    tally: tuple[int, ...],
    walls: tuple[int, ...],
    lang: str,
) -> Sheet:
    """A round that was scored: it stays as it is until the end of the game."""
    titles = (
        say(lang, "First scoring (A)"), say(lang, "Second scoring (B)"), say(lang, "Final scoring"),
    )  # fmt: skip
    lines = []
    for k, kind in enumerate(KINDS):
        numbers = [tiles >> (4 * k) & 15 for tiles in tally[: len(names)]]
        points, notes = zip(*(_share(numbers, n, scoring, k, lang) for n in numbers), strict=True)
        signs = tuple(f"×{n}" if n else "" for n in numbers)
        lines.append(Line(tell(lang, kind_name(kind)), points, notes, signs))
    lines.append(Line(say(lang, "longest wall"), walls[: len(names)]))
    return Sheet(titles[scoring], names, tuple(lines), say(lang, "total"), seats=seats)


def points_for(numbers: list[int], own: int, scoring: int, kind: int) -> int:
    """The points for having `own` tiles of a kind, where everyone has `numbers` (A25, A26)."""
    if own == 0:
        return 0
    better, equal = sum(n > own for n in numbers), numbers.count(own)
    return int(POINTS[scoring, kind, better : better + equal].sum()) // equal


def _share(numbers: list[int], own: int, scoring: int, kind: int, lang: str) -> tuple[int, str]:
    """The points for having `own` tiles of a kind, and why."""
    if own == 0:
        return 0, ""
    better, equal = sum(n > own for n in numbers), numbers.count(own)
    points = points_for(numbers, own, scoring, kind)
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
