"""What one click costs: the turn tried and sealed, and the views of both browsers made of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import numpy as np
import pytest
from site_support import Site

import galda
from galda.core.kernels import running
from galda.core.play.position import Position

SECRETIVE = [name for name in galda.game_names() if galda.game(name).has("conceal")]
OPEN = [name for name in galda.game_names() if name not in SECRETIVE]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """How often the things that cost are done."""
    counted: Counter[str] = Counter()
    for owner, name in (
        (Position, "play"),
        (Position, "replay"),
        (Position, "seen_by"),
        (Position, "known_to"),
        (running, "blank_out"),
        (running, "draw_anew"),
    ):
        monkeypatch.setattr(owner, name, _counting(counted, name, getattr(owner, name)))
    yield counted


def _counting(counted: Counter[str], name: str, done: Any) -> Any:
    def count_and_do(*given: Any, **named: Any) -> Any:
        counted[name] += 1
        return done(*given, **named)

    return count_and_do


def click(site: Site, game: str, calls: Counter[str]) -> None:
    """Two at a table, their pages open: somebody clicks, and both see what came of it."""
    ann, bob = site.visitor(), site.visitor()
    table = ann.open(game, players=2, seat2="friend")
    invite = site.call("get", table).seats[1].key
    assert bob.post(table, "join", invite=invite, name="Bob").status_code == 200
    stream = f"/api/v1/tables/{table}/stream"
    with ExitStack() as open_pages:
        lines = [open_pages.enter_context(who.web.websocket_connect(stream)) for who in (ann, bob)]
        first = [line.receive_json() for line in lines]
        acting = (ann, bob)[first[1]["your_turn"]]
        view = acting.see(table)
        action = _whole_turn(site.call("get", table).position)
        calls.clear()
        body = {"base": view["base"], "actions": [action], "at_once": True, "move_id": "click"}
        answer = acting.post(table, "draft", **body)
        assert answer.status_code == 200, answer.text
        assert answer.json()["sequence"] == view["sequence"] + 1
        for line in lines:
            while line.receive_json()["sequence"] <= view["sequence"]:
                pass


def _whole_turn(position: Position) -> int:
    """An action that is a whole turn."""
    return next(a for a in position.legal_actions if not position.play(a).in_turn)


@pytest.mark.parametrize("game", OPEN)
def test_where_nothing_is_hidden_a_click_plays_twice_and_redraws_nothing(
    site: Site, calls: Counter[str], game: str
) -> None:
    click(site, game, calls)
    assert calls["play"] == 1, "a turn is tried once"
    assert calls["replay"] == 1, "then played on the table itself"
    assert (calls["draw_anew"], calls["blank_out"]) == (0, 0)
    assert calls["known_to"] == 1
    assert calls["seen_by"] <= 8, "for each browser the board, what came before, and a line"


@pytest.mark.parametrize("game", SECRETIVE)
def test_where_something_is_hidden_a_click_redraws_only_to_try_the_turn(
    site: Site, calls: Counter[str], game: str
) -> None:
    click(site, game, calls)
    assert calls["draw_anew"] == calls["known_to"] == 1
    assert 1 <= calls["play"] <= 3
    assert calls["replay"] == 1
    assert calls["blank_out"] == calls["seen_by"] <= 10


@pytest.mark.parametrize("game", OPEN)
def test_views_of_a_position_without_secrets_share_its_memory(game: str) -> None:
    position = galda.game(game).new(seed=1)
    for view in (position.seen_by(), position.seen_by(1), position.known_to(0, 7)):
        assert np.shares_memory(view.states, position.states)
        assert view.seed is None
        assert not view.states.flags.writeable
