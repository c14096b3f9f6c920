"""What every kind of log entry says of itself: when it may be asked for, what it does to a table
when it replays, and how it is told."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from galda.core.show.language import say
from galda.table.log.entry import Entry, Payload
from galda.table.log.table import Table


@dataclass(frozen=True, slots=True)
class Kind(ABC):
    """One kind of log entry. An instance asks for one; the class replays and tells those there are.

    `move_id` makes asking again harmless: it is written once.
    """

    move_id: str

    name: ClassVar[str]
    """What the log calls it. Never change one: it is stored."""
    sentence: ClassVar[str] = ""
    """How it is told, {player} being the one who did it; nothing: it is not part of the story."""

    @property
    def retried_as(self) -> frozenset[str]:
        """The kinds of entry that an earlier request of the same move id may have become."""
        return frozenset({self.name})

    def asked_of(self, table: Table, held: Sequence[int]) -> int | None:
        """Which of several seats it is for, if the table knows; answers are of who was asked."""
        return None

    @abstractmethod
    def payload(self, table: Table, seat: int) -> Payload:
        """What is written into the log for a seat, or a refusal. The seat's holder was checked."""

    @classmethod
    @abstractmethod
    def replay(cls, table: Table, entry: Entry) -> None:
        """Do to a table what the entry says; only `history.after_all` calls this, on a copy."""

    @classmethod
    def tell(cls, table: Table, entry: Entry, lang: str, viewer: int) -> str:
        """The entry in words, as `viewer` may know it."""
        if not cls.sentence:
            return ""
        return say(lang, cls.sentence, player=table.name(entry.seat, lang))
