"""The site in a real browser: whole games by clicking and by keyboard, alone and together."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from browsing import (
    Server,
    lit,
    milliseconds,
    open_table,
    push,
    sit_down_together,
    visit,
    wait_for_me,
)
from playwright.sync_api import Browser, Page, WebSocket, expect

import galda
from galda.web.tables.views import secrets_between

MOST_TOUCHES = 900
BOT_PATIENCE = 300.0
"""Seconds for a bot's turn: its first one may have to be compiled."""


CHOOSE = """([turn, patience]) => new Promise((tell, fail) => {
  // As soon as the page is idle: where to click next, or null when there is nothing to click.
  const until = performance.now() + patience;
  const look = () => {
    if (performance.now() > until) {
      const said = [...document.querySelectorAll("#status, #connection, #why")];
      return fail(new Error(`nothing to click: ${said.map((element) => element.innerText)}`));
    }
    const seen = (id) => document.getElementById(id).checkVisibility();
    const lit = [...document.querySelectorAll("#board .lit")];
    const ready = !document.body.classList.contains("busy");
    if (seen("result") || (ready && seen("curtain"))) return tell(null);
    if (!ready || !(lit.length || seen("seal"))) return requestAnimationFrame(look);
    const chosen = seen("seal") ? document.getElementById("seal") : lit[(turn * 7) % lit.length];
    chosen.scrollIntoView({ block: "center" });
    const box = chosen.getBoundingClientRect();
    for (const across of [0.5, 0.3, 0.7, 0.1, 0.9]) {
      for (const down of [0.5, 0.3, 0.7, 0.1, 0.9]) {
        const spot = [box.x + box.width * across, box.y + box.height * down];
        if (chosen.contains(document.elementFromPoint(...spot))) return tell(spot);
      }
    }
    fail(new Error(`cannot be clicked: ${chosen.outerHTML.slice(0, 200)}`));
  };
  look();
})"""


def click_along(page: Page) -> None:
    """Click on what is lit, and seal, until the game is over or someone else shall look."""
    for turn in range(MOST_TOUCHES):
        spot = page.evaluate(CHOOSE, [turn, milliseconds(BOT_PATIENCE)])
        if spot is None:
            return
        page.mouse.click(*spot)
    raise AssertionError("the game does not end")


LONGEST_GAME = "alhambra"
"""Clicking through a whole one takes most of a minute; parts of it are tested in many ways."""


def shortest(name: str) -> dict[str, str]:
    """The options that make a game short: a small board, few players."""
    options = {"players": str(min(_counts(name)))} if len(_counts(name)) > 1 else {}
    sizes = [option.values for option in galda.game(name).options if option.name == "size"]
    return options | ({"size": str(min(sizes[0]))} if sizes else {})


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name == LONGEST_GAME else [])
        for name in galda.game_names()
    ],
)
def test_a_whole_game_against_a_bot_by_clicking_only(
    server: Server, browser: Browser, name: str
) -> None:
    page = visit(browser)
    open_table(page, server, name, shortest(name), {2: "bot:novice"}, lobby=True)
    click_along(page)
    expect(page.locator("#result p")).to_contain_text("The game is over")
    expect(page.locator("#log li").last).to_contain_text("The game is over")
    if page.locator(".player .score").count():
        expect(page.locator(".sheet").first).to_be_visible()
    before = page.url
    page.click('[data-act="rematch"]')
    # A browser that is closed on its way to another page can leave Playwright waiting for ever.
    expect(page).not_to_have_url(before)
    page.wait_for_selector("#board svg")
    page.context.close()


def test_a_game_by_keyboard_only(server: Server, browser: Browser) -> None:
    page = visit(browser)
    open_table(page, server, "quixo", {"size": "3"}, {2: "bot:novice"})
    for turn in range(MOST_TOUCHES):
        if not wait_for_me(page):
            break
        if not page.evaluate("document.activeElement.closest('#board') !== null"):
            page.locator("#board").focus()
        for _ in range(turn % 3):  # arrows go anywhere on the board
            page.keyboard.press(("ArrowRight", "ArrowUp", "ArrowDown")[turn % 3])
            assert page.evaluate("document.activeElement.matches('#board [data-touch]')")
        while not page.evaluate("document.activeElement.matches('#board .lit')"):
            page.keyboard.press("Tab")  # and this key to what can be touched
            if not page.evaluate("document.activeElement.closest('#board') !== null"):
                page.locator("#board").focus()
        page.keyboard.press("Enter" if turn % 2 else "Space")
    expect(page.locator("#result")).to_be_visible()
    page.context.close()


