"""Slow lines and none at all: a touch is answered at once, and nothing that was done is lost."""

from __future__ import annotations

from browsing import Server, open_table, push, visit
from playwright.sync_api import Browser, Page, Route, expect

DELAY = 800


def slow(page: Page) -> None:
    """Let every answer take as long as one from the other side of the world."""

    def wait(route: Route) -> None:
        page.wait_for_timeout(DELAY)
        route.continue_()

    page.route("**/api/v1/**", wait)


def test_a_slow_line_is_told_and_the_touch_shows_at_once(server: Server, browser: Browser) -> None:
    page = visit(browser)
    open_table(page, server, "quixo", seats={2: "local"})
    page.evaluate(
        """() => { window.seen = []; new MutationObserver(() => {
          const chosen = document.querySelectorAll("#board .chosen").length;
          window.seen.push([chosen, document.getElementById("sending").textContent]);
        }).observe(document.body, { subtree: true, attributes: true, childList: true }); }"""
    )
    slow(page)
    push(page, "a1", "a5")
    expect(page.locator("#log li")).to_have_count(1)
    seen = page.evaluate("() => window.seen")
    assert [2, ""] in seen, "both touches stay marked"
    assert any(words == "Sending…" for _, words in seen)
    expect(page.locator("#sending")).to_be_hidden()
    page.context.close()


def test_a_tunnel_loses_no_touch(server: Server, browser: Browser) -> None:
    page = visit(browser)
    open_table(page, server, "quixo", seats={2: "local"})
    page.context.set_offline(True)
    push(page, "a1", "a5")
    expect(page.locator("#sending")).to_contain_text("Connection lost. Trying again")
    page.context.set_offline(False)
    expect(page.locator("#log li")).to_have_count(1)
    page.context.close()


def test_on_a_slow_line_boards_are_there_before_they_are_touched(
    server: Server, browser: Browser
) -> None:
    page = visit(browser)
    open_table(page, server, "quixo", seats={2: "local"})
    slow(page)
    push(page, "a1", "a5")
    expect(page.locator("#log li")).to_have_count(1)
    page.locator('#board [data-touch="e5"].lit').click()
    page.wait_for_load_state("networkidle")
    before = page.inner_html("#board")
    page.locator('#board [data-touch="e1"].lit').click()
    assert page.inner_html("#board") != before
    assert page.locator("#log li").count() == 1, "the server has not answered yet"
    expect(page.locator("#log li")).to_have_count(2)
    page.context.close()
