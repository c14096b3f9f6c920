"""What one visitor may flood the site with: at least one request for every route there is.

A test compares this with the list of routes. In paths and bodies {table} is a long game in which
the flooder has a seat, {base} the number of its last entry, {watch} the key of its spectators,
{action} something that can be done in it, {over} a game that has ended, whose key is shown where a
flood is about it, {game} a game's name, and {k} a number that goes on with every request.
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
    answers: tuple[int, ...] = (200,)
    """The statuses that the first requests get; another one would be a flood of nothing."""

    @property
    def about_the_end(self) -> bool:
        """Whether it is about the game that has ended."""
        return "{over}" in self.path


def _get(path: str, *answers: int) -> Flood:
    return Flood("GET", path, answers=answers or (200,))


def _post(path: str, body: str, *answers: int) -> Flood:
    return Flood("POST", path, body, answers=answers or (200,))


def _form(path: str, body: str, *answers: int) -> Flood:
    return Flood("POST", path, body, FORM, answers or (303,))


_MOVE = '"move_id": "flood-{k}"'
_TABLE = "/api/v1/tables/{table}"
_ROOT = '{{"root": "quixo ...../...../...../...../..... 1"'
_RECORD = r"game: quixo\nseed: {k}\n\n1. a1-a5\n2. e5-a5\n"
_PAPER = "game: quixo%0Aseed: {k}%0A%0A1. a1-a5%0A2. e5-a5"
_SEATS = '"options": {{"players": 2}}, "seats": [{{"kind": "me"}}'

FLOODS: dict[str, tuple[Flood, ...]] = {
    # Pages
    "GET /": (_get("/"),),
    "GET /mine": (_get("/mine"),),
    "POST /mine/forget": (_form("/mine/forget", "table={table}"),),
    "GET /compiling": (_get("/compiling"),),
    "GET /proof/{name}": (_get("/proof/quixo"),),
    "GET /proof/{name}/{which}": (_get("/proof/quixo/quixo-4"),),
    "POST /name": (_form("/name", "name=Ann{k}&back=/"),),
    "GET /language/{lang}": (_get("/language/lv?back=/", 303),),
    "GET /pictures/{name}.svg": (_get("/pictures/{game}.svg"),),
    "GET /new/{name}": (_get("/new/{game}"),),
    "POST /new/{name}": (_form("/new/{game}", "players=2&seat1=me&seat2=local"),),
    "GET /table/{table_id}": (_get("/table/{table}"), _get("/table/none-{k}", 404)),
    "GET /table/{table_id}/watch/{key}": (_get("/table/{table}/watch/{watch}"),),
    "GET /table/{table_id}/record": (_get("/table/{over}/record"),),
    "GET /table/{table_id}/invites": (_get("/table/{table}/invites", 403),),
    "GET /table/{table_id}/join/{key}": (_get("/table/{table}/join/wrong-{k}", 403),),
    "POST /table/{table_id}/join/{key}": (_form("/table/{table}/join/wrong-{k}", "name=Ann", 403),),
    "GET /manifest.webmanifest": (_get("/manifest.webmanifest"),),
    "GET /preview.png": (_get("/preview.png"),),
    "GET /preview/{name}.png": (_get("/preview/{game}.png"),),
    "GET /table/{table_id}/watch/{key}/preview.png": (
        _get("/table/{table}/watch/{watch}/preview.png"),
    ),
    "GET /table/{table_id}/join/{key}/preview.png": (
        _get("/table/{table}/join/wrong-{k}/preview.png", 403),
    ),
    "GET /game/{game_id}": (_get("/game/{table}"), _get("/game/{over}?ply={k}")),
    "GET /game/{game_id}/record": (_get("/game/{over}/record"),),
    "GET /mistakes": (_get("/mistakes"),),
    "GET /import": (_get("/import"),),
    "POST /import": (_form("/import", f"text={_PAPER}"),),
    "GET /analyse": (_get("/analyse"),),
    "GET /analyse/{name}": (
        _get("/analyse/{game}?seed={k}"),
        _get("/analyse/quixo?from={over}&ply={k}"),
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
    "POST /api/v1/analysis/why": (_post("/api/v1/analysis/why", _ROOT + ', "touches": ["c3"]}}'),),
    "POST /api/v1/analysis/set-up": (
        _post("/api/v1/analysis/set-up", _ROOT + ', "touches": ["a1", "b1", "turn"]}}'),
    ),
    "POST /api/v1/analysis/redraw": (_post("/api/v1/analysis/redraw", _ROOT + ', "seed": {k}}}'),),
    "POST /api/v1/analysis/open": (
        _post("/api/v1/analysis/open", '{{"text": "' + _RECORD + '"}}'),
    ),
    "POST /api/v1/analysis/trees": (
        _post("/api/v1/analysis/trees", _ROOT + ', "nodes": [[-1, [1], "no {k}"]]}}'),
    ),
    "POST /api/v1/analysis/turns": (
        _post("/api/v1/analysis/turns", _ROOT + ', "look": 2, "seed": {k}}}'),
    ),
    "POST /api/v1/analysis/spread": (_post("/api/v1/analysis/spread", _ROOT + ', "seed": {k}}}'),),
    "GET /api/v1/games": (_get("/api/v1/games"),),
    "POST /api/v1/tables": (
        _post("/api/v1/tables", '{{"game": "{game}", ' + _SEATS + "]}}", 400),
        _post("/api/v1/tables", '{{"game": "{game}", ' + _SEATS + ', {{"kind": "local"}}]}}', 201),
        _post(
            "/api/v1/tables",
            '{{"game": "{game}", ' + _SEATS + ', {{"kind": "local"}}], "move_id": "once"}}',
            201,
        ),
    ),
    "POST /api/v1/tables/{table_id}/join": (
        _post(f"{_TABLE}/join", '{{"invite": "wrong-{k}"}}', 403),
    ),
    "GET /api/v1/tables/{table_id}": (
        _get(_TABLE),
        _get("/api/v1/tables/none-{k}", 404),
        _get(f"{_TABLE}?after={{base}}&wait=30"),
    ),
    "POST /api/v1/tables/{table_id}/moves": (
        _post(f"{_TABLE}/moves", '{{"base": {base}, "actions": ["nonsense"], ' + _MOVE + "}}", 422),
    ),
    "POST /api/v1/tables/{table_id}/draft": (
        _post(f"{_TABLE}/draft", '{{"base": {base}, "actions": []}}'),
        _post(f"{_TABLE}/draft", '{{"base": {base}, "actions": [{action}]}}'),
    ),
    "POST /api/v1/tables/{table_id}/why": (_post(f"{_TABLE}/why", '{{"touches": ["x{k}"]}}'),),
    "POST /api/v1/tables/{table_id}/resign": (
        _post(f"{_TABLE}/resign", "{{" + _MOVE + "}}", 200, 409),
    ),
    "POST /api/v1/tables/{table_id}/draw": (
        _post(f"{_TABLE}/draw", "{{" + _MOVE + "}}", 200, 400),
    ),
    "POST /api/v1/tables/{table_id}/draw/answer": (
        _post(f"{_TABLE}/draw/answer", '{{"agree": false, ' + _MOVE + "}}", 400),
    ),
    "POST /api/v1/tables/{table_id}/take-back": (
        _post(f"{_TABLE}/take-back", "{{" + _MOVE + "}}", 200, 400),
    ),
    "POST /api/v1/tables/{table_id}/take-back/answer": (
        _post(f"{_TABLE}/take-back/answer", '{{"agree": false, ' + _MOVE + "}}", 400),
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
    "POST /api/v1/games": (_post("/api/v1/games", '{{"record": "' + _RECORD + '"}}', 200, 201),),
    "GET /api/v1/games/{game_id}/positions/{ply}": (
        _get("/api/v1/games/{table}/positions/100"),
        _get("/api/v1/games/{table}/positions/{k}"),
    ),
    "GET /api/v1/games/{game_id}/review": (_get("/api/v1/games/{over}/review"),),
    "POST /api/v1/games/{game_id}/review": (_post("/api/v1/games/{over}/review", "", 200, 202),),
    "GET /api/v1/games/{game_id}/mistakes/{ply}": (_get("/api/v1/games/{over}/mistakes/{k}", 400),),
    "POST /api/v1/mistakes": (
        _post("/api/v1/mistakes", '{{"position": "quixo size=3 xx./oo./... 1", "actions": []}}'),
        _post("/api/v1/mistakes", '{{"position": "quixo ..... {k}", "actions": [{action}]}}', 422),
        _post("/api/v1/mistakes", '{{"position": "quixo size=3 xx./oo./... 1", "actions": [0]}}'),
    ),
    f"{SOCKET} /api/v1/tables/{{table_id}}/stream": (
        Flood(SOCKET, f"{_TABLE}/stream", "shout"),
        Flood(SOCKET, f"{_TABLE}/stream", "again"),
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
