"""Two server processes on one PostgreSQL database serve the same tables; others think for them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import psycopg
import pytest
from browsing import Server, lit, open_table, push, sit_down_together, visit
from playwright.sync_api import Browser, Page, expect

from patience import patience


@pytest.fixture
def servers(
    tmp_path_factory: pytest.TempPathFactory, postgres_url: str
) -> Iterator[tuple[Server, Server]]:
    """Both know the same secret, as serving.md asks for."""
    settings = {
        "GALDA_DATABASE_URL": postgres_url,
        "GALDA_SECRET": "known to both of us, and long enough",
    }
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
    expect(ann.locator("#connection")).to_contain_text("Connection lost")
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
        push_something(page)
        for each in (page, other):
            expect(each.locator("#log li")).to_have_count(2 * turn)
    here.context.close()


def push_something(page: Page) -> None:
    taken = lit(page).first
    expect(taken).to_be_visible()
    name = str(taken.get_attribute("data-touch"))
    taken.click()
    expect(page.locator(f'#board [data-touch="{name}"]')).to_have_class("chosen")
    lit(page).first.click()


def start_thinker(database_url: str) -> subprocess.Popen[str]:
    """`galda think`, once it has said that it thinks."""
    thinker = subprocess.Popen(
        [sys.executable, "-m", "galda", "think"],
        env={**os.environ, "GALDA_DATABASE_URL": database_url, "GALDA_BOT_PAUSE_MS": "30"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert thinker.stdout
    assert "Thinking for the bots of" in thinker.stdout.readline()
    return thinker


def test_thinkers_play_for_a_server_without_workers_and_one_of_them_may_die(
    tmp_path_factory: pytest.TempPathFactory, postgres_url: str, browser: Browser
) -> None:
    server = Server(
        tmp_path_factory.mktemp("server"), GALDA_DATABASE_URL=postgres_url, GALDA_BOT_WORKERS="0"
    )
    server.start()
    thinkers = [start_thinker(postgres_url), start_thinker(postgres_url)]
    try:
        page = visit(browser)
        open_table(page, server, "quixo", seats={2: "bot:novice"})
        push_something(page)
        expect(page.locator("#log li")).to_have_count(2)
        thinkers[0].kill()
        for turn in (2, 3):
            push_something(page)
            expect(page.locator("#log li")).to_have_count(2 * turn, timeout=patience(30_000))
        thinkers[1].send_signal(signal.SIGTERM)
        assert thinkers[1].wait(patience(20)) == 0
        push_something(page)
        expect(page.locator("#log li")).to_have_count(7)
        with psycopg.connect(postgres_url) as database:
            waiting = database.execute("SELECT worker, sequence FROM jobs").fetchall()
        assert waiting == [(None, 7)]
        page.context.close()
    finally:
        for thinker in thinkers:
            thinker.kill()
            thinker.wait()
        server.stop()
