"""Looking back on the site: pages, boards ply by ply, records in and out, reviews, secrets."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest
from site_support import Site, Visitor

import galda
from galda.core.play.paper import GameRecord, read_record, write_record
from galda.core.play.position import Position
from galda.core.show.outline import find_boxes
from galda.table import Replay
from galda.web.replay.access import ReplayAccess
from galda.web.replay.chart import Chart, Mark, draw_chart
from galda.web.replay.ply import show_ply
from support import ALL_STARTS, random_game

SHORT = "quixo"


def finished(site: Site) -> tuple[Visitor, str]:
    """Someone who has just finished a short game on one device."""
    ann = site.visitor()
    table = ann.open(SHORT, size="3", seat2="local", name2="Bob")
    for _ in range(4):
        ann.play(table)
    assert ann.post(table, "resign").status_code == 200
    return ann, table


def record_text(name: str = SHORT, seed: int = 3, **options: Any) -> str:
    *_, end = random_game(name, options or {"size": 3}, seed)
    return write_record(GameRecord(end, names=("Ann", "Bob <b>")))


def see(web: Any, game: str, ply: int, **query: Any) -> Any:
    return web.get(f"/api/v1/games/{game}/positions/{ply}", params=query)


# Pages and boards


def test_a_finished_game_has_a_page_that_anyone_with_its_link_may_open(site: Site) -> None:
    ann, table = finished(site)
    for visitor in (ann, site.visitor()):
        page = visitor.web.get(f"/game/{table}").text
        assert "<svg" in page
        assert f"/game/{table}/record" in page
        assert len(re.findall(r'href="\?ply=\d+"', page)) == 5
        assert "Review this game" in page
    assert 'href="/game/' in ann.web.get(f"/table/{table}").text


def test_a_link_leads_to_its_position(site: Site) -> None:
    ann, table = finished(site)
    for ply in (0, 2, 4):
        page = unescape(ann.web.get(f"/game/{table}", params={"ply": ply, "eyes": -1}).text)
        told = see(ann.web, table, ply, eyes=-1).json()
        assert told["svg"] in page
        assert told["sentence"] in page
    assert ann.web.get(f"/game/{table}?ply=-1").status_code == 422
    assert see(ann.web, table, 5).status_code == 400
    assert see(ann.web, "nothing-here", 0).status_code == 404


def test_boards_of_finished_games_may_be_kept_by_browsers(site: Site) -> None:
    ann, table = finished(site)
    first = see(ann.web, table, 2, lang="en", eyes=-1)
    assert "max-age=86400" in first.headers["cache-control"]
    again = ann.web.get(
        f"/api/v1/games/{table}/positions/2",
        params={"lang": "en", "eyes": -1},
        headers={"if-none-match": first.headers["etag"]},
    )
    assert again.status_code == 304
    assert not again.content


def test_the_record_is_a_file_that_replays_to_the_same_game(site: Site) -> None:
    ann, table = finished(site)
    answer = ann.web.get(f"/game/{table}/record")
    assert re.fullmatch(
        r'attachment; filename="galda-quixo-\d{4}-\d\d-\d\d\.txt"',
        answer.headers["content-disposition"],
    )
    record = read_record(answer.text, galda.game)
    assert len(record.turns()) == 4
    assert record.names[1] == "Bob"


def test_pages_of_games_obey_the_strict_policy(site: Site) -> None:
    ann, table = finished(site)
    for path in (f"/game/{table}", "/import"):
        page = ann.web.get(path).text
        assert not re.search(r"<[^>]* (style|on\w+)=", page), path
        assert "<style" not in page
        for script in re.findall(r"<script\b[^>]*>", page):
            assert 'src="/static/' in script or 'type="application/json"' in script


# Secrets


def test_during_play_only_those_at_the_table_look_back_and_through_their_own_eyes(
    site: Site,
) -> None:
    ann, bob, cid, eve = (site.visitor() for _ in range(4))
    table = ann.open("alhambra", players="3", seat2="friend", seat3="friend")
    for seat, friend in ((1, bob), (2, cid)):
        friend.post(table, "join", invite=site.call("get", table).seats[seat].key, name="Friend")
    (ann, bob, cid)[site.call("get", table).to_act].play(table)
    assert see(ann.web, table, 1).status_code == 200
    assert see(ann.web, table, 0, eyes=0).status_code == 200
    assert see(ann.web, table, 0, eyes=1).status_code == 403
    assert see(ann.web, table, 0, eyes=-1).status_code == 403
    assert see(ann.web, table, 2).status_code == 400, "that has not been played yet"
    assert see(eve.web, table, 0).status_code == 403
    assert eve.web.get(f"/game/{table}").status_code == 403
    watch = site.call("get", table).spectator_key
    watching = see(eve.web, table, 0, watch=watch)
    assert watching.status_code == 200
    assert watching.json()["svg"] != see(ann.web, table, 0).json()["svg"]
    assert see(eve.web, table, 0, watch=watch, eyes=0).status_code == 403
    assert ann.web.get(f"/game/{table}/record").status_code == 400
    assert ann.web.post(f"/api/v1/games/{table}/review").status_code == 400
    for answer in (see(ann.web, table, 0), ann.web.get(f"/game/{table}")):
        assert answer.headers["cache-control"] == "no-store"
        seed = str(site.call("get", table).position.seed)
        assert seed not in answer.text


def test_on_a_shared_device_nobody_looks_back_into_the_others_hands(site: Site) -> None:
    ann = site.visitor()
    table = ann.open("alhambra", players="3", seat2="local", seat3="local")
    ann.play(table, seat=site.call("get", table).to_act)
    told = see(ann.web, table, 0).json()
    assert told["svg"] == site.call("get", table).turns[0].before.svg(-1)


class Twin(Replay):
    """A game that differs from another only in what a viewer cannot know."""

    viewer = -1

    def position(self, ply: int) -> Position:
        return super().position(ply).known_to(self.viewer, 99)


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_replays_are_the_same_bytes_when_only_hidden_things_differ(
    name: str, options: dict[str, Any]
) -> None:
    *positions, _ = random_game(name, options, seed=5)
    last = [p for p in positions if not p.in_turn][:20][-1]
    for viewer in range(-1, last.players):
        true, twin = Replay("id", GameRecord(last)), Twin("id", GameRecord(last))
        twin.viewer = viewer
        for ply in {0, true.last // 2, true.last}:
            shown = [
                json.dumps(show_ply(ReplayAccess(one, viewer, seated=True), ply, "en"))
                for one in (true, twin)
            ]
            assert shown[0] == shown[1]


def test_whoever_looks_back_sees_the_mover_in_front_and_the_own_hand() -> None:
    *_, end = random_game("alhambra", {"players": 3}, seed=4)
    replay = Replay("id", GameRecord(end))
    for ply in range(replay.last // 2, replay.last // 2 + 3):
        watched = find_boxes(replay.board(ply, -1, "en", "wide"))
        for viewer in range(3):
            svg = replay.board(ply, viewer, "en", "wide")
            boxes = find_boxes(svg)
            assert "data-touch" not in svg
            mover = replay.seat(ply)
            others = {f"seat{seat + 1}" for seat in range(3) if seat != mover}
            assert others <= boxes.keys()
            assert f"seat{mover + 1}" not in boxes
            assert "hand" in boxes
            assert "hand" not in watched


def test_whoever_looks_back_at_towers_sits_where_they_sat() -> None:
    *_, end = random_game("towers", {"players": 3}, seed=4)
    replay = Replay("id", GameRecord(end))
    for viewer, first in ((-1, 1), (0, 1), (1, 2), (2, 3)):
        boxes = find_boxes(replay.board(replay.last // 2, viewer, "en", "tall"))
        tops = {number: boxes[f"player{number}"].top for number in (1, 2, 3)}
        assert min(tops, key=tops.__getitem__) == first


# Records from outside


def test_a_record_is_imported_by_pasting_or_as_a_file(site: Site) -> None:
    ann = site.visitor()
    text = record_text()
    pasted = ann.web.post("/import", data={"text": text}, follow_redirects=False)
    assert pasted.status_code == 303
    sent = ann.web.post(
        "/import", files={"file": ("game.txt", text.encode())}, follow_redirects=False
    )
    assert sent.status_code == 303
    posted = ann.web.post("/api/v1/games", json={"record": text})
    assert posted.status_code == 201
    for address in (pasted.headers["location"], sent.headers["location"], posted.json()["page"]):
        page = site.visitor().web.get(address).text
        assert "Bob &lt;b&gt;" in page
        assert "Bob <b>" not in page
    assert site.visitor().web.get(f"{posted.json()['page']}/record").text == text


def test_a_bad_record_is_refused_with_its_line_and_the_rule(site: Site) -> None:
    ann = site.visitor()
    text = record_text().replace("\n1. ", "\n1. b2-b3 # ")
    line = next(n for n, words in enumerate(text.splitlines(), 1) if words.startswith("1."))
    page = ann.web.post("/import", data={"text": text})
    assert page.status_code == 400
    assert f"line {line}" in page.text
    assert "Q4" in page.text
    assert "b2-b3" in page.text, "what was pasted is still there to be mended"
    told = ann.web.post("/api/v1/games", json={"record": text}).json()
    assert (told["line"], told["rule"]) == (line, "Q4")


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"data": {"text": ""}}, 400),
        ({"data": {"text": "x" * 25_000}}, 413),
        ({"files": {"file": ("game.txt", b"\xff\xfe\x00")}}, 400),
        ({"data": {"text": "y" * 40_000}}, 413),
    ],
)
def test_what_is_no_record_is_refused(site: Site, sent: dict[str, Any], status: int) -> None:
    assert site.visitor().web.post("/import", **sent).status_code == status


@pytest.mark.parametrize("name", galda.game_names())
def test_records_of_every_game_can_be_looked_at(site: Site, name: str) -> None:
    ann = site.visitor()
    *_, end = random_game(name, {}, seed=2)
    text = write_record(GameRecord(end))
    game = ann.web.post("/api/v1/games", json={"record": text}).json()
    page = ann.web.get(game["page"])
    assert page.status_code == 200
    for ply in (0, game["turns"] // 2, game["turns"]):
        for eyes in range(-1, end.players):
            ElementTree.fromstring(see(ann.web, game["game"], ply, eyes=eyes).json()["svg"])
    scorings = json.loads(re.findall(r'id="values">(.*?)</script>', page.text)[0])["scorings"]
    assert bool(scorings) == end.game.has("sheets")


# Reviews


def test_a_review_is_none_until_it_is_asked_for(site: Site) -> None:
    ann, table = finished(site)
    told = ann.web.get(f"/api/v1/games/{table}/review").json()
    assert (told["state"], told["done"], told["total"]) == ("none", 0, 5)
    begun = ann.web.post(f"/api/v1/games/{table}/review").json()
    assert begun["state"] in ("going", "done")
    assert begun["total"] == 5


def test_the_chart_names_itself_and_its_marks_are_links() -> None:
    mark = Mark("blunder", 1, "A blunder & more")
    chart = Chart(
        "Chances", "Up <and> down", [[0.5, 0.6, 0.1]], [0, 0], 2, {2: mark}, (), "en", "/g"
    )
    drawn = ElementTree.fromstring(draw_chart(chart))
    names = {"s": "http://www.w3.org/2000/svg"}
    ids = drawn.attrib["aria-labelledby"].split()
    named = [e.text for e in drawn.iter() if e.attrib.get("id") in ids]
    assert named == ["Chances", "Up <and> down"]
    link = drawn.find("s:a", names)
    assert link is not None
    assert link.attrib["href"] == "/g?ply=2"
    assert link.attrib["aria-label"] == "A blunder & more"
    sign = link.find("s:text", names)
    assert sign is not None
    assert sign.text == "??", "a sign, for colour alone is no sign"


def test_a_chart_of_many_seats_has_a_line_for_each() -> None:
    lines = [[0.5, 0.7], [0.4, 0.2], [0.6, 0.6]]
    drawn = draw_chart(Chart("Prospects", "", lines, [0, 1, 2], 40, {}))
    assert re.findall(r"class='line (s\d)'", drawn) == ["s0", "s1", "s2"]
