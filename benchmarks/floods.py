"""What one visitor may flood the site with: at least one request for every route there is.

A test compares this with the list of routes. In paths and bodies {table} is a long game in which
the flooder has a seat, {base} the number of its last entry, {watch} the key of its spectators,
{action} something that can be done in it, {over} a game that has ended, {game} a game's name, and
{k} a number that goes on with every request.
"""

from __future__ import annotations

from dataclasses import dataclass

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
SOCKET = "WEBSOCKET"


@dataclass(frozen=True, slots=True)
class Flood:
    """One request that is sent again and again."""

    method: str
    path: str
    body: str = ""
    kind: str = JSON


def _get(path: str) -> Flood:
    return Flood("GET", path)


def _post(path: str, body: str) -> Flood:
    return Flood("POST", path, body)


def _form(path: str, body: str) -> Flood:
    return Flood("POST", path, body, FORM)


_MOVE = '"move_id": "flood-{k}"'
_TABLE = "/api/v1/tables/{table}"
_ROOT = '{{"root": "quixo ...../...../...../...../..... 1"'
_RECORD = r"Game: quixo\n\n1. a1-a5\n"

FLOODS: dict[str, tuple[Flood, ...]] = {
    # Pages
    "GET /": (_get("/"),),
    "GET /mine": (_get("/mine"),),
    "POST /mine/forget": (_form("/mine/forget", "table={table}"),),
    "GET /warming": (_get("/warming"),),
    "GET /proof/{name}": (_get("/proof/{game}"),),
    "GET /proof/{name}/{which}": (_get("/proof/quixo/quixo-4"),),
    "POST /name": (_form("/name", "name=Ann{k}&back=/"),),
    "GET /language/{lang}": (_get("/language/lv?back=/"),),
    "GET /pictures/{name}.svg": (_get("/pictures/{game}.svg"),),
    "GET /new/{name}": (_get("/new/{game}"),),
    "POST /new/{name}": (_form("/new/{game}", "players=2&seat1=me&seat2=local"),),
    "GET /table/{table_id}": (_get("/table/{table}"), _get("/table/none-{k}")),
    "GET /table/{table_id}/watch/{key}": (_get("/table/{table}/watch/{watch}"),),
    "GET /table/{table_id}/record": (_get("/table/{over}/record"),),
    "GET /table/{table_id}/invites": (_get("/table/{table}/invites"),),
    "GET /table/{table_id}/join/{key}": (_get("/table/{table}/join/wrong-{k}"),),
    "POST /table/{table_id}/join/{key}": (_form("/table/{table}/join/wrong-{k}", "name=Ann"),),
    "GET /manifest.webmanifest": (_get("/manifest.webmanifest"),),
    "GET /preview.png": (_get("/preview.png"),),
    "GET /preview/{name}.png": (_get("/preview/{game}.png"),),
    "GET /table/{table_id}/watch/{key}/preview.png": (
        _get("/table/{table}/watch/{watch}/preview.png"),
    ),
    "GET /table/{table_id}/join/{key}/preview.png": (
        _get("/table/{table}/join/wrong-{k}/preview.png"),
    ),
    "GET /game/{game_id}": (_get("/game/{table}"), _get("/game/{over}?ply={k}")),
    "GET /game/{game_id}/record": (_get("/game/{over}/record"),),
    "GET /mistakes": (_get("/mistakes"),),
    "GET /import": (_get("/import"),),
    "POST /import": (_form("/import", "text=Game: quixo%0A%0A1. a1-a{k}"),),
    "GET /analyse": (_get("/analyse"),),
    "GET /analyse/{name}": (
        _get("/analyse/{game}?seed={k}"),
        _get("/analyse/{game}?from={over}&ply={k}"),
    ),
    "GET /rules/{name}": (_get("/rules/{game}"),),
    "GET /figures/{lang}/{name}/{number}.svg": (_get("/figures/en/{game}/0.svg"),),
    "GET /learn/{name}": (_get("/learn/{game}"),),
    "GET /learn/{name}/{lesson}": (_get("/learn/{game}/playing-well"),),
    "GET /puzzles": (_get("/puzzles?game={game}&number={k}"),),
    "GET /puzzles/day": (_get("/puzzles/day"),),
    "GET /puzzles/sheet": (_get("/puzzles/sheet?game={game}&first={k}"),),
    "GET /openings/{name}": (_get("/openings/quixo"),),
    # For programs
    "GET /api/v1/lessons/{name}/{step}": (_get("/api/v1/lessons/{game}/1"),),
    "POST /api/v1/lessons/{name}/{step}": (
        _post("/api/v1/lessons/{game}/1", '{{"actions": [], "touches": ["x{k}"]}}'),
    ),
    "GET /api/v1/lessons/{name}/{lesson}/{step}": (_get("/api/v1/lessons/{game}/playing-well/1"),),
    "POST /api/v1/lessons/{name}/{lesson}/{step}": (
        _post("/api/v1/lessons/{game}/playing-well/1", '{{"actions": [], "touches": ["x{k}"]}}'),
    ),
    "POST /api/v1/puzzles/{name}/{number}": (
        _post("/api/v1/puzzles/{game}/1", '{{"actions": [], "touches": ["x{k}"]}}'),
    ),
    "POST /api/v1/openings/{name}/{which}": (
        _post("/api/v1/openings/quixo/1", '{{"actions": [1]}}'),
    ),
    "GET /api/v1/position": (_get("/api/v1/position?text=quixo%20size=3%20x../.../...%202"),),
    "POST /api/v1/analysis/positions": (
        _post("/api/v1/analysis/positions", _ROOT + ', "actions": [1]}}'),
    ),
    "POST /api/v1/analysis/why": (
        _post("/api/v1/analysis/why", _ROOT + ', "touches": ["x{k}"]}}'),
    ),
    "POST /api/v1/analysis/set-up": (
        _post("/api/v1/analysis/set-up", _ROOT + ', "touches": ["a1", "b1", "turn"]}}'),
    ),
    "POST /api/v1/analysis/redraw": (_post("/api/v1/analysis/redraw", _ROOT + ', "seed": {k}}}'),),
    "POST /api/v1/analysis/open": (_post("/api/v1/analysis/open", f'{{{{"text": "{_RECORD}"}}}}'),),
    "POST /api/v1/analysis/trees": (
        _post("/api/v1/analysis/trees", _ROOT + ', "nodes": [[-1, [1], "no {k}"]]}}'),
    ),
    "POST /api/v1/analysis/turns": (
        _post("/api/v1/analysis/turns", _ROOT + ', "look": 2, "seed": {k}}}'),
    ),
    "POST /api/v1/analysis/spread": (_post("/api/v1/analysis/spread", _ROOT + ', "seed": {k}}}'),),
    "GET /api/v1/games": (_get("/api/v1/games"),),
    "POST /api/v1/tables": (
        _post("/api/v1/tables", '{{"game": "{game}", "seats": [{{"kind": "me"}}]}}'),
        _post(
            "/api/v1/tables",
            '{{"game": "{game}", "seats": [{{"kind": "me"}}, {{"kind": "local"}}]}}',
        ),
    ),
    "POST /api/v1/tables/{table_id}/join": (_post(f"{_TABLE}/join", '{{"invite": "wrong-{k}"}}'),),
    "GET /api/v1/tables/{table_id}": (
        _get(_TABLE),
        _get("/api/v1/tables/none-{k}"),
        _get(f"{_TABLE}?after={{base}}&wait=30"),
    ),
    "POST /api/v1/tables/{table_id}/moves": (
        _post(f"{_TABLE}/moves", '{{"base": {base}, "actions": ["nonsense"], ' + _MOVE + "}}"),
    ),
    "POST /api/v1/tables/{table_id}/draft": (
        _post(f"{_TABLE}/draft", '{{"base": {base}, "actions": []}}'),
        _post(f"{_TABLE}/draft", '{{"base": {base}, "actions": [{action}]}}'),
    ),
    "POST /api/v1/tables/{table_id}/why": (_post(f"{_TABLE}/why", '{{"touches": ["x{k}"]}}'),),
    "POST /api/v1/tables/{table_id}/resign": (_post(f"{_TABLE}/resign", "{{" + _MOVE + "}}"),),
    "POST /api/v1/tables/{table_id}/draw": (_post(f"{_TABLE}/draw", "{{" + _MOVE + "}}"),),
    "POST /api/v1/tables/{table_id}/draw/answer": (
        _post(f"{_TABLE}/draw/answer", '{{"agree": false, ' + _MOVE + "}}"),
    ),
    "POST /api/v1/tables/{table_id}/take-back": (
        _post(f"{_TABLE}/take-back", "{{" + _MOVE + "}}"),
    ),
    "POST /api/v1/tables/{table_id}/take-back/answer": (
        _post(f"{_TABLE}/take-back/answer", '{{"agree": false, ' + _MOVE + "}}"),
    ),
    "POST /api/v1/tables/{table_id}/chat": (
        _post(f"{_TABLE}/chat", '{{"text": "hello {k}", ' + _MOVE + "}}"),
    ),
    "POST /api/v1/tables/{table_id}/rematch": (
        _post("/api/v1/tables/{over}/rematch", "{{" + _MOVE + "}}"),
    ),
    "POST /api/v1/tables/{table_id}/coach": (
        _post(f"{_TABLE}/coach", '{{"ask": "chances", "base": {base}}}'),
    ),
    "POST /api/v1/games": (_post("/api/v1/games", '{{"record": "' + _RECORD + '{k}"}}'),),
    "GET /api/v1/games/{game_id}/positions/{ply}": (
        _get("/api/v1/games/{table}/positions/100"),
        _get("/api/v1/games/{table}/positions/{k}"),
    ),
    "GET /api/v1/games/{game_id}/review": (_get("/api/v1/games/{over}/review"),),
    "POST /api/v1/games/{game_id}/review": (_post("/api/v1/games/{over}/review", ""),),
    "GET /api/v1/games/{game_id}/mistakes/{ply}": (_get("/api/v1/games/{over}/mistakes/{k}"),),
    "POST /api/v1/mistakes": (
        _post("/api/v1/mistakes", '{{"position": "quixo size=3 xx./oo./... 1", "actions": []}}'),
        _post("/api/v1/mistakes", '{{"position": "quixo ..... {k}", "actions": [{action}]}}'),
        _post("/api/v1/mistakes", '{{"position": "quixo size=3 xx./oo./... 1", "actions": [0]}}'),
    ),
    f"{SOCKET} /api/v1/tables/{{table_id}}/stream": (
        Flood(SOCKET, f"{_TABLE}/stream", "shout"),
        Flood(SOCKET, f"{_TABLE}/stream", "ping"),
        Flood(SOCKET, f"{_TABLE}/stream", "reopen"),
    ),
    # For operators
    "GET /api/v1/openapi.json": (_get("/api/v1/openapi.json"),),
    "POST /api/v1/proofs/{name}/{which}": (
        _post("/api/v1/proofs/quixo/quixo-4", '{{"actions": []}}'),
    ),
    "GET /healthz": (_get("/healthz"),),
    "GET /readyz": (_get("/readyz"),),
    "GET /metrics": (_get("/metrics"),),
    "GET /robots.txt": (_get("/robots.txt"),),
}
"""Floods by method and route."""
