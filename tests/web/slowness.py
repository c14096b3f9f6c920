"""Pages on slow computers and far away, if asked for: tests that depend on haste fail then.

`GALDA_SLOWLY=1 pytest tests/web` gives every page that a test visits a processor and a line by
chance, the same ones for the same number; another number gives others.
"""

from __future__ import annotations

import os
import random

from playwright.sync_api import Page

TIMES_SLOWER = (1, 3, 6)
LATENCIES = (0, 60, 250)
"""Milliseconds that each answer takes longer."""
PAUSES = ("1", "30", "250")
"""Milliseconds that a bot waits before it plays."""


def _chance(what: str) -> random.Random | None:
    seed = os.environ.get("GALDA_SLOWLY")
    return random.Random(f"{seed} {what}") if seed else None


def slow_down(page: Page) -> None:
    """Give a page its computer and its line; nothing unless it was asked for."""
    chance = _chance(os.environ.get("PYTEST_CURRENT_TEST", ""))
    if not chance:
        return
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": chance.choice(TIMES_SLOWER)})
    line = {"offline": False, "latency": chance.choice(LATENCIES)}
    tools.send("Network.emulateNetworkConditions", {
        **line, "downloadThroughput": -1, "uploadThroughput": -1,
    })  # fmt: skip


def bots_pause() -> str:
    """How long bots wait at this run's tables."""
    chance = _chance("bots")
    return chance.choice(PAUSES) if chance else "30"
