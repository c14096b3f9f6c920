"""A secret has no side door: tables that differ in hidden things alone answer alike, byte by byte.

Two sites hold the same table, but for what one viewer cannot know. The list of routes itself says
what must be asked: a new route that nothing here asks fails the first test.
"""

from __future__ import annotations

import copy
import json
import random
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from questions import (
    ENDS_THE_GAME,
    OF_NO_TABLE,
    PLAIN,
    SEED,
    WRITTEN,
    Question,
    questions,
    routes,
)
from site_support import Site, Visitor, running
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocketDisconnect

from galda import SPECTATOR, Position
from galda.games.alhambra.rules import money
from galda.games.alhambra.rules.record import SCORING_CARD
from galda.games.alhambra.rules.tiles import HIGHEST
from galda.table import Table
from galda.testing.twins import twin_game
from galda.web.common.render import templates

GAMES = {"alhambra": {"players": 3}, "towers": {"players": 3}}
TURNS = 9
NEWS = 10**6
"""An entry that no table has yet: whoever watches looks again."""
STREAM = "/api/v1/tables/{table_id}/stream"
HEADERS_OF_THE_MOMENT = {"set-cookie", "x-request-id"}


def twin(table: Table, viewer: int, seed: int) -> Table:
    """A table with another past and present, as far as `viewer` cannot know them."""
    other = copy.copy(table)
    other.position = twin_game(table.position, viewer, seed)
    other.views, other.knowledge, other.line_cache = {}, {}, {}
    past = other.position.history()
    other.played = {
        sequence: replace(
            turn,
            begin=past[len(turn.before.history()) - 1],
            end=past[len(turn.after.history()) - 1],
        )
        for sequence, turn in table.played.items()
    }
    other.turns = tuple(other.played[turn.sequence] for turn in table.turns)
    return other


def redealt(table: Table, viewer: int, seed: int) -> Table:
    """A twin in which the others hold other money as well: their hands are hidden on a page."""
    other = twin(table, viewer, seed)
    if table.plan.game != "alhambra":
        return other
    states = other.position.states.copy()
    state = states[0]
    others = [seat for seat in range(len(table.seats)) if seat != viewer]
    places = [k for k in range(int(state.deck_left)) if state.deck[k] < SCORING_CARD]
    pool = [int(state.deck[k]) for k in places]
    sizes = []
    for seat in others:
        held = [
            currency * HIGHEST + value - 1
            for currency in range(4)
            for value in range(1, HIGHEST + 1)
            for _ in range(money.count_of(state.hand[seat, currency], value))
        ]
        sizes.append(len(held))
        pool += held
    random.Random(seed).shuffle(pool)
    for seat, size in zip(others, sizes, strict=True):
        state.hand[seat] = 0
        for card in (pool.pop() for _ in range(size)):
            state.hand[seat, card // HIGHEST] += money.one_of(card % HIGHEST + 1)
    for k in places:
        state.deck[k] = pool.pop()
    before = other.position
    other.position = Position(
        before.game, before.options, None, states, before._before, before.action, before.viewer
    ).named(before.names)
    return other


def answer(visitor: Visitor, question: Question) -> tuple[object, ...]:
    """What a site answers: all that we decide of it."""
    if question.method == "GET":
        given = visitor.web.get(question.path, follow_redirects=False)
    elif question.path.startswith("/api/"):
        given = visitor.web.post(question.path, json=question.body)
    else:
        data = question.body if isinstance(question.body, dict) else {}
        given = visitor.web.post(question.path, data=data, follow_redirects=False)
    headers = {k: v for k, v in given.headers.items() if k not in HEADERS_OF_THE_MOMENT}
    return given.status_code, headers, given.content


def heard(visitor: Visitor, path: str, table_id: str, sent: list[str]) -> list[str]:
    """What a socket says at first, and when there is news after all messages."""
    site: Any = visitor.web
    with visitor.web.websocket_connect(path) as socket:
        told = [socket.receive_text()]
        for message in sent:
            socket.send_text(message)
        site.portal.call(site.app.state.tables._news.tell, table_id, NEWS)
        told.append(socket.receive_text())
    return told


def sent_away(visitor: Visitor, path: str) -> tuple[int, str | None]:
    """How a socket that is not for its visitor is closed."""
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        visitor.web.websocket_connect(path) as socket,
    ):
        socket.receive_text()
    return closed.value.code, closed.value.reason


