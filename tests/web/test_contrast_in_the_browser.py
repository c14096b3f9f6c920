"""Seen by pixels, on every board by light and in the dark: rings round the focus, and words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from browsing import CALM, Server, visit
from pixels import Camera, Lens
from playwright.sync_api import Browser, Page

import galda
from seeded_site import Scene, SeededSite, all_scenes, player_counts, seeded_site

GAMES = galda.game_names()
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
DESK, PHONE = (1280, 800), (390, 2400)
"""A phone so high that the whole board is on one picture."""
LOOKS = [(size, scheme) for size in (DESK, PHONE) for scheme in SCHEMES]
DENSITY = 2
"""Pixels to a CSS pixel: thin strokes then have a core that is not blended with what is beneath."""
RING, WORDS, LARGE_WORDS = 3.0, 4.5, 3.0
FEW = 2
"""So many rings are looked at in each quick test."""
AROUND = 16
LET_GO = "document.activeElement.blur()"
FOCUS = """([touch, around]) => {
  const element = document.querySelector(`#board [data-touch="${touch}"]`);
  element.focus();
  const box = element.getBoundingClientRect();
  const [x, y] = [box.left, box.top].map((v) => Math.max(0, Math.floor(v - around)));
  const width = Math.min(innerWidth, Math.ceil(box.right + around)) - x;
  const height = Math.min(innerHeight, Math.ceil(box.bottom + around)) - y;
  return [{ x, y, width, height }, [scrollX, scrollY]];
}"""
"""Where something on the board lies once it has the focus, and how far the page is scrolled."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeededSite]:
    """One site for all scenes."""
    with seeded_site(tmp_path_factory.mktemp("contrast")) as opened:
        yield opened


@pytest.fixture(scope="module")
def lens(browser: Browser) -> Iterator[Lens]:
    """Reads pictures."""
    made = Lens(browser)
    yield made
    made.close()


def look(site: SeededSite, browser: Browser, scene: Scene, size: tuple[int, int]) -> Page:
    """A page on a scene, with pixels enough to read colours off."""
    print(f"seed {scene.seed}")
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, device_scale_factor=DENSITY,
        reduced_motion="reduce",
    )  # fmt: skip
    context.add_cookies([site.cookie])  # type: ignore[list-item]
    context.add_init_script(CALM)
    page = context.new_page()
    page.goto(site.url + site.lay(scene))
    page.wait_for_load_state("networkidle")
    return page


def check_rings(page: Page, lens: Lens, first: int = 0, every: int | None = None) -> None:
    """Whatever has the focus by keys is ringed in two tones, one of which stands out anywhere.

    Looked at is the first and then every so manieth thing on the board, or a few all over it.
    """
    camera, scrolled = Camera(page), None
    page.locator("#board").focus()
    page.keyboard.press("Tab")
    touches = page.evaluate("""[...document.querySelectorAll("#board [data-touch]")]
      .map((element) => element.dataset.touch)""")
    for touch in touches[first :: every or max(1, len(touches) // FEW)]:
        part, scroll = page.evaluate(FOCUS, [touch, AROUND])
        seen = camera.picture(part)
        if scroll != scrolled:
            page.evaluate(LET_GO)
            lens.keep(camera.picture())
            scrolled = scroll
        found = lens.ring(seen, DENSITY * part["x"], DENSITY * part["y"])
        assert min(found["sides"]) >= RING, (page.url, touch, found)
        assert found["tones"] >= RING, (page.url, touch, found)
    page.evaluate(LET_GO)


def check_words(page: Page, lens: Lens, where: str) -> None:
    """Words stand out from what is beneath them."""
    for word in lens.words(page, where):
        if not word["off"]:  # what cannot be used now may be pale
            least = LARGE_WORDS if word["large"] else WORDS
            assert word["contrast"] >= least, (page.url, word)


@pytest.mark.parametrize("name", GAMES)
def test_rings_and_words_stand_out_by_light_and_in_the_dark(
    site: SeededSite, browser: Browser, lens: Lens, name: str
) -> None:
    page = look(site, browser, Scene(name, min(player_counts(name)), "middle"), DESK)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        check_rings(page, lens)
        check_words(page, lens, "#board")
    page.context.close()


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("scene", list(all_scenes()), ids=lambda scene: scene.name)
def test_they_do_in_every_scene_at_a_desk_and_on_a_phone(
    site: SeededSite, browser: Browser, lens: Lens, scene: Scene, size: tuple[int, int]
) -> None:
    page = look(site, browser, scene, size)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        check_words(page, lens, "#board")
        # A board is the same in all four: everything on it gets its ring in one of them.
        check_rings(page, lens, LOOKS.index((size, scheme)), len(LOOKS))
    if page.locator("#board .lit").count():
        page.locator("#board .lit").first.press("Enter")  # what does not go with it is darker
        page.wait_for_selector("body:not(.busy)")
        page.evaluate(LET_GO)
        check_words(page, lens, "#board")
    page.context.close()


def test_words_in_the_lobby_stand_out(server: Server, browser: Browser, lens: Lens) -> None:
    page = visit(browser, 1000, 1400)
    page.goto(server.url)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        check_words(page, lens, "main, header")
    page.context.close()
