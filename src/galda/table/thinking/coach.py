"""The coach at a table: answers players who may ask, from what their seat can know alone.

It thinks in a process of its own, behind a short queue, so that no bot waits for it.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from galda.bots import coach
from galda.bots.coach import Advice, Threat
from galda.bots.review import Prospects
from galda.core.play.position import Position
from galda.table.errors import BadRequest, NotHere, TooMuch
from galda.table.limits import TOO_MANY_QUESTIONS, Limiter
from galda.table.log.checks import check_going, check_turn
from galda.table.log.drafts import attempt
from galda.table.log.table import Table
from galda.table.thinking.thinker import Thinker

Answer = TypeVar("Answer")
MOST_KEPT = 500
MODESTY = 5
"""Bots go first where the computer has too much to do."""


class Desk:
    """One process that answers questions one after the other; only so many may wait."""

    def __init__(self, most_waiting: int, modesty: int) -> None:
        self._most = most_waiting
        self._thinker = Thinker(modesty)
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def ask(self, question: Callable[..., Answer], *given: Any) -> Answer:
        """What a function says, or `TooMuch` when too many wait already."""
        if self._waiting >= self._most:
            raise TooMuch("too many have asked the coach at once; try again in a moment")
        self._waiting += 1
        try:
            async with self._turn:
                return await self._thinker.ask(question, *given)
        finally:
            self._waiting -= 1

    def stop(self) -> None:
        """End the process."""
        self._thinker.stop()


class Coach:
    """Answers the players of all tables of this process."""

    def __init__(self, clock: Callable[[], float], per_minute: int = 60) -> None:
        self._desk = Desk(most_waiting=30, modesty=MODESTY)
        self._questions = Limiter(TOO_MANY_QUESTIONS, per_minute, 60, clock)
        self._told: OrderedDict[tuple[object, ...], Any] = OrderedDict()

    def stop(self) -> None:
        """Say nothing more."""
        self._desk.stop()

    async def good_turn(
        self, table: Table, person_id: str, seat: int, actions: Sequence[int]
    ) -> tuple[Position, Advice]:
        """A good way to go on after the actions of a draft, and where that is."""
        check_may_ask(table)
        check_turn(table, seat)
        if actions and attempt(table, seat, actions).complete:
            raise BadRequest("this turn is whole: seal it or take it back, then ask again")
        position, seed = known(table, seat)
        position = position.play_all(actions)
        if actions:  # what was played in the draft is known as well
            position = position.known_to(seat, seed)
        key = ("turn", table.id, table.game_sequence, seat, *actions)
        return position, await self._ask(key, person_id, coach.good_turn, position, seed)

    async def chances(self, table: Table, person_id: str, seat: int) -> Prospects:
        """Everybody's prospects, as the seat can know them."""
        check_may_ask(table)
        check_going(table)
        position, seed = known(table, seat)
        key = ("chances", table.id, table.game_sequence, seat)
        return await self._ask(key, person_id, coach.chances, position, seat, seed)

    async def threat(
        self, table: Table, person_id: str, seat: int
    ) -> tuple[Position, Threat | None]:
        """What the next opponent is up to, and where it begins."""
        check_may_ask(table)
        check_going(table)
        position, seed = known(table, seat)
        key = ("threat", table.id, table.game_sequence, seat)
        return position, await self._ask(key, person_id, coach.threat, position, seat, seed)

    async def _ask(
        self,
        key: tuple[object, ...],
        person_id: str,
        question: Callable[..., Answer],
        *given: Any,
    ) -> Answer:
        """What was answered already, else what the coach says."""
        if key in self._told:
            self._told.move_to_end(key)
        else:
            self._questions.check(person_id)
            self._told[key] = await self._desk.ask(question, *given)
            if len(self._told) > MOST_KEPT:
                self._told.popitem(last=False)
        answer: Answer = self._told[key]
        return answer


def check_may_ask(table: Table) -> None:
    """Refuse where the coach keeps silent."""
    if not table.plan.allows_coach:
        raise NotHere(
            "at this table nobody may ask the coach; whoever opens a table can allow it there"
        )


def known(table: Table, seat: int) -> tuple[Position, int]:
    """The position as a seat can know it, all else drawn by a seed that tells nothing."""
    seen = table.position.seen_by(seat).states.tobytes()
    seed = int.from_bytes(hashlib.sha256(seen).digest()[:6])
    return table.position.known_to(seat, seed), seed
