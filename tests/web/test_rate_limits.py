"""Whoever asks faster than pages do waits, and nobody else does."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest
from site_support import Site

from galda.table.asking import Account, Asker, timed
from galda.web.security import rate_limits
from galda.web.security.rate_limits import (
    BURST,
    BURST_OF_WORK,
    BUSY,
    LONGEST_WAIT,
    WORK_PER_ADDRESS,
    WORK_PER_PERSON,
    Accounts,
    RateLimiter,
)
from galda.web.security.visitor import Visitor
from in_a_thread import run


def test_a_burst_is_free_then_each_waits_for_the_one_before() -> None:
    now = 100.0
    limiter = RateLimiter(10, lambda: now)
    free = int(BURST * 10)
    assert [limiter.wait("ann") for _ in range(free)] == [0.0] * free
    waits = [limiter.wait("ann") for _ in range(3)]
    assert waits == pytest.approx([0.1, 0.2, 0.3])
    assert limiter.wait("bob") == 0.0
    now += 0.5
    assert limiter.wait("ann") == 0.0, "time has passed"


def test_nobody_waits_for_ever_and_nobody_is_remembered_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rate_limits, "MOST_KNOWN", 3)
    limiter = RateLimiter(10, lambda: 100.0)
    assert max(limiter.wait("ann") for _ in range(1000)) == LONGEST_WAIT
    for other in ("bob", "cid", "dee"):
        assert limiter.wait(other) == 0.0
    assert len(limiter._next) == 3 and "ann" not in limiter._next


def test_a_page_that_asks_on_and_on_is_slowed_down(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("galda.web.security.rate_limits.asyncio.sleep", sleep)
    for _ in range(int(rate_limits.PER_PERSON * BURST) + 50):
        assert site.client.get("/healthz").status_code == 200
    assert slept, "the last of them waited"


def visitor(address: str = "1.2.3.4", *headers: tuple[bytes, bytes], signer: Any = None) -> Visitor:
    app = SimpleNamespace(state=SimpleNamespace(signer=signer))
    return Visitor({"client": (address, 1), "headers": list(headers), "app": app})


def test_the_time_that_somebody_has_had_makes_only_them_wait_and_only_while_we_are_busy() -> None:
    now = 100.0
    accounts = Accounts(clock=lambda: now)
    one, other = visitor("1.2.3.4"), visitor("2.3.4.5")
    had = BURST_OF_WORK * WORK_PER_ADDRESS + 0.3
    accounts.of(one).spend(had)
    assert accounts.load.now() == pytest.approx(had)
    assert accounts.owed(one) > 0.3 / WORK_PER_PERSON - 0.1
    assert accounts.owed(other) == 0.0
    now += 3.0
    assert accounts.load.now() < BUSY
    assert accounts.owed(one) == 0.0, "there is time to spare"
    accounts.of(other).spend(1.0)
    now += 20.0
    accounts.of(other).spend(1.0)
    assert accounts.load.now() > BUSY
    assert accounts.owed(one) == 0.0, "it has waited for long enough"


def test_many_who_take_all_they_may_leave_room_for_others() -> None:
    """Each on an address of its own, working whenever they need not wait."""
    now = 0.0
    accounts = Accounts(clock=lambda: now)
    greedy = [visitor(f"10.0.0.{k}") for k in range(5)]
    worked, steps = 0.0, 4000
    for _ in range(steps):
        now += 0.01
        for who in greedy:
            if not accounts.owed(who):
                accounts.of(who).spend(0.01)
                worked += 0.01
    assert worked / (steps * 0.01) < 0.75, "alone, each may take 0.3 of every second"
    assert accounts.owed(visitor("10.9.9.9")) == 0.0


def test_homes_of_ipv6_are_one_address() -> None:
    accounts = Accounts(clock=lambda: 100.0)
    accounts.of(visitor("2001:db8::1")).spend(3.0)
    assert accounts.owed(visitor("2001:db8::ffff:2")) > 0
    assert accounts.owed(visitor("2001:db8:0:1::1")) == 0.0


def test_what_keeps_the_event_loop_is_charged_and_waiting_is_not() -> None:
    spent: list[float] = []

    async def work() -> str:
        until = time.thread_time() + 0.02
        while time.thread_time() < until:
            pass
        await asyncio.sleep(0.05)
        with pytest.raises(ValueError, match="told"):
            await failing()
        return "done"

    async def failing() -> None:
        await asyncio.sleep(0)
        raise ValueError("told")

    said = run(_await(timed(work(), Account(Asker("ann"), spent.append))))
    assert said == "done"
    assert 0.02 <= sum(spent) < 0.05


async def _await(work: Any) -> Any:
    return await work


def test_who_is_cancelled_while_they_are_timed_stops() -> None:
    async def main() -> bool:
        stopped = False

        async def work() -> None:
            nonlocal stopped
            try:
                await asyncio.sleep(60)
            finally:
                stopped = True

        task = asyncio.create_task(_await(timed(work(), Account(Asker("ann")))))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return stopped

    assert run(main())


def test_a_small_cookie_is_kept_of_a_visitor_and_nothing_large() -> None:
    accounts = Accounts(clock=lambda: 100.0)
    for k in range(50):
        junk = (b"cookie", b"galda=" + bytes(str(k), "ascii") * 10_000)
        accounts.enter(visitor("1.2.3.4", junk, signer=Nobody()))
    assert list(accounts._persons._next) == [("nobody", "1.2.3.4")]


class Nobody:
    """A signer that has signed nothing."""

    def person(self, cookie: str) -> None:
        """Nobody."""

    def read_seat_key(self, key: str) -> None:
        """Nothing."""


def test_those_who_wait_do_not_all_begin_in_the_moment_in_which_there_is_time_to_spare() -> None:
    async def main() -> int:
        accounts = Accounts()
        greedy = visitor()
        accounts.of(greedy).spend(1.0)
        inside = 0

        async def one() -> None:
            nonlocal inside
            async with accounts.turn(greedy):
                inside += 1
                await asyncio.sleep(60)

        waiting = [asyncio.create_task(one()) for _ in range(300)]
        await asyncio.sleep(0)
        assert inside == 0
        accounts.load._worked = 0.0  # time has passed: nobody works
        await asyncio.sleep(1.2)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        return inside

    assert 0 < run(main()) < 100
