"""The board to think on in a real browser: played, branched, commented, reloaded, by keys alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browsing import Server, milliseconds, visit
from playwright.sync_api import Browser, Page, expect
from test_accessibility import faults

import galda
from galda.core.play.paper import GameRecord, read_record, write_record
from galda.core.play.study import study_of
from support import random_game

ENGINE = 60.0
"""Seconds: the first question wakes a process that loads what was compiled."""


def settled(page: Page) -> None:
    page.wait_for_selector("body:not(.busy) #board svg")


def touch(page: Page, *ids: str) -> None:
    for id_ in ids:
        page.locator(f'#board [data-touch="{id_}"].lit').click()
    settled(page)


def save(page: Page) -> None:
    """Have all that there is written into the link now."""
    page.click("#share")
    expect(page.locator("#shared")).not_to_be_empty()


def turns(page: Page) -> list[str]:
    """The tree as it stands there, turn by turn."""
    return [re.sub(r"\s+", " ", words) for words in page.locator("#tree .turn").all_inner_texts()]


def current(page: Page) -> str:
    return re.sub(r"\s+", " ", page.locator("#tree .turn[aria-current]").inner_text())


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)])
def test_a_tree_is_grown_commented_kept_in_the_link_and_saved(
    server: Server, browser: Browser, width: int, height: int
) -> None:
    page = visit(browser, width, height)
    page.goto(f"{server.url}/analyse")
    page.click('a.game[href^="/analyse/quixo"]')
    settled(page)
    touch(page, "a1", "a5")
    touch(page, "e5", "a5")
    expect(page.locator("#tree .turn")).to_have_count(3)
    page.click("#back")
    settled(page)
    touch(page, "e1", "a1")
    expect(page.locator("#tree .aside .turn")).to_have_count(1)
    assert turns(page) == ["Start", "1. a1-a5", "2. e5-a5", "2. e1-a1"]
    page.fill("#comment", "quieter } than the other")
    expect(page.locator("#tree .remark")).to_have_text("quieter } than the other")
    page.locator('#board [data-touch="c3"]').click(force=True)
    expect(page.locator("#why")).to_contain_text("Q4")
    page.click("#promote")
    expect(page.locator("#tree .aside .turn")).to_have_text(re.compile("e5-a5"))
    save(page)
    page.wait_for_url("**/analyse/quixo**#*")
    page.reload()
    settled(page)
    expect(page.locator("#tree .remark")).to_have_text("quieter } than the other")
    assert turns(page) == ["Start", "1. a1-a5", "2. e1-a1", "2. e5-a5"]
    assert current(page) == "2. e1-a1"
    with page.expect_download() as coming:
        page.click("#record")
    study = study_of(read_record(Path(coming.value.path()).read_text("utf-8"), galda.game))
    assert [b.words() for _, b in study.branches()] == ["a1-a5", "e1-a1", "e5-a5"]
    assert study.then[0].then[0].comment == "quieter } than the other"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.click("#delete")
    page.click("#delete")
    settled(page)
    expect(page.locator("#tree .turn")).to_have_count(3)
    page.goto(f"{server.url}/analyse")
    page.locator('#kept a[href*="#"]').first.click()
    settled(page)
    assert turns(page) == ["Start", "1. a1-a5", "2. e5-a5"]
    page.context.close()


def test_by_keys_alone(server: Server, browser: Browser) -> None:
    page = visit(browser)
    page.goto(f"{server.url}/analyse/quixo?size=3")
    settled(page)
    for cell in ("a1", "a3"):
        page.locator(f'#board [data-touch="{cell}"]').press("Enter")
    expect(page.locator("#tree .turn")).to_have_count(2)
    settled(page)
    page.locator("#tree .turn[aria-current]").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#tree .turn[aria-current]")).to_have_text("Start")
    settled(page)
    for cell in ("a1", "c1"):
        page.locator(f'#board [data-touch="{cell}"]').press("Enter")
    expect(page.locator("#tree .turn")).to_have_count(3)
    settled(page)
    page.locator("#tree .turn[aria-current]").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#tree .turn[aria-current]")).to_have_text(re.compile("a1-a3"))
    page.keyboard.press("ArrowDown")
    expect(page.locator("#tree .turn[aria-current]")).to_have_text(re.compile("a1-c1"))
    page.keyboard.press("Home")
    expect(page.locator("#tree .turn[aria-current]")).to_have_text("Start")
    page.keyboard.press("End")
    expect(page.locator("#tree .turn[aria-current]")).to_have_text(re.compile("a1-a3"))
    page.context.close()


def test_the_engine_shows_its_best_turns_and_they_can_be_played(
    server: Server, browser: Browser
) -> None:
    page = visit(browser)
    page.goto(f"{server.url}/analyse/quixo")
    settled(page)
    page.locator("#paper").fill("quixo xxxx./o..../o..../o..../...../ 1")
    expect(page.locator("#problem")).to_contain_text("Q1")
    expect(page.locator("#use")).to_be_disabled()
    page.locator("#paper").fill("quixo xxxx./o..../o..../o..../..... 1")
    page.locator("#use").click()
    settled(page)
    page.check("#engine")
    first = page.locator(".good-turn").first
    expect(first).to_contain_text("win", timeout=milliseconds(ENGINE))
    expect(page.locator("#board .hint")).to_have_count(3)
    expect(page.locator("#engine-note")).not_to_be_empty()
    assert faults(page) == []
    first.click()
    expect(page.locator("#told")).to_contain_text("Cross wins")
    expect(page.locator("#board .hint")).to_have_count(0)
    page.context.close()


def test_a_finished_game_is_analysed_from_where_it_was_looked_at_in_any_language(
    server: Server, browser: Browser
) -> None:
    *_, end = random_game("quixo", {"size": 3}, 5)
    page = visit(browser)
    page.goto(f"{server.url}/import")
    page.fill("textarea", write_record(GameRecord(end, ("Ann", "Bo"))))
    page.locator("form.bring button").click()
    page.wait_for_url("**/game/*")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#count")).to_contain_text("2 /")
    page.click("#analyse")
    settled(page)
    assert current(page).startswith("2. ")
    expect(page.locator("#players")).to_contain_text("Bo")
    assert len(turns(page)) == len(GameRecord(end).turns()) + 1
    page.fill("#comment", "here it was lost")
    save(page)
    page.wait_for_url("**#*")
    page.click(".languages summary")
    page.click('.languages a[hreflang="lt"]')
    settled(page)
    expect(page.locator("html")).to_have_attribute("lang", "lt")
    expect(page.locator("#tree .remark")).to_have_text("here it was lost")
    assert current(page).startswith("2. ")
    page.context.close()


def test_a_position_is_set_up_by_touch(server: Server, browser: Browser) -> None:
    page = visit(browser, 360, 740)
    page.goto(f"{server.url}/analyse/pylos")
    settled(page)
    page.click("#by-touch")
    touch(page, "b2")
    expect(page.locator("#why")).to_contain_text("P4")
    expect(page.locator("#done")).to_be_disabled()
    page.locator("#next-turn").press("Enter")
    expect(page.locator("#done")).to_be_enabled()
    page.click("#done")
    settled(page)
    expect(page.locator("#paper")).to_have_value("pylos ..../..../.L../.... 2")
    touch(page, "a1")
    expect(page.locator("#tree .turn")).to_have_count(2)
    page.go_back()
    settled(page)
    expect(page.locator("#paper")).to_have_value("pylos ..../..../..../.... 1")
    page.context.close()


# A list is asked for again, and something of the shown one is put before the answer comes.
ASK_AND_PUT = """name => {
  document.getElementById("place").dispatchEvent(new Event("change"));
  document.querySelector(`#choices button[aria-label="${name}"]`).click();
}"""


def test_cards_are_put_where_they_belong_by_keys_on_a_phone(
    server: Server, browser: Browser
) -> None:
    page = visit(browser, 360, 740)
    page.goto(f"{server.url}/analyse/towers?seed=5")
    settled(page)
    page.locator("#by-touch").press("Enter")
    expect(page.locator("#place option")).not_to_have_count(0)
    tower = page.locator('#board [data-touch="tower1-candy"]')
    tower.focus()
    tower.press("Enter")
    expect(page.locator("#choices-title")).to_have_text("Player 1, tower: candy")
    assert faults(page) == []
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.locator("#choices")).to_be_hidden()
    page.select_option("#place", "tower1-candy")
    page.get_by_role("button", name="candy 4", exact=True).press("Enter")
    expect(page.locator("#why")).to_contain_text("T9")
    expect(page.locator("#done")).to_be_disabled()
    page.select_option("#place", "tower1-candy")
    too_high = page.get_by_role("button", name="candy 6", exact=True)
    expect(too_high).to_have_attribute("aria-disabled", "true")
    too_high.click(force=True)
    expect(page.locator("#why")).to_contain_text("candy 6 cannot lie on candy 4")
    page.select_option("#place", "discards")
    expect(page.locator("#choices-title")).to_have_text("discards")
    with page.expect_response(lambda answer: "discards=" in (answer.request.post_data or "")):
        page.evaluate(ASK_AND_PUT, "sand 1")
    for name in ("sand 2", "sand 3", "sand 4"):
        expect(page.locator("#choices")).to_be_hidden()
        page.select_option("#place", "discards")
        page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#done")).to_be_enabled()
    expect(page.locator("#choices")).to_be_hidden()
    page.click("#next-turn")
    page.click("#done")
    settled(page)
    expect(page.locator("#paper")).to_have_value(
        re.compile("auction=2: .*towers1=candy4 discards=sand1-2-3-4 ")
    )
    page.context.close()


def test_a_city_is_set_up_on_the_board_for_each_seat(server: Server, browser: Browser) -> None:
    page = visit(browser)
    page.goto(f"{server.url}/analyse/alhambra?seed=5")
    settled(page)
    page.click("#by-touch")
    touch(page, "cell0,1")
    expect(page.locator("#choices-title")).to_have_text("Player 1, free cell (0, 1)")
    page.get_by_role("button", name="seraglio 3", exact=True).click(force=True)
    expect(page.locator("#why")).to_contain_text("A20")
    page.get_by_role("button", name="pavilion 2", exact=True).click()
    expect(page.locator('#board [data-touch="tile-pavilion2"]')).to_be_visible()
    assert faults(page) == []
    page.select_option("#eyes", "1")
    touch(page, "hand-blue")
    page.get_by_role("button", name="blue 8", exact=True).click()
    expect(page.locator('#board [data-touch="hand-blue8"]')).to_be_visible()
    page.click("#done")
    settled(page)
    text = page.locator("#paper").input_value()
    assert "city1=p2@0,1" in text
    assert "b" in re.search(r"hand2=\S*", text)[0]  # type: ignore[index]
    page.context.close()


def test_eyes_are_chosen_and_what_they_cannot_know_is_drawn_anew(
    server: Server, browser: Browser
) -> None:
    page = visit(browser)
    page.goto(f"{server.url}/analyse/towers?players=3")
    settled(page)
    expect(page.locator("#secrets")).to_be_visible()
    before = page.locator("#paper").input_value()
    page.select_option("#eyes", "1")
    settled(page)
    page.click("#redraw")
    expect(page.locator("#spread")).to_contain_text("drawn anew")
    after = page.locator("#paper").input_value()
    assert after != before
    seen = [galda.position(text).seen_by(1) for text in (before, after)]
    assert seen[0] == seen[1]
    page.click("#see-spread")
    expect(page.locator("#spread")).to_contain_text("on average", timeout=milliseconds(ENGINE))
    expect(page.locator("#dots .dot")).to_have_count(5)
    page.context.close()


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_axe_finds_nothing_wrong(server: Server, browser: Browser, lang: str) -> None:
    page = visit(browser, 390, 844, lang)
    wrong: list[str] = []
    for path in ("/analyse", *(f"/analyse/{name}" for name in galda.game_names())):
        page.goto(server.url + path)
        page.wait_for_selector("main")
        if path != "/analyse":
            settled(page)
        wrong += faults(page)
    page.context.close()
    assert wrong == []


def test_the_best_turn_is_a_ghost_on_the_board(server: Server, browser: Browser) -> None:
    page = visit(browser)
    page.goto(f"{server.url}/analyse/quixo?size=3")
    settled(page)
    page.fill("#paper", "quixo size=3 xx./oo./... 1")
    page.click("#use")
    settled(page)
    page.check("#engine")
    ghost = page.locator("#board .ghost")
    expect(ghost).to_have_count(1, timeout=milliseconds(ENGINE))
    goal = page.locator('#board [data-touch="c3"]').bounding_box()
    shown = ghost.bounding_box()
    assert goal is not None
    assert shown is not None
    middle = (shown["x"] + shown["width"] / 2, shown["y"] + shown["height"] / 2)
    assert goal["x"] < middle[0] < goal["x"] + goal["width"]
    assert goal["y"] < middle[1] < goal["y"] + goal["height"]
    assert faults(page) == []
    page.uncheck("#engine")
    expect(ghost).to_have_count(0)
    page.context.close()
