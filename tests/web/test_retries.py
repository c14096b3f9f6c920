"""Asking again when an answer was lost: the same request gets the same answer, and does no more.

Driven by the routes themselves: one that takes a move id and is not asked here fails the run.
"""

from __future__ import annotations

import asyncio
import re
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute
from questions import routes
from site_support import Site, Visitor, running

from galda.table import Person, SeatPlan, TablePlan
from galda.web.tables.moves import moves_api
from galda.web.tables.routes import api

HOME = "/api/v1/tables/{table_id}"
OPENING = "/api/v1/tables"
"""Opening a table: it is asked twice below, for there is no table to ask about yet."""
SEATS = [{"kind": "me"}, {"kind": "friend"}]
Prepared = tuple[Visitor, str, dict[str, Any]]
"""Who asks, at which table, and what."""


def alone(site: Site) -> tuple[Visitor, str]:
    """Two people on one device, whose turn it is next is always somebody of theirs."""
    ann = site.visitor()
    return ann, ann.open("quixo", seat2="local")


def together(site: Site, turns: int = 0) -> tuple[Visitor, Visitor, str]:
    ann, bob = site.visitor(), site.visitor()
    seats = [{"kind": "me"}, {"kind": "friend"}]
    opened = ann.web.post("/api/v1/tables", json={"game": "quixo", "seats": seats}).json()
    table, key = opened["table"], opened["seats"][1]["invite"]
    assert bob.web.post(f"/table/{table}/join/{key}").status_code == 200
    for turn in range(turns):
        (ann, bob)[turn % 2].play(table)
    return ann, bob, table


def turn(site: Site, **more: Any) -> Prepared:
    ann, table = alone(site)
    view = ann.see(table)
    return ann, table, {"base": view["base"], "actions": ann.any_turn(table, view), **more}


def answer(site: Site, question: str) -> Prepared:
    ann, bob, table = together(site, turns=1)
    assert ann.post(table, question).status_code == 200
    return bob, table, {"agree": True}


def rematch(site: Site) -> Prepared:
    ann, table = alone(site)
    assert ann.post(table, "resign").status_code == 200
    return ann, table, {}


def invited(site: Site) -> Prepared:
    ann, bob = site.visitor(), site.visitor()
    opened = ann.web.post(OPENING, json={"game": "quixo", "seats": SEATS}).json()
    return bob, opened["table"], {"invite": opened["seats"][1]["invite"], "name": "Bob"}


REQUESTS: dict[str, Callable[[Site], Prepared]] = {
    "moves": turn,
    "draft": lambda site: turn(site, at_once=True),
    "resign": lambda site: (*alone(site), {}),
    "draw": lambda site: (*together(site)[::2], {}),
    "draw/answer": lambda site: answer(site, "draw"),
    "take-back": lambda site: (*together(site, turns=1)[::2], {}),
    "take-back/answer": lambda site: answer(site, "take-back"),
    "chat": lambda site: (*alone(site), {"text": "hello"}),
    "rematch": rematch,
    "join": invited,
}


def takes_move_id(route: APIRoute) -> bool:
    given = typing.get_type_hints(route.endpoint).get("body")
    return "move_id" in getattr(given, "model_fields", {})


def test_every_route_that_takes_a_move_id_is_asked_twice() -> None:
    routes = [
        route
        for route in [*api.routes, *moves_api.routes]
        if isinstance(route, APIRoute) and takes_move_id(route)
    ]
    there = {route.path.removeprefix(f"{HOME}/") for route in routes}
    assert there == {*REQUESTS, OPENING}


@pytest.mark.parametrize("path", REQUESTS)
def test_the_same_request_gets_the_same_answer_here_and_elsewhere(
    path: str, tmp_path: Path
) -> None:
    with running(tmp_path) as here, running(tmp_path) as there:
        asking, table, body = REQUESTS[path](here)
        elsewhere = there.visitor()
        elsewhere.web.cookies = asking.web.cookies
        if path != "join":
            elsewhere.see(table)  # what it knows from now on is older than the answer
        body["move_id"] = "once"
        first = asking.post(table, path, **body)
        assert first.status_code == 200, first.text
        written = here.call("get", table).sequence
        for again in (asking, elsewhere, asking):
            retried = again.post(table, path, **body)
            assert (retried.status_code, retried.json()) == (200, first.json())
        assert here.call("get", table).sequence == written


