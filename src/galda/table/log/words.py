"""A table's log in sentences, for one viewer."""

from __future__ import annotations

from dataclasses import replace

from galda.core.play.terms import SPECTATOR
from galda.core.show.language import say
from galda.table.log.entries import KINDS
from galda.table.log.entry import LogLine, Result
from galda.table.log.table import Table


def tell_log(table: Table, lang: str = "en", viewer: int = SPECTATOR) -> list[LogLine]:
    """The log as `viewer` may know it. Lines once made are kept: a log only grows."""
    known = table.line_cache.setdefault((lang, viewer), [])
    for entry in table.entries[len(known) :]:
        text = KINDS[entry.kind].tell(table, entry, lang, viewer)
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


def result_sentence(table: Table, result: Result, lang: str) -> str:
    """How the game ended."""
    names = ", ".join(table.name(seat, lang) for seat in result.winners)
    if len(result.winners) == len(table.seats):
        return say(lang, "The game is over: it is a draw.")
    if len(result.winners) == 1:
        return say(lang, "The game is over: {player} wins.", player=names)
    return say(lang, "The game is over: {players} win.", players=names)
