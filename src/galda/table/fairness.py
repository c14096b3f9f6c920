"""A fair share of what all wait for: so many at a time for each person, and for each address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from galda.table.errors import TooMuch


class Share:
    """How much of a queue one person may fill, and one network address, for persons are free."""

    def __init__(self, message: str, per_person: int, per_address: int) -> None:
        self._message = message
        self._most = {"person": per_person, "address": per_address}
        self._taken: Counter[tuple[str, str]] = Counter()

    def take(self, person: str, address: str = "") -> None:
        """Take a place until `give_back`, or `TooMuch`. Without an address the person counts."""
        for kind, name in self._names(person, address):
            if self._taken[kind, name] >= self._most[kind]:
                raise TooMuch(self._message, most=self._most[kind])
        self._taken.update(self._names(person, address))

    def give_back(self, person: str, address: str = "") -> None:
        """What was taken is free again."""
        self._taken.subtract(self._names(person, address))
        for key in self._names(person, address):
            if self._taken[key] <= 0:
                del self._taken[key]

    @contextmanager
    def hold(self, person: str, address: str = "") -> Iterator[None]:
        """Hold a place for a while."""
        self.take(person, address)
        try:
            yield
        finally:
            self.give_back(person, address)

    def _names(self, person: str, address: str) -> list[tuple[str, str]]:
        return [(kind, name) for kind, name in (("person", person), ("address", address)) if name]
