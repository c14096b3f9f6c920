"""Rules pages and lessons as the server gives them, without a browser."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from site_support import Site

import galda
from galda.core.show.figure import figures_of
from galda.core.show.lesson import lessons_of, scenes
from galda.core.show.rulebook import rules_of
from galda.web.learn.rulebook import wording

NAMES = [name for name in galda.game_names() if galda.game(name).has("lessons")]
LESSONS = [(name, one.id) for name in NAMES for one in lessons_of(galda.game(name), "en")]


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_has_an_anchor_and_every_figure_can_be_fetched(site: Site, name: str) -> None:
    game = galda.game(name)
    page = site.client.get(f"/rules/{name}").text
    for rule in rules_of(game):
        assert page.count(f'id="{rule.id}"') == 1
    addresses = re.findall(r'<img src="(/figures/[^"]+)"', page)
    assert len(addresses) == len(figures_of(game, "en"))
    for address in addresses:
        drawn = site.client.get(address)
        assert drawn.headers["content-type"] == "image/svg+xml"
        assert drawn.headers["cache-control"] == "max-age=3600"
        ElementTree.fromstring(drawn.text)


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_lead_to_all_games_the_lesson_and_a_table(site: Site, name: str) -> None:
    page = site.client.get(f"/rules/{name}").text
    for other in NAMES:
        assert f'href="/rules/{other}"' in page
    assert f'href="/learn/{name}"' in page
    assert f'href="/new/{name}"' in page
    for place in re.findall(r'href="#([^"]+)"', page):
        assert f'id="{place}"' in page


def test_rules_named_in_a_rule_are_links_and_nothing_else_is_markup() -> None:
    said = wording("*Here* P7 to P10 hold, `a<b`, not P1000 or XP7.", ["P1", "P7", "P10"])
    assert said == (
        '<em>Here</em> <a href="#P7">P7</a> to <a href="#P10">P10</a> hold, '
        "<code>a&lt;b</code>, not P1000 or XP7."
    )


@pytest.mark.parametrize(
    "path", ["/figures/en/quixo/99.svg", "/figures/xx/quixo/0.svg", "/figures/en/chess/0.svg"]
)
def test_a_figure_that_is_not_there_is_told(site: Site, path: str) -> None:
    assert site.client.get(path).status_code in (400, 404)


@pytest.mark.parametrize("name", NAMES)
def test_lobby_and_set_up_lead_to_the_lesson(site: Site, name: str) -> None:
    visitor = site.visitor().web
    assert f'href="/learn/{name}"' in visitor.get("/").text
    assert f'href="/learn/{name}"' in visitor.get(f"/new/{name}").text


@pytest.mark.parametrize("name", NAMES)
def test_the_lobby_and_the_lesson_list_all_lessons_of_a_game(site: Site, name: str) -> None:
    visitor = site.visitor().web
    first, *further = lessons_of(galda.game(name), "en")
    for path in ("/", f"/learn/{name}"):
        page = visitor.get(path).text
        for lesson, address in [(first, ""), *((one, f"/{one.id}") for one in further)]:
            link = f'href="/learn/{name}{address}" data-lesson="{name}/{lesson.id}"'
            assert page.count(link) == 1, path
            assert lesson.title in page


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_leads_on_to_the_next_and_the_last_one_does_not(site: Site, name: str) -> None:
    visitor = site.visitor().web
    lessons = lessons_of(galda.game(name), "en")
    assert len(lessons) == 2
    onward = f'id="onward" href="/learn/{name}/{lessons[1].id}"'
    assert onward in visitor.get(f"/learn/{name}").text
    assert onward in visitor.get(f"/learn/{name}/{lessons[0].id}").text
    page = visitor.get(f"/learn/{name}/{lessons[1].id}").text
    assert 'id="onward"' not in page
    assert f'data-lesson="{lessons[1].id}"' in page
    assert page.count('aria-current="page"') == 1


def test_addresses_of_before_still_lead_to_the_first_lesson(site: Site) -> None:
    ann = site.visitor().web
    for step in (1, 2):
        old = ann.get(f"/api/v1/lessons/quixo/{step}")
        assert old.json() == ann.get(f"/api/v1/lessons/quixo/first/{step}").json()
    assert ann.get("/learn/quixo", params={"step": 3}).status_code == 200


@pytest.mark.parametrize(("name", "lesson"), LESSONS)
def test_a_lesson_can_be_done_by_touches_alone(site: Site, name: str, lesson: str) -> None:
    ann = site.visitor().web
    made = scenes(galda.game(name), "en", lesson)
    for number, scene in enumerate(made, start=1):
        ask = f"/api/v1/lessons/{name}/{lesson}/{number}"
        view: dict[str, Any] = ann.get(ask).json()
        assert view["tell"] == scene.step.tell
        while view["wanted"]:
            path = view["wanted"][0]
            said = ann.post(ask, json={"actions": view["actions"], "touches": path}).json()
            assert said["right"], said
            if said["done"]:
                break
            view = said["view"]
        assert view["reads"] or said["said"] == scene.step.praise


@pytest.mark.parametrize("name", NAMES)
def test_the_end_of_a_lesson_opens_a_table_with_novices(site: Site, name: str) -> None:
    ann = site.visitor()
    page = ann.web.get(f"/learn/{name}", params={"step": 99}).text
    form = re.search(r'<form method="post" action="(/new/[^"]+)" id="finish".*?</form>', page, re.S)
    assert form is not None
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]+)">', form[0]))
    players = ann.see(ann.open(form[1].rpartition("/")[2], **fields))["players"]
    assert players[0]["kind"] == "me"
    assert {player["level"] for player in players[1:]} == {"Novice"}


def test_nonsense_is_refused_in_words(site: Site) -> None:
    ann = site.visitor().web
    ask = "/api/v1/lessons/quixo/1"
    for body, status in (
        ({"touches": ["a1"], "actions": [44]}, 400),
        ({"touches": ["a1"], "actions": [3]}, 400),
        ({"touches": []}, 422),
        ({"touches": ["a1"], "more": 1}, 422),
    ):
        answer = ann.post(ask, json=body)
        assert answer.status_code == status, body
        assert answer.json()["error"]
    assert ann.post("/api/v1/lessons/quixo/99", json={"touches": ["a1"]}).status_code == 404
    assert ann.get("/api/v1/lessons/quixo/0").status_code == 404
    assert ann.get("/learn/chess").status_code == 404
    assert ann.get("/learn/quixo/chess").status_code == 404
    assert ann.get("/api/v1/lessons/quixo/chess/1").status_code == 404


def test_lessons_and_rules_need_no_inline_script_or_style(site: Site) -> None:
    pages = [f"/rules/{name}" for name in NAMES] + [f"/learn/{name}/{one}" for name, one in LESSONS]
    for path in pages:
        page = site.client.get(path).text
        assert not re.search(r"<[^>]* (style|on\w+)=", page), path
        for script in re.findall(r"<script\b[^>]*>", page):
            assert 'src="/static/' in script or 'type="application/json"' in script
