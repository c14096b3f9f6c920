"""What must not get in or out: other sites' posts, foreign seats, hidden things, large bodies."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from site_support import Site, running
from starlette.websockets import WebSocketDisconnect

import galda
from galda.core.kernels import contract
from galda.core.play.position import Position
from galda.web.tables.views import Boards, Eyes, Look, build_view
from support import ALL_STARTS


def test_every_answer_has_a_strict_policy(site: Site) -> None:
    ann = site.visitor()
    table = ann.open("quixo")
    for path in ("/", "/new/quixo", f"/table/{table}", f"/api/v1/tables/{table}", "/nothing"):
        headers = ann.web.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


def test_pages_need_no_inline_script_or_style_and_nothing_from_elsewhere(site: Site) -> None:
    ann = site.visitor()
    pages = ["/", *(f"/new/{name}" for name in galda.game_names())]
    pages += [f"/table/{ann.open(name)}" for name in galda.game_names()]
    for path in pages:
        page = ann.web.get(path).text
        assert not re.search(r"<[^>]* style=", page), path
        assert not re.search(r"<[^>]* on\w+=", page), path
        assert "<style" not in page
        for script in re.findall(r"<script\b[^>]*>", page):
            assert 'src="/static/' in script or 'type="application/json"' in script
        for address in re.findall(r'(?:src|href|action)="([^"]*)"', page):
            assert address.startswith(("/", "#")), address


def test_the_cookie_cannot_be_read_by_scripts_nor_sent_by_other_sites(site: Site) -> None:
    cookie = site.client.get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_a_forged_cookie_is_nobody(site: Site) -> None:
    ann = site.visitor()
    table = ann.open("quixo")
    good = ann.web.cookies["galda"]
    ask = f"/api/v1/tables/{table}"
    assert site.client.get(ask, headers={"cookie": f"galda={good}"}).status_code == 200
    for forged in (good[:-3] + "xyz", "x" + good, "", "[]", good.partition(".")[0]):
        answer = site.client.get(ask, headers={"cookie": f"galda={forged}"})
        assert answer.status_code == 403


ELSEWHERE: list[dict[str, str]] = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://testserver.evil.example"},
    {"sec-fetch-site": "cross-site"},
    {},
]


@pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
def test_other_sites_cannot_post_with_my_cookie(site: Site, headers: dict[str, str]) -> None:
    ann = site.visitor()
    table = ann.open("quixo")
    del ann.web.headers["origin"]
    for path in (f"/api/v1/tables/{table}/resign", "/new/quixo", "/name"):
        answer = ann.web.post(path, headers=headers, json={"move_id": "a"})
        assert answer.status_code == 403
        assert "another site" in answer.text
    assert site.call("get", table).result is None


@pytest.mark.parametrize("origin", ["https://evil.example", "null", None])
def test_other_sites_cannot_listen_with_my_cookie(site: Site, origin: str | None) -> None:
    ann = site.visitor()
    table = ann.open("quixo")
    del ann.web.headers["origin"]
    headers = {"origin": origin} if origin else {}
    path = f"/api/v1/tables/{table}/stream"
    with pytest.raises(WebSocketDisconnect), ann.web.websocket_connect(path, headers=headers):
        pass


def test_a_stranger_sees_nothing_and_acts_for_nobody(site: Site) -> None:
    ann, eve = site.visitor(), site.visitor()
    table = ann.open("quixo", seat2="friend")
    base = ann.see(table)["base"]
    action = ann.see(table)["paths"][0][1]
    asked: list[tuple[str, dict[str, Any]]] = [
        ("moves", {"base": base, "actions": [action], "move_id": "x"}),
        ("draft", {"base": base, "actions": [action]}),
        ("why", {"touches": ["a1"]}),
        ("resign", {"move_id": "x"}),
        ("chat", {"text": "hello", "move_id": "x"}),
        ("take-back", {"move_id": "x"}),
        ("rematch", {"move_id": "x"}),
    ]
    for path, body in asked:
        assert eve.web.post(f"/api/v1/tables/{table}/{path}", json=body).status_code == 403, path
    for path in ("", "/invites", "/record"):
        assert eve.web.get(f"/table/{table}{path}").status_code == 403
    assert eve.web.get(f"/api/v1/tables/{table}").status_code == 403
    assert site.call("get", table).entries == ()


def test_a_player_cannot_act_for_another_seat(site: Site) -> None:
    ann, bob = site.visitor(), site.visitor()
    table = ann.open("quixo", seat2="friend")
    key = site.call("get", table).seats[1].key
    bob.web.post(f"/table/{table}/join/{key}", data={"name": "Bob"})
    view = bob.see(table)
    assert view["paths"] == [], "it is Ann's turn"
    action = ann.see(table)["paths"][0][1]
    for seat in (0, None, 7):
        answer = bob.post(table, "moves", base=view["base"], actions=[action], seat=seat)
        assert answer.status_code in (400, 403), answer.text
    assert site.call("get", table).sequence == 1, "only Bob's sitting down is in the log"


def test_a_seats_key_opens_that_seat_alone(site: Site) -> None:
    plan = {"game": "quixo", "seats": [{"kind": "me"}, {"kind": "friend"}]}
    made = site.client.post("/api/v1/tables", json=plan).json()
    site.client.cookies.clear()
    other = site.client.post("/api/v1/tables", json=plan).json()
    site.client.cookies.clear()
    key = {"authorization": f"Bearer {made['seats'][0]['key']}"}
    assert site.client.get(f"/api/v1/tables/{made['table']}", headers=key).status_code == 200
    assert site.client.get(f"/api/v1/tables/{other['table']}", headers=key).status_code == 403
    invite = {"authorization": f"Bearer {made['seats'][1]['invite']}"}
    assert site.client.get(f"/api/v1/tables/{made['table']}", headers=invite).status_code == 403


def test_keys_of_seats_and_ids_of_people_are_in_no_view(site: Site) -> None:
    ann, bob = site.visitor(), site.visitor()
    table = ann.open("quixo", players=4, seat2="friend", seat3="friend")
    known = site.call("get", table)
    bob.web.post(f"/table/{table}/join/{known.seats[1].key}", data={"name": "Bob"})
    known = site.call("get", table)
    secrets = [s for seat in known.seats for s in (seat.key, seat.person_id) if s]
    secrets += [known.spectator_key, str(known.position.seed)]
    for visitor in (ann, bob):
        sent = visitor.web.get(f"/api/v1/tables/{table}").text
        sent += visitor.web.get(f"/table/{table}").text
        for secret in secrets:
            assert secret not in sent


def test_names_and_chat_are_escaped(site: Site) -> None:
    ann = site.visitor()
    ann.web.post("/name", data={"name": "<img src=x>&\"'"})
    table = ann.open("quixo", seat2="local", name2="</script><b>")
    said = "</script><script>alert(1)</script>"
    ann.post(table, "chat", text=said)
    for path in ("/", f"/table/{table}", "/new/quixo"):
        page = ann.web.get(path).text
        assert "<img src=x" not in page
        assert "<script>alert" not in page
        assert "</script><b>" not in page
    assert ann.see(table)["chat"][0]["text"] == said


def test_a_body_that_is_too_large_is_refused(site: Site) -> None:
    ann = site.visitor()
    table = ann.open("quixo")
    answer = ann.web.post(f"/api/v1/tables/{table}/chat", content=b"x" * 40_000)
    assert answer.status_code == 413
    assert "too large" in answer.json()["error"]

    def unannounced() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 1000

    assert ann.web.post(f"/api/v1/tables/{table}/chat", content=unannounced()).status_code == 413


def test_other_host_names_are_not_answered(site: Site) -> None:
    assert site.client.get("/", headers={"host": "evil.example"}).status_code == 400


def test_opening_tables_and_chatting_have_limits(tmp_path: Path) -> None:
    with running(tmp_path, tables_per_hour=3, chat_per_minute=2) as site:
        ann = site.visitor()
        tables = [ann.open("quixo") for _ in range(3)]
        refused = ann.web.post("/new/quixo")
        assert refused.status_code == 429
        assert "at most 3" in refused.text
        said = [ann.post(tables[0], "chat", text="hi").status_code for _ in range(3)]
        assert said == [200, 200, 429]


def test_without_a_cookie_an_address_is_limited(tmp_path: Path) -> None:
    with running(tmp_path, tables_per_address=2) as site:
        plan = {"game": "quixo", "seats": [{"kind": "me"}, {"kind": "local"}]}
        codes = []
        for _ in range(3):
            site.client.cookies.clear()
            codes.append(site.client.post("/api/v1/tables", json=plan).status_code)
        assert codes == [201, 201, 429]


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_bytes_sent_are_the_same_when_only_hidden_things_differ(
    site: Site, name: str, options: dict[str, Any]
) -> None:
    ann = site.visitor()
    players = int(options["players"])
    local = {f"seat{n}": "local" for n in range(2, players + 1)}
    table = site.call("get", ann.open(name, **options, **local))
    chance = random.Random(5)
    position = galda.game(name).new(seed=5, **options)
    for _ in range(25):
        if position.is_over:
            break
        position = position.play(chance.choice(position.legal_actions))
    for viewer in range(-1, players):
        states = position.states.copy()
        contract.determinize(states[0], viewer, np.uint64(9))
        other = Position(
            position.game, position.options, None, states, position.before, position.action
        )
        sent = set()
        for shown in (position, other):
            table.position = shown
            held = (viewer,) if viewer >= 0 else ()
            sent.add(json.dumps(build_view(Look(table, held, Eyes(viewer), "en"), Boards())))
        assert len(sent) == 1


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_a_player_can_tell_the_legal_moves_from_what_they_know(
    name: str, options: dict[str, Any]
) -> None:
    chance = random.Random(6)
    position = galda.game(name).new(seed=6, **options)
    for _ in range(60):
        if position.is_over:
            break
        assert position.seen_by(position.to_act).paths == position.paths
        position = position.play(chance.choice(position.legal_actions))
