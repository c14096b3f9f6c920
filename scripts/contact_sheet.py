"""Pictures of every game at every size on one page, to look at: `python scripts/contact_sheet.py`.

It lays tables at the middle, the last turn and the end of seeded games, photographs the page of
each at five sizes, and writes an HTML page with all of them (and one picture of each) to a folder.
`--lang`, `--game` and `--scheme` choose; without them it is English, all games, by day.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "web"))
from browsing import ARGUMENTS, CALM, find_browser

from seeded_site import Scene, SeededSite, all_scenes, seeded_site

SIZES = ((1920, 1080), (1280, 800), (768, 1024), (390, 844), (360, 640), (844, 390))
SHOWN = (
    "() => document.querySelector('#board svg') && document.querySelector('#log').children.length"
)
STYLE = """body { font: 15px system-ui; margin: 16px; background: #333; color: #eee; }
section { display: flex; flex-wrap: wrap; gap: 12px; align-items: start; margin-bottom: 28px; }
h2 { margin: 0 0 8px; } figure { margin: 0; } img { max-height: 420px; width: auto; }"""


def visit(browser: Browser, site: SeededSite, lang: str, scheme: str) -> BrowserContext:
    """A browser that is the viewer's."""
    context = browser.new_context(
        locale=lang, reduced_motion="reduce", color_scheme="dark" if scheme == "dark" else "light"
    )
    context.add_cookies([site.cookie])  # type: ignore[list-item]
    context.add_init_script(CALM)
    return context


def see(page: Page, url: str, width: int, height: int) -> None:
    """Open a table at a size, and wait until its board is drawn for it."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto(url)
    page.wait_for_function(SHOWN)
    page.wait_for_load_state("networkidle")


def photograph(
    browser: Browser, site: SeededSite, scene: Scene, lang: str, scheme: str, folder: Path
) -> Iterator[tuple[str, str]]:
    """A scene at all sizes: the names of the files, and what they show."""
    url = site.url + site.lay(scene)
    context = visit(browser, site, lang, scheme)
    page = context.new_page()
    for width, height in SIZES:
        see(page, url, width, height)
        file = f"{scene.name}-{width}x{height}-{lang}-{scheme}.png"
        page.screenshot(path=folder / file)
        yield file, f"{width}×{height}"
    context.close()


def main() -> None:
    """Make the pictures and the page."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("folder", nargs="?", type=Path, default=Path("contact-sheet"))
    reader.add_argument("--lang", default="en")
    reader.add_argument("--game", default="")
    reader.add_argument("--scheme", choices=("light", "dark"), default="light")
    asked = reader.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    sections: list[str] = []
    with (
        tempfile.TemporaryDirectory() as kept,
        seeded_site(Path(kept)) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_browser(), args=ARGUMENTS)
        for scene in all_scenes():
            if asked.game and scene.game != asked.game:
                continue
            figures = [
                f'<figure><a href="{file}"><img src="{file}" alt="" loading="lazy"></a>'
                f"<figcaption>{size}</figcaption></figure>"
                for file, size in photograph(
                    browser, site, scene, asked.lang, asked.scheme, asked.folder
                )
            ]
            sections.append(f"<h2>{escape(scene.name)}</h2><section>{''.join(figures)}</section>")
            print(scene.name, flush=True)
        browser.close()
    head = f"<!doctype html><meta charset=utf-8><title>Galda</title><style>{STYLE}</style>"
    (asked.folder / "index.html").write_text(head + "\n".join(sections), "utf-8")
    print(asked.folder / "index.html")


if __name__ == "__main__":
    main()
