"""Everything that can be asked of a site about a table, driven by the list of its routes."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from site_support import Site
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

import galda
from galda import Position
from galda.core.show.language import LANGUAGES
from galda.table import Table

SEED = 20_261_116
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
    "/api/v1/tables", "/api/v1/games", "/name", "/mine/forget", "/import", "/new/{name}",
    "/api/v1/lessons/{name}/{step}", "/api/v1/lessons/{name}/{lesson}/{step}",
    "/api/v1/proofs/{name}/{which}", "/api/v1/puzzles/{name}/{number}",
    "/api/v1/openings/{name}/{which}", "/api/v1/mistakes",
    *(f"/api/v1/analysis/{asked}" for asked in
      ("positions", "why", "set-up", "redraw", "open", "trees", "turns", "spread")),
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
        "lesson": ["first"],
        "which": ["no-such-proof"],
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
            found.update(position.write(action) for action in position.legal_actions)
            position = position.play(chance.choice(position.legal_actions))
    return random.Random(SEED).sample(sorted(found), min(150, len(found)))


def turns_to_try(table: Table, viewer: int) -> list[list[Any]]:
    """Actions to send: every kind of word and code, alone and after a legal beginning."""
    chance = random.Random(SEED)
    known = table.position.known_to(viewer, 1) if viewer >= 0 else table.position
    now = {p.write(a) for p in (known, table.position) for a in p.legal_actions}
    words = sorted({*vocabulary(table.plan.game, dict(table.plan.options)), *now, *SHORT_WORDS})
    codes = range(table.game.rules.action_count)
    tried: list[list[Any]] = [[word] for word in words]
    tried += [[code] for code in chance.sample(codes, min(60, len(codes)))]
    mine = table.to_act == viewer
    legal = known.legal_actions if mine else ()
    for action in chance.sample(legal, min(4, len(legal))):
        after = {p.play(action) for p in (known, table.position)}
        words_then = sorted({p.write(a) for p in after if not p.is_over for a in p.legal_actions})
        tried += [[known.write(action), word] for word in words_then]
        codes_then = sorted({a for p in after if not p.is_over for a in p.legal_actions})
        then = chance.sample(codes_then, min(12, len(codes_then)))
        tried += [[action, code] for code in (*then, *chance.sample(codes, 10))]
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
                if number % 5 == 0 and not is_legal_turn(table, viewer, actions):
                    yield {**body, "at_once": True, "move_id": f"d{number}"}
            elif base:
                why = last == "why"
                yield from why_bodies(table, body) if why else coach_bodies(table, viewer, body)
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


def coach_bodies(table: Table, viewer: int, body: dict[str, Any]) -> Iterator[Body]:
    """Questions that are refused: what the coach answers is its own test's business."""
    drafted = [action for action in body["actions"] if isinstance(action, int)]
    asked = {**body, "actions": drafted}
    if table.to_act != viewer or (drafted and not goes_on(table.position, drafted)):
        yield {**asked, "ask": "move"}
    for ask in ("move", "chances", "threat", "nothing") if len(drafted) > 1 else ():
        yield {**asked, "ask": ask, "base": 0}


def goes_on(position: Position, actions: list[int]) -> bool:
    """Whether these actions are a part of a turn."""
    try:
        return position.play_all(actions).in_turn
    except galda.GaldaError:
        return False


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
                if route.path == "/analyse/{name}":
                    yield Question(f"{path}?from={table.id}")
                    yield Question(f"{path}?from={table.id}&ply=2&eyes=0")
                if "game_id" in route.path:
                    for seat in range(-1, len(table.seats)):
                        yield Question(f"{path}?eyes={seat}")
                    yield Question(f"{path}?watch={table.spectator_key}")
                    yield Question(f"{path}?watch={table.spectator_key}&ply=3")
            if "POST" in methods and route.path not in {*ENDS_THE_GAME, *OF_NO_TABLE}:
                for number, body in enumerate(posts(route.path, table, viewer)):
                    if isinstance(body, dict) and route.path in PLAIN:
                        named = {"move_id": f"{route.name}{viewer}{number}", **body}
                        yield Question(path, named, "POST")
                    else:
                        yield Question(path, body, "POST")
