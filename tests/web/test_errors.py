"""How refusals are told: the status, the words, and to whom as JSON or as a page."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from site_support import HOME, Site, settings
from starlette.testclient import TestClient

from galda.core.errors import BadOption, BadRecord, GaldaError, UnknownGame, UnreadableMove
from galda.core.play.paper import GameRecord, write_record
from galda.table import errors as table
from galda.web.common.errors import invalid_words, refusal
from galda.web.serving.app import create_app
from support import random_game


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (table.NoSuchTable("x"), 404),
        (UnknownGame("x"), 404),
        (table.NotYourSeat("x"), 403),
        (table.NotHere("x"), 403),
        (table.Stale(3), 409),
        (table.TableClosed("x"), 409),
        (table.TooLong("x"), 413),
        (table.TooMuch("x"), 429),
        (UnreadableMove("x"), 422),
        (table.BadRequest("x"), 400),
        (BadOption("x"), 400),
        (GaldaError("x"), 400),
    ],
    ids=lambda value: type(value).__name__,
)
def test_every_refusal_has_its_status(error: GaldaError, status: int) -> None:
    told, body = refusal(error, "en")
    assert told == status
    assert body["error"] == str(error)
    assert set(body) == ({"error", "sequence"} if isinstance(error, table.Stale) else {"error"})


def test_where_the_game_has_gone_is_told(site: Site) -> None:
    assert refusal(table.Stale(3), "en")[1]["sequence"] == 3


def test_a_record_that_cannot_be_read_names_the_line_and_the_rule(site: Site) -> None:
    *_, end = random_game("quixo", {"size": 3}, seed=1)
    paper = write_record(GameRecord(end))
    nonsense, forbidden = (
        site.client.post(
            "/api/v1/games", json={"record": paper.replace("\n1. ", f"\n1. {move} # ")}
        ).json()
        for move in ("nonsense", "b2-b3")
    )
    assert set(nonsense) == {"error", "line"}
    assert set(forbidden) == {"error", "line", "rule", "sentence"}
    assert forbidden["rule"] == "Q4"
    assert "border" in forbidden["sentence"]
    for told in (nonsense, forbidden):
        assert told["line"] > 1
        assert told["error"].startswith(f"line {told['line']}: ")
    assert refusal(BadRecord(7, "x"), "en")[1] == {"error": "line 7: x", "line": 7}


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ({"type": "missing"}, "body.a: this is missing"),
        ({"type": "extra_forbidden"}, "body.a: no such field"),
        ({"type": "string_too_long", "ctx": {"max_length": 5}}, "too long; maximum 5"),
        ({"type": "too_long", "ctx": {"max_length": 5}}, "too long; maximum 5"),
        ({"type": "string_too_short", "ctx": {"min_length": 5}}, "too short; minimum 5"),
        ({"type": "too_short", "ctx": {"min_length": 5}}, "too short; minimum 5"),
        ({"type": "less_than_equal", "ctx": {"le": 9}}, "too large; maximum 9"),
        ({"type": "greater_than_equal", "ctx": {"ge": 1}}, "too small; minimum 1"),
        (
            {"type": "literal_error", "ctx": {"expected": "'a', 'b' or 'c'"}},
            "it can be 'a', 'b', 'c'",
        ),
        ({"type": "enum", "ctx": {"expected": "'a' or 'c'"}}, "it can be 'a', 'c'"),
        ({"type": "json_invalid"}, "the request is not valid JSON"),
        ({"type": "int_type"}, "this value cannot be used here (int_type)"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_is_wrong_with_a_field_is_said(found: dict[str, Any], words: str) -> None:
    said = invalid_words({"loc": ("body", "a"), **found}, "en")
    assert said in (words, f"body.a: {words}")


def test_only_the_first_five_mistakes_are_told(site: Site) -> None:
    answer = site.client.post("/api/v1/tables", json={f"odd{n}": 1 for n in range(9)})
    assert answer.status_code == 422
    assert len(answer.json()["error"].split("; ")) == 5


@pytest.mark.parametrize(
    ("path", "status", "title", "message"),
    [
        ("/nothing", 404, "Page not found", "there is no page at this address"),
        ("/table/nothing", 404, "Page not found", "link may be mistyped"),
        ("/table/{table}", 403, "No access", "you have no seat at this table"),
        ("/language/xx", 400, "Something went wrong", "xx"),
    ],
)
def test_people_read_a_page(site: Site, path: str, status: int, title: str, message: str) -> None:
    eve = site.visitor()
    answer = eve.web.get(path.format(table=site.visitor().open("quixo")))
    assert answer.status_code == status
    assert f"<h1>{title}</h1>" in answer.text
    assert message in answer.text
    assert "set-cookie" not in TestClient(site.app, base_url=HOME).get("/nothing").headers


def test_programs_read_json(site: Site) -> None:
    answer = site.client.get("/api/v1/nothing")
    assert answer.status_code == 404
    assert answer.json() == {"error": "there is no page at this address; it may be mistyped"}
    refused = site.client.post("/api/v1/games/x/positions/1")
    assert refused.status_code == 405
    assert refused.json() == {"error": "this address does not accept that kind of request"}
    assert refused.headers["allow"] == "GET"


def test_our_own_mistakes_are_told_without_their_trace(tmp_path: Any) -> None:
    app: FastAPI = create_app(settings(tmp_path))

    def fail() -> None:
        raise RuntimeError("a secret of the inside")

    app.add_api_route("/api/v1/fails", fail)
    app.add_api_route("/fails", fail)
    with TestClient(app, base_url=HOME, raise_server_exceptions=False) as client:
        told = client.get("/api/v1/fails")
        assert told.status_code == 500
        said = "this is our mistake, not yours; it has been logged"
        assert told.json() == {"error": said}
        page = client.get("/fails")
        assert page.status_code == 500
        assert "Server error" in page.text and said in page.text
        assert "inside" not in page.text


def test_too_much_is_told_as_such(tmp_path: Any) -> None:
    app = create_app(settings(tmp_path, records_per_address=1))
    with TestClient(app, base_url=HOME, headers={"origin": HOME}) as client:
        tried = [client.post("/api/v1/games", json={"record": "x"}).status_code for _ in range(2)]
        assert tried == [400, 429]
