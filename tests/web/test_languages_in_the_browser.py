"""Whole games in a browser of each language: nothing is left in English but names."""

from __future__ import annotations

import pytest
from browsing import Server, open_table, visit
from playwright.sync_api import Browser, Page, expect
from test_in_the_browser import click_along, shortest

import galda
from foreign import english_in
from galda.core.show.language import LANGUAGES
from support import random_game, starts

pytestmark = pytest.mark.slow

OTHERS = [lang for lang in LANGUAGES if lang != "en"]
READ = """() => {
  // Everything on the page that is read or heard.
  const found = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const own = walker.currentNode.parentElement;
    if (!own.closest("script, style, [lang]:not(html)")) found.push(walker.currentNode.data);
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"]) {
    const named = [...document.querySelectorAll(`[${name}]`)];
    found.push(...named.map((element) => element.getAttribute(name)));
  }
  return found;
}"""


CROWDED = """() => {
  // Texts of a drawing that reach beyond it, or lie over another text.
  const drawing = document.querySelector("svg").getBoundingClientRect();
  const texts = [...document.querySelectorAll("svg text")]
    .map((text) => [text.textContent, text.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0);
  const beyond = ([, box]) => box.left < drawing.left - 1 || box.right > drawing.right + 1;
  const over = ([, a], [, b]) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  const crowded = (text, k) => beyond(text) || texts.slice(k + 1).some((o) => over(text, o));
  return texts.filter(crowded).map(([words]) => words);
}"""


def check(page: Page, lang: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", lang)
    left = english_in(page.evaluate(READ), lang)
    assert not left


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("name", galda.game_names())
def test_a_whole_game_leaves_no_english_over(
    server: Server, browser: Browser, name: str, lang: str
) -> None:
    page = visit(browser, lang=lang)
    page.goto(server.url)
    check(page, lang)
    page.goto(f"{server.url}/new/{name}")
    check(page, lang)
    open_table(page, server, name, shortest(name), {2: "bot:novice"})
    check(page, lang)
    click_along(page)
    expect(page.locator("#result p")).to_be_visible()
    check(page, lang)
    page.goto(f"{server.url}/rules/{name}")
    check(page, lang)
    page.context.close()


def test_the_menu_changes_the_language_at_once(server: Server, browser: Browser) -> None:
    page = visit(browser, lang="en-GB")
    open_table(page, server, "quixo", seats={2: "local"})
    address = page.url
    for lang in (*OTHERS, "en"):
        page.click(".languages summary")
        page.click(f'.languages a[hreflang="{lang}"]')
        expect(page.locator("html")).to_have_attribute("lang", lang)
        assert page.url == address
    page.context.close()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", galda.game_names())
def test_labels_fit_on_the_board_in_every_language(browser: Browser, name: str, lang: str) -> None:
    page = visit(browser)
    ways = list(starts(name))
    for options in (ways[0], ways[-1]):
        for ply, position in enumerate(random_game(name, options, seed=3)):
            if ply % 8 == 0 or position.is_over:
                page.set_content(position.svg(position.to_act, lang))
                assert not page.evaluate(CROWDED)
    page.context.close()


def test_english_is_found_where_it_is_left_over() -> None:
    assert english_in(["Your tables", "Tavi galdi"], "lv") == ["Your tables"]
    assert english_in(["Anna passes. Nobody builds, and the row is discarded."], "lv")
