"""What open pages show, whichever way it came: what a page gets as an answer is not sent it again.

A page makes up a name for itself and says it when it opens its live connection and when it posts
a turn. The answer to that turn is the view that it would be sent in the same moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from starlette.requests import HTTPConnection

from galda.core.play.terms import Shape
from galda.table import Table
from galda.web.security.access import Access
from galda.web.tables.views import Eyes, Look, choose_eyes

LONGEST_NAME = 40


class Shown:
    """What one open page shows, and whether something else is due."""

    def __init__(self, access: Access, lang: str, shape: Shape) -> None:
        self.access, self.lang, self.shape = access, lang, shape
        self.newest = 0
        """The newest entry that there is news of."""
        self.eyes: Eyes | None = None
        """Through whose eyes the last view was made."""
        self.looking: tuple[int, int] | None = None
        """The seat that said to be looking, and the turn it said so for."""
        self.due = asyncio.Event()
        self._asking = 0
        self._answered = asyncio.Event()
        self._answered.set()

    def hear(self, newest: int) -> None:
        """There is news; perhaps of what is shown already."""
        self.newest = newest
        if newest > self.access.table.sequence:
            self.due.set()

    def choose_eyes(self, table: Table) -> Eyes:
        """Through whose eyes the page looks at the table now."""
        looking = None
        if self.looking and self.looking[1] == table.game_sequence:
            looking = self.looking[0]
        return choose_eyes(table, self.access.held, looking)

    async def until_due(self) -> None:
        """Wait until a view is to be sent: one that is not about to come as an answer."""
        while True:
            await self.due.wait()
            await self._answered.wait()
            if self.due.is_set():
                return

    @contextmanager
    def asking(self) -> Iterator[None]:
        """While a request of the page is worked on, nothing is sent that its answer may show."""
        self._asking += 1
        self._answered.clear()
        try:
            yield
        finally:
            self._asking -= 1
            if not self._asking:
                self._answered.set()

    def get(self, look: Look) -> None:
        """The page is answered with this: if that is all there is to see, nothing is due."""
        table, access = look.table, self.access
        if table.sequence < max(self.newest, access.table.sequence) or look.draft:
            return
        seen = (look.held, look.eyes, look.lang, look.shape)
        if seen == (access.held, self.choose_eyes(table), self.lang, self.shape):
            self.access, self.eyes = replace(access, table=table), look.eyes
            self.due.clear()


class OpenPages:
    """The pages that are open in this process and have a name, which only they know."""

    def __init__(self) -> None:
        self._shown: dict[tuple[str, str, str], Shown] = {}

    @contextmanager
    def opened(self, connection: HTTPConnection, shown: Shown) -> Iterator[None]:
        """While a page is open it can be found; one that comes back takes its old place."""
        key = _key(connection, shown.access)
        if key is None:
            yield
            return
        self._shown[key] = shown
        try:
            yield
        finally:
            if self._shown.get(key) is shown:
                del self._shown[key]

    def find(self, connection: HTTPConnection, access: Access) -> Shown | None:
        """The page that asks, if it is open here and says which one it is."""
        key = _key(connection, access)
        return self._shown.get(key) if key else None


def _key(connection: HTTPConnection, access: Access) -> tuple[str, str, str] | None:
    """Whose page it is, at which table, and its name; nobody can name another person's."""
    name = connection.query_params.get("page", "")
    if not 0 < len(name) <= LONGEST_NAME:
        return None
    return access.table.id, access.person_id, name
