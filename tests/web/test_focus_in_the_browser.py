"""By keys alone: where the focus is after everything that can happen at a table, in every game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from browsing import Server, open_table, visit, wait_for_me
from playwright.sync_api import Browser, Page, expect

import galda
from galda.table import AskTakeBack, Kind, OfferDraw, Resign, SealTurn
from seeded_site import Scene, SeededSite, player_counts, seeded_site, turns_of, turns_until

GAMES = galda.game_names()
WHERE = """() => {
  const element = document.activeElement;
  const place = ["board", "draft", "result", "moments", "side", "actions", "strip", "curtain",
    "steps"]
    .find((name) => element.closest(`#${name}, .${name}`));
  return element === document.body || !element.checkVisibility() ? "lost" : place ?? element.id;
}"""
HAS_RING = "document.querySelectorAll('#board .focus-ring').length === 2"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeededSite]:
    """One site for all scenes."""
    with seeded_site(tmp_path_factory.mktemp("focus")) as opened:
        yield opened


def scene_of(name: str, moment: str = "middle") -> Scene:
    """A moment of a game with as few players as can be."""
    return Scene(name, min(player_counts(name)), moment)  # type: ignore[arg-type]


def look(site: SeededSite, browser: Browser, scene: Scene) -> Page:
    """A page on a scene."""
    print(f"seed {scene.seed}")
    page = visit(browser)
    page.context.add_cookies([site.cookie])  # type: ignore[list-item]
    page.goto(site.url + site.lay(scene))
    page.wait_for_load_state("networkidle")
    return page


def where(page: Page) -> str:
    """In which part of the page the focus is; "lost" if it is nowhere."""
    page.wait_for_selector("body:not(.busy)")
    return str(page.evaluate(WHERE))


def at(page: Page) -> str:
    """What on the board has the focus."""
    return str(page.evaluate("document.activeElement.getAttribute('data-touch')"))


def act(site: SeededSite, page: Page, done: Kind, seat: int = 1) -> None:
    """A friend does something."""
    table = page.url.rpartition("/")[2]
    site.do(table, f"friend {seat}", seat, done)


def reply(site: SeededSite, page: Page) -> None:
    """The others play until it is the viewer's turn again, or the game is over."""
    table = page.url.rpartition("/")[2]
    tables = site.app.state.tables
    while (now := site.call(tables.get(table))).to_act not in (0, None):
        position, actions = now.position, list[int]()
        while not actions or position.in_turn:
            actions.append(position.legal_actions[0])
            position = position.play(actions[-1])
        turn = SealTurn(f"reply-{now.game_sequence}", now.game_sequence, tuple(actions))
        act(site, page, turn, int(now.to_act))


def play_by_keys(page: Page, touches: tuple[str, ...]) -> None:
    """Go to each thing by keys and press it."""
    for touch in touches:
        element = page.locator(f'#board [data-touch="{touch}"]')
        element.focus()
        page.keyboard.press("Enter")


