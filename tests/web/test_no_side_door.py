"""A secret has no side door: what differs in hidden things only gets the same answers, byte by byte.

Two sites hold the same table, but for what one viewer cannot know. The list of routes itself says
what must be asked: a new route that nothing here asks fails the first test.
"""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from site_support import Site, Visitor, running
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

import galda
from galda import SPECTATOR, Position
from galda.core.show.language import LANGUAGES
from galda.games.alhambra.rules import money
from galda.games.alhambra.rules.record import SCORING_CARD
from galda.games.alhambra.rules.tiles import HIGHEST
from galda.table import Table
from twins import twin

GAMES = {"alhambra": {"players": 3}, "towers": {"players": 3}}
TURNS = 9
SEED = 20_261_116
HEADERS_OF_THE_MOMENT = {"set-cookie", "x-request-id"}
PLACE = re.compile(r"\{(\w+)[^}]*\}")

SHORT_WORDS = {f"{verb}{n}" for verb in ("buy", "call") for n in range(1, 6)} | {"pass", "end"}

Body = dict[str, Any] | list[Any] | str | None


@dataclass(frozen=True)
class Question:
    """One request; a body makes it a POST."""

    path: str
    body: Body = None
    method: str = "GET"


# What is posted to each route: the part of the bodies that hidden things could matter to.
WRITTEN = ("moves", "draft", "why", "coach")
PLAIN: dict[str, list[Body]] = {
    "/api/v1/tables/{table_id}/join": [{"invite": "no-such-key", "name": "Eve"}, {}],
    "/api/v1/tables/{table_id}/draw": [{}],
    "/api/v1/tables/{table_id}/draw/answer": [{"agree": True}, {"agree": False}],
    "/api/v1/tables/{table_id}/take-back": [{}],
    "/api/v1/tables/{table_id}/take-back/answer": [{"agree": False}, {"agree": True}],
    "/api/v1/tables/{table_id}/chat": [{"text": "hello"}, {"text": "", "to": "partner"}],
    "/api/v1/tables/{table_id}/rematch": [{}],
    "/api/v1/games/{game_id}/review": [{}],
    "/table/{table_id}/join/{key}": [{}],
}
OF_THE_MOMENT = {"/metrics"}
"""What operators see: figures of the process, of no table."""
ENDS_THE_GAME = {"/api/v1/tables/{table_id}/resign"}
"""Afterwards all is told to everyone: nothing is hidden that could be compared."""
OF_NO_TABLE = {
    "/api/v1/tables", "/api/v1/games", "/name", "/import", "/new/{name}",
    "/api/v1/lessons/{name}/{step}",
}  # fmt: skip
"""Posting there names no table."""


def routes(site: Site) -> list[Route | WebSocketRoute]:
    """All routes of the site but static files."""
    return list(_routes(site.app.routes))


def _routes(listed: Iterable[BaseRoute]) -> Iterator[Route | WebSocketRoute]:
    for route in listed:
        if isinstance(route, Route | WebSocketRoute):
            yield route
        elif not isinstance(route, Mount):  # FastAPI keeps included routers as they were made
            included: Any = route
            yield from _routes(included.original_router.routes)


def fill(path: str, table: Table) -> Iterator[str]:
    """Addresses that a route's path can mean."""
    values: dict[str, list[str]] = {
        "table_id": [table.id],
        "game_id": [table.id],
        "key": [table.spectator_key, "a-wrong-key", *(s.key for s in table.seats if s.key)],
        "name": [table.plan.game],
        "ply": ["0", str(len(table.turns)), "999"],
        "lang": list(LANGUAGES)[:1],
        "number": ["0"],
        "step": ["0"],
    }
    names = PLACE.findall(path)
    for k in range(max((len(values[name]) for name in names), default=1)):
        chosen = {name: values[name][k % len(values[name])] for name in names}
        yield PLACE.sub(lambda place: chosen[place[1]], path)  # noqa: B023  (used at once)


def vocabulary(name: str, options: dict[str, Any]) -> list[str]:
    """Moves in notation that games of this kind know."""
    found: set[str] = set()
    for seed in range(3):
        chance = random.Random(seed)
        position = galda.game(name).new(seed=seed, **options)
        while not position.is_over and len(found) < 400:
            found.update(position.write(action) for action in position.legal())
            position = position.play(chance.choice(position.legal()))
    return random.Random(SEED).sample(sorted(found), min(150, len(found)))


def turns_to_try(table: Table, viewer: int) -> list[list[Any]]:
    """Actions to send: every kind of word and code, alone and after a legal beginning."""
    chance = random.Random(SEED)
    known = table.position.known_to(viewer, 1) if viewer >= 0 else table.position
    now = {p.write(a) for p in (known, table.position) for a in p.legal()}
    words = sorted({*vocabulary(table.plan.game, dict(table.plan.options)), *now, *SHORT_WORDS})
    codes = range(table.game.action_count)
    tried: list[list[Any]] = [[word] for word in words]
    tried += [[code] for code in chance.sample(codes, min(60, len(codes)))]
    mine = table.to_act == viewer
    legal = known.legal() if mine else ()
    for action in chance.sample(legal, min(4, len(legal))):
        after = {p.play(action) for p in (known, table.position)}
        words_then = sorted({p.write(a) for p in after if not p.is_over for a in p.legal()})
        tried += [[known.write(action), word] for word in words_then]
        tried += [[action, code] for code in chance.sample(codes, 10)]
    return [*tried, [], ["nonsense"], [-1], [10**9], [None], ["x"] * 300]


