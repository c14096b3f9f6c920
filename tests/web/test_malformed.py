"""What makes no sense is refused in words, wherever it comes in: never a 500.

Each fault that was found stands for its kind, so the sources are searched for its siblings too.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from site_support import HOME, HOST, Site, Visitor, running
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

import galda
from galda.core.numerals import read_whole
from galda.web.security.guard import is_host, place_of

SOURCES = Path(galda.__file__).parent
ODD_NUMBERS = ["²", "٣", "१", "①", "-1", "+2", "1_0", "1e3", "", " 2", "9" * 5000, "0x2", "2.0"]
ODD_URLS = ["http://[", "http://[::1", "//[", "http://[v1.x]", "http://a]b", "http://[:::]", "]"]
ODD_NAMES = [
    "self", "seed", "game", "cls", "position", "options", "kwargs", "lang", "context", "message",
    "option", "text", "values", "__class__",
]  # fmt: skip


def found_in_sources(pattern: str) -> set[str]:
    """The files in which something stands."""
    return {
        file.relative_to(SOURCES).as_posix()
        for file in SOURCES.rglob("*.py")
        if re.search(pattern, file.read_text("utf-8"))
    }


@pytest.mark.parametrize("number", ODD_NUMBERS, ids=lambda text: text[:8] or "empty")
def test_a_number_is_figures_or_none(number: str, site: Site) -> None:
    assert read_whole(number) is None
    ann = site.visitor()
    table = ann.open("quixo", seat2="friend")
    asked = [
        ann.web.post("/new/alhambra", data={"players": number, "seat1": "me"}),
        ann.web.post("/new/quixo", data={"size": number or "²", "seat1": "me"}),
        ann.web.post("/new/quixo", data={"seat2": f"bot:master:{number}"}),
        ann.web.get("/api/v1/tables/" + table, params={"look": number, "after": number, "wait": 0}),
        ann.web.get(f"/game/{table}", params={"ply": number, "eyes": number}),
        ann.web.get(f"/api/v1/games/{table}/positions/{number[:300] or '²'}"),
        ann.web.post("/api/v1/games", json={"record": f"game: quixo\nseed: {number or '²'}\n"}),
        ann.web.post("/api/v1/games", json={"record": f"game: quixo\n\n{number or '²'}. a1-a5\n"}),
        *(ann.post(table, "moves", base=0, actions=[word[:60]]) for word in (
            number or "²", f"a{number}-a5", f"take-orange{number}", f"call{number}",
        )),
    ]  # fmt: skip
    assert max(answer.status_code for answer in asked) < 500, asked
    assert all(answer.json()["error"] for answer in asked[-4:]), "none of these is a move"


def test_nobody_asks_a_text_whether_it_is_digits() -> None:
    assert found_in_sources(r"\.is(digit|decimal|numeric)\(") == set()


@pytest.mark.parametrize("name", galda.game_names())
@pytest.mark.parametrize("number", ["²", "٣", "9" * 50, "00", "-1"])
def test_games_read_moves_with_odd_numbers(name: str, number: str) -> None:
    position = galda.game(name).new(seed=1)
    for action in position.legal_actions[:20]:
        word = re.sub("[0-9]+", number, position.write(action))
        try:
            position.play(word)
        except galda.GaldaError:
            continue
        assert position.find(word) in position.legal_actions


@pytest.mark.parametrize("url", ODD_URLS)
def test_an_origin_that_is_no_address_comes_from_elsewhere(url: str, site: Site) -> None:
    assert place_of(url) != HOST
    ann = site.visitor()
    table = ann.open("quixo")
    answer = ann.web.post(f"/api/v1/tables/{table}/chat", json={}, headers={"origin": url})
    assert answer.status_code == 403
    with pytest.raises(WebSocketDisconnect), stream(ann, table, origin=url) as page:
        page.receive_json()


@pytest.mark.parametrize("host", ["[", "[::1", "a:b", "a:99999", "a b", "a/b", "é", "[:::]", "a@b"])
def test_a_host_that_is_none_is_refused(host: str, tmp_path: Path) -> None:
    assert not is_host(host)
    with running(tmp_path, hosts=("*",)) as site:
        answer = site.client.get("/", headers={b"host": host.encode()})
    assert answer.status_code == 400
    assert answer.json() == {"error": "the header Host names no host"}


@pytest.mark.parametrize("host", ["", "galda.example", "127.0.0.1:8000", "[::1]:8000", "a_b:1"])
def test_a_host_is_a_name_or_an_address_with_or_without_a_port(host: str) -> None:
    assert is_host(host)


def test_addresses_are_taken_apart_in_one_place() -> None:
    assert found_in_sources(r"\burl(split|parse)\(") == {"web/security/guard.py"}


@pytest.mark.parametrize("name", ODD_NAMES)
def test_no_option_is_taken_for_a_parameter(name: str, site: Site) -> None:
    ann = site.visitor()
    brought = ann.web.post("/api/v1/games", json={"record": f"game: quixo\n{name}: 1\n"})
    assert brought.status_code in (201, 400), "a record may name its seed and where it begins"
    if name not in ("seed", "game", "position"):
        assert f"no option '{name}'" in brought.json()["error"] or "__" in name
    seats = [{"kind": "me"}, {"kind": "local"}]
    plan = {"game": "quixo", "options": {name: "1"}, "seats": seats}
    opened = ann.web.post("/api/v1/tables", json=plan)
    assert opened.status_code == 400 and f"no option '{name}'" in opened.json()["error"]
    form = ann.web.post("/new/quixo", data={name: "1"}, follow_redirects=False)
    assert form.status_code == (422 if name == "position" else 303), "a form may say where to begin"


def stream(visitor: Visitor, table: str, **headers: str) -> WebSocketTestSession:
    return visitor.web.websocket_connect(f"/api/v1/tables/{table}/stream", headers=headers)


def test_a_frame_of_bytes_closes_the_connection_and_nothing_else(site: Site) -> None:
    ann = site.visitor()
    table = ann.open("quixo")
    with stream(ann, table) as other, stream(ann, table) as page:
        assert page.receive_json()["kind"] == other.receive_json()["kind"] == "view"
        page.send_bytes(b"\x00\xff")
        with pytest.raises(WebSocketDisconnect) as closed:
            page.receive_json()
        assert closed.value.code == 1003
        ann.post(table, "chat", text="still here?")
        assert other.receive_json()["kind"] == "view"
    assert len(site.app.state.places) == 0


@pytest.mark.parametrize("said", ["", "x", "[" * 999, "9" * 999, "null", '{"look": [0]}', "\ud800"])
def test_any_text_leaves_the_connection_open(said: str, site: Site) -> None:
    ann = site.visitor()
    table = ann.open("quixo")
    with stream(ann, table) as page:
        page.receive_json()
        page.send_text(said)
        ann.post(table, "chat", text="still here?")
        assert page.receive_json()["kind"] == "view"


def test_bots_at_tables_think_no_longer_than_their_level(site: Site) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "level": "master:999999999"}]
    answer = site.visitor().web.post("/api/v1/tables", json={"game": "quixo", "seats": seats})
    assert answer.status_code == 400
    assert answer.json()["error"] == "at a table bots play by level alone, not 'master:999999999'"


@pytest.mark.parametrize("length", ["²", "9" * 5000, "-1", "x"])
def test_an_odd_announcement_of_length_is_no_fault(length: str, site: Site) -> None:
    headers = {b"content-length": length.encode(), b"origin": HOME.encode()}
    sent = site.client.build_request("POST", "/name", headers=headers, content=b"name=Ann")
    assert site.client.send(sent, follow_redirects=False).status_code in (303, 400, 413)
