"""For which room boards are drawn: as a page says, as its cookie says, or by a guess."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from site_support import Site, Visitor

import galda
from galda.core.play.game import Game
from galda.core.play.position import Position
from galda.core.play.terms import Shape
from galda.core.show.outline import view_box
from galda.table import Table
from galda.web.tables.views import Boards, Eyes, Look, build_view
from twins import played

DESK = "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/130.0"
TELEPHONE = "Mozilla/5.0 (Linux; Android 14; Mobile) Mobile Safari/537.36"


@pytest.mark.parametrize(
    ("asked", "cookie", "agent", "shape"),
    [
        ("wide", "tall", TELEPHONE, "wide"),
        ("tall", "wide", DESK, "tall"),
        ("", "wide", TELEPHONE, "wide"),
        ("round", "tall", DESK, "tall"),
        ("", "nonsense", DESK, "wide"),
        ("", "", TELEPHONE, "tall"),
        ("", "", "curl/8.5", "tall"),
    ],
)
def test_what_is_asked_for_counts_then_the_cookie_then_the_browser(
    site: Site, asked: str, cookie: str, agent: str, shape: str
) -> None:
    ann = site.visitor()
    table = ann.open("quixo", seat2="local")
    if cookie:
        ann.web.cookies.set("shape", cookie)
    ann.web.headers["user-agent"] = agent
    assert ann.see(table, **({"shape": asked} if asked else {}))["shape"] == shape


def test_a_client_hint_tells_a_telephone(site: Site) -> None:
    ann = site.visitor()
    table = ann.open("quixo", seat2="local")
    ann.web.headers.update({"user-agent": DESK, "sec-ch-ua-mobile": "?1"})
    assert ann.see(table)["shape"] == "tall"


def test_an_open_page_may_change_its_shape(site: Site) -> None:
    ann = site.visitor()
    table = ann.open("quixo", seat2="local")
    with ann.web.websocket_connect(f"/api/v1/tables/{table}/stream?shape=tall") as line:
        assert line.receive_json()["shape"] == "tall"
        line.send_json({"shape": "round"})
        line.send_json({"shape": "tall"})
        line.send_json({"shape": "wide"})
        assert line.receive_json()["shape"] == "wide", "what changes nothing is not answered"


def _with_shapes(table: Table) -> None:
    """Have a table's board say for which room it was drawn."""

    def board(position: Position, viewer: int, lang: str, shape: Shape) -> str:
        return f"<svg>{shape}</svg>"

    table.game = replace(table.game, board=replace(table.game.board, draw=board))


def test_boards_and_views_are_kept_for_each_shape() -> None:
    table, boards = played("quixo", {}, seed=1), Boards()
    _with_shapes(table)
    for _ in range(2):
        for shape in ("tall", "wide"):
            given: dict[str, Any] = {"shape": shape}
            view = build_view(Look(table, (0,), Eyes(0), "en", **given), boards)
            assert (view["shape"], view["svg"]) == (shape, f"<svg>{shape}</svg>")


def test_replays_and_lessons_are_drawn_for_the_shape_asked_for(site: Site) -> None:
    ann = site.visitor()
    table = ann.open("pylos", seat2="local")
    ann.play(table)
    for address in (f"/api/v1/games/{table}/positions/1", "/api/v1/lessons/pylos/1"):
        wide, tall = (
            view_box(ann.web.get(address, params={"shape": shape}).json()["svg"])
            for shape in ("wide", "tall")
        )
        assert wide.width / wide.height > tall.width / tall.height, address


def test_lines_of_the_log_lead_to_their_plies_and_those_since_ones_turn_are_told(
    site: Site,
) -> None:
    ann, bob = site.visitor(), site.visitor()
    table = ann.open("quixo", seat2="friend")
    assert ann.see(table)["waiting"]
    assert not ann.see(table)["can"]["offer_draw"]
    refused = ann.post(table, "draw")
    assert refused.status_code == 400
    assert "a seat is still free" in refused.json()["error"]
    invite = site.call("get", table).seats[1].key
    assert bob.post(table, "join", invite=invite, name="Bob").status_code == 200
    assert not ann.see(table)["waiting"]
    ann.play(table)
    bob.play(table)
    view = ann.see(table)
    assert view["can"]["offer_draw"]
    turns = [line for line in view["log"] if line["ply"] is not None]
    assert [line["ply"] for line in turns] == [1, 2]
    assert view["since"] == [turns[-1]["sequence"]]
    assert bob.see(table)["since"] == []
    assert bob.post(table, "take-back").status_code == 200
    assert ann.post(table, "take-back/answer", agree=True).status_code == 200
    lines = ann.see(table)["log"]
    assert [line["ply"] for line in lines if line["undone"]] == [None]


def test_a_game_with_words_for_it_says_what_is_to_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played("quixo", {}, seed=1)
    seat = table.to_act
    assert seat is not None
    quixo = galda.game("quixo")
    words = replace(quixo.words, prompt=lambda position: "Take a cube.")
    prompting: Game = replace(quixo, words=words)
    seen = table.seen_by(seat)
    monkeypatch.setattr(seen, "game", prompting)
    assert build_view(Look(table, (seat,), Eyes(seat), "en"), Boards())["prompt"] == "Take a cube."
    assert build_view(Look(table, (1 - seat,), Eyes(1 - seat), "en"), Boards())["prompt"] == ""


def _listed(ann: Visitor) -> str:
    return str(ann.web.get("/mine").text)


def test_a_table_that_is_forgotten_is_off_ones_list_and_still_there(site: Site) -> None:
    ann = site.visitor()
    kept, gone = (ann.open("quixo", seat2="local") for _ in range(2))
    assert ann.web.post("/mine/forget", data={"table": gone}, follow_redirects=False).status_code
    assert f"/table/{gone}" not in _listed(ann)
    assert f"/table/{kept}" in _listed(ann)
    assert ann.web.get(f"/table/{gone}").status_code == 200
    ann.web.post("/mine/forget", data={"table": 'bad"; mark'})
    assert f"/table/{kept}" in _listed(ann)


def test_every_page_has_a_description(site: Site) -> None:
    ann = site.visitor()
    table = ann.open("quixo", seat2="local")
    told = []
    for path in ("/", "/new/quixo", "/rules/quixo", "/learn/quixo", "/import", f"/table/{table}"):
        page = ann.web.get(path).text
        told.append(page.partition('<meta name="description" content="')[2].partition('"')[0])
    assert all(len(words) > 20 for words in told)
    assert len(set(told)) == 5, "the table is described as the game is"
