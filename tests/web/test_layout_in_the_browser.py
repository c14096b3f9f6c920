"""Every game at every size: the board, what can be touched and every message are in view."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browsing import visit
from playwright.sync_api import Browser, Page, expect

from galda.core.show.language import LANGUAGES
from galda.table import AskTakeBack, Chat, Claim, OfferDraw
from seeded_site import Scene, SeededSite, all_scenes, seeded_site

SIZES = ((1920, 1080), (1280, 800), (768, 1024), (390, 844), (360, 640))
BESIDE = 960
"""From this width on the panels stand beside the board, which is shown as a whole."""
SAMPLE = [
    (Scene("alhambra", 3, "late"), (1280, 800), "en"),
    (Scene("alhambra", 6, "late"), (1920, 1080), "lt"),
    (Scene("alhambra", 6, "middle"), (390, 844), "lv"),
    (Scene("towers", 5, "middle"), (1280, 800), "is"),
    (Scene("towers", 3, "end"), (390, 844), "en"),
    (Scene("pylos", 2, "middle"), (360, 640), "lt"),
    (Scene("quixo", 4, "late"), (768, 1024), "is"),
    (Scene("quixo", 2, "end"), (1280, 800), "lv"),
]
EVERYTHING = [(scene, size, lang) for scene in all_scenes() for lang in LANGUAGES for size in SIZES]
MEASURE = """() => {
  const box = (element) => element.getBoundingClientRect();
  const inside = (b) => b.width > 0 && b.top >= -1 && b.left >= -1
    && b.bottom <= innerHeight + 1 && b.right <= innerWidth + 1;
  const seen = (id) => document.getElementById(id)?.checkVisibility() ?? false;
  const root = document.documentElement;
  const strip = document.getElementById("strip");
  const svg = document.querySelector("#board svg");
  const lit = [...document.querySelectorAll("#board .lit")].map(box);
  const top = box(strip).top;
  const beside = getComputedStyle(document.getElementById("room")).display === "contents";
  const drawn = [...svg.querySelectorAll("text")].filter((text) => text.textContent.trim());
  const size = (text) => parseFloat(getComputedStyle(text).fontSize)
    * Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b);
  const said = ["status", "why", "moment", "offers", "result"].filter(seen);
  return {
    scrolls: root.scrollHeight > innerHeight + 1 || root.scrollWidth > innerWidth + 1,
    strip: inside(box(strip)),
    said: said.map((id) => [id, box(document.getElementById(id)).top >= top - 1]),
    board: inside(box(svg)) && box(svg).bottom <= top + 1,
    covered: beside ? 0 : Math.max(0, box(document.getElementById("room")).bottom - top),
    lit: lit.length,
    away: lit.length > 0 && !lit.some((b) => inside(b) && b.bottom <= top + 1),
    find: seen("find"),
    buttons: [...strip.querySelectorAll("button, a.button")]
      .filter((b) => b.checkVisibility() && !inside(box(b))).map((b) => b.outerHTML.slice(0, 60)),
    smallest: Math.min(...drawn.map(size)),
  };
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeededSite]:
    """One site for all scenes."""
    with seeded_site(tmp_path_factory.mktemp("scenes")) as opened:
        yield opened


def look(
    site: SeededSite, browser: Browser, scene: Scene, size: tuple[int, int], lang: str = "en"
) -> Page:
    """A page on a scene, at a size."""
    print(f"seed {scene.seed}")
    page = visit(browser, *size, lang)
    page.context.add_cookies([site.cookie])  # type: ignore[list-item]
    page.goto(site.url + site.lay(scene))
    page.wait_for_load_state("networkidle")
    return page


def check(page: Page, size: tuple[int, int], scene: Scene) -> None:
    """The bars that hold everywhere."""
    found = page.evaluate(MEASURE)
    assert not found["scrolls"], "the window itself never scrolls"
    assert found["strip"], "the strip is in view"
    assert all(inside for _, inside in found["said"]), found["said"]
    assert found["covered"] == 0, "the strip covers nothing"
    assert found["buttons"] == [], "all that can be pressed in the strip is in view"
    if size[0] >= BESIDE:
        assert found["board"], "the whole board is in view"
    assert found["find"] == found["away"], "what is lit is in view, or one touch away"
    assert (found["lit"] > 0) == (scene.moment != "end")


@pytest.mark.parametrize(("scene", "size", "lang"), SAMPLE, ids=str)
def test_board_touches_and_messages_are_in_view(
    site: SeededSite, browser: Browser, scene: Scene, size: tuple[int, int], lang: str
) -> None:
    page = look(site, browser, scene, size, lang)
    check(page, size, scene)
    page.context.close()


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("scene", list(all_scenes()), ids=lambda scene: scene.name)
def test_they_are_in_every_game_at_every_size(
    site: SeededSite, browser: Browser, scene: Scene, lang: str
) -> None:
    page = look(site, browser, scene, SIZES[0], lang)
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.reload()
        page.wait_for_load_state("networkidle")
        check(page, size, scene)
        if scene.moment != "end":
            _refused(page)
    page.context.close()


def _refused(page: Page) -> None:
    """Touch what cannot be touched, where it is in view: the reason is in view, too."""
    page.evaluate("""() => document.querySelector("#board [data-touch]:not(.lit)")
      ?.dispatchEvent(new MouseEvent("click", { bubbles: true }))""")
    page.wait_for_load_state("networkidle")
    found = page.evaluate(MEASURE)
    assert all(inside for _, inside in found["said"]), found["said"]
    assert found["buttons"] == []
    assert not found["scrolls"]


