"""Puzzles, the puzzle of the day, sheets and openings, as the server gives them."""

from __future__ import annotations

import random
import re
from datetime import date, timedelta
from xml.etree import ElementTree

import pytest
from site_support import Site

import galda
from galda.puzzles.daily import puzzle_of_the_day, today
from galda.puzzles.puzzle import Puzzle, choices
from galda.puzzles.shelf import games_with_puzzles, puzzles_of
from galda.puzzles.words import solution
from galda.solve.book import games_with_openings, openings_of

NAMES = [game.name for game in games_with_puzzles()]
SEED = 5


def chosen(name: str) -> Puzzle:
    print("seed", SEED)
    return random.Random(SEED).choice(puzzles_of(galda.game(name)))


@pytest.mark.parametrize("name", NAMES)
def test_the_right_line_solves_a_puzzle_and_each_step_is_shown(site: Site, name: str) -> None:
    ann, puzzle = site.visitor().web, chosen(name)
    address = f"/api/v1/puzzles/{name}/{puzzle.number}"
    for asked, question in enumerate(puzzle.questions):
        last = asked + 1 == len(puzzle.questions)
        for k in range(1, len(question.right) + 1):
            body = {"asked": asked, "actions": question.right[:k]}
            answer = ann.post(address, json=body).json()
            if k < len(question.right):
                assert answer["state"] == "on"
                assert answer["view"]["paths"]
        assert answer["state"] == ("solved" if last else "right")
        for board in answer["boards"]:
            ElementTree.fromstring(board)
        assert len(answer["boards"]) >= (1 if last else 2)
        assert (answer["view"] is None) == last


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_choice_is_answered_on_the_board(site: Site, name: str) -> None:
    ann, puzzle = site.visitor().web, chosen(name)
    question = puzzle.questions[0]
    others = [c for c in choices(puzzle.start, whole=puzzle.proved) if c != question.right]
    other, refutation = random.Random(SEED).choice(list(zip(others, question.wrong, strict=True)))
    answer = ann.post(f"/api/v1/puzzles/{name}/{puzzle.number}", json={"actions": other}).json()
    assert answer["state"] == "wrong"
    assert answer["view"] is None
    assert answer["said"]
    end = puzzle.start.play_all((*other, *refutation.reply))
    assert answer["boards"][-1] == end.svg(puzzle.solver, "en", "tall")


@pytest.mark.parametrize("name", NAMES)
def test_the_page_shows_the_puzzle_and_not_its_answer(site: Site, name: str) -> None:
    puzzle = chosen(name)
    page = site.client.get(f"/puzzles?game={name}&number={puzzle.number}").text
    assert f"puzzle {puzzle.number}" in page
    assert "find it" in page
    assert solution(puzzle) not in page or not puzzle.proved  # a call such as "2" is anywhere
    assert not re.search(r"<[^>]* (style|on\w+)=", re.sub(r"(?s)<svg.*?</svg>", "", page))
    for script in re.findall(r"<script\b[^>]*>", page):
        assert 'src="/static/' in script or 'type="application/json"' in script
    shown = (
        site.visitor()
        .web.post(f"/api/v1/puzzles/{name}/{puzzle.number}", json={"give_up": True})
        .json()
    )
    assert shown["state"] == "shown"
    assert solution(puzzle) in shown["said"]


def test_what_somebody_else_holds_stays_hidden(site: Site) -> None:
    """The board is drawn for who solves it, in games with secrets too."""
    for name in NAMES:
        puzzle = chosen(name)
        page = site.client.get(f"/puzzles?game={name}&number={puzzle.number}").text
        assert puzzle.start.svg(puzzle.solver, "en", "tall") in page


