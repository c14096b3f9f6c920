"""While games are being compiled the site is there, shows how far they are, and nothing hangs."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from browsing import Server, sit_down
from playwright.sync_api import Browser, expect
from questions import PLACE, routes
from site_support import Site, running
from starlette.routing import Route

import galda
from galda.bots.precompile import BOTS, RULES
from galda.bots.precompiler import Precompiler
from galda.core.jit.notice import on_compile
from galda.core.kernels.kernel import COMPILED
from patience import patience

NAMES = galda.game_names()


class Waiting(Precompiler):
    """A precompiler that finds nothing compiled and does as it is told."""

    def __init__(self) -> None:
        super().__init__(galda.game(name) for name in NAMES)
        self.first: list[str] = []
        for progress in self.progress.values():
            progress.parts = {}

    def start(self) -> None:
        """Begin nothing."""

    def go_first(self, name: str) -> None:
        """Note who was asked for."""
        self.first.append(name)


@pytest.fixture
def precompiler() -> Waiting:
    return Waiting()


@pytest.fixture
def site(tmp_path: Path, precompiler: Waiting) -> Iterator[Site]:
    with running(tmp_path, precompiler=precompiler) as opened:
        yield opened


def test_the_lobby_and_its_pictures_need_nothing_compiled(site: Site, precompiler: Waiting) -> None:
    page = site.visitor().web.get("/").text
    for name in NAMES:
        assert f'data-compiling="{name}"' in page
        ElementTree.fromstring(site.client.get(f"/pictures/{name}.svg").text)
    assert precompiler.first == [], "a picture asks for nothing"


@pytest.mark.parametrize("name", NAMES)
def test_a_game_that_is_asked_for_goes_first_and_shows_how_far_it_is(
    site: Site, precompiler: Waiting, name: str
) -> None:
    precompiler.progress[name].parts = {RULES: 0.5}
    answer = site.visitor().web.get(f"/new/{name}")
    assert answer.status_code == 503
    assert answer.headers["retry-after"]
    assert f'data-compiling="{name}" data-then="reload"' in answer.text
    assert re.search(r'<progress max="1" value="0.25"', answer.text)
    assert set(precompiler.first) == {name}


@pytest.mark.parametrize("name", NAMES)
def test_programs_are_told_to_come_back(site: Site, name: str) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
    body = {"game": name, "options": {"players": 2}, "seats": seats}
    answer = site.visitor().web.post("/api/v1/tables", json=body)
    assert answer.status_code == 503, answer.text
    assert int(answer.headers["retry-after"]) > 0
    assert galda.game(name).title in answer.json()["error"]


def test_whatever_page_is_asked_for_comes_or_says_to_come_back(site: Site) -> None:
    compiled: list[str] = []
    visitor = site.visitor()
    with on_compile(compiled.append):
        for route in routes(site):
            if not isinstance(route, Route) or "GET" not in (route.methods or ()):
                continue
            for name in NAMES if "{name}" in route.path else ("",):
                path = PLACE.sub(lambda place: name if place[1] == "name" else "0", route.path)  # noqa: B023
                answer = visitor.web.get(path)
                assert answer.status_code < 500 or answer.headers["retry-after"], path
    assert not compiled, "a server compiles nothing itself"


def test_a_table_opens_with_the_rules_and_says_that_the_bot_warms_up(
    site: Site, precompiler: Waiting
) -> None:
    precompiler.progress["quixo"].parts = {RULES: 1.0}
    ann = site.visitor()
    table = ann.open("quixo")
    assert "The bot is warming up" in ann.web.get(f"/table/{table}").text
    assert site.client.get("/compiling").json()["quixo"] == {
        "part": 0.5, "rules": True, "bots": False,
    }  # fmt: skip
    precompiler.progress["quixo"].parts[BOTS] = 1.0
    assert "The bot is warming up" not in ann.web.get(f"/table/{table}").text
    assert "quixo" not in site.client.get("/compiling").json()
    ann.play(table)


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_a_server_that_is_killed_while_it_compiles_loses_nothing(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    server = Server(tmp_path, GALDA_CACHE=str(cache))
    server.launch()
    until = time.monotonic() + patience(60)
    while not any(cache.rglob("*.nbi")) and time.monotonic() < until:
        time.sleep(0.05)
    server.stop(rudely=True)
    kept = {file: file.read_bytes() for file in cache.rglob("*.nb?")}
    assert kept, "it was killed while it compiled"
    try:
        server.launch()
        while (left := json.load(urllib.request.urlopen(f"{server.url}/compiling"))) and not any(
            game["rules"] for game in left.values()
        ):
            time.sleep(0.05)
        for file, content in kept.items():
            if file.suffix == ".nbc":
                assert file.read_bytes() == content, "compiled once, kept, and used"
    finally:
        server.stop()


def test_a_browser_that_waits_for_a_game_gets_it(tmp_path: Path, browser: Browser) -> None:
    server = Server(tmp_path, GALDA_CACHE=str(tmp_path / "cache"))
    server.launch()
    page = browser.new_page()
    try:
        page.goto(server.url)
        expect(page.locator("[data-compiling=quixo] progress")).to_be_visible()
        page.get_by_role("link", name="Quixo").first.click()
        expect(page.locator("#play")).to_be_visible(timeout=300_000)
        sit_down(page)
        expect(page.locator("#board svg")).to_be_visible()
    finally:
        page.close()
        server.stop()
