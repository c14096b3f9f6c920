"""The analyst: has positions thought about that somebody brings along, of no table at all.

They wait in the coach's queue, for its workers, with the same fair shares. The client sends the
whole position, so there is nothing to know of any table.
"""

from __future__ import annotations

import hashlib
from typing import Any, TypeVar

from galda.bots.analysis import EFFORTS, Matter, Verdict, best_turns, spread
from galda.bots.review import Prospects
from galda.table.asking import Asker
from galda.table.limits import Limiter
from galda.table.storage.jobs import Job
from galda.table.storage.questions import Question, Questions
from galda.table.thinking.answers import read_spread, read_verdict, write_spread, write_verdict
from galda.table.thinking.asks import Ask, AskedBefore

Answer = TypeVar("Answer")
MARK = "analysis:"
"""What stands before the number of a question, where others have a table's id."""
MOST_KEPT = 300
TURNS: Ask[Verdict] = Ask("turns", best_turns, write_verdict, read_verdict)
SPREAD: Ask[tuple[Prospects, ...]] = Ask("spread", spread, write_spread, read_spread)
ASKS: dict[str, Ask[Any]] = {ask.name: ask for ask in (TURNS, SPREAD)}


class Analyst:
    """Answers analyses, here or in another process."""

    def __init__(self, questions: Questions, limit: Limiter) -> None:
        self._known = AskedBefore(questions, limit, MOST_KEPT)

    async def best_turns(self, matter: Matter, asker: Asker, look: int) -> Verdict:
        """The best turns in a position, after a short, a longer or a long look."""
        return await self._ask(TURNS, matter, asker, look)

    async def spread(self, matter: Matter, asker: Asker) -> tuple[Prospects, ...]:
        """What the best turn leaves, for several ways in which what is hidden may lie."""
        return await self._ask(SPREAD, matter, asker, 1)

    async def _ask(self, ask: Ask[Answer], matter: Matter, asker: Asker, look: int) -> Answer:
        text = f"{ask.name} {look} {matter.write()}"
        number = hashlib.sha256(text.encode()).hexdigest()[:24]
        return await self._known.ask(ask, Question(f"{MARK}{number}", 0, text), asker)


def is_analysis(job: Job) -> bool:
    """Whether a job is about a position that somebody brought along."""
    return job.game_id.startswith(MARK)


def read_question(text: str) -> tuple[Ask[Any], tuple[Any, ...]]:
    """What is asked, and what is thought about."""
    name, look, matter = text.split(" ", 2)
    return ASKS[name], (Matter.read(matter), EFFORTS[int(look)])
