"""Answers that come late, in a real browser: whoever has gone on meanwhile is not thrown back."""

from __future__ import annotations

import json

from browsing import Late, Server, open_table, push, sit_down_together, visit
from playwright.sync_api import Browser, Route, expect
from test_analysis_in_the_browser import settled, touch

import galda
from galda.core.play.paper import GameRecord, write_record
from support import random_game


def test_a_turn_is_kept_though_the_room_changes_before_its_answer(
    server: Server, browser: Browser
) -> None:
    page = visit(browser)
    page.goto(f"{server.url}/analyse/quixo?size=3")
    settled(page)
    positions = Late(page, "**/positions*")
    for id_ in ("a1", "a3"):
        page.locator(f'#board [data-touch="{id_}"].lit').click()
    positions.wait_for(1)
    page.set_viewport_size({"width": 390, "height": 844})
    positions.answer(1)
    positions.answer()
    settled(page)
    expect(page.locator("#tree .turn")).to_have_count(2)
    page.unroute_all()
    touch(page, "c3", "a3")
    expect(page.locator("#tree .turn")).to_have_count(3)
    page.context.close()


def test_setting_up_waits_for_its_board_takes_the_last_touch_along_and_can_be_left(
    server: Server, browser: Browser
) -> None:
    page = visit(browser, 360, 740)
    page.goto(f"{server.url}/analyse/pylos")
    settled(page)
    changes = Late(page, "**/set-up*")
    page.click("#by-touch")
    expect(page.locator("#board .lit")).to_have_count(0)
    page.click("#cancel")
    settled(page)
    changes.answer()
    expect(page.locator("#set-up-row")).to_be_hidden()
    touch(page, "a1")
    expect(page.locator("#tree .turn")).to_have_count(2)
    page.click("#first")
    settled(page)
    page.click("#by-touch")
    changes.answer()
    page.locator('#board [data-touch="b2"].lit').click()
    page.click("#next-turn")
    page.click("#done")
    changes.answer()
    changes.answer()
    expect(page.locator("#set-up-row")).to_be_hidden()
    settled(page)
    expect(page.locator("#paper")).to_have_value("pylos ..../..../.L../.... 2")
    page.context.close()


def test_the_text_that_was_typed_last_is_used(server: Server, browser: Browser) -> None:
    page = visit(browser)
    page.goto(f"{server.url}/analyse/quixo?size=3")
    settled(page)
    texts = ("quixo size=3 xx./oo./... 1", "quixo size=3 x../o../... 1")
    checks = Late(page, "**/open*")
    for number, text in enumerate(texts, start=1):
        page.fill("#paper", text)
        checks.wait_for(number)
    checks.answer(1)
    expect(page.locator("#use")).to_be_enabled()
    checks.answer()
    page.click("#use")
    settled(page)
    page.click("#share")  # the field for text has no focus any more
    expect(page.locator("#paper")).to_have_value(texts[1])
    page.context.close()


def test_openings_and_proofs_go_where_one_went_last(server: Server, browser: Browser) -> None:
    page = visit(browser)
    page.goto(f"{server.url}/openings/quixo")
    page.wait_for_selector("body:not(.busy)")
    start = page.locator("#prompt").inner_text()
    steps = Late(page, "**/api/v1/openings/**")
    page.locator("#moves button").first.click()
    page.locator("#moves button").nth(1).click()  # of a board that is about to go
    steps.answer()
    expect(page.locator("#back")).to_be_visible()
    page.locator("#moves button").first.click()
    page.click("#back")
    page.click("#back")
    steps.answer(2)
    expect(page.locator("#back")).to_be_hidden()
    steps.answer(1)
    steps.answer()
    expect(page.locator("#back")).to_be_hidden()
    expect(page.locator("#prompt")).to_have_text(start)
    page.unroute_all()
    page.goto(f"{server.url}/proof/quixo/quixo-4")
    page.wait_for_selector("body:not(.busy)")
    opening = page.locator("#prompt").inner_text()
    replies = Late(page, "**/api/v1/proofs/**")
    page.locator("#board .lit").first.click()
    page.locator("#board .lit").first.click()
    replies.wait_for(1)
    page.keyboard.press("Escape")
    replies.answer(1)
    expect(page.locator("#prompt")).to_have_text(opening)
    replies.answer()
    expect(page.locator("#prompt")).to_have_text(opening)
    expect(page.locator("#back")).to_be_hidden()
    page.context.close()


