"""Nobody faster than the others: of each person, and of each address, so many requests a second.

What is quickly answered never gathers in a queue (`turns`), yet a thousand of it a second would
take all the time there is. Whoever asks faster waits; so their next request comes later.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

from starlette.types import ASGIApp, Receive, Scope, Send

from galda.web.security.visitor import visitor_of

PER_PERSON = 40.0
PER_ADDRESS = 400.0
"""Requests a second. More than for a person: many may share one."""
BURST = 2.0
"""Seconds whose requests may come in one moment: a page being opened."""
LONGEST_WAIT = 5.0
MOST_KNOWN = 10_000


class Pacer:
    """When the next one's turn is, for each of many, if they come at most so often."""

    def __init__(self, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._step = 1.0 / per_second
        self._clock = clock
        self._next: OrderedDict[Hashable, float] = OrderedDict()

    def wait(self, who: Hashable) -> float:
        """Seconds that whoever comes now has to wait."""
        now = self._clock()
        due = max(self._next.pop(who, 0.0), now - BURST) + self._step
        self._next[who] = min(due, now + LONGEST_WAIT)
        if len(self._next) > MOST_KNOWN:  # who came least recently has nothing to wait for
            self._next.popitem(last=False)
        return max(0.0, self._next[who] - now)


class Pace:
    """Lets whoever asks too fast wait."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._persons = Pacer(PER_PERSON)
        self._addresses = Pacer(PER_ADDRESS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request when it is time."""
        if scope["type"] == "http":
            visitor = visitor_of(scope)
            wait = max(self._persons.wait(visitor.person), self._addresses.wait(visitor.address))
            if wait:
                await asyncio.sleep(wait)
        await self.app(scope, receive, send)
