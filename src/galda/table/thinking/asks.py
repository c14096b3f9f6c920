"""Kinds of questions to the coach's workers, and how many of them may wait."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import sqlalchemy as sa

from galda.core.message import later
from galda.table.asking import Asker
from galda.table.fairness import Share
from galda.table.storage.jobs import COACH

Answer = TypeVar("Answer")
MOST_WAITING = 30
"""Questions of all processes together, before who asks already is asked to wait."""
SHARES = Share(
    later("at most {most} of your questions wait for the coach at a time; wait for an answer"),
    later("too many people are asking the coach; try again in a moment"),
    COACH,
    per_person=3,
    per_address=9,
    together=MOST_WAITING,
)


@dataclass(frozen=True, slots=True)
class Ask(Generic[Answer]):
    """One kind of question: who thinks of an answer, and how that is written and read."""

    name: str
    think: Callable[..., Answer]
    write: Callable[[Answer], Any]
    read: Callable[[Any], Answer]
    given: Callable[..., tuple[Any, ...]] = lambda *given: given
    """What is thought about, of the position, the seat and the seed."""


def check_queue(asker: Asker, connection: sa.Connection, waiting: int) -> None:
    """Refuse what would make others wait too long, in the transaction that puts a question."""
    SHARES.check(connection, asker, waiting)
