"""Learning from mistakes in a real browser: on the board, by trying, and again after some days."""

from __future__ import annotations

import json
import re

import pytest
from browsing import Server, lit, milliseconds, open_table, visit
from playwright.sync_api import Browser, Page, Route, expect
from test_accessibility import faults

import galda
from galda.core.play.paper import GameRecord, write_record
from support import random_game

pytestmark = pytest.mark.slow
REVIEWING = 120.0
"""Seconds that a short game's review may take."""
TEXT = "quixo size=3 xx./oo./... 1"


def best_turn() -> int:
    position = galda.position(TEXT)
    return next(a for a in position.legal_actions if position.to_act in position.play(a).winners)


def task() -> dict[str, object]:
    return {"position": TEXT, "best": [best_turn()], "lost": "100%", "player": "Ann"}


def review_a_record(page: Page, server: Server) -> None:
    *_, end = random_game("quixo", {"size": 3}, seed=3)
    page.goto(f"{server.url}/import")
    page.fill("#text", write_record(GameRecord(end, names=("Ann", "Bob"))))
    page.click("main button")
    page.wait_for_url("**/game/*")
    page.click("#ask-review")
    expect(page.locator("#sums")).to_be_visible(timeout=milliseconds(REVIEWING))


def touch_the_answer(page: Page) -> None:
    """Do what is marked on the board."""
    marked = page.locator("#board .advised")
    expect(marked.first).to_be_visible()
    told = page.locator("#teach-told").text_content() or ""
    ids = [str(one.get_attribute("data-touch")) for one in marked.all()]
    for touch in sorted(ids, key=told.find):
        page.locator(f'#board [data-touch="{touch}"]').press("Enter")


def test_a_mistake_is_seen_on_the_board_tried_and_mended(server: Server, browser: Browser) -> None:
    page = visit(browser)
    review_a_record(page, server)
    expect(page.locator("#sums")).to_contain_text("Accuracy")
    expect(page.locator("#turning a").first).to_contain_text("takes the lead")
    assert faults(page) == []
    # The better turn, what was played, and the punishment.
    page.locator("#remarks button").first.click()
    expect(page.locator("#slider")).to_be_hidden()
    expect(page.locator("#board .advised").first).to_have_css("outline-style", "dashed")
    page.click("#teach-on")
    expect(page.locator("#teach-told")).to_contain_text("After the better turn")
    page.click("#teach-on")
    expect(page.locator("#board .threatened").first).to_be_visible()
    page.click("#teach-on")
    expect(page.locator("#teach-told")).to_contain_text("After the reply")
    page.click("#teach-leave")
    expect(page.locator("#slider")).to_be_visible()
    # Try something until it is wrong; see the punishment, then the answer, and play it.
    page.locator("#learn button").first.click()
    expect(page.locator("#teach-place")).to_contain_text("Mistake 1 of")
    for attempt in range(12):
        expect(lit(page).first).to_be_visible()
        lit(page).nth(attempt % lit(page).count()).click()
        expect(page.locator("#board .chosen").first).to_be_visible()
        lit(page).first.click()
        expect(page.locator("#teach-told")).to_contain_text(
            re.compile("this"), timeout=milliseconds(30)
        )
        if page.locator("#teach-again").is_visible():
            break
        page.click("#teach-leave")
        page.locator("#learn button").first.click()
    expect(page.locator("#teach-told")).to_contain_text("gives away")
    assert faults(page) == []
    page.click("#teach-reply")
    expect(page.locator("#teach-told")).to_contain_text("After the reply")
    page.click("#teach-again")
    expect(page.locator("#teach-told")).to_contain_text("Find a better turn")
    page.click("#teach-answer")
    touch_the_answer(page)
    expect(page.locator("#teach-told")).to_contain_text("Right")
    page.context.close()


def test_own_mistakes_are_kept_for_tomorrow(server: Server, browser: Browser) -> None:
    page = visit(browser)
    open_table(page, server, "quixo", seats={2: "bot:novice"})
    mark = {"kind": "blunder", "name": "Blunder", "text": "Oh!", "task": task()}
    review = {
        "state": "done", "done": 1, "total": 1, "turning": [], "chart": "<svg></svg>", "table": "",
        "marks": {"1": {**mark, "seat": 0}, "2": {**mark, "seat": 1}},
    }  # fmt: skip

    def answer(route: Route) -> None:
        route.fulfill(json=review)

    page.route("**/review?*", answer)
    page.on("dialog", lambda dialog: dialog.accept())
    expect(lit(page).first).to_be_visible()
    page.evaluate(
        """async () => fetch(`/api/v1/tables/${document.body.dataset.table}/resign`, {
          method: "POST", headers: {"content-type": "application/json"},
          body: JSON.stringify({move_id: "resign1"})})"""
    )
    page.goto(page.url.replace("/table/", "/game/"))
    expect(page.locator("#learn button").first).to_have_text("Learn from your mistakes (1)")
    kept = json.loads(page.evaluate("localStorage.getItem('mistakes')"))["waiting"]
    assert [one["player"] for one in kept] == ["Ann"]
    assert kept[0]["id"].endswith(":1")
    days = page.evaluate("Math.floor((Date.now() - new Date().getTimezoneOffset() * 6e4) / 864e5)")
    assert kept[0]["day"] == days + 1
    page.goto(server.url)
    expect(page.locator("#mistakes-due")).to_be_hidden()
    page.context.close()


@pytest.mark.parametrize("right", [True, False])
def test_a_mistake_comes_back_and_is_put_off(server: Server, browser: Browser, right: bool) -> None:
    page = visit(browser, 360, 740)
    page.goto(server.url)
    kept = {**task(), "id": "some:3", "day": 1, "step": 1}
    page.evaluate("kept => localStorage.setItem('mistakes', kept)", json.dumps({"waiting": [kept]}))
    page.reload()
    expect(page.locator("#mistakes-due")).to_contain_text("today: 1")
    page.click("#mistakes-due a")
    page.click("#begin")
    expect(page.locator("#teach-told")).to_contain_text("Find a better turn")
    expect(lit(page).first).to_be_visible()
    if right:
        path = next(p for p, a in galda.position(TEXT).paths.items() if a == best_turn())
        for touch in path:
            page.locator(f'#board [data-touch="{touch}"]').click()
        expect(page.locator("#teach-told")).to_contain_text("Right")
    else:
        page.click("#teach-answer")
        touch_the_answer(page)
        expect(page.locator("#teach-told")).to_contain_text("Right")
    expect(page.locator("#due")).to_contain_text("Nothing to look at again today")
    days = page.evaluate("Math.floor((Date.now() - new Date().getTimezoneOffset() * 6e4) / 864e5)")
    (after,) = json.loads(page.evaluate("localStorage.getItem('mistakes')"))["waiting"]
    assert (after["step"], after["day"] - days) == ((2, 7) if right else (0, 1))
    page.context.close()
