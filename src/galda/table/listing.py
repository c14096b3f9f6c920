"""A person's tables as lines of a list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from galda.bots.names import bot_name


@dataclass(frozen=True, slots=True)
class Summary:
    """A line in the list of a person's tables; a bot without a name is named by its level."""

    id: str
    game: str
    names: tuple[str, ...]
    to_act: int | None
    my_turn: bool
    finished: bool
    last_time: float


def summarize(listed: Iterable[tuple[Any, list[Any]]], person_id: str, lang: str) -> list[Summary]:
    """The lines for rows of tables, each with the rows of its seats."""
    return [
        Summary(
            id=row.id,
            game=row.plan["game"],
            names=tuple(s.name or _bot_name(row.seats[s.seat]["level"], lang) for s in seats),
            to_act=row.to_act,
            my_turn=any(s.person_id == person_id and s.seat == row.to_act for s in seats),
            finished=row.finished,
            last_time=row.last_time,
        )
        for row, seats in listed
    ]


def _bot_name(level: str, lang: str) -> str:
    return bot_name(level, lang) if level else ""
