"""The examiner: has turns judged that somebody tries while learning from mistakes.

They wait in the coach's queue, for its workers, with the same fair shares and limits. The client
sends the position, so there is nothing to know of any table.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from galda.bots.examining import Examined, examine
from galda.table.asking import Asker
from galda.table.limits import Limiter
from galda.table.storage.jobs import Job
from galda.table.storage.questions import Question, Questions
from galda.table.thinking.asks import Ask, AskedBefore

MARK = "attempt:"
"""What stands before the number of a question, where others have a table's id."""
MOST_KEPT = 300


def write_examined(found: Examined) -> list[Any]:
    """A judgement as plain values."""
    return [float(found.lost), [int(action) for action in found.reply]]


def read_examined(said: list[Any]) -> Examined:
    """What `write_examined` wrote."""
    return Examined(said[0], tuple(said[1]))


ATTEMPT: Ask[Examined] = Ask("attempt", examine, write_examined, read_examined)


class Examiner:
    """Judges attempts, here or in another process."""

    def __init__(self, questions: Questions, limit: Limiter) -> None:
        self._known = AskedBefore(questions, limit, MOST_KEPT)

    async def judge(self, text: str, actions: Sequence[int], asker: Asker) -> Examined:
        """What was judged already, else what the coach's workers say."""
        asked = json.dumps([text, list(actions)])
        number = hashlib.sha256(asked.encode()).hexdigest()[:24]
        return await self._known.ask(ATTEMPT, Question(f"{MARK}{number}", 0, asked), asker)


def is_attempt(job: Job) -> bool:
    """Whether a job is about what somebody tries."""
    return job.game_id.startswith(MARK)


def read_attempt(question: str) -> tuple[Ask[Any], tuple[Any, ...]]:
    """What is asked, and what is thought about."""
    text, actions = json.loads(question)
    return ATTEMPT, (text, tuple(actions))
