"""The coach at a table: answers players who may ask, from what their seat can know alone.

A question is work that any worker of the database may take (`storage/questions.py`). It is put in a
few words, from which its worker makes the same position. Its workers also think
for those who analyse a position of their own (`analyst.py`) or learn from their mistakes
(`examiner.py`), in the same queue.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, TypeVar

from galda.bots import coach
from galda.bots.coach import Advice, Threat
from galda.bots.review import Prospects
from galda.core.play.position import Position
from galda.table.asking import Asker
from galda.table.errors import BadRequest, NoAnswer, NotHere, Stale
from galda.table.limits import Limiter
from galda.table.log.checks import check_going, check_turn
from galda.table.log.drafts import attempt
from galda.table.log.table import Table
from galda.table.storage.jobs import COACH, Job
from galda.table.storage.questions import Question, Questions
from galda.table.thinking.analyst import is_analysis, read_question
from galda.table.thinking.answers import (
    read_advice,
    read_chances,
    read_threat,
    write_advice,
    write_chances,
    write_threat,
)
from galda.table.thinking.asks import Ask, AskedBefore
from galda.table.thinking.bot_seats import Get
from galda.table.thinking.examiner import is_attempt, read_attempt
from galda.table.thinking.thinker import BotFailed, Thinker
from galda.table.thinking.worker_pool import WorkerPool

Answer = TypeVar("Answer")
MOST_KEPT = 500
MODESTY = 5
"""Bots go first where the computer has too much to do."""


MOVE: Ask[Advice] = Ask(
    "move", coach.good_turn, write_advice, read_advice, lambda position, _, seed: (position, seed)
)
CHANCES: Ask[Prospects] = Ask("chances", coach.chances, write_chances, read_chances)
THREAT: Ask[Threat | None] = Ask("threat", coach.threat, write_threat, read_threat)
ASKS: dict[str, Ask[Any]] = {ask.name: ask for ask in (MOVE, CHANCES, THREAT)}


class Coach:
    """Answers the players of all tables, here or in another process."""

    def __init__(
        self, questions: Questions, worker_pool: WorkerPool, get: Get, limit: Limiter, workers: int
    ) -> None:
        self._questions = questions
        self._bench = worker_pool.set_up(COACH, workers, MODESTY, self._answer)
        self._get = get
        self._known = AskedBefore(questions, limit, MOST_KEPT)

    async def good_turn(
        self, table: Table, asker: Asker, seat: int, actions: Sequence[int]
    ) -> tuple[Position, Advice]:
        """A good way to go on after the actions of a draft, and where that is."""
        check_may_ask(table)
        check_turn(table, seat)
        if actions and attempt(table, seat, actions).complete:
            raise BadRequest("your turn is complete: confirm or undo it, then ask again")
        position, _ = drafted(table, seat, actions)
        return position, await self._ask(MOVE, table, asker, seat, actions)

    async def chances(self, table: Table, asker: Asker, seat: int) -> Prospects:
        """Everybody's prospects, as the seat can know them."""
        check_may_ask(table)
        check_going(table)
        return await self._ask(CHANCES, table, asker, seat)

    async def threat(self, table: Table, asker: Asker, seat: int) -> tuple[Position, Threat | None]:
        """What the next opponent is up to, and where it begins."""
        check_may_ask(table)
        check_going(table)
        return known(table, seat)[0], await self._ask(THREAT, table, asker, seat)

    # Asking

    async def _ask(
        self,
        ask: Ask[Answer],
        table: Table,
        asker: Asker,
        seat: int,
        actions: Sequence[int] = (),
    ) -> Answer:
        """What was answered already, else what the coach says."""
        text = " ".join(map(str, (ask.name, seat, *actions)))
        question = Question(table.id, table.game_sequence, text)
        try:
            return await self._known.ask(ask, question, asker)
        except NoAnswer:
            fresh = await self._get(table.id, at_least=table.sequence)
            if fresh.game_sequence != table.game_sequence:
                raise Stale(fresh.sequence) from None
            raise

    # Answering

    async def _answer(self, job: Job) -> None:
        """Think about a question, unless the game has moved on."""
        asked = await self._read(job)
        if asked is None:
            await self._questions.give_up(job)
            return
        ask, given = asked

        async def think(thinker: Thinker) -> Any:
            return await thinker.ask(ask.think, *given)

        try:
            found = await self._bench.think(job, "the coach", think)
        except BotFailed:
            await self._questions.give_up(job)
        else:
            self._bench.free(job)
            await self._questions.answer(job, ask.write(found))

    async def _read(self, job: Job) -> tuple[Ask[Any], tuple[Any, ...]] | None:
        """What is asked, and what is thought about; None: it is not needed any more."""
        if is_analysis(job):
            return read_question(job.question)
        if is_attempt(job):
            return read_attempt(job.question)
        table = await self._get(job.game_id, at_least=job.sequence)
        if table.game_sequence != job.sequence:
            return None
        name, *numbers = job.question.split()
        seat, *actions = map(int, numbers)
        position, seed = drafted(table, seat, actions)
        return ASKS[name], ASKS[name].given(position, seat, seed)


def check_may_ask(table: Table) -> None:
    """Refuse where the coach keeps silent."""
    if not table.plan.allows_coach:
        raise NotHere("the coach is off at this table; whoever opens a table can switch it on")


def known(table: Table, seat: int) -> tuple[Position, int]:
    """The position as a seat can know it, all else drawn by a seed that tells nothing."""
    seen = table.position.seen_by(seat).states.tobytes()
    seed = int.from_bytes(hashlib.sha256(seen).digest()[:6])
    return table.position.known_to(seat, seed), seed


def drafted(table: Table, seat: int, actions: Sequence[int]) -> tuple[Position, int]:
    """The same after the actions of a draft; what was played in it is known as well."""
    position, seed = known(table, seat)
    if actions:
        position = position.play_all(actions).known_to(seat, seed)
    return position, seed