def test_difficulties_are_chosen_and_what_is_not_there_is_not_found(site: Site) -> None:
    ann = site.visitor().web
    for level in range(1, 6):
        page = ann.get(f"/puzzles?game={NAMES[0]}&level={level}").text
        number = int(re.findall(r'data-number="(\d+)"', page)[0])
        assert puzzles_of(galda.game(NAMES[0]))[number - 1].level == level
    assert ann.get("/puzzles").status_code == 200
    assert ann.get("/puzzles?game=chess").status_code == 404
    assert ann.get(f"/puzzles?game={NAMES[0]}&level=9").status_code == 404
    assert ann.get("/openings/alhambra").status_code == 404
    address = f"/api/v1/puzzles/{NAMES[0]}"
    assert ann.post(f"{address}/1", json={"asked": 40}).status_code == 404
    for body in ({"actions": ["a"]}, {"more": 1}, {"asked": -1}):
        assert ann.post(f"{address}/1", json=body).status_code == 422, body
    for wrong in (ann.post(f"{address}/1", json={"actions": [10**6]}),
                  ann.post(f"{address}/999999", json={})):  # fmt: skip
        assert wrong.status_code == 400
        assert wrong.json()["error"]


def test_touches_that_lead_nowhere_are_explained(site: Site) -> None:
    ann, puzzle = site.visitor().web, chosen("quixo")
    answer = ann.post(f"/api/v1/puzzles/quixo/{puzzle.number}", json={"touches": ["c3"]}).json()
    assert answer["state"] == "refused"
    assert answer["rule"] == "Q4"


def test_the_day_has_its_puzzle_and_tomorrow_is_not_told(site: Site) -> None:
    ann = site.visitor().web
    puzzle = puzzle_of_the_day(date(2026, 11, 16))
    page = ann.get("/puzzles/day?day=2026-11-16").text
    assert f'data-home="/api/v1/puzzles/{puzzle.game.name}/{puzzle.number}"' in page
    assert 'data-day="2026-11-16"' in page
    assert ann.get(f"/puzzles/day?day={today() + timedelta(days=2)}").status_code == 404
    assert 'href="/puzzles/day"' in ann.get("/").text


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_has_six_puzzles_and_their_solutions_at_the_end(site: Site, name: str) -> None:
    page = site.client.get(f"/puzzles/sheet?game={name}&level=2&first=1").text
    wanted = [puzzle for puzzle in puzzles_of(galda.game(name)) if puzzle.level == 2][:6]
    before, _, after = page.partition('class="solutions"')
    assert before.count('<div class="board">') == 6
    for puzzle in wanted:
        assert solution(puzzle) not in before or not puzzle.proved
        assert solution(puzzle).replace(">", "&gt;") in after


@pytest.mark.parametrize("name", [game.name for game in games_with_openings()])
def test_openings_are_walked_with_every_turn_valued(site: Site, name: str) -> None:
    ann, chance = site.visitor().web, random.Random(SEED)
    for which in range(1, len(openings_of(galda.game(name))) + 1):
        address = f"/api/v1/openings/{name}/{which}"
        assert ann.get(f"/openings/{name}?which={which}").status_code == 200
        view = ann.post(address, json={}).json()
        for _ in range(5):
            ElementTree.fromstring(view["svg"])
            values = [move["kind"] for move in view["moves"]]
            assert len(values) == len(view["paths"])
            order = ["won", "drawn", "lost"]
            assert values == sorted(values, key=order.index)
            move = chance.choice(view["moves"])
            view = ann.post(address, json={"actions": view["actions"] + move["actions"]}).json()
        for _ in range(8):
            if not view["paths"]:
                break
            _, action = chance.choice(view["paths"])
            view = ann.post(address, json={"actions": [*view["actions"], action]}).json()
        while "goes on" in view["said"]:  # balls are still to be removed
            _, action = view["paths"][0]
            view = ann.post(address, json={"actions": [*view["actions"], action]}).json()
        assert "galda solve" in view["said"] or not view["paths"]
        assert ann.post(address, json={"actions": [10**6]}).status_code == 422
    assert ann.get(f"/openings/{name}?which=9").status_code == 404
