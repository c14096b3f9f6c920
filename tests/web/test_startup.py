"""The lobby stands before all of the site is loaded, is the same as later, and nothing is lost."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from browsing import Server, open_table
from playwright.sync_api import Browser, Route, expect
from site_support import HOME, Site, running, settings
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import galda
from galda.table import Person
from galda.web.common.render import static_path
from galda.web.security.guard import TRY_LATER
from galda.web.security.people import COOKIE, Signer
from galda.web.serving import startup
from galda.web.serving.early import EARLY, is_early
from galda.web.serving.server import NOT_OPENED
from galda.web.serving.startup import StartingSite
from patience import patience

SLOW_TO_LOAD = [
    "aiosqlite", "alembic", "fastapi", "pydantic", "resvg_py", "sqlalchemy", "torch",
    "galda.arena", "galda.envs", "galda.notebook", "galda.table.tables", "galda.web.analysis",
    "galda.web.tables", "galda.web.replay", "webbrowser",
]  # fmt: skip
"""What the lobby does without: together it takes longer to load than everything else."""
FIRST_PAGE = """
import asyncio, json, sys
import galda.cli
from galda.cli import serve
from galda.web.serving import server
from galda.web.serving.settings import Settings
from galda.web.serving.compiling import make_precompiler
from galda.web.serving.startup import StartingSite

async def ask(path):
    sent = []
    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}
    async def send(message):
        sent.append(message)
    scope = {
        "type": "http", "method": "GET", "path": path, "query_string": b"", "scheme": "http",
        "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 1), "root_path": "",
        "server": ("localhost", 80), "http_version": "1.1",
    }
    await site(scope, receive, send)
    return [sent[0]["status"], b"".join(part.get("body", b"") for part in sent[1:]).decode()]