@contextmanager
def twin_sites(
    folder: Path, name: str, options: dict[str, Any]
) -> Iterator[tuple[Site, Site, list[dict[str, str]], str]]:
    """Two sites with the same table some turns into a game, and the cookies of who play there."""
    first, second = folder / "first", folder / "second"
    first.mkdir()
    cookies: list[dict[str, str]] = []
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    with (
        running(first) as site,
        patch("galda.table.tables.new_long_seed", lambda: f"{chance.getrandbits(256):064x}"),
    ):
        host = site.visitor()
        seats = [{"kind": "me"}, *({"kind": "friend"} for _ in range(options["players"] - 1))]
        made = host.web.post(
            "/api/v1/tables", json={"game": name, "options": options, "seats": seats, "coach": True}
        ).json()
        players = [host]
        for seat in made["seats"][1:]:
            guest = site.visitor()
            joined = guest.web.post(
                f"/api/v1/tables/{made['table']}/join", json={"invite": seat["invite"]}
            )
            assert joined.status_code == 200, joined.text
            players.append(guest)
        for _ in range(TURNS):
            acting = site.call("get", made["table"]).to_act
            players[acting].play(made["table"])
        cookies = [dict(player.web.cookies) for player in (*players, site.visitor())]
    shutil.copytree(first, second)
    with ExitStack() as stack:
        one, two = (stack.enter_context(running(f)) for f in (first, second))
        chosen = patch.dict(templates().globals, fresh_move_id=lambda: "of the moment")
        stack.enter_context(chosen)
        yield one, two, cookies, made["table"]


def somebody(site: Site, cookies: dict[str, str]) -> Visitor:
    """A visitor who comes back with cookies."""
    visitor = site.visitor()
    visitor.web.cookies.clear()
    visitor.web.cookies.update(cookies)
    return visitor


def hold(site: Site, table: Table) -> None:
    """Let a site hold this very table."""
    ledger = site.app.state.tables._ledger
    ledger._clock = lambda: 2e9
    ledger._tables[table.id] = table


def test_every_route_is_asked(tmp_path: Path) -> None:
    asked = {*PLAIN, *ENDS_THE_GAME, *OF_NO_TABLE}
    with running(tmp_path) as site:
        for route in routes(site):
            if isinstance(route, WebSocketRoute):
                assert route.path == STREAM, route.path
                continue
            methods = route.methods or set()
            assert methods and methods <= {"GET", "HEAD", "POST"}, route.path
            if "POST" in methods:
                assert route.path in asked or route.path.rpartition("/")[2] in WRITTEN, route.path


@pytest.mark.parametrize("name", GAMES)
def test_some_answers_tell_nothing_that_their_hearers_cannot_know(
    name: str, tmp_path: Path
) -> None:
    compare(name, tmp_path, every=16)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_answer_tells_what_its_hearer_cannot_know(name: str, tmp_path: Path) -> None:
    assert compare(name, tmp_path) > 1000


def compare(name: str, tmp_path: Path, every: int = 1) -> int:
    """Ask about two tables what every viewer can ask, or of what is posted each so-manieth."""
    compared, leaks = 0, []
    # Each moment of a twin's past is a twin of its own: such a past cannot be played again.
    with (
        patch("galda.table.log.history.thin_out"),
        twin_sites(tmp_path, name, GAMES[name]) as (one, two, cookies, table_id),
    ):
        table: Table = one.call("get", table_id)
        *players, stranger = cookies
        for viewer, kept in [*enumerate(players), (SPECTATOR, stranger)]:
            hold(one, table)
            hold(two, redealt(table, viewer, 7))
            here, there = somebody(one, kept), somebody(two, kept)
            for number, question in enumerate(questions(one, table, viewer)):
                if number % every and question.method == "POST":
                    continue
                ours, theirs = answer(here, question), answer(there, question)
                compared += 1
                if ours != theirs:
                    leaks.append((viewer, question, ours, theirs))
            stream = STREAM.format(table_id=table_id)
            if viewer < 0:
                stream += f"?watch={table.spectator_key}"
            sent = [json.dumps({"look": seat}) for seat in (0, 1, 2)]
            sent += ["", "[]", "7", "null", '{"look": -1}', '{"look": "0"}', "[" * 900, "x" * 2000]
            ours_told, theirs_told = (
                heard(visitor, stream, table_id, sent) for visitor in (here, there)
            )
            assert ours_told == theirs_told
            for wrong in ("watch=no-such-key", f"watch={table.seats[1].key}"):
                path = f"{STREAM.format(table_id=table_id)}?{wrong}"
                assert sent_away(here, path) == sent_away(there, path)
    assert not leaks, f"{len(leaks)} of {compared}: {leaks[:3]}"
    return compared
