"""Asking again when an answer was lost: the same request gets the same answer, and does no more.

Driven by the routes themselves: one that takes a move id and is not asked here fails the run.
"""

from __future__ import annotations

import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute
from site_support import Site, Visitor, running

from galda.web.api.tables import api

HOME = "/api/v1/tables/{table_id}"
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
}


def takes_move_id(route: APIRoute) -> bool:
    given = typing.get_type_hints(route.endpoint).get("body")
    return "move_id" in getattr(given, "model_fields", {})


def test_every_route_that_takes_a_move_id_is_asked_twice() -> None:
    routes = [route for route in api.routes if isinstance(route, APIRoute) and takes_move_id(route)]
    assert {route.path.removeprefix(f"{HOME}/") for route in routes} == set(REQUESTS)


@pytest.mark.parametrize("path", REQUESTS)
def test_the_same_request_gets_the_same_answer_here_and_elsewhere(
    path: str, tmp_path: Path
) -> None:
    with running(tmp_path) as here, running(tmp_path) as there:
        asking, table, body = REQUESTS[path](here)
        elsewhere = there.visitor()
        elsewhere.web.cookies = asking.web.cookies
        elsewhere.see(table)  # what it knows from now on is older than the answer
        body["move_id"] = "once"
        first = asking.post(table, path, **body)
        assert first.status_code == 200, first.text
        written = here.call("get", table).sequence
        for again in (asking, elsewhere, asking):
            retried = again.post(table, path, **body)
            assert (retried.status_code, retried.json()) == (200, first.json())
        assert here.call("get", table).sequence == written


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