def test_who_joins_without_a_cookie_and_lost_the_answer_gets_the_same_seat(site: Site) -> None:
    _, table, body = invited(site)
    once = {**body, "move_id": "as hard to guess as any key".replace(" ", "-")}

    def join(body: dict[str, Any]) -> Any:
        program = site.visitor()
        program.web.cookies.clear()
        return program.web.post(f"/api/v1/tables/{table}/join", json=body)

    first, again = join(once), join(once)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json()["seat"] == again.json()["seat"] == 1
    key = {"authorization": f"Bearer {again.json()['key']}"}
    assert site.client.get(f"/api/v1/tables/{table}", headers=key).json()["seats"] == [1]
    assert join({**once, "move_id": "x" * 22}).status_code == 403, "it is nobody else's seat"
    assert join(body).status_code == 403


def test_a_join_by_form_can_be_sent_again(site: Site) -> None:
    ann = site.visitor()
    opened = ann.web.post(OPENING, json={"game": "quixo", "seats": SEATS}).json()
    path = f"/table/{opened['table']}/join/{opened['seats'][1]['invite']}"
    bob = site.visitor()
    given = re.search(r'name="move_id" value="([\w-]{22,64})"', bob.web.get(path).text)
    assert given
    form = {"name": "Bob", "move_id": given[1]}
    for _ in range(2):
        bob.web.cookies.clear()  # the answer, and the cookie with it, was lost
        answer = bob.web.post(path, data=form, follow_redirects=False)
        assert answer.status_code == 303
    assert bob.see(opened["table"])["seats"] == [1]


def test_a_record_that_is_brought_again_is_kept_once(site: Site) -> None:
    ann = site.visitor()
    body = {"record": "game: quixo\nsize: 3\nseed: 1\n\n1. a1-a3\n", "move_id": "once"}
    first, again = (ann.web.post("/api/v1/games", json=body) for _ in range(2))
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    other = ann.web.post("/api/v1/games", json={**body, "move_id": "twice"})
    assert other.json()["game"] != first.json()["game"]


CHANGES_NOTHING_MORE = {
    "/name": "the same name again",
    "/mine/forget": "forgotten is forgotten",
    "/api/v1/games/{game_id}/review": "a game is reviewed once",
    "/import": "a field of the form",
    "/new/{name}": "a field of the form",
    "/table/{table_id}/join/{key}": "a field of the form",
}
"""What may be posted again without a move id in JSON, and why."""
ONLY_ANSWERS = (
    "/api/v1/analysis/", "/api/v1/lessons/", "/api/v1/proofs/", "/api/v1/puzzles/",
    "/api/v1/openings/", "/api/v1/mistakes", "/api/v1/tables/{table_id}/why",
    "/api/v1/tables/{table_id}/coach",
)  # fmt: skip
"""What is posted there is a question: nothing is changed by it."""


def test_every_route_that_changes_something_can_be_asked_again(site: Site) -> None:
    unsafe = set()
    for route in routes(site):
        methods = getattr(route, "methods", None) or set()
        if not methods & {"POST", "PUT", "PATCH", "DELETE"}:
            continue
        if isinstance(route, APIRoute) and takes_move_id(route):
            continue
        if route.path in CHANGES_NOTHING_MORE or route.path.startswith(ONLY_ANSWERS):
            continue
        if "/api/v1/games/" in route.path and "/mistakes" in route.path:
            continue
        unsafe.add(route.path)
    assert not unsafe


def test_a_retry_is_not_counted_by_limits(tmp_path: Path) -> None:
    with running(tmp_path, chat_per_minute=1) as site:
        ann, table = alone(site)
        for _ in range(3):
            assert ann.post(table, "chat", text="hi", move_id="a").status_code == 200
        assert ann.post(table, "chat", text="hi", move_id="b").status_code == 429


