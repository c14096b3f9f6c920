"""Touches in any order, taken back by a second one; a price paid by one touch."""

from __future__ import annotations

import pytest
from browsing import Server, lit, visit, wait_for_me
from playwright.sync_api import Browser, Page, expect

import galda


@pytest.fixture
def page(browser: Browser, server: Server) -> Page:
    """Alhambra with a blue tile for 6 on the market, and 2, 5 and 7 in blue money."""
    page = visit(browser)
    page.goto(f"{server.url}/new/alhambra")
    page.evaluate(
        """(position) => fetch("/api/v1/tables", {
          method: "POST", headers: { "content-type": "application/json" },
          body: JSON.stringify({ game: "alhambra", position, move_id: "paying",
            seats: [{ kind: "me" }, { kind: "bot", level: "casual" }] }),
        }).then((answer) => answer.json()).then(({ page }) => { location.href = page; })""",
        position(),
    )
    page.wait_for_url("**/table/*")
    assert wait_for_me(page)
    return page


def position() -> str:
    """The start of a game with a tile for 6 on the blue square, and 2, 5 and 7 to pay for it."""
    start = galda.game("alhambra").new(players=2, seed=1).text
    for old, new in (
        ("players=2 2 ", "players=2 1 "), ("t12/", "s6/"), ("/s6/a9", "/t12/a9"),
        ("g6b2o5", "g6b257o5"), ("deck=b9o8y1b1b3b2g9b7", "deck=b9o8y1b1b3b2g9"),
        ("y9b5b4", "y9b4"), ("hand1=y27", "hand1=y257"), ("o2y5g7", "o2g7"),
    ):  # fmt: skip
        assert old in start
        start = start.replace(old, new, 1)
    return galda.game("alhambra").position(start).text


def touch(page: Page, name: str) -> None:
    page.locator(f'#board [data-touch="{name}"]').first.click()


def chosen(page: Page) -> list[str]:
    found = page.locator("#board .chosen").evaluate_all("all => all.map(e => e.dataset.touch)")
    return [str(touch) for touch in found]


def test_money_is_paid_in_any_order_and_a_second_touch_takes_it_back(page: Page) -> None:
    touch(page, "market3")
    expect(page.locator("#prompt")).to_contain_text("6")
    touch(page, "hand-blue2")
    assert set(chosen(page)) == {"market3", "hand-blue2"}
    expect(page.locator("#prompt")).to_contain_text("4 in blue money still to go")
    touch(page, "hand-blue2")
    assert chosen(page) == ["market3"]
    touch(page, "hand-blue2")
    touch(page, "hand-blue5")
    expect(page.locator("#draft-words")).to_contain_text("too much")
    assert page.locator("#why").is_hidden()


def test_what_can_be_paid_exactly_is_one_touch(page: Page) -> None:
    touch(page, "market1")
    expect(page.locator("#offer")).to_have_text("Pay 7")
    page.click("#offer")
    expect(page.locator("#draft-words")).to_contain_text("exact")
    page.click("#step-back")
    expect(page.locator("#draft")).to_be_hidden()


def test_the_only_way_to_pay_is_already_chosen(page: Page) -> None:
    touch(page, "market2")
    expect(page.locator("#draft-words")).to_contain_text("pays")
    expect(lit(page).first).to_be_visible()
