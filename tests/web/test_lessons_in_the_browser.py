"""Lessons in a real browser: each done by clicking, with a wrong touch corrected kindly."""

from __future__ import annotations

import pytest
from browsing import Server, open_table, visit
from playwright.sync_api import Browser, Page, expect

import galda
from galda.core.show.lesson import Scene, lessons_of, scenes
from galda.core.show.outline import find_boxes, touches_in

NAMES = [name for name in galda.game_names() if galda.game(name).has("lessons")]
LESSONS = [(name, one.id) for name in NAMES for one in lessons_of(galda.game(name), "en")]
# A click somewhere in the middle of an element that is not hidden under another one.
CLICK = """(id) => {
  const element = document.querySelector(`#board [data-touch="${CSS.escape(id)}"]`);
  element.scrollIntoView({ block: "center" });
  const box = element.getBoundingClientRect();
  for (const across of [0.5, 0.3, 0.7, 0.1, 0.9]) {
    for (const down of [0.5, 0.3, 0.7, 0.1, 0.9]) {
      const spot = [box.x + box.width * across, box.y + box.height * down];
      if (element.contains(document.elementFromPoint(...spot))) return spot;
    }
  }
  throw new Error(`cannot be clicked: ${id}`);
}"""


def touch(page: Page, id_: str) -> None:
    # A page that is not listening yet misses a click; an answer may scroll the spot away.
    page.wait_for_selector("body:not(.busy)")
    page.mouse.click(*page.evaluate(CLICK, id_))


def wrong_touch(scene: Scene) -> str | None:
    """Something on the board that is not wanted first, and forbidden."""
    wanted = {path[0] for path in scene.wanted(())}
    svg = scene.start.svg(scene.step.viewer)
    touchable = sorted(set(find_boxes(svg)).intersection(touches_in(svg)))
    forbidden = (id_ for id_ in touchable if id_ not in wanted and scene.start.why_not((id_,)))
    return next(forbidden, None)


def do(page: Page, scene: Scene) -> None:
    """Do a step right by clicking."""
    actions: list[int] = []
    while paths := scene.wanted(actions):
        done = len(actions)
        for id_ in paths[0]:
            touch(page, id_)
        if scene.step.attempt:
            return
        position = scene.after(actions)
        actions.append(position.paths[paths[0]])
        if scene.wanted(actions):
            prompt = scene.prompt(actions, 0)
            expect(page.locator("#prompt")).to_have_text(prompt)
        assert len(actions) == done + 1


def wrong_touch_in(made: tuple[Scene, ...]) -> tuple[int, str]:
    """The number of a step in which something forbidden can be touched, and that."""
    for number, scene in enumerate(made[1:], start=2):
        if not scene.step.is_read and (wrong := wrong_touch(scene)):
            return number, wrong
    raise AssertionError("nothing can be touched wrongly")


@pytest.mark.parametrize(("name", "lesson"), LESSONS)
def test_a_lesson_by_clicking_with_a_wrong_touch_corrected(
    server: Server, browser: Browser, name: str, lesson: str
) -> None:
    page = visit(browser, 360, 740)
    made = scenes(galda.game(name), "en", lesson)
    step_done_wrongly, wrong = wrong_touch_in(made)
    page.goto(server.url)
    page.click(f'a.learn[data-lesson="{name}/{lesson}"]')
    for number, scene in enumerate(made, start=1):
        expect(page.locator("#place")).to_have_text(f"Step {number} of {len(made)}")
        expect(page.locator("#tell")).to_have_text(scene.step.tell)
        if number == step_done_wrongly:
            refusal = scene.start.why_not((wrong,))
            assert refusal is not None
            touch(page, wrong)
            expect(page.locator("#why")).to_contain_text(refusal.sentence)
            link = page.locator("#why .rule")
            expect(link).to_have_attribute("href", f"/rules/{name}#{refusal.rule}")
            expect(link).to_have_attribute("target", "_blank")
            expect(page.locator("#prompt")).to_have_text(f"Instead: {scene.step.prompts[0]}")
            expect(page.locator("#say")).to_have_attribute("data-mood", "wrong")
        do(page, scene)
        if not scene.step.is_read:
            expect(page.locator("#prompt")).to_have_text(scene.step.praise)
            if scene.step.attempt:
                expect(page.locator("#why .rule")).to_have_text(scene.step.rule)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        if number < len(made):
            page.click("#next")
    expect(page.locator("#dots .done")).to_have_count(len(made))
    page.click("#finish button")
    page.wait_for_url("**/table/*")
    expect(page.locator("#players")).to_contain_text("Novice")
    page.goto(server.url)
    done = page.locator(f'a.learn[data-lesson="{name}/{lesson}"]')
    expect(done.locator(".tick")).to_have_text(" ✓")
    expect(page.locator("a.learn .tick")).to_have_count(1)
    page.context.close()


