"""Puzzles and openings in a real browser: tries, refutations, streaks, by finger and by keys."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

from browsing import Server, visit
from playwright.sync_api import Browser, Page, expect
from test_accessibility import faults, faults_by_any_light
from test_lessons_in_the_browser import touch

import galda
from galda.core.play.position import Position
from galda.puzzles.daily import puzzle_of_the_day, today
from galda.puzzles.puzzle import Puzzle, choices
from galda.puzzles.shelf import puzzles_of
from galda.puzzles.words import solution


def play(page: Page, position: Position, actions: Sequence[int]) -> Position:
    """Touch what plays some actions."""
    for action in actions:
        for id_ in position.game.notation.touches(position, action):
            touch(page, id_)
        position = position.play(action)
    return position


def of_several_turns(name: str) -> Puzzle:
    """A puzzle with a line, whose turns are single actions."""
    return next(
        puzzle
        for puzzle in puzzles_of(galda.game(name))
        if len(puzzle.questions) == 2
        and all(len(question.right) == 1 for question in puzzle.questions)
    )


def test_a_wrong_try_is_refuted_and_the_right_line_solves_it(
    server: Server, browser: Browser
) -> None:
    puzzle = of_several_turns("quixo")
    first, second = puzzle.questions
    page = visit(browser, 360, 740)
    page.goto(f"{server.url}/puzzles?game=quixo&number={puzzle.number}")
    said, again = page.locator("#prompt"), page.locator("#again")
    expect(said).to_contain_text("find it")
    wrong = next(c for c in choices(puzzle.start, whole=True) if c != first.right)
    play(page, puzzle.start, wrong)
    expect(said).to_contain_text("That")
    expect(page.locator("#say")).to_have_attribute("data-mood", "wrong")
    expect(again).to_be_visible()
    assert faults(page) == []
    again.click()
    expect(said).to_contain_text("find it")
    after = play(page, puzzle.start, first.right)
    expect(said).to_contain_text("What now?")
    page.wait_for_selector("#board .lit")
    play(page, after.play_all(first.reply), second.right)
    expect(said).to_contain_text("Solved after wrong tries: 1")
    expect(page.locator("#record")).to_contain_text("1")
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#next").click()
    page.wait_for_url(re.compile(r"number=\d+"))
    expect(said).to_contain_text("find it")
    page.context.close()


def test_a_puzzle_by_keys_alone(server: Server, browser: Browser) -> None:
    puzzle = of_several_turns("pylos")
    page = visit(browser)
    page.goto(f"{server.url}/puzzles?game=pylos&number={puzzle.number}")
    position = puzzle.start
    for question in puzzle.questions:
        page.wait_for_selector("#board .lit")
        for id_ in position.game.notation.touches(position, question.right[0]):
            page.locator(f'#board [data-touch="{id_}"]').press("Enter")
        position = position.play_all((*question.right, *question.reply))
    expect(page.locator("#prompt")).to_contain_text("Solved at the first try!")
    expect(page.locator("#next")).to_be_focused()
    page.context.close()


def test_the_solution_is_shown_when_asked_for_and_does_not_count(
    server: Server, browser: Browser
) -> None:
    page = visit(browser)
    page.goto(f"{server.url}/puzzles?game=towers&number=1")
    page.locator("#show").click()
    expect(page.locator("#prompt")).to_contain_text("The solution:")
    expect(page.locator("#show")).to_be_hidden()
    expect(page.locator("#record")).to_be_hidden()
    page.context.close()


def test_days_in_a_row_are_counted_and_shared_without_the_answer(
    server: Server, browser: Browser
) -> None:
    page = visit(browser)
    last = today()
    for back in (3, 2, 1, 0):  # four days are four games
        puzzle = puzzle_of_the_day(last - timedelta(days=back))
        page.goto(f"{server.url}/puzzles/day?day={last - timedelta(days=back)}")
        position = puzzle.start
        for question in puzzle.questions:
            page.wait_for_selector("#board .lit")
            play(page, position, question.right)
            position = position.play_all((*question.right, *question.reply))
        expect(page.locator("#record")).to_contain_text(f"Days in a row: {4 - back}")
    expect(page.locator("#days .solved")).to_have_count(4)
    page.evaluate("() => { delete Navigator.prototype.share; }")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#share").click()
    expect(page.locator("#share")).to_have_text("Copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert puzzle.game.title in text
    assert "✓" in text
    if puzzle.proved:
        assert solution(puzzle) not in text
    assert faults_by_any_light(page) == []
    page.goto(server.url)
    expect(page.locator("#daily .record")).to_have_text("✓ Days in a row: 4")
    page.context.close()


def test_openings_are_walked_on_the_board_and_from_the_list(
    server: Server, browser: Browser
) -> None:
    page = visit(browser, 360, 740)
    page.goto(f"{server.url}/openings/quixo")
    said, moves = page.locator("#prompt"), page.locator("#moves button")
    expect(said).to_contain_text("a sure draw")
    expect(moves).to_have_count(44)
    assert faults(page) == []
    play(page, galda.game("quixo").new(), [1])
    expect(page.locator("#back")).to_be_visible()
    moves.first.press("Enter")
    page.wait_for_selector("body:not(.busy)")
    expect(moves.first).to_be_focused()
    page.locator("#back").click()
    page.locator("#back").click()  # perhaps before the first one is answered
    expect(page.locator("#back")).to_be_hidden()
    expect(moves).to_have_count(44)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.close()


def test_a_sheet_prints_boards_and_keeps_the_solutions_apart(
    server: Server, browser: Browser
) -> None:
    page = visit(browser)
    page.goto(f"{server.url}/puzzles/sheet?game=pylos&level=1")
    expect(page.locator(".shown li")).to_have_count(6)
    assert faults(page) == []
    page.emulate_media(media="print")
    expect(page.locator(".bar")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.querySelector('.solutions')).breakBefore") == (
        "page"
    )
    page.context.close()
