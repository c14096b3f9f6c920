"""A fair share of what all wait for: so many at a time for each person, and for each address.

What waits is counted where it waits, in the database, so it holds whichever process is asked.
"""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from galda.table.asking import Asker
from galda.table.errors import TooMuch
from galda.table.storage.schema import JOBS

MOST_WAITING = 1000
"""Things of a kind in a queue, of all who ask."""


@dataclass(frozen=True, slots=True)
class Share:
    """How much of a queue one person may fill, and one network address, for persons are free."""

    message: str
    crowded: str
    """What is said where the whole queue is full."""
    kind: str
    per_person: int
    per_address: int
    together: int
    """How much may wait before only those are let in who wait for nothing yet."""

    def check(self, connection: sa.Connection, asker: Asker, waiting: int) -> None:
        """Refuse who waits for enough already. Without an address the person counts.

        A full queue refuses those who are in it already: others cannot close it to a newcomer.
        """
        if waiting >= self.together:
            same = (
                JOBS.c.address == asker.address if asker.address else JOBS.c.person == asker.person
            )
            known = sa.select(JOBS.c.id).where(JOBS.c.kind == self.kind, same).limit(1)
            if waiting >= MOST_WAITING or connection.execute(known).first():
                raise TooMuch(self.crowded)
        for column, name, most in (
            (JOBS.c.person, asker.person, self.per_person),
            (JOBS.c.address, asker.address, self.per_address),
        ):
            theirs = sa.select(sa.func.count(JOBS.c.id)).where(JOBS.c.kind == self.kind)
            if name and connection.execute(theirs.where(column == name)).scalar_one() >= most:
                raise TooMuch(self.message, most=most)