def test_a_turn_sealed_at_once_is_as_old_as_its_answer_when_another_follows(site: Site) -> None:
    ann, table, body = turn(site, at_once=True)
    body["move_id"] = "first"
    assert ann.post(table, "draft", **body).status_code == 200
    ann.play(table)
    retried = ann.post(table, "draft", **body)
    assert retried.status_code == 200, "it was done, whatever has happened since"
    other = ann.post(table, "draft", **{**body, "move_id": "second"})
    assert other.status_code == 409


def open_by(visitor: Visitor, move_id: str | None, **more: Any) -> Any:
    body = {"game": "quixo", "seats": SEATS, **more}
    return visitor.web.post(OPENING, json=body if move_id is None else {**body, "move_id": move_id})


def newcomer(site: Site) -> Visitor:
    visitor = site.visitor()
    visitor.web.cookies.clear()
    return visitor


def test_a_table_is_opened_once_however_often_its_request_comes(tmp_path: Path) -> None:
    with running(tmp_path) as here, running(tmp_path) as there:
        ann, elsewhere = here.visitor(), there.visitor()
        ann.web.get("/")
        elsewhere.web.cookies = ann.web.cookies
        first = open_by(ann, "once")
        assert first.status_code == 201, first.text
        for again in (ann, elsewhere, ann):
            retried = open_by(again, "once")
            assert (retried.status_code, retried.json()) == (201, first.json())
        assert open_by(ann, "twice").json()["table"] != first.json()["table"]
        assert open_by(ann, None).json()["table"] != open_by(ann, None).json()["table"]


def test_opening_at_the_same_time_opens_one_table(site: Site) -> None:
    person = Person("somebody", "Ann")
    plan = TablePlan("quixo", {"players": 2}, (SeatPlan("me"), SeatPlan("local")), begins="lot")

    async def both() -> set[str]:
        tables = site.app.state.tables
        opened = [tables.create(plan, person, "once") for _ in range(3)]
        return {table.id for table in await asyncio.gather(*opened)}

    assert site.client.portal is not None
    assert len(site.client.portal.call(both)) == 1


def test_a_move_id_opens_nothing_else_and_nothing_for_others(site: Site) -> None:
    ann, bob = site.visitor(), site.visitor()
    for visitor in (ann, bob):
        visitor.web.get("/")
    first = open_by(ann, "once")
    assert open_by(bob, "once").json()["table"] != first.json()["table"]
    other = open_by(ann, "once", game="pylos")
    assert other.status_code == 400
    assert "used for something else" in other.json()["error"]


def test_a_table_opened_again_is_not_counted_by_limits(tmp_path: Path) -> None:
    with running(tmp_path, tables_per_hour=1, tables_per_address=1) as site:
        ann = site.visitor()
        ann.web.get("/")
        for _ in range(3):
            assert open_by(ann, "a").status_code == 201
        assert open_by(ann, "b").status_code == 429


def test_a_newcomer_is_known_again_by_what_nobody_can_guess(site: Site) -> None:
    by_chance = "0123456789abcdef-by-chance"
    answers = [open_by(newcomer(site), by_chance) for _ in range(2)]  # the cookie was lost, too
    assert answers[0].json() == answers[1].json()
    assert answers[0].cookies["galda"] == answers[1].cookies["galda"]
    short = [open_by(newcomer(site), "once").json()["table"] for _ in range(2)]
    assert short[0] != short[1]


def test_a_form_sent_again_opens_one_table(site: Site) -> None:
    ann = site.visitor()
    shown = ann.web.get("/new/quixo").text
    given = re.search(r'name="move_id" value="([\w-]{22,64})"', shown)
    assert given
    assert given[1] not in ann.web.get("/new/quixo").text, "each form opens a table of its own"
    form = {"seat1": "me", "seat2": "local", "players": "2", "move_id": given[1]}
    sent = [ann.web.post("/new/quixo", data=form, follow_redirects=False) for _ in range(2)]
    assert [answer.status_code for answer in sent] == [303, 303]
    assert sent[0].headers["location"] == sent[1].headers["location"]
    bad = ann.web.post("/new/quixo", data={**form, "move_id": "no id"}, follow_redirects=False)
    assert bad.status_code == 400
