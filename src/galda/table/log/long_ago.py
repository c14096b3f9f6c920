"""Turns of long ago: kept as their actions alone, for few look back at them.

A long game so takes a quarter of the room, and is read from the database in half the time. Its
last lines are told from positions that are played again once; then the lines are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from galda.core.play.past import Moment, Past
from galda.core.play.position import Position
from galda.table.log.entry import Entry, SealedTurn
from galda.table.log.table import Table

RECENT = 4
"""So many turns are there with their positions; twice as many while a game is played."""
LONG = 8
"""Turns in a row from which on it pays to play them in one go."""


def stretches(entries: Sequence[Entry], kind: str) -> Iterator[Sequence[Entry]]:
    """The entries in order; many of one kind in a row, all of long ago, come together."""
    turns = sum(entry.kind == kind for entry in entries)
    run: list[Entry] = []
    for entry in entries:
        if entry.kind == kind and turns > RECENT:
            turns -= 1
            run.append(entry)
            continue
        yield from _together(run)
        run = []
        yield (entry,)
    yield from _together(run)


def _together(run: list[Entry]) -> Iterator[Sequence[Entry]]:
    if len(run) >= LONG:
        yield run
    else:
        yield from ((entry,) for entry in run)


def play_again(start: Position, entries: Sequence[Entry]) -> tuple[Position, list[SealedTurn]]:
    """The position after turns of long ago, and the turns."""
    actions = [action for entry in entries for action in entry.payload["actions"]]
    end = start.skip(actions)
    past = Past(end.start, tuple(end.actions))
    count = len(past.actions) - len(actions)
    turns: list[SealedTurn] = []
    moment = Moment(past, count)
    for entry in entries:
        begin = moment
        count += len(entry.payload["actions"])
        moment = Moment(past, count)
        turns.append(SealedTurn(entry.sequence, entry.seat, begin, moment))
    return end, turns


def thin_out(table: Table) -> None:
    """Let the positions of turns of long ago go, once they are many."""
    if len(table.turns) <= 2 * RECENT or isinstance(table.turns[-2 * RECENT - 1].begin, Moment):
        return
    old, recent = table.turns[:-RECENT], table.turns[-RECENT:]
    first = recent[0].before
    past, count, thin = Past(first.start, tuple(first.actions)), 0, list[SealedTurn]()
    end = Moment(past, count)
    for turn in old:
        begin = end
        count += len(table.entries[turn.sequence - 1].payload["actions"])
        end = Moment(past, count)
        thin.append(SealedTurn(turn.sequence, turn.seat, begin, end))
    first.forget()
    table.turns = (*thin, *recent)
    table.played.update((turn.sequence, turn) for turn in thin)
    for number in table.undone:
        if number < recent[0].sequence:
            table.played[number] = apart(table.played[number])


def apart(turn: SealedTurn) -> SealedTurn:
    """A turn that was taken back, with a past of its own."""
    if isinstance(turn.begin, Moment):
        return turn
    past = Past(turn.after.start, tuple(turn.after.actions))
    count = len(turn.before.actions)
    return replace(turn, begin=Moment(past, count), end=Moment(past, len(past.actions)))
