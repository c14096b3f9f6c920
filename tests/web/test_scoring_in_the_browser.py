"""A scoring stops the game at a table until its sheet was seen, and comes back from the log."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browsing import visit
from playwright.sync_api import Browser, Page, expect

from galda.table import SealTurn
from seeded_site import Scene, SeededSite, seeded_site, turns_of, turns_until

SCENE = Scene("alhambra", 2, "middle")
SIZES = pytest.mark.parametrize("size", [(1280, 800), (360, 640), (844, 390)], ids=str)
CUT = """() => {
  const box = document.getElementById("scoring").getBoundingClientRect();
  const sheet = document.getElementById("scoring-sheet");
  return box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight
    || sheet.scrollWidth > sheet.clientWidth + 1;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeededSite]:
    """One site for all sizes."""
    with seeded_site(tmp_path_factory.mktemp("scoring")) as opened:
        yield opened


def play_until_scored(site: SeededSite, page: Page, path: str) -> None:
    """Play on from the middle, as programs would, until the page is told of a scoring."""
    table_id = path.removeprefix("/table/")
    table = site.call(site.app.state.tables.get(table_id))
    known = len(table.position.sheets())
    begun = len(turns_until(SCENE))
    for ply, (seat, actions) in enumerate(turns_of(SCENE.game, SCENE.players, SCENE.seed)):
        if ply < begun:
            continue
        person = site.viewer.id if seat == 0 else f"friend {seat}"
        turn = SealTurn(f"on-{ply}", table.game_sequence, actions)
        table = site.do(table_id, person, seat, turn)
        if len(table.position.sheets()) > known:
            return
    pytest.fail("nothing was scored")


@SIZES
def test_a_scoring_stops_the_game_and_comes_back_from_the_log(
    site: SeededSite, browser: Browser, size: tuple[int, int]
) -> None:
    path = site.lay(SCENE)
    page = visit(browser, *size)
    page.context.add_cookies([site.cookie])  # type: ignore[list-item]
    page.context.add_init_script('localStorage.setItem("pace", "fast")')
    page.goto(site.url + path)
    page.wait_for_load_state("networkidle")
    play_until_scored(site, page, path)
    dialog = page.locator("#scoring")
    expect(dialog).to_be_visible()
    expect(dialog.locator("caption")).to_contain_text("Second scoring")
    expect(dialog.locator("caption")).to_be_in_viewport()
    expect(dialog.locator("button")).to_be_in_viewport()
    assert not page.evaluate(CUT)
    page.mouse.click(3, 3)  # anywhere
    expect(dialog).to_be_hidden()
    line = page.locator("#log .milestone").last
    expect(line).to_contain_text("Second scoring")
    line.click()
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.context.close()


def test_a_scoring_waits_for_nobody_who_has_turns_shown_at_once(
    site: SeededSite, browser: Browser
) -> None:
    path = site.lay(SCENE)
    page = visit(browser)
    page.context.add_cookies([site.cookie])  # type: ignore[list-item]
    page.goto(site.url + path)
    page.wait_for_load_state("networkidle")
    play_until_scored(site, page, path)
    expect(page.locator("#log .milestone").last).to_contain_text("Second scoring")
    expect(page.locator("#scoring")).to_be_hidden()
    page.context.close()
