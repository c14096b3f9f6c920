"""A game is played in a real JupyterLab, by touching its board in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import browser, no_script_failed, visit
from own_jupyterlab import RUNNING, Lab
from playwright.sync_api import Browser, expect

from patience import patience

__all__ = ["browser", "no_script_failed"]
pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    pytest.importorskip("jupyterlab", reason="make slow installs it: pip install 'galda[dev-slow]'")
    started = Lab(
        tmp_path, "import galda", "board = galda.play('quixo', bot='random', seed=1)\nboard"
    )
    try:
        started.start()
        yield started
    finally:
        started.stop()


def test_a_game_is_played_in_jupyterlab(lab: Lab, browser: Browser) -> None:
    page = visit(browser, 1280, 1000)
    board = lab.open(page)
    expect(board.locator(".galda-status")).to_have_text("Cross's turn")
    touch = '[data-touch="{}"]'
    board.locator(touch.format("c3")).first.click(force=True)  # it says that it is disabled
    expect(board.locator(".galda-said")).to_contain_text("Q4: c3 is inside")
    board.locator(touch.format("a1")).first.click()
    board.locator(touch.format("a5")).first.click()
    told = board.locator(".galda-told li")
    expect(told).to_have_count(2, timeout=1000 * patience(RUNNING))
    expect(told.first).to_have_text("Cross takes the blank cube on a1 and pushes it in at a5.")
    board.get_by_role("button", name="Show me a good move").click()
    advice = board.locator(".galda-advice li")
    expect(advice).to_have_count(5, timeout=1000 * patience(RUNNING))
    advice.first.locator("button").click()
    expect(told).to_have_count(4)
    board.get_by_role("button", name="Undo").click()
    expect(told).to_have_count(2)
    board.locator("[data-touch].lit").first.focus()
    page.keyboard.press("Enter")
    expect(board.locator("[data-touch].chosen")).to_have_count(1)
