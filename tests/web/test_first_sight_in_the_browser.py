"""How a page comes up: nothing shifts, little is sent, and it says what it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browsing import visit
from playwright.sync_api import Browser

from seeded_site import Scene, SeededSite, seeded_site

MOST_SHIFT = 0.05
MOST_BYTES = 150_000
WATCH = """window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });"""
SENT = """performance.getEntries()
  .reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0)"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeededSite]:
    """One site for all pages."""
    with seeded_site(tmp_path_factory.mktemp("first-sight")) as opened:
        yield opened


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=str)
def test_pages_come_up_still_light_and_described(
    site: SeededSite, browser: Browser, size: tuple[int, int]
) -> None:
    table = site.lay(Scene("quixo", 2, "middle"))
    crowded = site.lay(Scene("alhambra", 6, "middle"))
    page = visit(browser, *size)
    page.context.add_cookies([site.cookie])  # type: ignore[list-item]
    page.context.add_init_script(WATCH)
    for path in ("/", "/new/alhambra", table, crowded, crowded.replace("/table/", "/game/")):
        page.goto(site.url + path)
        page.wait_for_load_state("networkidle")
        page.evaluate("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
        assert page.evaluate("shift") < MOST_SHIFT, path
        assert 2_000 < page.evaluate(SENT) < MOST_BYTES, path
        assert page.locator('meta[name="description"]').get_attribute("content"), path
    page.context.close()
