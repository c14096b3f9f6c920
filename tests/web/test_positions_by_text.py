"""Positions by their text in the API: what they answer, and how mistakes are told."""

from __future__ import annotations

import re
from typing import Any

import pytest
from site_support import Site

import galda


def ask(site: Site, **query: Any) -> Any:
    return site.visitor().web.get("/api/v1/position", params=query)


@pytest.mark.parametrize("name", galda.game_names())
def test_a_text_is_answered_with_its_board_and_its_moves(site: Site, name: str) -> None:
    start = galda.game(name).new(seed=2)
    position = start.play(start.legal_actions[0])
    answer = ask(site, text=position.text).json()
    assert answer["text"] == position.text
    assert answer["to_act"] == answer["viewer"] == position.to_act
    assert [move["action"] for move in answer["moves"]] == list(position.legal_actions)
    assert [move["move"] for move in answer["moves"]] == [
        position.write(action) for action in position.legal_actions
    ]
    assert answer["svg"].startswith("<svg")
    assert answer["scores"] == list(position.scores)


def test_what_a_viewer_does_not_know_is_not_shown(site: Site) -> None:
    text = galda.game("alhambra").new(seed=2).text
    seen = ask(site, text=text, viewer=1).json()["view"]
    assert seen["players"][1]["hand"]
    assert seen["players"][0]["hand"] is None


def test_what_is_open_is_drawn_by_the_seed(site: Site) -> None:
    text = galda.game("alhambra").new(seed=2).seen_by(0).text
    drawn = [ask(site, text=text, seed=seed).json()["text"] for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] == galda.position(text, seed=1).text
    assert drawn[0] != drawn[2]


def test_what_cannot_be_is_refused_with_the_rule(site: Site) -> None:
    answer = ask(site, text="pylos ..../..../LL../L..D|.../.../D.. 1", lang="en")
    assert answer.status_code == 422
    assert answer.json()["rule"] == "P4"
    assert answer.json()["sentence"] in answer.json()["error"]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"text": "quixo"}, 422), ({"text": ""}, 404), ({"text": "chess 1"}, 404), ({}, 422),
        ({"text": "quixo size=9 . 1"}, 400), ({"text": "q" * 5000}, 422),
        ({"text": "quixo size=3 .../.../... 1", "viewer": 5}, 400),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_told(site: Site, query: dict[str, Any], status: int) -> None:
    answer = ask(site, **query)
    assert answer.status_code == status
    assert len(answer.json()["error"]) > 5
    assert "rule" not in answer.json()


MIDDLE = "quixo size=4 x..o/..../.x../o... 2"


def test_a_table_is_opened_from_a_text_by_link_form_and_api(site: Site) -> None:
    ann = site.visitor()
    form = ann.web.get("/new/quixo", params={"position": MIDDLE})
    assert form.status_code == 200
    assert "is to move" in form.text
    assert f'value="{MIDDLE}"' in form.text
    assert re.search(r'id="seat2".*?<option value="me" selected', form.text, re.S)
    sent = {"position": MIDDLE, "seat1": "bot:casual", "seat2": "me", "begins": "lot"}
    opened = ann.web.post("/new/quixo", data=sent, follow_redirects=False)
    assert opened.status_code == 303
    view = ann.web.get(opened.headers["location"].replace("/table/", "/api/v1/tables/")).json()
    assert view["to_act"] == 1
    seats = [{"kind": "me"}, {"kind": "local"}]
    body = {"game": "quixo", "position": MIDDLE, "seats": seats}
    made = ann.web.post("/api/v1/tables", json=body)
    assert made.status_code == 201
    wrong = ann.web.post("/api/v1/tables", json={**body, "position": "quixo xx 1"})
    assert wrong.status_code == 422
    refused = ann.web.post("/new/quixo", data={"position": "quixo xxxxx", "seat1": "me"})
    assert refused.status_code == 422
    assert "quixo xxxxx" in refused.text
    assert ann.web.get("/new/quixo", params={"position": "quixo xxxxx"}).status_code == 422
