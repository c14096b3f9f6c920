"""The first minute of somebody new, in a real browser: `python benchmarks/first_minute.py`.

A server is started with no kernel compiled; the times are from the start of its process, with the
browser open already. Then it is started again with everything compiled, for somebody new and for
whoever played before, and so are the commands that one waits for. It wants an idle computer: CPU
seconds are printed beside the rest, which others on the machine change less. Python's own bytecode
is there, as every installation leaves it.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import galda

GOALS = {
    "lobby": 1.5, "quixo: own move": 6.0, "quixo: the bot's answer": 12.0, "alhambra: table": 30.0,
    "everything compiled": 50.0, "lobby again": 1.5, "lobby of who was here": 1.5,
    "galda play quixo": 1.0, "import galda": 0.3,
}  # fmt: skip
"""Seconds that each may take on two idle cores."""
LONGEST = 900_000
"""Milliseconds that a browser waits for anything."""


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    times: dict[str, float] = {}
    compileall.compile_dir(Path(galda.__file__).parent, quiet=1)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        found = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("GALDA_BROWSER", found), args=["--no-sandbox"]
        )
        visitor = browser.new_context()
        with served(Path(folder)) as (url, began):
            first_visit(visitor.new_page(), url, began, times)
        with served(Path(folder)) as (url, began):
            open_lobby(browser.new_page(), url)
            times["lobby again"] = time.perf_counter() - began
        with served(Path(folder)) as (url, began):
            page = visitor.new_page()
            open_lobby(page, url)
            times["lobby of who was here"] = time.perf_counter() - began
            page.locator("#mine a").first.wait_for(timeout=LONGEST)
            times["their tables"] = time.perf_counter() - began
        browser.close()
        environment = settings(Path(folder))
        times["galda play quixo"] = seconds(["-m", "galda", "play", "quixo"], environment)
        times["import galda"] = seconds(["-c", "import galda"], environment)
    import resource  # noqa: PLC0415  (not on Windows)

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    times["CPU of it all"] = used.ru_utime + used.ru_stime
    if asked.json:
        print(json.dumps(times, indent=2))
        return
    for name, took in times.items():
        goal = GOALS.get(name)
        print(f"{name:26}{took:8.2f} s{f'   goal {goal:g} s' if goal else ''}")


def settings(folder: Path) -> dict[str, str]:
    """An environment in which nothing was compiled or played before."""
    own = {"GALDA_CACHE": str(folder / "cache"), "GALDA_DATA": str(folder / "data")}
    return {**os.environ, **own}


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, float]]:
    """A server, its address and the moment in which its process was started."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["-m", "galda", "serve", "--no-browser", "--port", str(port)]
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *words], env=settings(folder), stdout=subprocess.DEVNULL
    )
    try:
        yield f"http://127.0.0.1:{port}", began
    finally:
        process.terminate()
        process.wait()


def open_lobby(page: Page, url: str) -> None:
    """Wait until somebody answers, and until the lobby stands: its question and every game."""
    while True:
        with suppress(OSError):
            urllib.request.urlopen(f"{url}/healthz").close()
            break
        time.sleep(0.01)
    page.goto(url, wait_until="commit")
    page.get_by_role("heading", level=1).wait_for(timeout=LONGEST)
    for link in page.locator("a.game").all():
        link.wait_for(timeout=LONGEST)


def first_visit(page: Page, url: str, began: float, times: dict[str, float]) -> None:
    """From the lobby to the first move, to the bot's answer, and to the largest game."""

    def note(what: str) -> None:
        times[what] = time.perf_counter() - began

    open_lobby(page, url)
    note("lobby")
    page.locator('a.game[href="/new/quixo"]').click()
    page.locator("#begins").select_option("seated", timeout=LONGEST)  # the person, not by lot
    page.locator("#play").click(timeout=LONGEST)
    page.locator("#board svg").wait_for(timeout=LONGEST)
    note("quixo: table")
    for _ in range(2):  # a cube, and where it goes
        page.locator("#board [data-touch].lit").first.click(timeout=LONGEST)
    page.locator("#log li").first.wait_for(timeout=LONGEST)
    note("quixo: own move")
    page.locator("#log li").nth(1).wait_for(timeout=LONGEST)
    note("quixo: the bot's answer")
    page.goto(f"{url}/new/alhambra")
    page.locator("#play").click(timeout=LONGEST)
    page.locator("#board svg").wait_for(timeout=LONGEST)
    note("alhambra: table")
    while json.load(urllib.request.urlopen(f"{url}/compiling")):
        time.sleep(0.1)
    note("everything compiled")
    page.close()


def seconds(words: list[str], environment: dict[str, str]) -> float:
    """How long Python takes for these words, with nobody at the keyboard; the best of three."""
    times = []
    for _ in range(3):
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, *words], env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, check=True,
        )  # fmt: skip
        times.append(time.perf_counter() - began)
    return min(times)


if __name__ == "__main__":
    main()