site = StartingSite(Settings(database_url="", secret="not used for long here"), make_precompiler())
print(json.dumps([asyncio.run(ask("/")), sorted(sys.modules)]))
"""


def test_the_first_page_needs_nothing_that_is_slow_to_load(tmp_path: Path) -> None:
    told = subprocess.check_output([sys.executable, "-c", FIRST_PAGE], text=True)
    (status, page), modules = json.loads(told)
    assert status == 200
    for name in galda.game_names():
        assert f'href="/new/{name}"' in page
    assert [name for name in SLOW_TO_LOAD if name in modules] == []


@pytest.fixture
def early(tmp_path: Path) -> TestClient:
    """The site before its start: the rest is never loaded."""
    return TestClient(StartingSite(settings(tmp_path)), base_url=HOME)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with running(tmp_path) as opened:
        yield opened


@pytest.mark.parametrize("path", ["/", "/?lang=lv", *EARLY, f"{static_path()}/style.css"])
def test_the_small_application_says_what_the_site_says(
    early: TestClient, site: Site, path: str
) -> None:
    path = path.format(name="quixo")
    assert is_early({"type": "http", "method": "GET", "path": path.partition("?")[0]})
    first, late = early.get(path), site.client.get(path)
    assert (first.status_code, late.status_code) == (200, 200)
    assert strip(first.text) == strip(late.text)
    drop = {"set-cookie", "content-length", "last-modified", "etag"}
    assert {k: v for k, v in first.headers.items() if k not in drop} == {
        k: v for k, v in late.headers.items() if k not in drop
    }


def strip(page: str) -> str:
    """A page without the name that somebody new is given."""
    return re.sub(r'value="[^"]*" maxlength="24"', "", page)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/mine"), ("GET", "/readyz"), ("GET", "/pictures/chess.svg"), ("POST", "/"),
        ("GET", f"{static_path()}/nothing.css"), ("GET", f"{static_path()}/../server.py"),
        ("GET", "/static/older/style.css"), ("GET", "/new/quixo"),
    ],
)  # fmt: skip
def test_all_else_waits_for_the_site(method: str, path: str) -> None:
    assert not is_early({"type": "http", "method": method, "path": path})


def test_live_connections_wait_for_the_site() -> None:
    assert not is_early({"type": "websocket", "path": "/"})


def test_whoever_comes_early_gets_the_lobby_and_waits_for_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_load = threading.Event()
    load = startup._load

    def load_when_told(*given: Any) -> Any:
        may_load.wait(patience(30))
        return load(*given)

    monkeypatch.setattr(startup, "_load", load_when_told)
    site = StartingSite(settings(tmp_path))
    with TestClient(site, base_url=HOME) as client:
        assert client.get("/").status_code == 200
        assert client.get("/healthz").status_code == 200
        answers: list[Any] = []
        early = threading.Thread(target=lambda: answers.append(client.get("/readyz")))
        early.start()
        early.join(0.2)
        assert not answers, "the site is not there yet"
        may_load.set()
        early.join(patience(30))
        assert [answer.text for answer in answers] == ["ready\n"]
        assert client.get("/nothing").status_code == 404
        counted = client.get("/metrics").text
        assert 'galda_requests_total{method="GET",route="/",status="200"} 1.0' in counted


def test_who_may_have_tables_is_shown_them_a_moment_later(early: TestClient, site: Site) -> None:
    assert "data-late" not in early.get("/").text, "nobody new has any"
    signer = Signer(settings(Path()).secret)
    known = {"cookie": f"{COOKIE}={signer.cookie(Person('ann', 'Ann'))}"}
    assert "data-late" in early.get("/", headers=known).text
    late = site.client.get("/", headers=known).text
    assert 'value="Ann"' in late and "data-late" not in late


def test_a_lobby_without_its_list_asks_for_it_at_once(server: Server, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    open_table(page, server, "quixo", seats={2: "local"})

    def as_at_first(route: Route) -> None:
        answer = route.fetch()
        body = re.sub(
            r'<div id="mine" data-from="/mine">.*?</div>',
            '<div id="mine" data-from="/mine" data-late></div>',
            answer.text(),
            flags=re.DOTALL,
        )
        assert "data-late" in body
        route.fulfill(response=answer, body=body)

    page.route(f"{server.url}/", as_at_first)
    page.goto(f"{server.url}/")
    expect(page.locator("#mine a[href^='/table/']")).to_be_visible()
    context.close()


def test_a_site_that_cannot_be_opened_ends_and_says_why(tmp_path: Path) -> None:
    broken = Server(tmp_path, GALDA_DATABASE_URL=f"sqlite:///{tmp_path}/no/folder/tables.sqlite")
    with suppress(AssertionError):  # it may have answered before it ended
        broken.launch()
    assert broken.process is not None and broken.process.wait(patience(20)) == NOT_OPENED
    told = (tmp_path / "server.log").read_text("utf-8")
    assert "cannot be opened" in told and "no/folder" in told


def test_whoever_waits_for_a_site_that_cannot_be_opened_is_told_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: Any) -> Any:
        raise OSError("the database is down")

    monkeypatch.setattr(startup, "_load", fail)
    site = StartingSite(settings(tmp_path))
    with TestClient(site, base_url=HOME) as client:
        answer = client.get("/readyz")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        with pytest.raises(WebSocketDisconnect) as closed, client.websocket_connect("/live"):
            pass
        assert closed.value.code == TRY_LATER
    assert site.broken


VISIT = """
import pathlib, sys, urllib.request
with urllib.request.urlopen(sys.argv[2]) as answer:
    pathlib.Path(sys.argv[1]).write_text(f"{answer.status} {sys.argv[2]}")
"""


def test_the_browser_is_opened_when_there_is_something_to_see(tmp_path: Path) -> None:
    visit, seen = tmp_path / "visit.py", tmp_path / "seen"
    visit.write_text(VISIT)
    browser = f"{sys.executable} {visit} {seen} %s"
    with subprocess.Popen(
        [sys.executable, "-m", "galda", "serve", "--port", "0"], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "GALDA_DATA": str(tmp_path), "BROWSER": browser, "LC_ALL": "C"},
    ) as serving:  # fmt: skip
        try:
            assert serving.stdout is not None
            (url,) = re.findall(r"http://\S+", serving.stdout.readline())
            until = time.monotonic() + patience(30)
            while not (seen.exists() and seen.read_text()) and time.monotonic() < until:
                time.sleep(0.02)  # there is no event to await in another process
            assert seen.read_text() == f"200 {url}"
        finally:
            serving.terminate()


def test_stopping_before_the_site_is_open_waits_for_it(tmp_path: Path) -> None:
    site = StartingSite(settings(tmp_path))
    with TestClient(site, base_url=HOME):
        pass
    assert not site.broken
    assert (tmp_path / "tables.sqlite").exists()
