"""Live connections: how many there are, whose they are, and who gives way when no place is left.

Each person and each address has a share. Where there is no place left, the one who has most gives
one to a newcomer who has fewer: a page that is sent away so comes back by itself, after a pause.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from galda.web.security.visitor import Visitor

GiveWay = Callable[[], None]


@dataclass(frozen=True)
class MostConnections:
    """How many pages may be open at the same time, in each process."""

    together: int = 4000
    per_person: int = 100
    per_address: int = 1000


class Connections:
    """The live connections of one process."""

    def __init__(self, most: MostConnections) -> None:
        self._most = most
        self._persons: dict[Hashable, int] = {}
        self._addresses: dict[str, dict[int, GiveWay]] = {}
        self._count = 0
        self._numbers = 0
        self.refused = 0
        """How often somebody found no place, or had to give way."""

    def __len__(self) -> int:
        return self._count

    def has_room(self, visitor: Visitor) -> bool:
        """Whether a visitor may open one more page; somebody with more may be sent away for it."""
        own = len(self._addresses.get(visitor.address, ()))
        if (
            self._persons.get(visitor.person, 0) >= self._most.per_person
            or own >= self._most.per_address
        ):
            self.refused += 1
            return False
        if self._count < self._most.together:
            return True
        self.refused += 1
        heaviest = max(self._addresses.values(), key=len, default={})
        if len(heaviest) <= own + 1:
            return False
        number = max(heaviest)  # the newest: it has waited the least
        heaviest.pop(number)()
        return True

    @contextmanager
    def taken(self, visitor: Visitor, give_way: GiveWay) -> Iterator[None]:
        """While a page is open. `give_way` is called when its place is needed."""
        self._numbers += 1
        number = self._numbers
        self._count += 1
        self._persons[visitor.person] = self._persons.get(visitor.person, 0) + 1
        self._addresses.setdefault(visitor.address, {})[number] = give_way
        try:
            yield
        finally:
            self._count -= 1
            self._persons[visitor.person] -= 1
            if not self._persons[visitor.person]:
                del self._persons[visitor.person]
            theirs = self._addresses.get(visitor.address, {})
            theirs.pop(number, None)
            if not theirs:
                self._addresses.pop(visitor.address, None)
