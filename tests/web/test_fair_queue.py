"""Everybody in turn: one visitor's requests wait for each other, and not for long for others'."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any

from galda.table import Person
from galda.web.security import fair_queue
from galda.web.security.fair_queue import FairQueue
from galda.web.security.people import COOKIE, Signer
from galda.web.security.rate_limits import Accounts
from in_a_thread import run

SIGNER = Signer("a secret for tests, long enough to be one")
APP = SimpleNamespace(state=SimpleNamespace(signer=SIGNER))


class Door:
    """An application that notes how many of whose requests are inside at once."""

    def __init__(self, status: int = 200) -> None:
        self.status = status
        self.inside: dict[str, int] = {}
        self.most: dict[str, int] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        cookie = dict(scope["headers"]).get(b"cookie", b"").decode()
        person = SIGNER.person(cookie.partition("=")[2])
        who = person.id if person else cookie
        self.inside[who] = self.inside.get(who, 0) + 1
        self.most[who] = max(self.most.get(who, 0), self.inside[who])
        await asyncio.sleep(0.01)
        self.inside[who] -= 1
        await send({"type": "http.response.start", "status": self.status, "headers": []})
        await send({"type": "http.response.body", "body": b""})


async def ask(
    app: FairQueue, who: str, address: str = "1.2.3.4", query: bytes = b"", *, signed: bool = True
) -> int:
    """One request; its status."""
    cookie = f"{COOKIE}={SIGNER.cookie(Person(who, who))}" if signed else who
    told: list[Any] = []

    async def send(message: Any) -> None:
        told.append(message)

    scope = {
        "type": "http", "method": "GET", "path": "/", "query_string": query,
        "client": (address, 1), "headers": [(b"cookie", cookie.encode())], "app": APP,
    }  # fmt: skip
    await app(scope, None, send)  # type: ignore[arg-type]
    return int(told[0]["status"])


def test_a_few_requests_of_a_person_are_answered_at_a_time_and_others_in_between() -> None:
    async def crowd() -> None:
        door = Door()
        app = FairQueue(door, Accounts())
        many = [asyncio.create_task(ask(app, "ann")) for _ in range(40)]
        await asyncio.sleep(0)
        assert await ask(app, "bob") == 200
        assert sum(task.done() for task in many) <= 2 * fair_queue.PER_PERSON
        assert await asyncio.gather(*many) == [200] * 40
        assert door.most == {"ann": fair_queue.PER_PERSON, "bob": 1}
        assert not app._queues, "nobody is remembered"

    run(crowd())


def test_persons_are_free_but_addresses_are_limited_too() -> None:
    async def crowd() -> None:
        door = Door()
        app, most = FairQueue(door, Accounts()), 0
        many = [asyncio.create_task(ask(app, f"guest{k}")) for k in range(60)]
        while not all(task.done() for task in many):
            most = max(most, sum(door.inside.values()))
            await asyncio.sleep(0.001)
        assert most == fair_queue.PER_ADDRESS

    run(crowd())


def test_what_we_have_not_signed_makes_nobody_a_person() -> None:
    """Another cookie with each request: they are all of one visitor, the address."""

    async def crowd() -> None:
        door = Door()
        app, most = FairQueue(door, Accounts()), 0
        own = f"{COOKIE}={SIGNER.cookie(Person('ann', 'Ann'))}"
        junk = [f"{COOKIE}={k}" for k in range(20)]
        padded = [f"{own}; x={k}" for k in range(20)]
        for cookies in (junk, padded):
            door.inside.clear()
            many = [asyncio.create_task(ask(app, c, signed=False)) for c in cookies]
            most = 0
            while not all(task.done() for task in many):
                most = max(most, sum(door.inside.values()))
                await asyncio.sleep(0.001)
            assert most == fair_queue.PER_PERSON

    run(crowd())


def test_beyond_a_limit_no_more_may_wait() -> None:
    async def crowd() -> None:
        app = FairQueue(Door(), Accounts())
        asked = (ask(app, "ann") for _ in range(fair_queue.MOST_WAITING + 5))
        assert sorted(await asyncio.gather(*asked))[-6:] == [200] + [429] * 5

    run(crowd())


def test_whoever_is_told_to_slow_down_is_slowed_down() -> None:
    async def crowd() -> None:
        app, began = FairQueue(Door(429), Accounts()), time.monotonic()
        await asyncio.gather(*(ask(app, "ann") for _ in range(2 * fair_queue.PER_PERSON)))
        assert time.monotonic() - began >= 2 * fair_queue.LONG_PAUSE

    run(crowd())


def test_who_waits_for_news_keeps_nobody_waiting() -> None:
    async def crowd() -> None:
        door = Door()
        app = FairQueue(door, Accounts())
        await asyncio.gather(*(ask(app, "ann", query=b"after=3") for _ in range(30)))
        assert door.most == {"ann": fair_queue.NEWS_PER_PERSON}

    run(crowd())
