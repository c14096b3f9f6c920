"""Following a game in the browser: others' turns, earlier moments, quick touches, shapes."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from browsing import Late, Server, open_table, push, visit
from playwright.sync_api import Browser, Dialog, Page, expect

from galda.table import Resign, SealTurn
from patience import patience
from seeded_site import Scene, SeededSite, seeded_site, turns_until

SCENE = Scene("quixo", 2, "middle")
SLOW_PACE = 2200
"""Milliseconds that a turn of somebody else stays, where one wants it slow."""
LEAST_PAUSE = 900
"""Milliseconds that an earlier moment stays."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeededSite]:
    """One site for all scenes."""
    with seeded_site(tmp_path_factory.mktemp("following")) as opened:
        yield opened


def look(
    site: SeededSite,
    browser: Browser,
    scene: Scene = SCENE,
    pace: str = "none",
    size: tuple[int, int] = (1280, 800),
) -> Page:
    """A page on a scene, with a pace for the others' turns."""
    page = visit(browser, *size)
    page.context.add_init_script(f"localStorage.setItem('pace', '{pace}')")
    page.context.add_cookies([site.cookie])  # type: ignore[list-item]
    page.goto(site.url + site.lay(scene))
    page.wait_for_load_state("networkidle")
    return page


class Standstill:
    """A page in which time passes only by `pass_`: nothing that is shown for a moment is missed."""

    def __init__(
        self, site: SeededSite, browser: Browser, scene: Scene, pace: str = "none",
        size: tuple[int, int] = (1280, 800),
    ) -> None:  # fmt: skip
        self.heard: list[int] = []
        self.page = look(site, browser, scene, pace, size)
        self.page.clock.install()
        self.page.on("websocket", lambda line: line.on("framereceived", self._hear))
        self.page.reload()
        self.page.wait_for_load_state("networkidle")
        soon = self.page.evaluate("Date.now()") / 1000 + 30
        self.page.clock.pause_at(datetime.fromtimestamp(soon, UTC))

    def _hear(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message["kind"] == "view":
            self.heard.append(message["sequence"])

    def wait_for(self, sequence: int) -> None:
        """Wait until the page has heard of an entry in the log."""
        until = time.monotonic() + patience(30)
        while sequence not in self.heard:
            assert time.monotonic() < until, self.heard
            self.page.wait_for_timeout(20)  # the browser's news come while one waits

    def pass_(self, milliseconds: int) -> None:
        self.page.clock.run_for(milliseconds)


def drawn(page: Page) -> str:
    """What the board says to those who cannot see it."""
    script = """() => [...document.querySelectorAll("#board [data-touch]")]
      .map((element) => element.getAttribute("aria-label")).join()"""
    return str(page.evaluate(script))


def seal(site: SeededSite, page: Page, seat: int, actions: tuple[int, ...], id_: str) -> int:
    """Somebody plays a turn; how many entries the log has then."""
    table = page.url.rpartition("/")[2]
    tables = site.app.state.tables
    base = site.call(tables.get(table)).game_sequence
    person = site.viewer.id if seat == 0 else f"friend {seat}"
    site.do(table, person, seat, SealTurn(id_, base, actions))
    return int(site.call(tables.get(table)).sequence)


def test_a_line_of_the_log_shows_its_moment_and_one_comes_back(
    site: SeededSite, browser: Browser
) -> None:
    page = look(site, browser)
    now, lines = drawn(page), page.locator("#log a[data-ply]")
    played = len(turns_until(SCENE))
    lines.nth(1).click()
    expect(page.locator("#moment")).to_contain_text("After turn 2:")
    expect(page.locator("#board.earlier")).to_be_visible()
    assert drawn(page) != now
    expect(page.locator("#board .lit")).to_have_count(0)
    page.click("#moment-on")
    expect(page.locator("#moment")).to_contain_text("After turn 3:")
    page.click("#to-now")
    expect(page.locator("#moment")).to_be_hidden()
    assert drawn(page) == now
    expect(page.locator("#board .lit").first).to_be_visible()
    lines.nth(played - 2).hover()
    expect(page.locator("#moment")).to_be_visible()
    expect(page.locator("#moments")).to_be_hidden()
    page.locator("#strip").hover()
    expect(page.locator("#moment")).to_be_hidden()
    assert drawn(page) == now
    page.context.close()


def test_the_turns_since_ones_own_are_shown_again(site: SeededSite, browser: Browser) -> None:
    scene = Scene("quixo", 4, "late")
    still = Standstill(site, browser, scene)
    page = still.page
    played = len(turns_until(scene))
    expect(page.locator("#log a.new")).to_have_count(3)
    now = drawn(page)
    page.click("#since")
    watch_moments(still, played - 2, played)
    assert drawn(page) == now
    page.context.close()


def watch_moments(still: Standstill, first: int, last: int) -> None:
    """See earlier moments one after the other, and then the present."""
    for ply in range(first, last + 1):
        expect(still.page.locator("#moment")).to_contain_text(f"After turn {ply}:")
        still.pass_(LEAST_PAUSE)
    expect(still.page.locator("#moment")).to_be_hidden()


def test_on_a_telephone_the_turns_since_ones_own_are_a_list_one_touch_away(
    site: SeededSite, browser: Browser
) -> None:
    scene = Scene("quixo", 4, "late")
    still = Standstill(site, browser, scene, size=(390, 844))
    page = still.page
    played = len(turns_until(scene))
    expect(page.locator("#since")).to_be_hidden()
    page.click("#recent summary")
    lines = page.locator("#recent li")
    expect(lines).to_have_count(3)
    for line in lines.all():
        expect(line).to_be_in_viewport(ratio=1)
    newest = page.locator("#log a.new").last.text_content() or ""
    expect(lines.last).to_have_text(newest)
    lines.first.locator("a").click()
    expect(page.locator("#moment")).to_contain_text(f"After turn {played - 2}:")
    expect(page.locator("#recent")).to_be_hidden()
    page.click("#to-now")
    expect(page.locator("#recent-lines")).to_be_hidden()
    page.click("#recent summary")
    page.click("#recent-play")
    watch_moments(still, played - 2, played)
    page.context.close()


def test_quick_turns_are_shown_one_after_the_other(site: SeededSite, browser: Browser) -> None:
    still = Standstill(site, browser, Scene("quixo", 4, "middle"), pace="slow")
    page = still.page
    turns = turns_until(Scene("quixo", 4, "end"))
    done = len(turns_until(Scene("quixo", 4, "middle")))
    lines = page.locator("#log a[data-ply]")
    for ply in range(done, done + 3):
        seat, actions = turns[ply]
        last = seal(site, page, seat, actions, f"quick-{ply}")
    still.wait_for(last)
    for shown in (1, 2, 3):
        expect(lines).to_have_count(done + shown)
        still.pass_(SLOW_PACE - 100)
        expect(lines).to_have_count(done + shown)
        still.pass_(100)
    page.context.close()


def test_a_touch_skips_to_the_present(site: SeededSite, browser: Browser) -> None:
    still = Standstill(site, browser, Scene("quixo", 4, "middle"), pace="slow")
    page = still.page
    turns = turns_until(Scene("quixo", 4, "end"))
    done = len(turns_until(Scene("quixo", 4, "middle")))
    for ply in range(done, done + 4):
        seat, actions = turns[ply]
        last = seal(site, page, seat, actions, f"skipped-{ply}")
    lines = page.locator("#log a[data-ply]")
    still.wait_for(last)
    expect(lines).to_have_count(done + 1)
    page.locator("#board svg").click(position={"x": 5, "y": 5})
    expect(lines).to_have_count(done + 4)
    page.context.close()


def test_touches_while_one_is_under_way_are_kept(server: Server, browser: Browser) -> None:
    page = visit(browser)
    open_table(page, server, "quixo", seats={2: "local"})
    page.check("#confirm")

    drafts = Late(page, "**/draft*")
    push(page, "a1", "a5")
    expect(page.locator("body.busy")).to_have_count(1)
    page.locator('#board [data-touch="b1"]').click(force=True)
    expect(page.locator("#seal")).to_be_hidden()
    drafts.answer()
    expect(page.locator("#seal")).to_be_visible()
    expect(page.locator("#why")).to_contain_text("The board has changed")
    page.click("#seal")
    expect(page.locator("#log li")).to_have_count(1)
    page.context.close()


def test_a_turned_telephone_gets_a_board_for_its_room(site: SeededSite, browser: Browser) -> None:
    page = visit(browser, 390, 844)
    page.context.add_cookies([site.cookie])  # type: ignore[list-item]
    asked: list[str] = []
    page.on("websocket", lambda line: line.on("framesent", lambda text: asked.append(str(text))))
    page.goto(site.url + site.lay(SCENE))
    page.wait_for_load_state("networkidle")
    cookies = {c["name"]: c["value"] for c in page.context.cookies()}
    assert cookies["shape"] == "tall"
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_function("() => document.cookie.includes('shape=wide')")
    expect(page.locator("#board svg")).to_be_in_viewport(ratio=1)
    until = time.monotonic() + patience(30)
    while '{"shape":"wide"}' not in asked:
        assert time.monotonic() < until, asked
        page.wait_for_timeout(20)  # the browser's news come while one waits
    page.context.close()


def test_friends_are_invited_in_place_of_the_board(server: Server, browser: Browser) -> None:
    page, friend = visit(browser), visit(browser, 390, 844)
    open_table(page, server, "quixo", seats={2: "friend"})
    expect(page.locator("#waiting")).to_be_visible()
    expect(page.locator("#board")).to_be_hidden()
    expect(page.locator("#waiting .code svg").first).to_be_visible()
    expect(page.locator('[data-act="draw"]')).to_be_disabled()
    friend.goto(page.locator("#waiting .invite input").first.input_value())
    friend.locator("main button").click()
    friend.wait_for_url("**/table/*")
    expect(friend.locator("#waiting")).to_have_count(0)
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator("#board .lit").first).to_be_visible()
    expect(page.locator('[data-act="draw"]')).to_be_enabled()
    page.context.close()
    friend.context.close()


