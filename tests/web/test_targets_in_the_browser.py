"""What is pressed is large enough, called what is written on it, and heard where it is said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browsing import visit
from playwright.sync_api import Browser, Page, expect

import galda
from galda.table import Chat
from seeded_site import Scene, SeededSite, all_scenes, player_counts, seeded_site

GAMES = galda.game_names()
DESK, PHONE = (1280, 800), (390, 844)
LEAST, FINGER = 24, 44
SIZES_TRIED = pytest.mark.parametrize(
    "size", [pytest.param(DESK, marks=pytest.mark.slow), PHONE], ids=str
)
SMALL = """([least, finger]) => {
  const pressed = `a[href], button, input, select, textarea, summary, [data-touch],
    [data-closer][role=button]`;
  const seen = (element) => element.checkVisibility() && element.type !== "hidden"
    && !element.closest(".skip, .pick");
  return [...document.querySelectorAll(pressed)].filter(seen).map((element) => {
    // A label belongs to its box; a link in a sentence is as high as the sentence's line.
    const { width, height } = (element.closest("label") ?? element).getBoundingClientRect();
    const played = element.matches("#board .lit, #draft *, .result *");
    const alone = element.parentElement.textContent.trim() === element.textContent.trim();
    const inline = getComputedStyle(element).display === "inline" && !alone;
    const what = element.outerHTML.slice(0, 90);
    return { what, width, height, least: played ? finger : least, inline };
  }).filter((one) => !one.inline && Math.min(one.width, one.height) < one.least - 0.5);
}"""
UNNAMED = """() => {
  const plain = (words) => words.toLowerCase().replace(/[^\\p{L}\\p{N}]+/gu, " ").trim();
  const pressed = "a, button, summary, [role=button]";
  return [...document.querySelectorAll("[aria-label]")]
    .filter((element) => element.matches(pressed) && element.checkVisibility())
    .map((element) => {
      const drawn = [...element.querySelectorAll("text")].filter((text) => text.checkVisibility());
      const seen = element instanceof SVGElement ? drawn.map((text) => text.textContent)
        : [element.innerText];
      return [plain(seen.join(" ")), plain(element.getAttribute("aria-label"))];
    })
    .filter(([seen, name]) => !seen.split(" ").every((word) => name.includes(word)));
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeededSite]:
    """One site for all scenes."""
    with seeded_site(tmp_path_factory.mktemp("targets")) as opened:
        yield opened


def look(site: SeededSite, browser: Browser, scene: Scene, size: tuple[int, int]) -> Page:
    """A page on a scene, at a size."""
    print(f"seed {scene.seed}")
    page = visit(browser, *size)
    page.context.add_cookies([site.cookie])  # type: ignore[list-item]
    page.goto(site.url + site.lay(scene))
    page.wait_for_load_state("networkidle")
    return page


def check(page: Page, size: tuple[int, int]) -> None:
    """Whatever is pressed is large enough, and its name holds the words on it."""
    small: list[Any] = page.evaluate(SMALL, [LEAST, FINGER if size == PHONE else LEAST])
    assert small == [], page.url
    assert page.evaluate(UNNAMED) == [], page.url


@SIZES_TRIED
def test_every_page_has_targets_large_enough_that_are_called_what_they_show(
    site: SeededSite, browser: Browser, size: tuple[int, int]
) -> None:
    page = look(site, browser, Scene("quixo", 2, "end"), size)
    check(page, size)
    game = page.url.replace("/table/", "/game/")
    kinds = ("new", "learn", "rules")
    paths = [f"/{kind}/{name}" for kind in kinds for name in GAMES[:1]]
    for address in (
        game,
        site.url,
        *(site.url + path for path in (*paths, "/import", "/mistakes", "/nowhere")),
    ):
        page.goto(address)
        for menu in page.locator("details > summary").all():
            if menu.is_visible():
                menu.click()
        check(page, size)
    page.context.close()


@SIZES_TRIED
@pytest.mark.parametrize("name", GAMES)
def test_every_board_has_targets_large_enough_that_are_called_what_they_show(
    site: SeededSite, browser: Browser, name: str, size: tuple[int, int]
) -> None:
    page = look(site, browser, Scene(name, max(player_counts(name)), "middle"), size)
    check(page, size)
    page.locator("#board .lit").first.press("Enter")
    page.wait_for_selector("body:not(.busy)")
    check(page, size)
    page.context.close()


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESK, PHONE], ids=str)
@pytest.mark.parametrize("scene", list(all_scenes()), ids=lambda scene: scene.name)
def test_they_have_in_every_scene(
    site: SeededSite, browser: Browser, scene: Scene, size: tuple[int, int]
) -> None:
    page = look(site, browser, scene, size)
    check(page, size)
    page.context.close()


def test_turn_and_chat_are_live(site: SeededSite, browser: Browser) -> None:
    page = look(site, browser, Scene("quixo", 2, "middle"), DESK)
    live = "element => element.closest('[aria-live], [role=status]') !== null"
    for place in ("#status", "#prompt", "#chat", "#why", "#spoken"):
        assert page.locator(place).evaluate(live), place
    table = page.url.rpartition("/")[2]
    chat = Chat("hello", "Hello there!", "all")
    site.do(table, "friend 1", 1, chat)
    expect(page.locator("#chat li")).to_have_text("Jón Þórsson Hello there!")
    page.context.close()