@pytest.mark.parametrize("name", GAMES)
def test_the_focus_stays_on_the_board_through_a_turn_and_the_answer(
    site: SeededSite, browser: Browser, name: str
) -> None:
    scene = scene_of(name)
    page = look(site, browser, scene)
    page.check("#confirm")
    seat, actions = turns_of(scene.game, scene.players, scene.seed)[len(turns_until(scene))]
    assert seat == 0
    table = site.call(site.app.state.tables.get(page.url.rpartition("/")[2]))
    position = table.position
    for step, action in enumerate(actions):
        touches = next(path for path, code in position.paths.items() if code == action)
        for touch in touches:
            play_by_keys(page, (touch,))
            if touch != touches[-1]:
                assert (where(page), at(page)) == ("board", touch), "a touch"
        position = position.play(action)
        if step < len(actions) - 1:
            expect(page.locator("#draft-words")).not_to_be_empty()
            assert where(page) == "board", "a step of the turn"
            assert page.evaluate(HAS_RING), "and it is seen"
    expect(page.locator("#seal")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#seal")).to_be_hidden()
    assert where(page) == "board", "a step back"
    for action in actions[-1:]:
        before = table.position
        for one in actions[:-1]:
            before = before.play(one)
        play_by_keys(page, next(path for path, code in before.paths.items() if code == action))
    expect(page.locator("#seal")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#draft")).to_be_hidden()
    if page.locator("#result").is_hidden():
        assert where(page) == "board", "a sealed turn"
        here = at(page)
        reply(site, page)
        expect(page.locator("#status.yours")).to_be_visible()
        assert where(page) == "board", "the others' turns"
        assert page.locator(f'#board [data-touch="{here}"]').count() == 0 or at(page) == here
    page.context.close()


@pytest.mark.parametrize("name", GAMES)
def test_the_result_gets_the_focus(site: SeededSite, browser: Browser, name: str) -> None:
    page = look(site, browser, scene_of(name, "late"))
    page.locator("#board .lit").first.focus()
    act(site, page, Resign("enough"))
    expect(page.locator("#result")).to_be_focused()
    expect(page.get_by_role("group", name="The game is over")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Play again")).to_be_focused()
    page.context.close()


def test_whoever_writes_is_not_torn_away_by_the_end(site: SeededSite, browser: Browser) -> None:
    page = look(site, browser, scene_of("quixo"))
    page.locator("#say input").focus()
    act(site, page, Resign("enough"))
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#say input")).to_be_focused()
    page.context.close()


def test_what_is_answered_or_closed_gives_the_focus_on(site: SeededSite, browser: Browser) -> None:
    page = look(site, browser, scene_of("quixo"))
    act(site, page, OfferDraw("draw"))
    page.get_by_role("button", name="Decline").press("Enter")
    expect(page.locator("#offers [data-answer]")).to_have_count(0)
    assert where(page) == "board", "an answered offer"
    act(site, page, AskTakeBack("please"))
    page.get_by_role("button", name="Agree").press("Enter")
    expect(page.locator("#log .undone")).to_have_count(1)
    assert where(page) == "board", "a turn that was undone"
    page.locator("#log a[data-ply]").first.press("Enter")
    expect(page.locator("#moments")).to_be_visible()
    page.locator("#to-now").press("Enter")
    expect(page.locator("#moments")).to_be_hidden()
    expect(page.locator("#log a[data-ply]").first).to_be_focused()
    page.locator('[data-act="draw"]').press("Enter")
    expect(page.locator('[data-act="draw"]')).to_be_disabled()
    assert where(page) == "actions", "a button that is off now"
    page.context.close()


def test_a_dialog_that_closes_gives_the_focus_back(server: Server, browser: Browser) -> None:
    page = visit(browser)
    open_table(page, server, "quixo", seats={2: "friend"})
    page.locator("#invite").press("Enter")
    expect(page.locator("#invites")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#invite")).to_be_focused()
    page.locator("#to-board").press("Enter")
    assert where(page) == "board"
    page.context.close()


def test_a_curtain_takes_the_focus_and_gives_it_to_the_board(
    server: Server, browser: Browser
) -> None:
    page = visit(browser)
    open_table(page, server, "alhambra", seats={2: "local", 3: "local"})
    expect(page.locator("#curtain button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#curtain")).to_be_hidden()
    assert wait_for_me(page)
    assert where(page) == "board"
    page.context.close()


def test_stepping_to_an_end_keeps_the_focus_among_the_steps(
    site: SeededSite, browser: Browser
) -> None:
    page = look(site, browser, scene_of("quixo", "end"))
    page.goto(page.url.replace("/table/", "/game/") + "?ply=3")
    for which in ("#first", "#last"):
        page.locator(which).press("Enter")
        expect(page.locator(which)).to_be_disabled()
        assert where(page) == "steps"
    page.context.close()


ARROWS = """() => {
  const all = [...document.querySelectorAll("#board [data-touch]")];
  const seen = new Set([all[0]]);
  for (const element of seen)
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      element.focus();
      element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      seen.add(document.activeElement);
    }
  return all.filter((element) => !seen.has(element)).map((element) => element.dataset.touch);
}"""
ORDER = """() => [...document.querySelectorAll("#board [data-touch]")].map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  const part = element.closest("[data-part]")?.dataset.part ?? "";
  return { touch: element.dataset.touch, part, x: x + width / 2, y: y + height / 2, width, height };
})"""


def check_order(page: Page) -> None:
    """What stands on one line is drawn, and so read, from left to right."""
    for one, other in pairwise(page.evaluate(ORDER)):
        same_line = abs(one["y"] - other["y"]) < 0.2 * min(one["height"], other["height"])
        apart = abs(one["x"] - other["x"]) > max(one["width"], other["width"]) / 2
        if one["part"] == other["part"] and same_line and apart:
            assert one["x"] < other["x"], (one["touch"], other["touch"])


@pytest.mark.parametrize("name", GAMES)
def test_arrows_reach_everything_and_enter_says_why_not(
    site: SeededSite, browser: Browser, name: str
) -> None:
    page = look(site, browser, scene_of(name))
    assert page.evaluate(ARROWS) == []
    check_order(page)
    position = site.call(site.app.state.tables.get(page.url.rpartition("/")[2])).position
    touches = page.evaluate("""[...document.querySelectorAll("#board [data-touch]:not(.lit)")]
      .map((element) => element.dataset.touch)""")
    told = {touch: why for touch in touches if (why := position.why_not((touch,)))}
    assert told
    for touch, why in list(told.items())[:3]:
        page.locator(f'#board [data-touch="{touch}"]').focus()
        page.keyboard.press("Enter")
        expect(page.locator("#why")).to_have_text(f"{why.rule} {why.sentence}")
        assert at(page) == touch, "the focus stays"
    page.context.close()
