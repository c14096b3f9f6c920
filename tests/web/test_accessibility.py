"""Everyone can play: axe finds nothing wrong, and names and keys alone are enough for a game."""

from __future__ import annotations

import random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import Server, open_table, visit, wait_for_me
from playwright.sync_api import Browser, Page, expect

import galda
from galda.core.play.paper import GameRecord, write_record

MOST_TOUCHES = 300
SEED = 5
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Of all that is well nothing is told: that is most of what axe would have to write down.
RULES = {"runOnly": TAGS, "resultTypes": ["violations"]}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "resultTypes": ["violations"]}
AXE = Axe().axe_script
ASK_AXE = """(options) => axe.run(options).then(({ violations }) => violations.flatMap(
  ({ id, nodes }) => nodes.map(({ html }) => `${location.href} ${id}: ${html.slice(0, 120)}`)))"""


def faults(page: Page, options: dict[str, Any] = RULES) -> list[str]:
    """What axe finds wrong with a page."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    return list(page.evaluate(ASK_AXE, options))


def faults_by_any_light(page: Page) -> list[str]:
    """The same by light, and what is wrong with the colours in the dark: nothing else changes."""
    page.emulate_media(color_scheme="light")
    wrong = faults(page)
    page.emulate_media(color_scheme="dark")
    return wrong + [f"dark: {fault}" for fault in faults(page, COLOURS)]


def test_axe_finds_nothing_wrong_on_any_page(server: Server, browser: Browser) -> None:
    page = visit(browser)
    wrong: list[str] = []
    for path in ("/", "/import", "/mistakes", "/no-such-page", "/proof/quixo"):
        page.goto(server.url + path)
        wrong += faults_by_any_light(page)
    for name in galda.game_names():
        open_table(page, server, name, seats={2: "local"})
        page.wait_for_selector("#board svg")
        wrong += faults_by_any_light(page)
        for path in (f"/new/{name}", f"/rules/{name}", f"/learn/{name}"):
            page.goto(server.url + path)
            page.wait_for_selector("main")
            wrong += faults_by_any_light(page)
    _look_back(page, server)
    wrong += faults_by_any_light(page)
    page.context.close()
    assert wrong == []


def _look_back(page: Page, server: Server) -> None:
    """The page of a finished game."""
    position = galda.game("quixo").new(size=3)
    while not position.is_over:
        position = position.play(position.legal_actions[-1])
    page.goto(f"{server.url}/import")
    page.fill("textarea", write_record(GameRecord(position)))
    page.locator("form.bring button").click()
    page.wait_for_url("**/game/*")
    page.wait_for_selector("#board svg")


@pytest.mark.parametrize(("name", "options"), [("quixo", {"size": "3"}), ("pylos", {})])
def test_a_game_by_names_and_keys_alone(
    server: Server, browser: Browser, name: str, options: dict[str, str]
) -> None:
    """As a screen reader does it: what there is to press, by its name; what is said aloud."""
    page = visit(browser)
    open_table(page, server, name, options, {2: "bot:novice"})
    board = page.locator("#board")
    spoken = ""
    print(f"seed {SEED}")
    chance = random.Random(SEED)  # in a fixed order one would lift and lay down a ball for ever
    for _ in range(MOST_TOUCHES):
        if not wait_for_me(page):
            break
        if page.locator("#seal").is_visible():
            page.get_by_role("button", name="Confirm turn").press("Enter")
            continue
        offered = board.get_by_role("button", disabled=False)
        labels = offered.evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
        assert all(labels), "everything that can be touched has a name"
        assert len(set(labels)) == len(labels), "and a name of its own"
        chosen = chance.choice(labels)
        board.get_by_role("button", name=chosen, exact=True).press("Enter")
        expect(page.locator("#spoken")).not_to_have_text("")
        spoken = page.locator("#spoken").inner_text()
    expect(page.locator("#result")).to_be_visible()
    assert "game is over" in page.locator("#spoken").inner_text() or spoken
    page.context.close()


def test_light_movement_and_sound_are_the_readers_choice(server: Server, browser: Browser) -> None:
    page = visit(browser)
    page.emulate_media(color_scheme="light")
    page.goto(server.url)
    colour = "getComputedStyle(document.body).color"
    by_day = page.evaluate(colour)
    page.get_by_label("Theme, animation and sound").click()
    page.select_option("#comfort-light", "dark")
    assert page.evaluate(colour) != by_day
    page.select_option("#comfort-motion", "none")
    page.check("#comfort-sound")
    page.keyboard.press("Escape")
    expect(page.locator("#comfort-light")).to_be_hidden()
    page.reload()
    assert page.evaluate(colour) != by_day
    page.get_by_label("Theme, animation and sound").click()
    expect(page.locator("#comfort-motion")).to_have_value("none")
    expect(page.locator("#comfort-sound")).to_be_checked()
    page.context.close()


def test_the_title_and_the_icon_say_whose_turn_it_is(server: Server, browser: Browser) -> None:
    page = visit(browser)
    open_table(page, server, "quixo", seats={2: "friend"})
    page.click("#to-board")
    expect(page).to_have_title("● Your turn – Quixo – Galda")
    assert "icon-turn.svg" in str(page.locator("#icon").get_attribute("href"))
    for cell in ("a1", "a5"):
        page.locator(f'#board [data-touch="{cell}"].lit').click()
    expect(page).to_have_title("Waiting for Guest 2 to join – Quixo – Galda")
    assert "icon-turn" not in str(page.locator("#icon").get_attribute("href"))
    page.context.close()