@pytest.mark.parametrize(
    ("scene", "size"),
    [(Scene("alhambra", 3, "late"), (1280, 800)), (Scene("alhambra", 6, "late"), (1920, 1080))],
    ids=str,
)
def test_numbers_can_be_read_on_a_full_board(
    site: SeededSite, browser: Browser, scene: Scene, size: tuple[int, int]
) -> None:
    page = look(site, browser, scene, size)
    assert page.evaluate(MEASURE)["smallest"] >= 11
    page.context.close()


CLOSER = """() => {
  const place = document.querySelector(".closer");
  const box = place.getBoundingClientRect();
  const size = (text) => parseFloat(getComputedStyle(text).fontSize)
    * Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b);
  return {
    inside: box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
    smallest: Math.min(...[...place.querySelectorAll("text")].map(size)),
    touches: place.querySelectorAll("[data-touch], [data-piece], [tabindex]").length,
  };
}"""


@pytest.mark.parametrize("size", [(1280, 800), (844, 390)], ids=str)
def test_what_is_drawn_small_is_large_to_whoever_looks_closer(
    site: SeededSite, browser: Browser, size: tuple[int, int]
) -> None:
    page = look(site, browser, Scene("alhambra", 6, "late"), size)
    parts, large = page.locator("#board [data-closer]"), page.locator(".closer")
    expect(parts).to_have_count(6)  # five others and who leads
    expect(large).to_be_hidden()
    for part in parts.all():
        part.hover()
        expect(large).to_be_visible()
        found = page.evaluate(CLOSER)
        assert found["inside"]
        assert found["smallest"] >= 11
        assert found["touches"] == 0
        page.locator("#strip").hover()
        expect(large).to_be_hidden()
    parts.first.focus()
    page.keyboard.press("Tab")
    expect(large).to_be_visible()
    page.keyboard.press("Escape")
    expect(large).to_be_hidden()
    page.context.close()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_refusal_is_said_where_it_is_seen(
    site: SeededSite, browser: Browser, size: tuple[int, int]
) -> None:
    page = look(site, browser, Scene("quixo", 2, "middle"), size)
    page.locator("#board [data-touch]:not(.lit)").first.click(force=True)
    expect(page.locator("#why")).to_be_in_viewport(ratio=1)
    page.context.close()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_end_is_a_moment_with_points_and_ways_on(
    site: SeededSite, browser: Browser, size: tuple[int, int]
) -> None:
    page = look(site, browser, Scene("towers", 3, "end"), size)
    expect(page.locator("#result p")).to_be_in_viewport(ratio=1)
    expect(page.locator("#points li")).to_have_count(3)
    for which in ("#points", '[data-act="rematch"]', '[data-can="record"]'):
        expect(page.locator(which)).to_be_in_viewport(ratio=1)
    page.context.close()


def test_offers_and_chat_reach_one_wherever_one_has_scrolled(
    site: SeededSite, browser: Browser
) -> None:
    page = look(site, browser, Scene("quixo", 2, "middle"), (390, 844))
    table = page.url.rpartition("/")[2]
    tables = site.app.state.tables
    friend = Claim(site.call(tables.get(table)), "friend 1", 1)
    page.locator("#room").evaluate("room => room.scrollTo(0, 0)")
    site.call(tables.do(friend, Chat("hello", "Hello there!", "all")))
    expect(page.locator("#unread")).to_be_in_viewport(ratio=1)
    expect(page.locator("#unread")).to_contain_text("Hello there!")
    site.call(tables.do(friend, AskTakeBack("please")))
    page.locator("#room").evaluate("room => room.scrollTo(0, room.scrollHeight)")
    expect(page.locator('#offers [data-answer="yes"]')).to_be_in_viewport(ratio=1)
    expect(page.locator("#offers")).to_contain_text("asks to undo")
    page.click('#offers [data-answer="no"]')
    expect(page.locator("#offers [data-answer]")).to_have_count(0)
    site.call(tables.do(friend, OfferDraw("draw")))
    expect(page.locator('#offers [data-answer="no"]')).to_be_in_viewport(ratio=1)
    page.locator("#room").evaluate("room => room.scrollTo(0, 0)")
    expect(page.locator("#chat")).not_to_be_in_viewport()
    page.evaluate("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
    site.call(tables.do(friend, Chat("again", "Still there?", "all")))
    expect(page.locator("#unread .count")).to_have_text("1")
    page.click("#unread")
    expect(page.locator("#chat li").last).to_be_in_viewport()
    expect(page.locator("#unread")).to_be_hidden()
    page.context.close()


WHERE = """() => Object.fromEntries(
  [...document.querySelectorAll("[data-act], #confirm, #coach-move")]
    .filter((button) => button.checkVisibility())
    .map((button) => [button, button.getBoundingClientRect()])
    .map(([button, box]) => [button.id || button.dataset.act, [box.x, box.y]]))"""


def test_nothing_moves_under_the_pointer(site: SeededSite, browser: Browser) -> None:
    page = look(site, browser, Scene("quixo", 2, "middle"), (1280, 800))
    page.locator('[data-act="draw"]').scroll_into_view_if_needed()
    before = page.evaluate(WHERE)
    assert {"take-back", "draw", "resign", "confirm"} <= set(before)
    page.click('[data-act="draw"]')
    expect(page.locator('[data-act="draw"]')).to_be_disabled()
    page.locator("#board .lit").first.click()
    page.locator("#board .lit").first.click()
    expect(page.locator("#status")).not_to_contain_text("Your turn")
    assert page.evaluate(WHERE) == before
    page.context.close()
