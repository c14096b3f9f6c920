"""Nobody faster than the others: of each person, and of each address, so much work a second.

What is quickly answered never gathers in a queue (`turns`), yet a thousand of it a second would
take all the time there is. So requests are counted, and the time is measured that each keeps the
processor, whatever it asks for: a page, a view sent to a live page, a look into the database. A
visitor who has had more than a fair share waits; so their next request comes later. While there is
time to spare, the time that somebody has had does not matter.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from starlette.types import ASGIApp, Receive, Scope, Send

from galda.core.lru import LruDict
from galda.table.asking import Account, asked_by, timed
from galda.web.security.visitor import Visitor, visitor_of

PER_PERSON = 40.0
PER_ADDRESS = 400.0
"""Requests a second. More than for a person: many may share one."""
WORK_PER_PERSON = 0.15
WORK_PER_ADDRESS = 0.3
"""Seconds of the processor's time in a second."""
BUSY = 0.25
"""The same for everybody together: below it nobody waits for what they have had."""
CROWDED = 0.35
"""Beyond this, work is charged for more than it takes: many who take all they may take less."""
BURST = 2.0
"""Seconds whose requests may come in one moment: a page being opened."""
BURST_OF_WORK = 1.0
LONGEST_WAIT = 5.0
MOST_KNOWN = 10_000
FORGETTING = 1.0
"""Seconds after which a third is left of what is remembered of how busy we are."""
GUESS = 0.005
"""Seconds that something takes, until it is known."""
LONGEST_NAP = 0.5
ENTRY = 0.0005
"""Seconds that the head of a request, or opening a live connection, takes before it is measured."""


class RateLimiter:
    """When the next one's turn is, for each of many, if they come at most so often."""

    def __init__(
        self,
        per_second: float,
        clock: Callable[[], float] = time.monotonic,
        burst: float = BURST,
    ) -> None:
        self._step = 1.0 / per_second
        self._burst = burst
        self._clock = clock
        self._next: LruDict[Hashable, float] = LruDict(MOST_KNOWN)
        """Of those who came last; who came least recently has nothing to wait for."""

    def wait(self, who: Hashable) -> float:
        """Seconds that this request has to wait."""
        self.charge(who, 1.0)
        return self.left(who)

    def charge(self, who: Hashable, amount: float) -> None:
        """Somebody has had so much."""
        now = self._clock()
        due = max(self._next.get(who, 0.0), now - self._burst) + self._step * amount
        self._next[who] = min(due, now + LONGEST_WAIT)

    def left(self, who: Hashable) -> float:
        """Seconds until it is somebody's turn again."""
        return max(0.0, self._next.get(who, 0.0) - self._clock())


class Load:
    """How much of each second is worked, of late."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._at = clock()
        self._worked = 0.0

    def add(self, seconds: float) -> None:
        """So much has been worked."""
        self._worked = max(0.0, self.now() * FORGETTING + seconds)

    def now(self) -> float:
        """Seconds of work in a second."""
        now = self._clock()
        self._worked *= math.exp((self._at - now) / FORGETTING)
        self._at = now
        return self._worked / FORGETTING


@dataclass(frozen=True, slots=True)
class Shares:
    """How much one person, and one address, may have."""

    requests_per_person: float = PER_PERSON
    requests_per_address: float = PER_ADDRESS
    work_per_person: float = WORK_PER_PERSON
    work_per_address: float = WORK_PER_ADDRESS


class Accounts:
    """What everybody has had of late, and how long they wait for more."""

    def __init__(
        self, shares: Shares | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        shares = shares or Shares()
        self._persons = RateLimiter(shares.requests_per_person, clock)
        self._addresses = RateLimiter(shares.requests_per_address, clock)
        self._work_of_persons = RateLimiter(shares.work_per_person, clock, BURST_OF_WORK)
        self._work_of_addresses = RateLimiter(shares.work_per_address, clock, BURST_OF_WORK)
        self.load = Load(clock)
        self.waits = 0
        """How often somebody had to wait."""

    def of(self, visitor: Visitor) -> Account:
        """Where what is done for a visitor is charged."""

        def spend(seconds: float) -> None:
            self._charge(visitor, seconds * max(1.0, (self.load.now() / CROWDED) ** 2))
            self.load.add(seconds)

        return Account(visitor.asker, spend)

    def _guess(self, visitor: Visitor, seconds: float) -> None:
        self._charge(visitor, seconds)
        self.load.add(seconds)

    def _charge(self, visitor: Visitor, seconds: float) -> None:
        self._work_of_persons.charge(visitor.person, seconds)
        self._work_of_addresses.charge(visitor.address, seconds)

    def enter(self, visitor: Visitor) -> float:
        """Count a request; seconds that it has to wait, for others came a moment before."""
        return self._note(
            max(self._persons.wait(visitor.person), self._addresses.wait(visitor.address))
        )

    def owed(self, visitor: Visitor) -> float:
        """Seconds to wait for what a visitor has had beyond a share; none while we are idle."""
        if self.load.now() < BUSY:
            return 0.0
        return max(
            self._work_of_persons.left(visitor.person),
            self._work_of_addresses.left(visitor.address),
        )

    @asynccontextmanager
    async def turn(self, visitor: Visitor) -> AsyncIterator[None]:
        """Wait until a visitor has no more than their share, then do something for them.

        Something is charged before it is known what it takes: who waits behind sees it at once.
        """
        while wait := self._note(self.owed(visitor)):
            await asyncio.sleep(min(wait, LONGEST_NAP))
        # Were we thought idle until it is done, all who wait would begin in the same moment.
        self._guess(visitor, GUESS)
        try:
            yield
        finally:
            self._guess(visitor, -GUESS)

    def _note(self, wait: float) -> float:
        self.waits += wait > 0
        return wait


class RateLimit:
    """Lets those wait who ask too fast, or for too much; and notes for whom things are done."""

    def __init__(self, app: ASGIApp, accounts: Accounts) -> None:
        self.app = app
        self._accounts = accounts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request when it is time."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        visitor = visitor_of(scope)
        account = self._accounts.of(visitor)
        account.spend(ENTRY)
        wait = self._accounts.enter(visitor)
        if wait:
            await asyncio.sleep(wait)
        with asked_by(account):
            await timed(self._answer(scope, receive, send), account)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)
