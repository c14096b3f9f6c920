"""How often someone may do something: a sliding window per person or address, over all processes.

What was done is counted in the database. A process remembers who has reached a limit, and until
when, so that who asks on and on costs nobody a look.
"""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from galda.core.message import later
from galda.table.errors import TooMuch
from galda.table.storage.schema import USES
from galda.table.storage.writer import Commit, Write

MOST_PERSONS = 100_000
USES_LOCK = 0x67616C65
"""The first number of the locks that let one process at a time count somebody on PostgreSQL."""
TOO_MANY_TABLES = later("too many new tables: at most {most} in {seconds} s; wait {wait} s")
TOO_MANY_RECORDS = later("too many records: at most {most} in {seconds} s; wait {wait} s")
TOO_MANY_REVIEWS = later("too many reviews: at most {most} in {seconds} s; wait {wait} s")
TOO_MANY_QUESTIONS = later(
    "too many questions to the coach: at most {most} in {seconds} s; wait {wait} s"
)
TOO_MANY_LOOKS = later(
    "too many questions to the engine: at most {most} in {seconds} s; wait {wait} s"
)
TOO_MANY_MESSAGES = later("too many messages: at most {most} in {seconds} s; wait {wait} s")


class Limiter:
    """At most `most` times in `seconds` for each person; `message` refuses what goes beyond.

    `what` is what the database calls it.
    """

    def __init__(
        self,
        what: str,
        message: str,
        most: int,
        seconds: float,
        clock: Callable[[], float],
        write: Commit,
    ) -> None:
        self.what = what
        self.message = message
        self.most = most
        self.seconds = seconds
        self._clock = clock
        self._write = write
        self._full: dict[str, float] = {}
        """Who has reached the limit, and until when."""

    async def check(self, who: str) -> None:
        """Count one more, or refuse it."""
        self.check_here(who)
        await self._write(lambda connection: self.count(connection, who))

    def check_here(self, who: str) -> None:
        """Refuse who is known to have reached the limit; call this before `count`."""
        self._refuse(self._full.get(who, 0.0))

    def count(self, connection: sa.Connection, who: str) -> None:
        """Count one more in a transaction, or refuse it."""
        now = self._clock()
        theirs = (USES.c.what == self.what) & (USES.c.who == who)
        if connection.dialect.name == "postgresql":
            lock = sa.func.pg_advisory_xact_lock(USES_LOCK, sa.func.hashtext(f"{self.what} {who}"))
            connection.execute(sa.select(lock))
        connection.execute(USES.delete().where(theirs, USES.c.until <= now))
        ends = sa.select(USES.c.until).where(theirs).order_by(USES.c.until.desc())
        if (end := connection.execute(ends.offset(self.most - 1).limit(1)).scalar()) is not None:
            self._remember(who, end, now)
            self._refuse(end)
        row = {"what": self.what, "who": who, "until": now + self.seconds}
        connection.execute(USES.insert(), row)

    def _refuse(self, end: float) -> None:
        """Refuse who may do something again only then."""
        left = end - self._clock()
        if left > 0:
            wait = max(1, round(left))
            raise TooMuch(self.message, most=self.most, seconds=round(self.seconds), wait=wait)

    def _remember(self, who: str, end: float, now: float) -> None:
        if len(self._full) >= MOST_PERSONS:
            self._full = {known: until for known, until in self._full.items() if until > now}
        self._full[who] = end


def forget_old(now: float) -> Write[object]:
    """A transaction that forgets what counts no more."""
    return lambda connection: connection.execute(USES.delete().where(USES.c.until <= now))
