"""Questions to the coach's workers: their kinds, how many may wait, answers that are known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

import sqlalchemy as sa

from galda.core.lru import LruDict
from galda.core.message import later
from galda.table.asking import Asker
from galda.table.fairness import Share
from galda.table.limits import Limiter
from galda.table.storage.jobs import COACH
from galda.table.storage.questions import Question, Questions

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


class AskedBefore:
    """Asks the workers, unless this process has the answer of an equal question still."""

    def __init__(self, questions: Questions, limit: Limiter, most: int) -> None:
        self._questions = questions
        self._limit = limit
        self._answers: LruDict[Question, Any] = LruDict(most)

    async def ask(self, ask: Ask[Answer], question: Question, asker: Asker) -> Answer:
        """The answer, or `NoAnswer`; `TooMuch` for those who ask too often, or at once."""
        if question not in self._answers:
            self._limit.check_here(asker.person)
            said = await self._questions.ask(question, asker, partial(self._check, asker))
            self._answers[question] = ask.read(said)
        self._answers.move_to_end(question)
        answer: Answer = self._answers[question]
        return answer

    def _check(self, asker: Asker, connection: sa.Connection, waiting: int) -> None:
        """Refuse what goes beyond a limit, in the transaction that puts the question."""
        SHARES.check(connection, asker, waiting)
        self._limit.count(connection, asker.person)