def test_a_lesson_begun_is_gone_on_with_and_the_first_leads_to_the_second(
    server: Server, browser: Browser
) -> None:
    page = visit(browser, 360, 740)
    page.goto(f"{server.url}/learn/pylos")
    steps = len(scenes(galda.game("pylos"), "en"))
    expect(page.locator("#onward")).to_be_hidden()
    for number in (2, 3):
        page.click("#next")
        expect(page.locator("#place")).to_have_text(f"Step {number} of {steps}")
    page.goto(server.url)
    link = page.locator('a.learn[data-lesson="pylos/first"]')
    expect(link).to_contain_text(f"3/{steps}")
    link.click()
    expect(page.locator("#place")).to_have_text(f"Step 3 of {steps}")
    page.goto(f"{server.url}/learn/pylos?step={steps}")
    expect(page.locator('nav.lessons a[data-lesson="pylos/first"] .tick')).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.click("#onward")
    page.wait_for_url("**/learn/pylos/tactics")
    expect(page.locator("#tell")).to_have_text(
        scenes(galda.game("pylos"), "en", "tactics")[0].step.tell
    )
    page.goto(f"{server.url}/learn/pylos")  # finished stays finished, also from its beginning
    expect(page.locator('nav.lessons a[data-lesson="pylos/first"] .tick')).to_be_visible()
    page.context.close()


def press_on(page: Page, id_: str) -> None:
    """Go to something on the board by the tabulator key, and press Enter."""
    for _ in range(80):
        if page.evaluate("document.activeElement.getAttribute('data-touch')") == id_:
            return page.keyboard.press("Enter")
        page.keyboard.press("Tab")
    raise AssertionError(f"{id_} cannot be reached by keys")


def test_a_lesson_by_keyboard_and_what_is_spoken(server: Server, browser: Browser) -> None:
    page = visit(browser)
    page.goto(f"{server.url}/learn/quixo")
    said = page.locator("#say")
    expect(said).to_have_attribute("role", "status")
    made = scenes(galda.game("quixo"), "en")
    for number, scene in enumerate(made[:4], start=1):
        expect(page.locator("#place")).to_have_text(f"Step {number} of {len(made)}")
        if number > 1:
            expect(page.locator("#tell")).to_be_focused()
        path = scene.wanted(())[0]
        for touched, id_ in enumerate(path, start=1):
            press_on(page, id_)
            last = touched == len(path)
            expect(said).to_contain_text(scene.step.praise if last else scene.prompt((), touched))
        expect(page.locator("#next")).to_be_focused()
        page.keyboard.press("Enter")
    page.context.close()


def test_other_legal_moves_are_kindly_put_off_and_hints_can_be_asked_for(
    server: Server, browser: Browser
) -> None:
    page = visit(browser)
    page.goto(f"{server.url}/learn/quixo?step=7")
    expect(page.locator(".ring")).to_have_count(0)
    page.click("#show")
    expect(page.locator(".ring:not(.under)")).to_have_count(1)
    touch(page, "a3")
    expect(page.locator("#prompt")).to_contain_text("That is allowed, too. But for now: Win with")
    expect(page.locator("#board .chosen")).to_have_count(0)
    page.click("#back")
    expect(page.locator("#place")).to_contain_text("Step 6")
    page.reload()
    expect(page.locator("#place")).to_contain_text("Step 6")
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_rules_fit_a_telephone_and_figures_load(
    server: Server, browser: Browser, scheme: str
) -> None:
    page = visit(browser, 360, 740)
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    for name in NAMES:
        page.goto(f"{server.url}/rules/{name}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        figures = page.locator("figure img")
        figures.last.scroll_into_view_if_needed()
        expect(figures.last).to_have_js_property("complete", True)
        assert figures.last.evaluate("image => image.naturalWidth") > 0
    page.context.close()


def test_a_refusal_at_the_table_opens_its_rule_beside_the_game(
    server: Server, browser: Browser
) -> None:
    page = visit(browser)
    open_table(page, server, "quixo")
    page.locator('#board [data-touch="c3"]').click(force=True)
    with page.context.expect_page() as opened:
        page.click("#why .rule")
    rules = opened.value
    rules.wait_for_load_state()
    assert rules.url.endswith("/rules/quixo#Q4")
    expect(rules.locator("#Q4 figure")).to_be_visible()
    assert rules.evaluate("document.querySelector(':target').id") == "Q4"
    expect(page.locator("#board svg")).to_be_visible()
    page.context.close()


def test_on_paper_only_the_rules_remain(server: Server, browser: Browser) -> None:
    page = visit(browser)
    page.goto(f"{server.url}/rules/quixo")
    page.emulate_media(media="print")
    expect(page.locator(".contents")).to_be_hidden()
    expect(page.locator(".bar")).to_be_hidden()
    expect(page.locator("#Q19")).to_be_visible()
    page.context.close()
