"""Replaying: the table after more entries. A value each time; the table before stays as it is."""

from __future__ import annotations

from collections.abc import Sequence

from galda.table.log.entries import KINDS
from galda.table.log.entry import Entry
from galda.table.log.table import Table


def after(table: Table, entry: Entry) -> Table:
    """The table after one more entry."""
    return after_all(table, (entry,))


def after_all(table: Table, entries: Sequence[Entry]) -> Table:
    """The table after more entries."""
    table = table.copy()
    for entry in entries:
        if entry.sequence != table.sequence + 1:
            raise ValueError(f"entry {entry.sequence} does not follow {table!r}")
        KINDS[entry.kind].replay(table, entry)
        table.moves[entry.move_id] = entry
        table.entries += (entry,)
    return table