def posts(path: str, table: Table, viewer: int) -> Iterator[Body]:
    """The bodies to post to a route."""
    last = path.rpartition("/")[2]
    if path in PLAIN:
        yield from PLAIN[path]
        return
    seats = [None, max(viewer, 0), *range(len(table.seats))]
    for number, actions in enumerate(turns_to_try(table, viewer)):
        seat = seats[number % len(seats)]
        if last != "moves" and any(isinstance(action, str) for action in actions) and number % 9:
            continue  # only whole turns are read as notation
        for base in (table.game_sequence, 0) if number % 9 == 0 else (table.game_sequence,):
            body: dict[str, Any] = {"base": base, "actions": actions, "seat": seat}
            if last == "moves":
                if is_legal_turn(table, viewer, actions):
                    continue  # sealing it turns up something new
                yield {**body, "move_id": f"m{number}"}
            elif last == "draft":
                yield body
            elif base:
                yield from why_bodies(table, body) if last == "why" else coach_bodies(body)
    yield {}
    yield []
    yield {"base": "x", "actions": 7, "seat": "me"}


def why_bodies(table: Table, body: dict[str, Any]) -> Iterator[Body]:
    """Touches of something, after a draft."""
    touched = sorted({id_ for path in table.position.paths for id_ in path})
    chance = random.Random(len(body["actions"]))
    drafted = [action for action in body["actions"] if isinstance(action, int)]
    words = [str(action) for action in body["actions"] if isinstance(action, str)]
    for touches in (words, chance.sample(touched, min(2, len(touched)))):
        yield {"actions": drafted, "touches": touches, "seat": body["seat"]}


def coach_bodies(body: dict[str, Any]) -> Iterator[Body]:
    """Questions that are refused: what the coach answers is its own test's business."""
    if body["actions"] == [] or len(body["actions"]) > 1:
        yield {**body, "ask": "nothing"}


def is_legal_turn(table: Table, viewer: int, actions: list[Any]) -> bool:
    """Whether these actions are one whole turn that the viewer may play."""
    position = table.position
    try:
        for number, action in enumerate(actions):
            if number and not position.in_turn:
                return False  # it goes on beyond its end
            position = position.play(action)
    except (galda.GaldaError, TypeError, ValueError):
        return False
    return bool(actions) and table.to_act == viewer


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
    )
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


def heard(visitor: Visitor, path: str, sent: list[str]) -> list[str]:
    """What a socket says at first and after each message."""
    told = []
    with visitor.web.websocket_connect(path) as socket:
        told.append(socket.receive_text())
        for message in sent:
            socket.send_text(message)
            told.append(socket.receive_text())
    return told


@contextmanager
def twin_sites(
    folder: Path, name: str, options: dict[str, Any]
) -> Iterator[tuple[Site, Site, list[dict[str, str]], str]]:
    """Two sites with the same table some turns into a game, and the cookies of who play there."""
    first, second = folder / "first", folder / "second"
    first.mkdir()
    cookies: list[dict[str, str]] = []
    with running(first) as site:
        host = site.visitor()
        seats = [{"kind": "me"}, *({"kind": "friend"} for _ in range(options["players"] - 1))]
        made = host.web.post(
            "/api/v1/tables", json={"game": name, "options": options, "seats": seats}
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
    with running(tmp_path) as site:
        for route in routes(site):
            assert isinstance(route, WebSocketRoute) or route.methods is not None
            if isinstance(route, Route) and "POST" in (route.methods or ()):
                asked = {*PLAIN, *ENDS_THE_GAME, *OF_NO_TABLE}
                assert route.path in asked or route.path.rpartition("/")[2] in WRITTEN, route.path


@pytest.mark.parametrize("name", GAMES)
def test_no_answer_tells_what_its_hearer_cannot_know(name: str, tmp_path: Path) -> None:
    compared, leaks = 0, []
    with twin_sites(tmp_path, name, GAMES[name]) as (one, two, cookies, table_id):
        table: Table = one.call("get", table_id)
        *players, stranger = cookies
        for viewer, kept in [*enumerate(players), (SPECTATOR, stranger)]:
            hold(one, table)
            hold(two, redealt(table, viewer, 7))
            here, there = somebody(one, kept), somebody(two, kept)
            for question in questions(one, table, viewer):
                ours, theirs = answer(here, question), answer(there, question)
                compared += 1
                if ours != theirs:
                    leaks.append((viewer, question, ours, theirs))
            stream = f"/api/v1/tables/{table_id}/stream"
            if viewer < 0:
                stream += f"?watch={table.spectator_key}"
            sent = [json.dumps({"look": seat}) for seat in (0, 1, 2)] + ["", "[]", "7"]
            assert heard(here, stream, sent) == heard(there, stream, sent)
    assert compared > 1000
    assert not leaks, f"{len(leaks)} of {compared}: {leaks[:3]}"


def questions(site: Site, table: Table, viewer: int) -> Iterator[Question]:
    """Everything to ask of a site about a table."""
    for route in routes(site):
        if isinstance(route, WebSocketRoute) or route.path in OF_THE_MOMENT:
            continue
        methods = route.methods or set()
        for path in fill(route.path, table):
            if "GET" in methods:
                yield Question(path)
                if route.path == "/api/v1/tables/{table_id}":
                    yield Question(f"{path}?watch={table.spectator_key}")
                    for seat in range(len(table.seats)):
                        yield Question(f"{path}?look={seat}")
                        yield Question(f"{path}?after=0&wait=0&look={seat}")
                if "game_id" in route.path:
                    for seat in range(-1, len(table.seats)):
                        yield Question(f"{path}?eyes={seat}")
            if "POST" in methods and route.path not in {*ENDS_THE_GAME, *OF_NO_TABLE}:
                for number, body in enumerate(posts(route.path, table, viewer)):
                    if isinstance(body, dict) and route.path in PLAIN:
                        body = {"move_id": f"{route.name}{viewer}{number}", **body}
                    yield Question(path, body, "POST")
