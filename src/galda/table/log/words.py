"""A table's log in sentences, for one viewer; and the finished game on paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from galda.core.play.paper import GameRecord
from galda.core.show.language import say
from galda.core.show.narration import tell_turn

if TYPE_CHECKING:
    from galda.table.log.table import Entry, Result, Table


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log in words; `undone` when it is a turn that was taken back."""

    sequence: int
    seat: int
    text: str
    time: float
    undone: bool = False


def log_lines(table: Table, lang: str, viewer: int) -> list[LogLine]:
    """The log as `viewer` may know it. Lines once made are kept: a log only grows."""
    known = table.line_cache.setdefault((lang, viewer), [])
    for entry in table.entries[len(known) :]:
        text = _sentence(table, entry, lang, viewer)
        known.append(LogLine(entry.sequence, entry.seat, text, entry.time))
    lines = [
        replace(line, undone=True) if line.sequence in table.undone else line
        for line in known[: len(table.entries)]
        if line.text
    ]
    if table.result:
        last = table.entries[table.game_sequence - 1]
        place = sum(line.sequence <= last.sequence for line in lines)
        text = result_sentence(table, table.result, lang)
        lines.insert(place, LogLine(last.sequence, -1, text, last.time))
    return lines


def _sentence(table: Table, entry: Entry, lang: str, viewer: int) -> str:
    """What an entry says; nothing for those that are not part of the game's story."""
    if entry.kind == "turn":
        return _turn_sentence(table, entry, lang, viewer)
    told = TOLD.get(entry.kind)
    return told(lang, table.name(entry.seat, lang)) if told else ""


def _turn_sentence(table: Table, entry: Entry, lang: str, viewer: int) -> str:
    """A turn in words."""
    return tell_turn(table.played(entry.sequence).before, entry.payload["actions"], lang, viewer)


TOLD: dict[str, Callable[[str, str], str]] = {
    "join": lambda lang, name: say(lang, "{player} sits down.", player=name),
    "resign": lambda lang, name: say(lang, "{player} resigns.", player=name),
    "timeout": lambda lang, name: say(lang, "{player} has run out of time.", player=name),
    "offer_draw": lambda lang, name: say(lang, "{player} offers a draw.", player=name),
    "accept_draw": lambda lang, name: say(lang, "{player} accepts the draw.", player=name),
    "decline_draw": lambda lang, name: say(lang, "{player} declines the draw.", player=name),
    "ask_take_back": lambda lang, name: say(
        lang, "{player} asks to take back the last turn.", player=name
    ),
    "allow_take_back": lambda lang, name: say(lang, "{player} allows it.", player=name),
    "refuse_take_back": lambda lang, name: say(lang, "{player} does not allow it.", player=name),
    "rematch": lambda lang, name: say(lang, "{player} starts a rematch.", player=name),
    "archive": lambda lang, name: say(lang, "The table has been put away."),
}


def result_sentence(table: Table, result: Result, lang: str) -> str:
    """How the game ended."""
    names = ", ".join(table.name(seat, lang) for seat in result.winners)
    if len(result.winners) == len(table.seats):
        return say(lang, "The game is over: it is a draw.")
    if len(result.winners) == 1:
        return say(lang, "The game is over: {player} wins.", player=names)
    return say(lang, "The game is over: {players} win.", players=names)


def make_record(table: Table) -> GameRecord:
    """A finished game on paper. A comma parts names there, so names lose theirs."""
    names = (table.name(seat.index).replace(",", " ").replace("#", " ") for seat in table.seats)
    record = GameRecord(
        table.position,
        names=tuple(" ".join(name.split()) for name in names),
        date=datetime.fromtimestamp(table.created, UTC).date().isoformat(),
    )
    result = table.result
    if result is not None and result.reason != "rules":
        ended = {"resigned": "{} resigned", "timeout": "{} ran out of time", "draw": "draw agreed"}
        loser = record.names[result.seat] if result.seat is not None else ""
        record.result = ended[result.reason].format(loser)
    return record
