"""The pages: what a visitor meets from the lobby to the table."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from site_support import Site, running

import galda
from galda.core.show.rulebook import rules_of

NAMES = galda.game_names()


def test_the_lobby_shows_every_game_by_its_picture(site: Site) -> None:
    page = site.visitor().web.get("/").text
    for name in NAMES:
        assert f'href="/new/{name}"' in page
        assert galda.game(name).title in page
        picture = site.client.get(f"/pictures/{name}.svg")
        assert picture.headers["content-type"] == "image/svg+xml"
        ElementTree.fromstring(picture.text)


@pytest.mark.parametrize("name", NAMES)
def test_two_clicks_lead_to_a_game_against_a_bot(site: Site, name: str) -> None:
    ann = site.visitor()
    assert ann.web.get(f"/new/{name}").status_code == 200
    table = ann.open(name)
    view = ann.see(table)
    assert [player["kind"] for player in view["players"]][:2] == ["me", "bot"]
    assert view["seats"] == [0]
    page = ann.web.get(f"/table/{table}").text
    assert "<svg" in page
    assert "data-touch" in page


@pytest.mark.parametrize("name", NAMES)
def test_page_and_script_agree_on_which_boards_are_scrolled(site: Site, name: str) -> None:
    ann = site.visitor()
    page = ann.web.get(f"/table/{ann.open(name)}").text
    found = re.search(
        r'<div class="board( tall)?" id="board".*?viewBox=.0 0 (\S+) ([\d.]+).', page, re.S
    )
    assert found
    tall, width, height = found.groups()
    told = re.search(r'<body [^>]*data-tall="([\d.]+)"', page)
    assert told, "the script is told from which height on"
    assert bool(tall) == (float(height) > float(told[1]) * float(width))


@pytest.mark.parametrize("name", NAMES)
def test_every_player_count_and_option_can_be_set_up(site: Site, name: str) -> None:
    ann = site.visitor()
    game = galda.game(name)
    for option in game.options:
        for value in option.values:
            try:
                game.read_options({option.name: value})
            except galda.BadOption:
                continue
            table = ann.open(name, **{option.name: value})
            assert site.call("get", table).plan.options[option.name] == value


def test_a_choice_that_cannot_be_is_told_and_the_form_shown_again(site: Site) -> None:
    ann = site.visitor()
    answer = ann.web.post("/new/quixo", data={"players": 2, "first": 4})
    assert answer.status_code == 400
    assert "first cannot be 4 when 2 play" in unescape(answer.text)
    assert 'action="/new/quixo"' in answer.text


def test_somebody_must_sit_down_themselves(site: Site) -> None:
    ann = site.visitor()
    answer = ann.web.post("/new/quixo", data={"seat1": "bot:novice", "seat2": "bot:novice"})
    assert answer.status_code == 400
    assert "take a seat yourself" in answer.text


def test_a_name_is_kept_and_shown(site: Site) -> None:
    ann = site.visitor()
    answer = ann.web.post("/name", data={"name": "  Ann\n of\tRiga "})
    assert 'value="Ann of Riga"' in answer.text
    table = ann.open("quixo")
    assert ann.see(table)["players"][0]["name"] == "Ann of Riga"


def test_the_lobby_lists_my_tables_and_whose_turn_it_is(site: Site) -> None:
    ann = site.visitor()
    table = ann.open("quixo", seat2="local", name2="Bob")
    page = ann.web.get("/").text
    assert f'href="/table/{table}"' in page
    assert "your turn" in page
    assert f'href="/table/{table}"' not in site.visitor().web.get("/").text


def test_a_friend_sits_down_by_link_and_only_one_can(site: Site) -> None:
    ann, bob, eve = site.visitor(), site.visitor(), site.visitor()
    table = ann.open("quixo", seat2="friend")
    page = ann.web.get(f"/table/{table}/invites").text
    links = re.findall(r'value="http://testserver(/table/[^"]+/join/[^"]+)"', page)
    assert len(links) == 1
    asked = bob.web.get(links[0])
    assert "Take a seat" in asked.text
    assert site.call("get", table).seats[1].is_free, "looking at the link takes no seat"
    sat = bob.web.post(links[0], data={"name": "Bob"})
    assert sat.url.path == f"/table/{table}"
    assert bob.see(table)["seats"] == [1]
    refused = eve.web.post(links[0], data={"name": "Eve"})
    assert refused.status_code == 403
    assert "seat is taken" in refused.text


def test_spectators_have_their_own_link_and_cannot_act(site: Site) -> None:
    ann, eve = site.visitor(), site.visitor()
    table = ann.open("quixo")
    key = site.call("get", table).spectator_key
    assert eve.web.get(f"/table/{table}/watch/{key}").status_code == 200
    view = eve.see(table, watch=key)
    assert view["viewer"] == -1
    assert view["paths"] == []
    assert eve.web.get(f"/table/{table}/watch/{key}x").status_code == 403


def test_the_invites_hold_a_code_to_photograph(site: Site) -> None:
    ann = site.visitor()
    page = ann.web.get(f"/table/{ann.open('quixo', seat2='friend')}/invites").text
    codes = re.findall(r"<svg.*?</svg>", page, re.S)
    assert len(codes) == 2
    assert all("style=" not in code for code in codes)


def test_links_lead_to_the_public_address_where_there_is_one(tmp_path: Path) -> None:
    with running(tmp_path, public_url="https://play.example") as site:
        ann = site.visitor()
        page = ann.web.get(f"/table/{ann.open('quixo', seat2='friend')}/invites").text
        assert "https://play.example/table/" in page
        assert "Only this computer" not in page


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_are_there_with_their_ids(site: Site, name: str) -> None:
    page = site.client.get(f"/rules/{name}").text
    for rule in rules_of(galda.game(name)):
        assert f'id="{rule.id}"' in page


@pytest.mark.parametrize("path", ["/nothing", "/new/chess", "/table/nothing", "/rules/chess"])
def test_what_is_not_there_is_told_kindly(site: Site, path: str) -> None:
    answer = site.visitor().web.get(path)
    assert answer.status_code == 404
    assert "To the lobby" in answer.text


def test_the_record_is_there_once_the_game_is_over(site: Site) -> None:
    ann = site.visitor()
    table = ann.open("quixo", seat2="local")
    ann.play(table)
    assert ann.web.get(f"/table/{table}/record").status_code == 400
    ann.post(table, "resign")
    assert "game: quixo" in ann.web.get(f"/table/{table}/record").text
