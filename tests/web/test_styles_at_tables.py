"""Bots with a style at tables: who offers them, who sits down, who is refused."""

from __future__ import annotations

import re

import pytest
from site_support import Site

import galda
from galda.bots.levels import STYLISH

STYLED = [name for name in galda.game_names() if galda.game(name).bots.styles]


@pytest.mark.parametrize("name", galda.game_names())
def test_a_style_can_be_chosen_where_the_game_has_one(site: Site, name: str) -> None:
    page = site.visitor().web.get(f"/new/{name}").text
    chosen = re.search(r'<select class="style" name="style2".*?</select>', page, re.S)
    assert bool(chosen) == (name in STYLED)
    styles = [style.name for style in galda.game(name).bots.styles]
    if chosen:
        assert re.findall(r'<option value="(\w*)"', chosen[0]) == ["", *styles]
        can = re.findall(r'<option value="bot:(\w+)" data-styles', page)
        assert set(can) == set(STYLISH)


@pytest.mark.parametrize("name", STYLED)
def test_a_bot_with_a_style_sits_down_and_is_called_so(site: Site, name: str) -> None:
    ann = site.visitor()
    form = {"players": 2, "seat2": "bot:skilled", "style2": "collector", "style1": "builder"}
    players = ann.see(ann.open(name, **form))["players"]
    assert [player["level"] for player in players] == ["", "Skilled · Collector"]
    assert "(Skilled · Collector)" in ann.web.get("/").text
    listed = {game["game"]: game for game in ann.web.get("/api/v1/games").json()}[name]
    assert [style["title"] for style in listed["styles"]] == ["Builder", "Collector", "Gambler"]


def test_a_style_that_a_game_or_a_level_has_not_is_refused_with_what_would_be_right(
    site: Site,
) -> None:
    ann = site.visitor()
    for name, level, style, reason in (
        ("quixo", "expert", "builder", "bots of Quixo have no styles"),
        ("towers", "expert", "dreamer", "choose from builder, collector, gambler"),
        ("towers", "novice", "builder", "choose from skilled-builder, expert-builder"),
    ):
        form = {"players": 2, "seat2": f"bot:{level}", "style2": style}
        page = ann.web.post(f"/new/{name}", data=form)
        assert page.status_code == 400
        assert reason in page.text
        seats = [{"kind": "me"}, {"kind": "bot", "level": f"{level}-{style}"}]
        body = {"game": name, "options": {"players": 2}, "seats": seats}
        answer = ann.web.post("/api/v1/tables", json=body)
        assert answer.status_code == 400
        assert reason in answer.json()["error"]
