"""The board to think on, by HTTP: positions, trees, the engine; and what it never shows."""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from site_support import Site, Visitor, running

import galda
from galda.bots import analysis
from galda.bots.review import Effort
from galda.core.play.paper import GameRecord, read_record, write_record
from galda.core.play.study import record_of, study_of
from galda.core.play.values import Estimate, Exact, GameValue, Outcome
from galda.web.analysis.engine import worth
from support import random_game

QUIXO = "quixo ...../...../...../...../..... 1"
GAMES = ("quixo", "pylos", "towers", "alhambra")


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all of these: its engine has to wake up once only."""
    with running(tmp_path_factory.mktemp("analysis")) as site:
        yield site


@pytest.fixture
def ann(opened: Site) -> Visitor:
    return opened.visitor()


def ask(visitor: Visitor, path: str, **body: Any) -> Any:
    answer = visitor.web.post(f"/api/v1/analysis/{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(visitor: Visitor, path: str, **body: Any) -> str:
    answer = visitor.web.post(f"/api/v1/analysis/{path}", json=body)
    assert answer.status_code in (400, 404, 409, 422, 429), answer.text
    return str(answer.json()["error"])


def brought_tree(visitor: Visitor, address: str) -> dict[str, Any]:
    """The tree that a page of an analysis brings along."""
    answer = visitor.web.get(address)
    assert answer.status_code == 200, answer.text
    values = re.search(r'id="values">(.*?)</script>', answer.text, re.S)
    assert values
    tree: dict[str, Any] = json.loads(values[1])["tree"]
    return tree


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_walked_through_by_what_the_page_keeps(ann: Visitor, name: str) -> None:
    start = galda.game(name).new(seed=4)
    played: list[int] = []
    position = start
    for _ in range(6):
        view = ask(ann, "positions", root=start.text, actions=played)
        assert view["text"] == position.text
        assert view["svg"] == position.svg(position.to_act)
        assert view["in_turn"] == position.in_turn
        assert [action for _, action in view["paths"]] == list(position.paths.values())
        assert [player["acts"] for player in view["players"]].index(True) == position.to_act
        if played:
            assert view["words"].split()[-1] == position.take_back().write(played[-1])
            assert view["told"]
        played.append(position.legal_actions[-1])
        position = position.play(played[-1])


def test_an_end_is_told_and_nothing_can_be_played_after_it(ann: Visitor) -> None:
    *_, end = random_game("quixo", {"size": 3}, 3)
    view = ask(ann, "positions", root=end.start.text, actions=end.actions, names=["Ann", "Bo"])
    assert view["over"]
    assert not view["paths"]
    assert re.match(r"The game is over: (Ann|Bo) wins", view["status"])
    assert "over" in refused(ann, "turns", root=end.start.text, actions=end.actions)


def test_a_touch_is_refused_by_its_rule(ann: Visitor) -> None:
    told = ask(ann, "why", root=QUIXO, touches=["c3"])
    assert told["rule"] == "Q4"
    assert "inside" in told["sentence"]
    assert ask(ann, "why", root=QUIXO, touches=["a1"]) == {"rule": "", "sentence": ""}


@pytest.mark.parametrize("name", GAMES)
def test_a_tree_is_told_in_notation_and_kept_on_paper(ann: Visitor, name: str) -> None:
    *_, end = random_game(name, {}, 8)
    record = GameRecord(end, ("Ann", "Bo"))
    turns = [[p.action for p in turn if p.action is not None] for turn in record.turns()][:6]
    nodes: list[Any] = [[k - 1, turn, f"turn {k}"] for k, turn in enumerate(turns)]
    first = end.start
    while True:
        first = first.play(first.legal_actions[0])
        if not first.in_turn:
            break
    nodes.append([-1, first.actions, "another } one"])
    root = end.start.text
    tree = ask(ann, "trees", root=root, nodes=nodes, names=["Ann", "Bo"], comment="Why not?")
    assert tree["root"] == root
    assert [node["comment"] for node in tree["nodes"]] == [node[2] for node in nodes]
    study = study_of(read_record(tree["record"], galda.game))
    assert study.comment == "Why not?"
    assert len(list(study.branches())) == len(nodes)
    again = ask(ann, "open", text=tree["record"])
    assert again == tree


def test_half_a_turn_and_turns_out_of_order_are_no_tree(ann: Visitor) -> None:
    start = galda.game("alhambra").new(seed=1)
    half = next(a for a in start.legal_actions if start.play(a).in_turn)
    assert "whole turn" in refused(ann, "trees", root=start.text, nodes=[[-1, [half], ""]])
    assert "follows" in refused(ann, "trees", root=QUIXO, nodes=[[0, [1], ""]])
    assert refused(ann, "trees", root=QUIXO, nodes=[[-1, [1, 2], ""]])
    assert refused(ann, "trees", root=QUIXO, nodes=[[-1, [], ""]])


def test_text_is_opened_or_refused_by_its_rule(ann: Visitor) -> None:
    tree = ask(ann, "open", text="quixo x..../...../...../...../....o 1")
    assert (tree["game"], tree["nodes"]) == ("quixo", [])
    assert "P4" in refused(ann, "open", text="pylos L.../..../..../.... 1")
    assert "line 3" in refused(ann, "open", text="game: quixo\n\n1. c3-c5")
    assert refused(ann, "open", text="chess e4")


def test_a_position_is_set_up_by_touch_and_told_why_it_cannot_be(ann: Visitor) -> None:
    view = ask(ann, "set-up", root=QUIXO, touches=["a1"])
    assert view["rule"] == "Q3"
    assert "both move in turn" in view["problem"]
    assert not view["paths"]
    assert {"id": "a1", "name": "a1"} in view["places"]
    fine = ask(ann, "set-up", root=QUIXO, touches=["a1", "turn"])
    assert not fine["problem"]
    assert fine["text"] == "quixo ...../...../...../...../x.... 2"
    assert ask(ann, "open", text=fine["text"])["root"] == fine["text"]


def test_eyes_see_what_their_seat_knows_and_the_rest_is_drawn_anew(ann: Visitor) -> None:
    start = galda.game("alhambra").new(players=3, seed=9)
    view = ask(ann, "positions", root=start.text, eyes=1)
    assert view["svg"] == start.svg(1)
    drawn = [ask(ann, "redraw", root=start.text, eyes=1, seed=seed)["root"] for seed in (1, 2)]
    assert len({start.text, *drawn}) == 3
    for text in drawn:
        assert galda.position(text).seen_by(1) == start.seen_by(1)
    assert refused(ann, "positions", root=start.text, eyes=3)


def test_the_best_turns_come_with_values_and_touches(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "EFFORTS", (Effort(300, 300),) * 3)
    open_still = galda.position("quixo x...o/....x/o...x/x...o/o...x 1")
    for start in (open_still, galda.game("towers").new(seed=2)):
        said = ask(ann, "turns", root=start.text, look=0)
        assert said["more"]
        assert not said["note"].startswith("Proven")
        assert 1 <= len(said["turns"]) <= 3
        for turn in said["turns"]:
            after = start.play_all(turn["actions"])
            assert not after.in_turn
            assert start.paths[tuple(turn["touches"])] == turn["actions"][0]
            assert turn["worth"].endswith("%") or turn["exact"]
            assert turn["text"]
    spread = ask(ann, "spread", root=galda.game("towers").new(seed=2).text)
    assert len(spread["values"]) == len(spread["words"]) == analysis.REDRAWS
    assert "on average" in spread["text"]


def test_the_first_turns_of_a_solved_game_are_told_exactly(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "EFFORTS", (Effort(300, 300),) * 3)
    said = ask(ann, "turns", root=galda.game("pylos").new().text, look=0)
    assert not said["more"]
    assert said["note"].startswith("Proven")
    assert said["turns"][0]["worth"] == "loss in 40 turns"
    assert all(turn["exact"] for turn in said["turns"])


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (Exact(Outcome.WON, 11), "win in 11 turns"),
        (Exact(Outcome.LOST, 1), "loss in 1 turn"),
        (Exact(Outcome.DRAWN), "draw"),
        (Exact(Outcome.WON), "win"),
        (Estimate(0.625), "62%"),
    ],
)
def test_what_is_certain_is_said_so(value: GameValue, words: str) -> None:
    assert worth(value, "en") == words


def test_the_page_brings_a_start_or_a_game_that_is_over(ann: Visitor, opened: Site) -> None:
    assert brought_tree(ann, "/analyse/quixo?size=3")["root"] == "quixo size=3 .../.../... 1"
    same = brought_tree(ann, "/analyse/alhambra?seed=5&players=4")["root"]
    assert same == galda.game("alhambra").new(seed=5, players=4).text
    table = ann.open("quixo", size="3", seat2="local", name2="Bo")
    ann.play(table)
    ann.play(table)
    over = ann.post(table, "resign", seat=0)
    assert over.status_code == 200, over.text
    tree = brought_tree(opened.visitor(), f"/analyse/quixo?from={table}")
    assert len(tree["nodes"]) == 2
    assert tree["names"][1] == "Bo"
    assert ann.web.get(f"/analyse/pylos?from={table}").status_code == 404
    assert f"/analyse/quixo?from={table}" in ann.web.get(f"/game/{table}").text


@pytest.mark.parametrize("name", ["quixo", "alhambra"])
def test_a_game_that_is_still_on_is_not_analysed(ann: Visitor, opened: Site, name: str) -> None:
    table = ann.open(name, players="2", seat2="local")
    ann.play(table)
    for visitor in (ann, opened.visitor()):
        answer = visitor.web.get(f"/analyse/{name}?from={table}")
        assert answer.status_code >= 400
        assert "chance=" not in answer.text
    assert f"from={table}" not in ann.web.get(f"/game/{table}").text


def test_a_record_that_was_brought_is_analysed_with_its_variations(ann: Visitor) -> None:
    text = "game: quixo\n\n1. a1-a5 {hm}\n   (1. a1-e1 {or so})\n"
    game_id = ann.web.post("/api/v1/games", json={"record": text}).json()["game"]
    tree = brought_tree(ann, f"/analyse/quixo?from={game_id}")
    assert [node["comment"] for node in tree["nodes"]] == ["hm", "or so"]
    assert [node["parent"] for node in tree["nodes"]] == [-1, -1]
    written = write_record(read_record(text, galda.game))
    assert ann.web.get(f"/game/{game_id}/record").text == written


def test_what_is_too_much_is_refused(ann: Visitor) -> None:
    many = [[-1, [1], ""]] * 1001
    assert "too long" in refused(ann, "trees", root=QUIXO, nodes=many)
    assert "too long" in refused(ann, "positions", root=QUIXO, actions=[1] * 3001)
    assert refused(ann, "turns", root=QUIXO, look=3)
    answer = ann.web.post("/api/v1/analysis/open", json={"text": "x" * 40_000})
    assert answer.status_code == 413


def test_records_are_read_so_often_and_no_more(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = site.visitor()
    monkeypatch.setattr(site.app.state.reading, "most", 2)
    for _ in range(2):
        ask(visitor, "open", text="game: quixo")
    assert "too many records" in refused(visitor, "open", text="game: quixo")
    assert ask(visitor, "open", text=QUIXO)["root"] == QUIXO, "positions are read at any time"


def packed(body: object) -> str:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = squeeze.compress(json.dumps(body).encode()) + squeeze.flush()
    return urlsafe_b64encode(data).decode().rstrip("=")


def test_a_large_record_is_sent_packed_and_opened_again(ann: Visitor) -> None:
    *_, end = random_game("alhambra", {"players": 6}, 3)
    study = study_of(GameRecord(end))
    for _, branch in study.branches():
        branch.comment = " ".join(["a remark that makes it longer than one request may be"] * 4)
    record = write_record(record_of(study))
    assert len(record) > 30_000
    opened = ask(ann, "open", packed=packed({"text": record}))
    assert opened["record"] == record
    nodes = [[each["parent"], each["actions"], each["comment"]] for each in opened["nodes"]]
    tree = {"root": opened["root"], "nodes": nodes, "names": opened["names"]}
    again = ask(ann, "trees", packed=packed(tree))
    assert again["nodes"] == opened["nodes"]


def test_what_is_packed_badly_or_too_large_is_refused(ann: Visitor) -> None:
    for bad in ("AAAA", packed({"nothing": 1}), packed({"text": "quixo " + "x" * 500_000})):
        assert refused(ann, "open", packed=bad)
    bomb = packed({"text": "x" * 20_000_000})
    assert len(bomb) < 30_000
    assert "at most" in refused(ann, "open", packed=bomb)
