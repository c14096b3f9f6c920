"""The pictures of the README and the documentation, from the real thing: `make pictures`.

A server and a JupyterLab are started, a browser plays a few moves in them and takes pictures. It
needs the extra `dev-slow` and a Chromium (scripts/browser.sh).
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests" / room) for room in ("", "web", "notebook")]

from browsing import ARGUMENTS, Server, find_browser, lit, open_table, visit, wait_for_me  # noqa: E402
from own_jupyterlab import RUNNING, Lab  # noqa: E402
from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from patience import patience  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
COLOURS = 256
LARGEST = 150_000
"""Bytes of a picture: it is fetched by everybody who reads the README."""
CELLS = (
    "import galda",
    "board = galda.play('quixo', bot='skilled', seed=1)\nboard.play('a1-a5')\n"
    "board.play('e3-a3')\nboard.suggest()\nboard",
)


def main() -> None:
    """Take them all."""
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright, TemporaryDirectory() as data:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=ARGUMENTS)
        server = Server(Path(data))
        server.start()
        try:
            table(browser, server)
            phone(browser, server)
        finally:
            server.stop()
        notebook(browser, Path(data))
        browser.close()
    for picture in sorted(FOLDER.glob("*.png")):
        use_few_colours(picture)
        size = picture.stat().st_size
        print(f"{picture.relative_to(ROOT)}: {size / 1000:.0f} kB")
        if size > LARGEST:
            raise SystemExit(f"{picture.name} is larger than {LARGEST / 1000:.0f} kB")


def use_few_colours(picture: Path) -> None:
    """Make a picture small: a palette is enough for boards, words and wood."""
    Image.open(picture).convert("RGB").quantize(COLOURS).save(picture, optimize=True)


def table(browser: Browser, server: Server) -> None:
    """A game of Pylos, on a desktop."""
    page = visit(browser, 1120, 720)
    open_table(page, server, "pylos")
    touch_along(page, 9)
    page.screenshot(path=FOLDER / "table.png")


def phone(browser: Browser, server: Server) -> None:
    """A game of Quixo, on a telephone."""
    page = visit(browser, 390, 800)
    open_table(page, server, "quixo")
    touch_along(page, 10)
    page.screenshot(path=FOLDER / "phone.png")


def touch_along(page: Page, touches: int) -> None:
    """Play somehow, so that there is something to see."""
    for k in range(touches):
        if not wait_for_me(page):
            return
        if page.locator("#seal").is_visible():
            page.click("#seal")
            continue
        found = lit(page)
        found.nth((5 * k + 2) % found.count()).click()
    wait_for_me(page)


def notebook(browser: Browser, folder: Path) -> None:
    """A board in JupyterLab, with suggestions beside it."""
    lab = Lab(folder, *CELLS)
    lab.start()
    try:
        page = visit(browser, 1120, 720)
        board = lab.open(page)
        board.locator(".galda-advice li").first.wait_for(timeout=1000 * patience(RUNNING))
        page.keyboard.press("Control+b")  # the list of files is not what we show
        board.scroll_into_view_if_needed()
        page.screenshot(path=FOLDER / "notebook.png")
    finally:
        lab.stop()


if __name__ == "__main__":
    main()
