"""Two server processes on one PostgreSQL database serve the same tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browsing import Server, lit, open_table, push, sit_down_together, visit
from playwright.sync_api import Browser, expect


@pytest.fixture
def servers(
    tmp_path_factory: pytest.TempPathFactory, postgres_url: str
) -> Iterator[tuple[Server, Server]]:
    """Both know the same secret, as serving.md asks for."""
    settings = {"GALDA_DATABASE_URL": postgres_url, "GALDA_SECRET": "known to both of us"}
    one = Server(tmp_path_factory.mktemp("one"), **settings)
    two = Server(tmp_path_factory.mktemp("two"), **settings)
    try:
        for each in (one, two):
            each.start()
        yield one, two
    finally:
        for each in (one, two):
            each.stop()


def test_friends_at_two_servers_play_together_and_one_server_may_go(
    servers: tuple[Server, Server], browser: Browser
) -> None:
    one, two = servers
    ann, bob, _ = sit_down_together(one, browser, two)
    assert ann.url.startswith(one.url)
    assert bob.url.startswith(two.url)
    push(ann, "a1", "a5")
    expect(bob.locator("#log li").last).to_contain_text("a5")
    push(bob, "e1", "e5")
    expect(ann.locator("#log li").last).to_contain_text("e5")
    one.stop(rudely=True)
    expect(ann.locator("#connection")).to_contain_text("connection is gone")
    one.start()
    expect(ann.locator("#connection")).to_contain_text("Connected again")
    push(ann, "b1", "b5")
    expect(bob.locator("#log li").last).to_contain_text("b5")
    ann.context.close()
    bob.context.close()


def test_a_bot_plays_each_turn_once_whichever_server_is_asked(
    servers: tuple[Server, Server], browser: Browser
) -> None:
    one, two = servers
    here = visit(browser)
    address = open_table(here, one, "quixo", seats={2: "bot:novice"})
    there = here.context.new_page()
    there.goto(address.replace(one.url, two.url))  # cookies do not know of ports
    for turn, (page, other) in enumerate([(here, there), (there, here), (here, there)], start=1):
        taken = lit(page).first
        expect(taken).to_be_visible()
        name = str(taken.get_attribute("data-touch"))
        taken.click()
        expect(page.locator(f'#board [data-touch="{name}"]')).to_have_class("chosen")
        lit(page).first.click()
        for each in (page, other):
            expect(each.locator("#log li")).to_have_count(2 * turn)
    here.context.close()
