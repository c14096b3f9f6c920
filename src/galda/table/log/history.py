"""Replaying: the table after more entries. A value each time; the table before stays as it is."""

from __future__ import annotations

from collections.abc import Sequence

from galda.table.log.entries import KINDS, SealTurn
from galda.table.log.entry import Entry
from galda.table.log.long_ago import stretches, thin_out
from galda.table.log.table import Table


def after(table: Table, entry: Entry) -> Table:
    """The table after one more entry."""
    return after_all(table, (entry,))


def after_all(table: Table, entries: Sequence[Entry]) -> Table:
    """The table after more entries."""
    table = table.copy()
    for together in stretches(entries, SealTurn.name):
        for number, entry in enumerate(together, start=table.sequence + 1):
            if entry.sequence != number:
                raise ValueError(f"entry {entry.sequence} does not follow {table!r}")
        if len(together) == 1:
            KINDS[together[0].kind].replay(table, together[0])
        else:
            SealTurn.replay_many(table, together)
        table.moves.update((entry.move_id, entry) for entry in together)
        table.entries += tuple(together)
    thin_out(table)
    return table
