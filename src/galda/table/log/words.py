"""A table's log in sentences, for one viewer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from galda.core.numerals import write_whole
from galda.core.play.position import Position
from galda.core.play.terms import SPECTATOR
from galda.core.show.language import say
from galda.table.log.entries import KINDS
from galda.table.log.entry import Entry, LogLine, Result, SealedTurn
from galda.table.log.table import Table

FEW = 5


def tell_log(
    table: Table, lang: str = "en", viewer: int = SPECTATOR, last: int | None = None
) -> list[LogLine]:
    """The log as `viewer` may know it, or its `last` lines: only those are put into words."""
    lines: list[LogLine] = []
    ending, known = _ending(table, lang), _told(table, lang, viewer)
    for entry in reversed(table.entries):
        if last is not None and len(lines) >= last:
            break
        if ending and entry.sequence <= ending.sequence:
            lines.append(ending)
            ending = None
        line = known.get(entry.sequence) or _line(table, entry, lang, viewer)
        if line.text:
            undone = entry.sequence in table.undone
            lines.append(replace(line, undone=True) if undone else line)
    return lines[:last][::-1]


def is_soon_told(table: Table, lang: str, viewer: int) -> bool:
    """Whether few lines are yet to be put into words for this viewer."""
    return table.sequence <= FEW or (lang, _eyes(table, viewer)) in table.line_cache


def _eyes(table: Table, viewer: int) -> int:
    """Through whose eyes the log is told: what says the same to all is told as all may know it."""
    alike = table.game.words.told_alike or not table.game.has("conceal")
    return SPECTATOR if alike else viewer


def _told(table: Table, lang: str, viewer: int) -> dict[int, LogLine]:
    """The lines that were made before, by number."""
    return table.line_cache.setdefault((lang, _eyes(table, viewer)), {})


def _line(table: Table, entry: Entry, lang: str, viewer: int) -> LogLine:
    """One entry in words. Lines once made are kept: a log only grows."""
    known = _told(table, lang, viewer)
    line = known.get(entry.sequence)
    if line is None:
        text = KINDS[entry.kind].tell(table, entry, lang, _eyes(table, viewer))
        line = LogLine(entry.sequence, entry.seat, text, entry.time)
        turn = table.played.get(entry.sequence)
        if turn is not None:
            milestone, sheet = _milestone(table, turn, lang)
            written = _notation(turn.before, entry.payload["actions"])
            line = replace(line, notation=written, milestone=milestone, sheet=sheet)
        known[entry.sequence] = line
    return line


def _notation(position: Position, actions: Sequence[int]) -> str:
    words = [position.write(actions[0])]
    for before, action in pairwise(actions):
        position = position.play(before)
        words.append(position.write(action))
    return " ".join(words)


def _milestone(table: Table, turn: SealedTurn, lang: str) -> tuple[str, int | None]:
    """What ended with a turn, in words, and the score sheet that came of it, if one did."""
    words = table.game.words
    if not (words.milestone or words.sheets):
        return "", None
    before, after = table.as_named(turn.before), table.as_named(turn.after)
    told = words.milestone(before, after, lang) if words.milestone else ""
    if words.sheets is None:
        return told, None
    sheets, known = words.sheets(after, lang), len(words.sheets(before, lang))
    if len(sheets) <= known:
        return told, None
    last = sheets[-1]
    seats = last.seats or tuple(range(len(last.players)))
    points = " · ".join(
        f"{name} {write_whole(total)}"
        for name, total, seat in zip(last.players, last.totals, seats, strict=True)
        if seat < len(table.seats)
    )
    return f"{last.title}: {points}", len(sheets) - 1


def _ending(table: Table, lang: str) -> LogLine | None:
    """The line that says how the game ended; it follows the entry that ended it."""
    if table.result is None:
        return None
    end = table.entries[table.game_sequence - 1]
    return LogLine(end.sequence, -1, result_sentence(table, table.result, lang), end.time)


def tell_turns(table: Table, lang: str, viewer: int) -> list[str]:
    """The turns that stand, in words, first to last."""
    entries = (table.entries[turn.sequence - 1] for turn in table.turns)
    return [_line(table, entry, lang, viewer).text for entry in entries]


def result_sentence(table: Table, result: Result, lang: str) -> str:
    """How the game ended."""
    names = ", ".join(table.name(seat, lang) for seat in result.winners)
    if len(result.winners) == len(table.seats):
        return say(lang, "The game is over: it is a draw.")
    if len(result.winners) == 1:
        return say(lang, "The game is over: {player} wins.", player=names)
    return say(lang, "The game is over: {players} win.", players=names)
