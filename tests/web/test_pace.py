"""Whoever asks faster than pages do waits, and nobody else does."""

from __future__ import annotations

import pytest
from site_support import Site

from galda.web.security import pace
from galda.web.security.pace import BURST, LONGEST_WAIT, Pacer


def test_a_burst_is_free_then_each_waits_for_the_one_before() -> None:
    now = 100.0
    pacer = Pacer(10, lambda: now)
    free = int(BURST * 10)
    assert [pacer.wait("ann") for _ in range(free)] == [0.0] * free
    waits = [pacer.wait("ann") for _ in range(3)]
    assert waits == pytest.approx([0.1, 0.2, 0.3])
    assert pacer.wait("bob") == 0.0
    now += 0.5
    assert pacer.wait("ann") == 0.0, "time has passed"


def test_nobody_waits_for_ever_and_nobody_is_remembered_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pace, "MOST_KNOWN", 3)
    pacer = Pacer(10, lambda: 100.0)
    assert max(pacer.wait("ann") for _ in range(1000)) == LONGEST_WAIT
    for other in ("bob", "cid", "dee"):
        assert pacer.wait(other) == 0.0
    assert len(pacer._next) == 3 and "ann" not in pacer._next


def test_a_page_that_asks_on_and_on_is_slowed_down(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("galda.web.security.pace.asyncio.sleep", sleep)
    for _ in range(int(pace.PER_PERSON * BURST) + 50):
        assert site.client.get("/healthz").status_code == 200
    assert slept, "the last of them waited"
