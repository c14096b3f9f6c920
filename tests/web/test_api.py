"""The public API: opening, joining, seeing, moving, streaming; and what it refuses."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from browsing import Server
from site_support import Site, Visitor

import galda
from patience import patience

NAMES = galda.game_names()
PLAN: dict[str, Any] = {
    "game": "quixo",
    "options": {"size": 3},
    "seats": [{"kind": "me"}, {"kind": "friend"}],
    "name": "Ann",
}


def together(site: Site) -> tuple[Visitor, Visitor, str]:
    ann, bob = site.visitor(), site.visitor()
    table = ann.open("quixo", seat2="friend")
    invite = site.call("get", table).seats[1].key
    assert bob.post(table, "join", invite=invite, name="Bob").status_code == 200
    return ann, bob, table


def test_the_bot_of_the_docs_plays_a_game_by_http_alone(server: Server, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
    found = re.search(r"^```python\n# file: (\S+)\n(.*?)^```", page, re.M | re.S)
    assert found
    program = tmp_path / found[1]
    program.write_text(found[2])
    made = ask(server.url, PLAN)
    home = f"{server.url}/table/{made['table']}/join/"
    seats: list[dict[str, Any]] = made["seats"]
    bot = [sys.executable, str(program), home + seats[1]["invite"]]
    with subprocess.Popen(bot, stdout=subprocess.PIPE, text=True) as guest:
        for turn in range(500):
            path = f"{server.url}/api/v1/tables/{made['table']}"
            view = ask(path, key=seats[0]["key"])
            if view["result"]:
                break
            if view["your_turn"]:
                action = view["paths"][turn % len(view["paths"])][1]
                body = {"base": view["base"], "actions": [action], "move_id": f"t{turn}"}
                ask(f"{path}/moves", body, key=seats[0]["key"])
            else:
                ask(f"{path}?after={view['sequence']}", key=seats[0]["key"])
        assert "The game is over" in (guest.communicate(timeout=patience(30))[0])
        assert guest.returncode == 0


def ask(url: str, body: dict[str, Any] | None = None, key: str = "") -> Any:
    if "/api/" not in url:
        url += "/api/v1/tables"
    headers = {"content-type": "application/json"}
    if key:
        headers["authorization"] = f"Bearer {key}"
    sent = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, sent, headers)
    with urllib.request.urlopen(request, timeout=patience(60)) as answer:
        return json.load(answer)


def test_a_table_is_opened_joined_and_played_with_keys_alone(site: Site) -> None:
    made = site.client.post("/api/v1/tables", json=PLAN).json()
    path = f"/api/v1/tables/{made['table']}"
    site.client.cookies.clear()
    joined = site.client.post(f"{path}/join", json={"invite": made["seats"][1]["invite"]}).json()
    site.client.cookies.clear()
    keys = [{"authorization": f"Bearer {key}"} for key in (made["seats"][0]["key"], joined["key"])]
    for turn in range(4):
        key = keys[turn % 2]
        view = site.client.get(path, headers=key).json()
        assert view["your_turn"]
        action = view["paths"][0][1]
        body = {"base": view["base"], "actions": [action], "move_id": str(turn)}
        assert site.client.post(f"{path}/moves", json=body, headers=key).status_code == 200
    assert site.call("get", made["table"]).sequence == 5


def test_moves_can_be_written_in_notation(site: Site) -> None:
    ann, _, table = together(site)
    assert ann.play(table, "a1-a5")["log"][-1]["text"].endswith("pushes it in at a5.")


def test_an_illegal_move_is_refused_with_its_rule(site: Site) -> None:
    ann, _, table = together(site)
    base = ann.see(table)["base"]
    answer = ann.post(table, "moves", base=base, actions=["c3-c5"])
    assert answer.status_code == 422
    assert answer.json()["rule"] == "Q4"
    assert "border" in answer.json()["sentence"]
    assert ann.post(table, "moves", base=base, actions=["what"]).status_code == 422


def test_the_same_request_twice_plays_once(site: Site) -> None:
    ann, _, table = together(site)
    body = {"base": ann.see(table)["base"], "actions": ["a1-a5"], "move_id": "once"}
    answers = [ann.post(table, "moves", **body) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert site.call("get", table).sequence == 2


def test_of_many_who_post_the_same_turn_one_wins(site: Site) -> None:
    ann, _, table = together(site)
    view = ann.see(table)
    paths = [action for _, action in view["paths"]]

    def race(number: int) -> int:
        body = {"base": view["base"], "actions": [paths[number % len(paths)]]}
        answer = ann.post(table, "moves", **body, move_id=f"race-{number}")
        assert answer.status_code == 200 or "moved on" in answer.json()["error"]
        return int(answer.status_code)

    with ThreadPoolExecutor(20) as pool:
        codes = sorted(pool.map(race, range(100)))
    assert codes == [200] + [409] * 99
    assert [entry.kind for entry in site.call("get", table).entries] == ["join", "turn"]


def test_a_draft_is_shown_and_stored_nowhere(site: Site) -> None:
    ann, bob, table = together(site)
    view = ann.see(table)
    tried = ann.post(table, "draft", base=view["base"], actions=[view["paths"][0][1]]).json()
    assert tried["draft"]["ready"]
    assert tried["svg"] != view["svg"]
    name = tried["players"][0]["name"]
    assert tried["draft"]["sentences"][0].startswith(f"{name} takes")
    assert bob.see(table)["svg"] == bob.see(table)["svg"] == view["svg"]
    assert site.call("get", table).sequence == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_draft_of_every_game_is_told_in_as_many_sentences(site: Site, name: str) -> None:
    ann = site.visitor()
    count = min(int(v) for o in galda.game(name).options if o.name == "players" for v in o.values)
    seats = {f"seat{n}": "local" for n in range(2, count + 1)}
    table = ann.open(name, players=count, **seats)
    for _ in range(12):
        view = ann.see(table)
        if view["curtain"]:
            view = ann.see(table, look=view["curtain"]["seat"])
        if view["result"]:
            break
        actions: list[int] = []
        while not view["draft"]["ready"]:
            actions.append(view["paths"][-1][1])
            view = ann.post(table, "draft", base=view["base"], actions=actions).json()
            assert len(view["draft"]["sentences"]) == len(actions)
        ann.play(table, *actions)


def test_why_not_names_the_rule_and_says_whose_turn_it_is(site: Site) -> None:
    ann, bob, table = together(site)
    assert ann.post(table, "why", touches=["c3"]).json()["rule"] == "Q4"
    assert ann.post(table, "why", touches=["a1"]).json()["sentence"] == ""
    assert ann.post(table, "why", touches=["nonsense"]).json()["sentence"] == ""
    assert "turn" in bob.post(table, "why", touches=["c3"]).json()["sentence"]


def test_seeing_can_wait_for_news(site: Site) -> None:
    ann, bob, table = together(site)
    sequence = bob.see(table)["sequence"]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(bob.see, table, after=sequence, wait=20)
        ann.play(table, "a1-a5")
        assert waiting.result(patience(20))["sequence"] == sequence + 1
    assert bob.see(table, after=sequence + 1, wait=0.05)["sequence"] == sequence + 1


def test_the_stream_sends_the_present_view_and_every_change(site: Site) -> None:
    ann, bob, table = together(site)
    with bob.web.websocket_connect(f"/api/v1/tables/{table}/stream") as line:
        first = line.receive_json()
        assert first["viewer"] == 1
        ann.play(table, "a1-a5")
        view = line.receive_json()
        while not view["your_turn"]:
            view = line.receive_json()
        assert view["sequence"] == first["sequence"] + 1
        assert view["paths"]
        line.send_text("nonsense")
        line.send_json({"look": 0})
        ann.post(table, "chat", text="hello")
        assert line.receive_json()["viewer"] == 1, "not a seat of Bob's"


def test_offers_are_made_and_answered(site: Site) -> None:
    ann, bob, table = together(site)
    ann.play(table, "a1-a5")
    assert ann.post(table, "take-back").status_code == 200
    assert bob.see(table)["offers"][0]["answer"] == [1]
    assert bob.post(table, "take-back/answer", agree=True).json()["log"][1]["undone"]
    assert ann.see(table)["your_turn"]
    assert ann.post(table, "draw").status_code == 200
    assert ann.post(table, "draw/answer", agree=True).status_code == 400, "nobody asked Ann"
    assert bob.post(table, "draw/answer", agree=True).json()["result"]["mood"] == "drawn"
    again = ann.post(table, "rematch").json()["table"]
    assert bob.post(table, "rematch").json()["table"] == again
    assert bob.see(again)["seats"] == [0], "the seats are rotated"


def test_partners_talk_in_private(site: Site) -> None:
    ann, bob = site.visitor(), site.visitor()
    table = ann.open("quixo", players=4, seat2="friend", seat3="bot:novice", seat4="bot:novice")
    bob.post(table, "join", invite=site.call("get", table).seats[1].key)
    assert ann.see(table)["can"]["partner"]
    ann.post(table, "chat", text="psst", to="partner")
    ann.post(table, "chat", text="hello")
    assert [line["text"] for line in ann.see(table)["chat"]] == ["psst", "hello"]
    assert [line["text"] for line in bob.see(table)["chat"]] == ["hello"]


def test_on_one_device_hidden_things_wait_for_the_one_who_looks(site: Site) -> None:
    for name in NAMES:
        ann = site.visitor()
        seats = {f"seat{n}": "local" for n in range(2, 4)}
        table = ann.open(name, **seats)
        known = site.call("get", table)
        view = ann.see(table)
        held = tuple(view["seats"])
        secret = any(known.position.seen_by(s) != known.position.seen_by() for s in held)
        assert bool(view["curtain"]) == (secret and len(held) > 1)
        if view["curtain"]:
            assert view["viewer"] == -1
            assert view["paths"] == []
            assert ann.see(table, look=view["to_act"])["paths"]


BAD: list[tuple[str, dict[str, Any]]] = [
    ("moves", {"base": 0, "actions": [], "move_id": "a"}),
    ("moves", {"base": -1, "actions": [1], "move_id": "a"}),
    ("moves", {"base": 0, "actions": [1.5], "move_id": "a"}),
    ("moves", {"base": 0, "actions": [10**12], "move_id": "a"}),
    ("moves", {"base": 0, "actions": [True], "move_id": "a"}),
    ("moves", {"base": 0, "actions": [1], "move_id": "a b"}),
    ("moves", {"base": 0, "actions": [1] * 1000, "move_id": "a"}),
    ("moves", {"base": 99, "actions": [1], "move_id": "a"}),
    ("moves", {"base": 0, "actions": [9999], "move_id": "a"}),
    ("draft", {"base": 0, "actions": [9999]}),
    ("draft", {"base": 0, "actions": [0, 0, 0]}),
    ("why", {"touches": []}),
    ("why", {"touches": ["a1"], "actions": [7777]}),
    ("chat", {"text": "", "move_id": "a"}),
    ("chat", {"text": "\u0000", "move_id": "a"}),
    ("chat", {"text": "x", "to": "nobody", "move_id": "a"}),
    ("resign", {"seat": 44, "move_id": "a"}),
    ("resign", {"move_id": "a", "also": 1}),
    ("draw", {"move_id": "a"}),
    ("take-back", {"move_id": "a"}),
    ("take-back/answer", {"agree": True, "move_id": "a"}),
    ("rematch", {"move_id": "a"}),
    ("join", {"invite": "é" * 10}),
]


@pytest.mark.parametrize(("path", "body"), BAD, ids=str)
def test_bad_bodies_are_refused_with_a_reason(site: Site, path: str, body: dict[str, Any]) -> None:
    ann = site.visitor()
    table = ann.open("quixo")
    answer = ann.web.post(f"/api/v1/tables/{table}/{path}", json=body)
    assert 400 <= answer.status_code < 500
    assert len(answer.json()["error"]) > 10
    assert site.call("get", table).entries == ()


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"options": {"size": 9}},
        {"options": {"colour": "blue"}},
        {"seats": [{"kind": "me"}]},
        {"seats": [{"kind": "me"}, {"kind": "me"}]},
        {"seats": [{"kind": "me"}, {"kind": "bot", "level": "divine"}]},
        {"clock": {"increment": 5}},
        {"clock": {"per_game": 0}},
        {"seed": 7},
    ],
    ids=str,
)
def test_bad_plans_are_refused_with_a_reason(site: Site, change: dict[str, Any]) -> None:
    answer = site.visitor().web.post("/api/v1/tables", json=PLAN | change)
    assert 400 <= answer.status_code < 500
    assert len(answer.json()["error"]) > 10


def test_health_and_figures_are_told(site: Site) -> None:
    ann, _, table = together(site)
    ann.play(table, "a1-a5")
    assert site.client.get("/healthz").text == "ok\n"
    figures = site.client.get("/metrics").text
    assert "galda_turns_total 1.0" in figures
    assert 'route="/table/{table_id}"' not in figures or table not in figures
    assert table not in figures


def test_what_is_touched_in_another_order_is_put_where_the_rules_want_it(site: Site) -> None:
    ann = site.visitor()
    table = ann.open("pylos", seat1="me", seat2="local")
    for spot in ("a1", "d4", "a2", "d3", "b1", "c4"):
        ann.play(table, spot)
    position = galda.game("pylos").new().play_all(["a1", "d4", "a2", "d3", "b1", "c4", "b2"])
    place = galda.game("pylos").new().play_all(["a1", "d4", "a2", "d3", "b1", "c4"]).find("b2")
    first, second = position.find("-a1"), position.find("-b1")
    touched = position.game.notation.touches(position, first)
    answer = ann.post(table, "why", actions=[place, second], touches=list(touched))
    assert answer.json() == {"rule": "", "sentence": "", "actions": [place, first, second]}
    view = ann.play(table, *answer.json()["actions"])
    assert view["to_act"] == 1
    far = ann.post(table, "why", seat=1, actions=[], touches=["2a1"]).json()
    assert far["rule"] and "actions" not in far