def test_the_coach_says_what_it_was_asked_last(server: Server, browser: Browser) -> None:
    page = visit(browser)
    open_table(page, server, "quixo", {"size": "3"}, {2: "local"})
    asked = Late(page, "**/coach")
    page.click("#coach-move")
    page.click("#coach-threat")
    asked.answer(1, {"text": "what is threatened"})
    expect(page.locator("#advice-text")).to_have_text("what is threatened")
    asked.answer(0, {"text": "a good move", "moves": [], "touches": []})
    expect(page.locator("#advice-text")).to_have_text("what is threatened")
    page.unroute_all()
    reasons = Late(page, "**/why*")
    page.locator('#board [data-touch="b2"]').click(force=True)
    push(page, "a1", "a3")
    expect(page.locator("#log li")).to_have_count(1)
    reasons.answer()
    expect(page.locator("#why")).to_be_hidden()
    expect(page.locator("#say")).to_be_hidden()  # nobody else is there to read it
    page.context.close()


def test_words_typed_while_others_are_sent_stay(server: Server, browser: Browser) -> None:
    page, friend, _ = sit_down_together(server, browser)
    said = Late(page, "**/chat")
    page.fill("#say input", "one")
    page.press("#say input", "Enter")
    said.wait_for(1)
    page.fill("#say input", "two")
    said.answer()
    expect(page.locator("#chat li")).to_contain_text("one")
    expect(page.locator("#say input")).to_have_value("two")
    page.context.close()
    friend.context.close()


def test_the_next_mistake_comes_though_the_last_try_is_not_answered(
    server: Server, browser: Browser
) -> None:
    position = galda.position("quixo size=3 xx./oo./... 1")
    best = next(a for a in position.legal_actions if 0 in position.play(a).winners)
    task = {"position": position.text, "best": [best], "lost": "100%", "day": 1, "step": 1}
    waiting = [{**task, "player": name, "id": f"{name}:3"} for name in ("Ann", "Bo")]
    page = visit(browser)
    page.goto(f"{server.url}/mistakes")
    kept = json.dumps({"waiting": waiting})
    page.evaluate("kept => localStorage.setItem('mistakes', kept)", kept)
    page.reload()
    page.click("#begin")
    expect(page.locator("#teach-place")).to_contain_text("Ann")
    tries = Late(page, "**/api/v1/mistakes*")
    path = next(path for path, action in position.paths.items() if action == best)
    for id_ in path:
        page.locator(f'#board [data-touch="{id_}"].lit').click()
    tries.wait_for(1)
    page.click("#teach-on")
    tries.answer(1)
    expect(page.locator("#teach-place")).to_contain_text("Bo")
    tries.answer()
    expect(page.locator("#teach-told")).to_contain_text("Find a better turn")
    page.context.close()


def test_a_game_is_analysed_from_the_turn_one_went_to(server: Server, browser: Browser) -> None:
    *_, end = random_game("quixo", {"size": 3}, 5)
    page = visit(browser)
    page.goto(f"{server.url}/import")
    page.fill("textarea", write_record(GameRecord(end, ("Ann", "Bo"))))
    page.locator("form.bring button").click()
    page.wait_for_url("**/game/*")
    Late(page, "**/positions/*")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#count")).to_contain_text("2 /")
    page.click("#analyse")
    page.wait_for_url("**ply=2*")
    page.context.close()


def test_a_turn_whose_answers_are_all_lost_is_shown_all_the_same(
    server: Server, browser: Browser
) -> None:
    page = visit(browser)
    open_table(page, server, "quixo", {"size": "3"}, {2: "local"})
    lost: list[int] = []

    def lose(route: Route) -> None:
        lost.append(route.fetch().status)
        route.abort()

    page.route("**/draft*", lose)
    push(page, "a1", "a3")
    expect(page.locator("#log li")).to_have_count(1)
    assert set(lost) == {200}, "it was played at once, and is asked for until it is answered"
    page.unroute_all()
    push(page, "c3", "c1")
    expect(page.locator("#log li")).to_have_count(2)
    page.context.close()
