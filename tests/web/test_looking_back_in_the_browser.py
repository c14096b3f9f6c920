"""Looking back and the coach in a real browser: stepping, playing by itself, reviews, advice."""

from __future__ import annotations

import re

import pytest
from browsing import Server, lit, milliseconds, open_table, visit
from playwright.sync_api import Browser, Page, expect

from galda.core.play.paper import GameRecord, write_record
from support import random_game

pytestmark = pytest.mark.slow
REVIEWING = 120.0
"""Seconds that a short game's review may take."""


def import_game(page: Page, server: Server, name: str = "quixo", **options: int) -> int:
    """Paste a game played by chance; the number of its turns."""
    *_, end = random_game(name, options, seed=3)
    record = GameRecord(end, names=("Ann", "Bob"))
    page.goto(f"{server.url}/import")
    page.fill("#text", write_record(record))
    page.click("main button")
    page.wait_for_url("**/game/*")
    return len(record.turns())


def expect_ply(page: Page, ply: int) -> None:
    expect(page.locator("#count")).to_have_text(re.compile(rf"^{ply} / "))
    expect(page.locator('#story [aria-current="step"] .n')).to_have_text(str(ply))
    expect(page.locator("#slider")).to_have_value(str(ply))
    told = page.locator('#story [aria-current="step"] .what').text_content() or ""
    expect(page.locator("#told")).to_contain_text(told.strip())


def test_a_game_is_stepped_through_by_buttons_keys_slider_and_list(
    server: Server, browser: Browser
) -> None:
    page = visit(browser)
    last = import_game(page, server, size=3)
    expect_ply(page, 0)
    start = page.locator("#board svg").inner_html()
    page.click("#on")
    expect_ply(page, 1)
    assert page.locator("#board svg").inner_html() != start
    page.keyboard.press("ArrowRight")
    expect_ply(page, 2)
    page.keyboard.press("End")
    expect_ply(page, last)
    expect(page.locator("#on")).to_be_disabled()
    expect(page.locator("#told")).to_contain_text("The game is over")
    page.keyboard.press("ArrowLeft")
    expect_ply(page, last - 1)
    page.locator("#slider").fill("3")
    expect_ply(page, 3)
    page.click('#story [data-ply="1"]')
    expect_ply(page, 1)
    page.wait_for_url("**ply=1*")
    page.reload()
    expect_ply(page, 1)
    page.keyboard.press("Home")
    expect_ply(page, 0)
    assert page.locator("#board svg").inner_html() == start
    page.context.close()


def test_a_game_plays_by_itself_until_somebody_steps(server: Server, browser: Browser) -> None:
    page = visit(browser)
    last = import_game(page, server, size=3)
    page.select_option("#speed", "350")
    page.click("#run")
    expect(page.locator("#run")).to_have_attribute("aria-pressed", "true")
    expect_ply(page, last)
    expect(page.locator("#run")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("p")
    expect(page.locator("#run")).to_have_attribute("aria-pressed", "true")
    page.click("#back")
    expect(page.locator("#run")).to_have_attribute("aria-pressed", "false")
    page.context.close()


def test_scorings_are_jumped_to(server: Server, browser: Browser) -> None:
    page = visit(browser, 360, 740)
    import_game(page, server, "towers", players=2)
    page.click("#scoring-on")
    expect(page.locator("#count")).not_to_have_text(re.compile(r"^0 / "))
    first = page.locator("#count").text_content()
    page.keyboard.press("s")
    expect(page.locator("#count")).not_to_have_text(first or "")
    page.click("#scoring-back")
    expect(page.locator("#count")).to_have_text(first or "")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.context.close()


def test_a_review_grows_and_its_chart_leads_to_the_turns(server: Server, browser: Browser) -> None:
    page = visit(browser)
    last = import_game(page, server, size=3)
    page.click("#ask-review")
    expect(page.locator("#progress")).to_be_visible()
    expect(page.locator("#progress")).to_be_hidden(timeout=milliseconds(REVIEWING))
    expect(page.locator("#chart svg")).to_be_visible()
    box = page.locator("#chart svg").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 10, box["y"] + 30)
    expect_ply(page, last)
    page.click("#as-table summary")
    expect(page.locator("#table tbody tr")).to_have_count(last + 1)
    page.locator('#table [data-ply="2"]').click()
    expect_ply(page, 2)
    if page.locator("#remarks a").count():
        ply = page.locator("#remarks a").first.get_attribute("data-ply")
        page.locator("#remarks a").first.click()
        expect_ply(page, int(ply or 0))
    page.reload()
    expect(page.locator("#chart svg")).to_be_visible()
    expect(page.locator("#ask-review")).to_be_hidden()
    page.context.close()


def test_a_bad_record_says_which_line(server: Server, browser: Browser) -> None:
    page = visit(browser)
    page.goto(f"{server.url}/import")
    page.fill("#text", "game: quixo\n\n1. c3-c5\n")
    page.click("main button")
    expect(page.locator("#problem")).to_contain_text("line 3")
    expect(page.locator("#problem")).to_contain_text("Q4")
    expect(page.locator("#text")).to_have_value(re.compile("c3-c5"))
    page.context.close()


def test_the_coach_points_at_a_good_move_that_can_then_be_played(
    server: Server, browser: Browser
) -> None:
    page = visit(browser)
    open_table(page, server, "quixo", {"size": "3"}, {2: "local"})
    expect(page.locator("#chances")).to_be_hidden()
    page.click("#coach-move")
    expect(page.locator("#advice-text")).to_contain_text("A good move")
    expect(page.locator("#advice-reason")).not_to_be_empty()
    advised = page.locator("#board .advised")
    expect(advised.first).to_be_visible()
    ids = [advised.nth(k).get_attribute("data-touch") for k in range(advised.count())]
    told = page.locator("#advice-text").text_content() or ""
    for touch in sorted(ids, key=lambda touch: told.find(str(touch))):
        page.locator(f'#board [data-touch="{touch}"]').click()
    expect(page.locator("#log li")).to_have_count(1)
    expect(page.locator("#advice")).to_be_hidden()
    page.click("#coach-threat")
    expect(page.locator("#advice-text")).not_to_contain_text("thinking")
    page.check("#coach-chances")
    expect(page.locator("#chances")).to_be_visible()
    expect(page.locator("#chances .own")).to_contain_text("%")
    page.click('a[data-can="look_back"]')
    page.wait_for_url("**/game/*")
    expect(page.locator("#count")).to_have_text("1 / 1")
    expect(page.locator("#ask-review")).to_have_count(0)
    page.context.close()


def test_among_friends_there_is_no_coach(server: Server, browser: Browser) -> None:
    page = visit(browser)
    open_table(page, server, "quixo", seats={2: "friend"})
    page.click("#to-board")
    expect(lit(page).first).to_be_visible()
    expect(page.locator("#coach")).to_be_hidden()
    page.context.close()
