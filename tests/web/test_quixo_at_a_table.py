"""What Quixo's rules leave to agreement before the game, at a table: talking and time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from site_support import Site, Visitor, running

from galda.table import Tables
from support import rule


def open_for_four(visitor: Visitor, kind: str, **agreed: Any) -> dict[str, Any]:
    """A table for four, all other seats of one kind."""
    seats = [{"kind": "me"}, *({"kind": kind} for _ in range(3))]
    plan = {"game": "quixo", "options": {"players": 4}, "seats": seats, **agreed}
    made: dict[str, Any] = visitor.web.post("/api/v1/tables", json=plan).json()
    return made


def four_friends(site: Site, **agreed: Any) -> tuple[list[Visitor], str]:
    ann = site.visitor()
    made = open_for_four(ann, "friend", **agreed)
    people = [ann]
    for seat in made["seats"][1:]:
        people.append(site.visitor())
        assert people[-1].post(made["table"], "join", invite=seat["invite"]).status_code == 200
    return people, made["table"]


def heard(visitor: Visitor, table: str, **query: str) -> list[str]:
    return [message["text"] for message in visitor.see(table, **query)["chat"]]


@rule("Q16")
def test_partners_discuss_their_moves_unheard_where_that_was_agreed(site: Site) -> None:
    people, table = four_friends(site, partners_talk=True)
    ann, bob, cid, dee = people
    assert all(visitor.see(table)["can"]["partner"] for visitor in people)
    assert ann.post(table, "chat", text="push at a5", to="partner").status_code == 200
    assert bob.post(table, "chat", text="what now?").status_code == 200
    for visitor in (ann, cid):
        assert heard(visitor, table) == ["push at a5", "what now?"]
    for visitor in (bob, dee):
        assert heard(visitor, table) == ["what now?"]
    watch = site.call("get", table).spectator_key
    assert heard(site.visitor(), table, watch=watch) == ["what now?"]


@rule("Q16")
def test_partners_do_not_discuss_their_moves_where_that_was_agreed(site: Site) -> None:
    people, table = four_friends(site, partners_talk=False)
    ann, _, cid, _ = people
    assert not any(visitor.see(table)["can"]["partner"] for visitor in people)
    for visitor in (ann, cid):
        refused = visitor.post(table, "chat", text="push at a5", to="partner")
        assert refused.status_code == 400
        assert "at this table partners do not chat in private" in refused.json()["error"]
    assert ann.post(table, "chat", text="good luck").status_code == 200
    for visitor in people:
        assert heard(visitor, table) == ["good luck"]


class HandClock:
    """A clock that stands still until it is turned."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> HandClock:
    """The time at the site."""
    return HandClock()


@pytest.fixture
def timed(tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A site where time passes by hand."""
    monkeypatch.setattr(Tables, "open", partial(Tables.open, clock=clock))
    monkeypatch.setattr("galda.web.tables.views.steady_time", clock)
    with running(tmp_path) as opened:
        yield opened


def seconds_left(view: dict[str, Any]) -> list[float | None]:
    return [player["clock"] for player in view["players"]]


@rule("Q19")
def test_each_move_has_the_time_agreed_and_whoever_exceeds_it_loses(
    timed: Site, clock: HandClock
) -> None:
    ann = timed.visitor()
    table = open_for_four(ann, "local", clock={"per_move": 60})["table"]
    for seat in range(5):
        clock.now += 59
        view = ann.see(table)
        assert view["to_act"] == seat % 4
        assert seconds_left(view) == [1.0 if s == seat % 4 else 60.0 for s in range(4)]
        assert seconds_left(ann.play(table)) == [60.0] * 4, "each move has its own time"
    turn = ann.any_turn(table, ann.see(table))
    clock.now += 60
    late = ann.post(table, "moves", base=ann.see(table)["base"], actions=turn)
    assert late.status_code == 409
    result = ann.see(table)["result"]
    assert (result["reason"], result["winners"]) == ("timeout", [0, 2]), "the other team wins"


@rule("Q19")
def test_where_no_limit_was_agreed_a_move_may_take_for_ever(timed: Site, clock: HandClock) -> None:
    ann = timed.visitor()
    table = open_for_four(ann, "local")["table"]
    clock.now += 30 * 24 * 3600
    view = ann.play(table)
    assert view["to_act"] == 1 and view["result"] is None
    assert seconds_left(view) == [None] * 4