def test_the_end_says_why(site: SeededSite, browser: Browser) -> None:
    page = look(site, browser)
    table = page.url.rpartition("/")[2]
    site.do(table, "friend 1", 1, Resign("enough"))
    expect(page.locator("#result p")).to_contain_text("has resigned")
    expect(page.locator('[data-act="rematch"]')).to_be_in_viewport(ratio=1)
    page.context.close()


def test_a_table_is_taken_off_the_list_after_asking(server: Server, browser: Browser) -> None:
    page = visit(browser, 390, 844)
    page.goto(server.url)
    for _ in range(5):
        opened = page.context.request.post(
            f"{server.url}/new/quixo", form={"seat2": "local"}, headers={"origin": server.url}
        )
        assert "/table/" in opened.url
    page.goto(server.url)
    expect(page.locator(".my-tables > ul li")).to_have_count(3)
    expect(page.locator("#more-mine")).to_contain_text("2 more tables")
    asked: list[str] = []

    def decline(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.once("dialog", decline)
    page.locator(".my-tables > ul form button").first.click()
    assert len(asked) == 1
    first = page.locator(".my-tables > ul a").first.get_attribute("href")
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator(".my-tables > ul form button").first.click()
    expect(page.locator("#more-mine")).to_contain_text("1 more table")
    expect(page.locator(f'.my-tables a[href="{first}"]')).to_have_count(0)
    page.context.close()


def look_at_an_offer_of_sounds(site: SeededSite, browser: Browser) -> Page:
    """A page on which the first game has ended; as long as it went on nothing was asked."""
    page = look(site, browser)
    page.context.add_init_script("localStorage.removeItem('sound')")
    turns = turns_until(Scene("quixo", 2, "end"))
    done = len(turns_until(SCENE))
    page.reload()
    page.wait_for_load_state("networkidle")
    for ply in (done, done + 1):
        seal(site, page, *turns[ply], f"heard-{ply}")
    expect(page.locator("#hear")).to_be_hidden()
    site.do(page.url.rpartition("/")[2], "friend 1", 1, Resign("enough"))
    expect(page.locator("#hear")).to_be_in_viewport(ratio=1)
    return page


def test_sounds_are_offered_once(site: SeededSite, browser: Browser) -> None:
    page = look_at_an_offer_of_sounds(site, browser)
    page.click('#hear [data-hear=""]')
    expect(page.locator("#hear")).to_be_hidden()
    assert page.evaluate("localStorage.getItem('sound')") == ""
    page.context.close()


# How many pieces fly, and how much of them can be touched: whenever there are any.
NOTE_FLYING = """() => {
  window.flown = [];
  const many = (which) => document.querySelectorAll(`#board .flying${which}`).length;
  new MutationObserver(() => {
    if (many("")) window.flown.push([many(""), many(" [data-touch]")]);
  }).observe(document.getElementById("board"), { childList: true, subtree: true });
}"""


def test_pieces_are_carried_pushed_and_turned_up_and_leave_nothing_behind(
    server: Server, browser: Browser
) -> None:
    page = visit(browser)
    page.context.add_init_script("localStorage.setItem('motion', 'slow')")
    open_table(page, server, "quixo", seats={2: "local"})
    drawing = "document.querySelector('#board svg').querySelectorAll('*').length"
    before = page.evaluate(drawing)
    page.evaluate(NOTE_FLYING)
    push(page, "a1", "a5")
    page.wait_for_function("() => window.flown.length")
    assert page.evaluate("window.flown") == [[1, 0]], "one flies, and it is only a picture"
    expect(page.locator("#board .flying")).to_have_count(0)
    page.evaluate("Promise.all(document.getAnimations().map((move) => move.finished))")
    pushed = page.evaluate("document.getAnimations().length")
    assert pushed == 0, "what was pushed has arrived"
    assert page.evaluate(drawing) >= before
    page.context.close()


def test_nothing_flies_where_motion_is_not_wanted(server: Server, browser: Browser) -> None:
    page = visit(browser)
    open_table(page, server, "quixo", seats={2: "local"})
    page.evaluate("""() => new MutationObserver(() => {
      if (document.querySelector(".flying")) document.body.dataset.flew = "yes";
    }).observe(document.body, { childList: true, subtree: true })""")
    push(page, "a1", "a5")
    expect(page.locator("#log li")).to_have_count(1)
    assert page.evaluate("document.body.dataset.flew") is None
    page.context.close()
