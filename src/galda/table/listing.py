"""A person's tables as lines of a list."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from galda.bots.names import choose_name, with_level
from galda.core.errors import GaldaError
from galda.games import game


@dataclass(frozen=True, slots=True)
class Summary:
    """A line in the list of a person's tables; bots are named with their levels."""

    id: str
    game: str
    names: tuple[str, ...]
    to_act: int | None
    my_turn: bool
    finished: bool
    last_time: float


def summarize(listed: Iterable[tuple[Any, list[Any]]], person_id: str, lang: str) -> list[Summary]:
    """The lines for rows of tables, each with the rows of its seats; damaged ones are left out."""
    lines: list[Summary] = []
    for row, seats in listed:
        with suppress(KeyError, TypeError, IndexError, ValueError, GaldaError):
            lines.append(_summary(row, seats, person_id, lang))
    return lines


def _summary(row: Any, seats: list[Any], person_id: str, lang: str) -> Summary:
    return Summary(
        id=row.id,
        game=row.plan["game"],
        names=_names(row, seats, lang),
        to_act=row.to_act,
        my_turn=any(s.person_id == person_id and s.seat == row.to_act for s in seats),
        finished=row.finished,
        last_time=row.last_time,
    )


def _names(row: Any, seats: list[Any], lang: str) -> tuple[str, ...]:
    """Everybody's name; bots of old tables are named as the table itself names them."""
    names: list[str] = [seat.name for seat in seats]
    levels: list[str] = [row.seats[seat.seat]["level"] for seat in seats]
    for k, level in enumerate(levels):
        if level and not names[k]:
            names[k] = choose_name(row.id, seats[k].seat, names)
    played = game(row.plan["game"])
    return tuple(
        with_level(name, level, lang, played) if level else name
        for name, level in zip(names, levels, strict=True)
    )
