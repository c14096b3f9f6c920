"""A server in a process of its own, and a real browser, for tests of the whole."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Route,
    WebSocketRoute,
    expect,
    sync_playwright,
)
from slowness import bots_pause, slow_down

from patience import patience
from ports import free_port

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
INSTALLED = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
STARTING = 400.0
"""Seconds; with nothing compiled yet, every game is compiled before the tests go on."""
PATIENCE = 20.0
"""Seconds that a page may take for anything, on an idle machine."""
CALM = """for (const [key, value] of Object.entries({ pace: "none", sound: "" })) {
  if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
}"""
FAILED_SCRIPTS: list[str] = []
"""What went wrong in pages: noted, for a failure inside Playwright's own loop stops it dead."""


class Server:
    """`galda serve` on a free port of this computer."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.settings = settings
        self.program = [sys.executable, "-m", "galda"]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers and every game is compiled."""
        self.launch()
        self.wait_until("/compiling", "{}")

    def launch(self) -> None:
        """Start it and wait until it answers, whatever is compiled."""
        environment = {
            **os.environ,
            "GALDA_DATA": str(self.folder),
            "GALDA_BOT_PAUSE_MS": bots_pause(),
            "GALDA_TABLES_PER_HOUR": "1000",
            **self.settings,
        }
        words = ["serve", "--no-browser", "--host", "127.0.0.1", "--port", str(self.port)]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [*self.program, *words], env=environment, stdout=log, stderr=log
            )
        self.wait_until("/healthz", "ok\n")

    def wait_until(self, path: str, answer: str) -> None:
        """Wait until it answers so."""
        until = time.monotonic() + patience(STARTING)
        while time.monotonic() < until and self.process and self.process.poll() is None:
            with (
                suppress(OSError),
                urllib.request.urlopen(f"{self.url}{path}", timeout=patience(5)) as given,
            ):
                if given.read().decode() == answer:
                    return
            time.sleep(0.05)  # there is no event to await in another process
        raise AssertionError((self.folder / "server.log").read_text("utf-8"))

    def stop(self, *, rudely: bool = False) -> None:
        """Stop it: by asking, or by pulling the plug."""
        if self.process:
            (self.process.kill if rudely else self.process.terminate)()
            self.process.wait(patience(20))
            self.process = None


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that leave it alone."""
    started = Server(tmp_path_factory.mktemp("server"))
    started.start()
    yield started
    started.stop()


def find_browser() -> str | None:
    """The installed browser; None for Playwright's own."""
    if given := os.environ.get("GALDA_BROWSER"):
        return given
    return next((path for name in INSTALLED if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium. `scripts/browser.sh`, which `make test` runs, installs it where it is missing."""
    with sync_playwright() as playwright:
        try:
            launched = playwright.chromium.launch(executable_path=find_browser(), args=ARGUMENTS)
        except Exception as error:
            pytest.fail(f"there is no browser to test with; run scripts/browser.sh ({error})")
        yield launched
        launched.close()


WAIT = Page.wait_for_function


def wait_for_function(page: Page, expression: str, **given: Any) -> Any:
    """Playwright's own: but words that are no function are evaluated anew with each look, which the
    site's policy allows the first time only, so that waiting for them fails if it takes a while."""
    assert "=>" in expression, f"no function: {expression}"
    return WAIT(page, expression, **given)


@pytest.fixture(autouse=True)
def no_script_failed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test during which a script in a page failed; and expect with patience."""
    monkeypatch.setattr(Page, "wait_for_function", wait_for_function)
    FAILED_SCRIPTS.clear()
    expect.set_options(timeout=milliseconds(PATIENCE))
    yield
    assert FAILED_SCRIPTS == []


def milliseconds(seconds: float) -> float:
    """As much patience as the machine's load calls for, as Playwright counts it."""
    return 1000 * patience(seconds)


def visit(browser: Browser, width: int = 1280, height: int = 800, lang: str = "en") -> Page:
    """A page in a browser of its own: its own cookies, and no mistake goes unnoticed."""
    context: BrowserContext = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", locale=lang
    )
    # Asked for anew by every visit: the machine may have become busy meanwhile.
    expect.set_options(timeout=milliseconds(PATIENCE))
    context.set_default_timeout(milliseconds(PATIENCE))
    # Bots' turns are shown as they come, and nobody is asked about sounds, unless a test wants it.
    context.add_init_script(CALM)
    page = context.new_page()
    slow_down(page)
    page.on("pageerror", lambda error: FAILED_SCRIPTS.append(f"{page.url}: {error}"))
    return page


def open_table(
    page: Page,
    server: Server,
    game: str,
    options: dict[str, str] | None = None,
    seats: dict[int, str] | None = None,
    *,
    lobby: bool = False,
) -> str:
    """Set up a table by clicking; its address."""
    options = dict(options or {})
    if lobby:
        page.goto(server.url)
        page.click(f'a.game[href="/new/{game}"]')
    else:
        page.goto(f"{server.url}/new/{game}")
    if players := options.pop("players", None):
        page.locator(".pick span", has_text=players).click()
    for number, kind in (seats or {}).items():
        page.select_option(f"#seat{number}", kind)
    if options:
        page.click(".more summary")
        for name, value in options.items():
            page.select_option(f"#o-{name}", value)
    return sit_down(page)


def sit_down(page: Page) -> str:
    """From the page of a new table to the table; its address. No lots are drawn: whoever opens it
    begins, for a bot that does would change the board under the test's hands."""
    page.locator("#begins").evaluate_all("all => all.forEach(s => { s.value = 'seated'; })")
    page.click("#play")
    page.wait_for_url("**/table/*")
    return page.url


def lit(page: Page) -> Locator:
    """What can be touched next."""
    return page.locator("#board .lit")


def wait_for_me(page: Page) -> bool:
    """Wait until something can be touched, sealed, or the game is over; whether it goes on."""
    idle = "body:not(.busy)"
    page.wait_for_selector(
        f"{idle} #board .lit, {idle} #seal:visible, {idle} #curtain:visible, #result:visible"
    )
    return not page.locator("#result").is_visible()


class Cable:
    """A page's live connection, to be pulled out and put in again."""

    def __init__(self, page: Page) -> None:
        self.out = False
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/stream"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.out:
            socket.close()
        else:
            socket.connect_to_server()
            self.sockets.append(socket)

    def pull(self) -> None:
        self.out = True
        self.sockets[-1].close()


class Late:
    """Questions of a page that are kept back, to be answered in any order."""

    def __init__(self, page: Page, which: str) -> None:
        self._page = page
        self._held: list[Route] = []
        page.route(which, self._hold)

    def _hold(self, route: Route) -> None:
        self._held.append(route)

    def wait_for(self, many: int) -> None:
        """Wait until so many are kept back."""
        until = time.monotonic() + patience(30)
        while len(self._held) < many:
            assert time.monotonic() < until, "it was not asked"
            self._page.wait_for_timeout(10)  # routes are told while one waits

    def answer(self, number: int = 0, said: Any = None) -> None:
        """Have one answered, by the server or with something made up, and the page read it."""
        self.wait_for(number + 1)
        route = self._held.pop(number)
        with self._page.expect_event("requestfinished", lambda done: done == route.request):
            if said is None:
                route.continue_()
            else:
                route.fulfill(json=said)
        self._page.evaluate("new Promise((go) => setTimeout(go, 30))")


def sit_down_together(
    server: Server, browser: Browser, other: Server | None = None
) -> tuple[Page, Page, Cable]:
    """Two people at a table of Quixo; the second one may come by another server."""
    ann, bob = visit(browser), visit(browser, 390, 844)
    cable = Cable(bob)
    open_table(ann, server, "quixo", seats={2: "friend"})
    ann.click("#invite")
    link = ann.locator(".invite input").first.input_value()
    ann.click("#invites form button")
    bob.goto(link.replace(server.url, other.url) if other else link)
    bob.fill("#name", "Bob")
    bob.locator("main button").click()
    bob.wait_for_url("**/table/*")
    expect(ann.locator("#players")).to_contain_text("Bob")
    return ann, bob, cable


def push(page: Page, taken: str, entered: str) -> None:
    """Take a cube and push it in."""
    for cell in (taken, entered):
        page.locator(f'#board [data-touch="{cell}"].lit').click()
