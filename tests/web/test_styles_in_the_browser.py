"""Choosing a bot's style in a real browser, where a table is set up."""

from __future__ import annotations

from browsing import Server, sit_down, visit
from playwright.sync_api import Browser, expect
from test_accessibility import faults


def test_a_style_is_offered_to_levels_that_can_have_one_and_sits_down(
    server: Server, browser: Browser
) -> None:
    page = visit(browser, 360, 740)
    page.goto(f"{server.url}/new/towers")
    style, about = page.locator("[name=style2]"), page.locator("#about-style2")
    expect(style).to_be_hidden()
    page.select_option("#seat2", "bot:skilled")
    expect(style).to_be_visible()
    expect(about).to_be_hidden()
    style.select_option("gambler")
    expect(about).to_contain_text("Bids high")
    assert faults(page) == []
    page.select_option("#seat2", "friend")
    expect(style).to_be_hidden()
    expect(about).to_be_hidden()
    page.select_option("#seat2", "bot:expert")
    expect(style).to_have_value("gambler")
    sit_down(page)
    expect(page.locator(".player", has_text="Expert · Gambler")).to_be_visible()