def test_escape_goes_back_and_focus_survives_a_new_board(server: Server, browser: Browser) -> None:
    page = visit(browser)
    open_table(page, server, "quixo", seats={2: "local"})
    page.locator('#board [data-touch="a1"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board .chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#board .chosen")).to_have_count(0)
    page.keyboard.press("Enter")
    page.locator('#board [data-touch="a5"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#log li")).to_have_count(1)
    assert page.evaluate("document.activeElement.closest('#board [data-touch]') !== null")
    page.context.close()


def test_what_cannot_be_touched_says_why_with_the_rule(server: Server, browser: Browser) -> None:
    page = visit(browser)
    open_table(page, server, "quixo")
    page.locator('#board [data-touch="c3"]').click(force=True)
    expect(page.locator("#why")).to_contain_text("only cubes on the border")
    expect(page.locator("#why .rule")).to_have_text("Q4")
    expect(page.locator("#why .rule")).to_have_attribute("href", "/rules/quixo#Q4")
    page.context.close()


def test_a_turn_can_be_confirmed_taken_back_and_sealed(server: Server, browser: Browser) -> None:
    page = visit(browser)
    open_table(page, server, "quixo", seats={2: "local"})
    page.check("#confirm")
    for cell in ("a1", "a5"):
        page.locator(f'#board [data-touch="{cell}"]').click()
    expect(page.locator("#seal")).to_be_visible()
    expect(page.locator("#draft-words")).to_contain_text("pushes it in at a5")
    expect(page.locator("#log li")).to_have_count(0)
    page.click("#step-back")
    expect(page.locator("#draft")).to_be_hidden()
    for cell in ("b1", "b5"):
        page.locator(f'#board [data-touch="{cell}"]').click()
    page.click("#seal")
    expect(page.locator("#log li")).to_have_count(1)
    expect(page.locator("#log li")).to_contain_text("b5")
    page.context.close()


def test_two_browsers_at_one_table_see_each_other(server: Server, browser: Browser) -> None:
    ann, bob, _ = sit_down_together(server, browser)
    push(ann, "a1", "a5")
    expect(bob.locator("#log li").last).to_contain_text("a5")
    push(bob, "e1", "e5")
    expect(ann.locator("#log li").last).to_contain_text("e5")
    ann.fill("#say input", "Good <luck>!")
    ann.press("#say input", "Enter")
    expect(bob.locator("#chat li")).to_contain_text("Good <luck>!")
    bob.click('[data-act="take-back"]')
    expect(ann.locator("#offers")).to_contain_text("asks to undo")
    ann.click('#offers [data-answer="yes"]')
    expect(bob.locator("#log .undone")).to_have_count(1)
    expect(lit(bob).first).to_be_visible()
    bob.click('[data-act="draw"]')
    ann.click('#offers [data-answer="yes"]')
    expect(bob.locator("#result")).to_contain_text("draw")
    expect(ann.locator("body.busy")).to_have_count(0)  # her answer may come after the others' news
    ann.click('[data-act="rematch"]')
    bob.click("#next")
    bob.wait_for_url("**/table/*")
    expect(bob.locator("#status")).to_contain_text("Your turn")
    ann.context.close()
    bob.context.close()


def test_a_dropped_connection_comes_back_to_the_present(server: Server, browser: Browser) -> None:
    ann, bob, cable = sit_down_together(server, browser)
    cable.pull()
    expect(bob.locator("#connection")).to_contain_text("Connection lost")
    push(ann, "a1", "a5")
    expect(ann.locator("#log li").last).to_contain_text("a5")
    assert "a5" not in (bob.locator("#log").text_content() or "")
    cable.out = False
    expect(bob.locator("#connection")).to_contain_text("Connected again")
    expect(bob.locator("#log li").last).to_contain_text("a5")
    push(bob, "e1", "e5")
    expect(ann.locator("#log li").last).to_contain_text("e5")
    ann.context.close()
    bob.context.close()


def test_a_restart_in_mid_game_loses_nothing(
    tmp_path_factory: pytest.TempPathFactory, browser: Browser
) -> None:
    server = Server(tmp_path_factory.mktemp("restarted"))
    server.start()
    try:
        page = visit(browser)
        open_table(page, server, "quixo", seats={2: "bot:novice"})
        push(page, "a1", "a5")
        expect(page.locator("#log li")).to_have_count(2)
        expect(lit(page).first).to_be_visible()
        server.stop(rudely=True)
        expect(page.locator("#connection")).to_contain_text("Connection lost")
        server.start()
        expect(page.locator("#connection")).to_contain_text("Connected again")
        expect(page.locator("#log li")).to_have_count(2)
        push(page, "b1", "b5")
        expect(page.locator("#log li")).to_have_count(4)
        page.context.close()
    finally:
        server.stop()


SECRETIVE = [n for n in galda.game_names() if secrets_between(galda.game(n).new(seed=1), (0, 1))]


@pytest.mark.parametrize("name", SECRETIVE)
def test_on_one_device_nobody_sees_the_others_hand(
    server: Server, browser: Browser, name: str
) -> None:
    page, watching = visit(browser), visit(browser)
    views: list[dict[str, Any]] = []

    def listen(line: WebSocket) -> None:
        line.on("framereceived", lambda frame: views.append(json.loads(frame)))

    page.on("websocket", listen)
    players = min(_counts(name))
    seats = dict.fromkeys(range(2, players + 1), "local")
    open_table(page, server, name, {"players": str(players)}, seats)
    page.click("#invite")
    watching.goto(page.locator(".invite input").last.input_value())
    page.click("#invites form button")
    for _ in range(2):
        expect(page.locator("#curtain")).to_be_visible()
        told = page.locator("#log li").count()
        expect(watching.locator("#log li")).to_have_count(told)  # it comes by a line of its own
        assert board(page) == board(watching), "what everyone may see, and no more"
        assert lit(page).count() == 0
        assert all(view.get("viewer", -1) == -1 for view in views)
        page.click("#curtain button")
        expect(page.locator("#curtain")).to_be_hidden()
        assert board(page) != board(watching)
        views.clear()
        click_along(page)
        views[:] = [view for view in views if view.get("your_turn") is not True]
    page.context.close()
    watching.context.close()


def board(page: Page) -> str:
    """The drawing, without what the picker adds to it."""
    script = """() => {
      const drawn = document.querySelector("#board svg").cloneNode(true);
      drawn.removeAttribute("aria-describedby");
      for (const element of drawn.querySelectorAll("[data-touch]")) {
        for (const name of ["class", "role", "aria-current", "aria-disabled", "tabindex"])
          element.removeAttribute(name);
      }
      return drawn.outerHTML;
    }"""
    return str(page.evaluate(script))


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_is_wider_than_the_screen_and_nothing_overlaps(
    server: Server, browser: Browser, width: int
) -> None:
    page = visit(browser, width, 740)
    addresses = [server.url]
    for name in galda.game_names():
        for players in {min(counts := _counts(name)), max(counts)}:
            options = {"players": str(players)} if len(counts) > 1 else {}
            addresses.append(open_table(page, server, name, options))
            _fits(page, width)
    for address in [*addresses[:1], *(f"{server.url}/new/{n}" for n in galda.game_names())]:
        page.goto(address)
        _fits(page, width)
    page.context.close()


def _counts(name: str) -> list[int]:
    option = next(o for o in galda.game(name).options if o.name == "players")
    return sorted(int(value) for value in option.values)


TOO_SMALL = """() => [...document.querySelectorAll("button, select, input, .button")]
  .filter((element) => element.checkVisibility() && !["radio", "checkbox"].includes(element.type))
  .filter((element) => {
    const box = element.getBoundingClientRect();
    return box.height < 43.5 || box.right > innerWidth + 0.5;
  })
  .map((element) => element.outerHTML.slice(0, 90))"""

OVERLAPPING = """() => {
  const boxes = [...document.querySelectorAll(".room > * > *")]
    .filter((e) => e.checkVisibility() && getComputedStyle(e).position !== "sticky")
    .map((e) => [e.className || e.id, e.getBoundingClientRect()]);
  const apart = (p, q) => p.left >= q.right - 1 || q.left >= p.right - 1
    || p.top >= q.bottom - 1 || q.top >= p.bottom - 1;
  return boxes.flatMap(([a, p], k) =>
    boxes.slice(k + 1).filter(([, q]) => !apart(p, q)).map(([b]) => `${a} / ${b}`));
}"""


def _fits(page: Page, width: int) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
    assert page.evaluate(TOO_SMALL) == []
    assert page.evaluate(OVERLAPPING) == []


WEIGHT = """() => ["resource", "navigation"].flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((sum, entry) => sum + entry.encodedBodySize, 0)"""


def test_pages_ask_nobody_else_for_anything_and_are_light(server: Server, browser: Browser) -> None:
    for name in galda.game_names():
        page = visit(browser)
        address = open_table(page, server, name)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))  # noqa: B023
        page.reload()
        page.wait_for_selector("#board svg")
        weight = page.evaluate(WEIGHT)
        assert weight < 120_000, f"{name}: {weight} bytes"
        assert all(re.match(rf"(http|ws)://127.0.0.1:{server.port}/", url) for url in asked)
        assert address == page.url
        page.context.close()
