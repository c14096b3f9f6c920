"""Pages that are answered: the turn they posted is not sent to them again, all else is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, get_type_hints

import pytest
from site_support import Site, Visitor
from starlette.testclient import WebSocketTestSession

from galda.web.tables.schema import TurnUnderWay, View


@pytest.fixture
def pages() -> Iterator[ExitStack]:
    with ExitStack() as open_pages:
        yield open_pages


def page(pages: ExitStack, visitor: Visitor, table: str, name: str = "", **asks: str) -> Any:
    """An open page, its first view received."""
    asks |= {"page": name} if name else {}
    query = "&".join(f"{key}={value}" for key, value in asks.items())
    stream = f"/api/v1/tables/{table}/stream?{query}"
    opened = pages.enter_context(visitor.web.websocket_connect(stream))
    assert opened.receive_json()["kind"] == "view"
    return opened


def seal(visitor: Visitor, table: str, asks: str, path: str = "moves") -> dict[str, Any]:
    """Some whole turn, posted by a page; what it is answered."""
    view = visitor.see(table)
    if view["curtain"]:
        view = visitor.see(table, look=view["curtain"]["seat"])
    actions = visitor.any_turn(table, view)
    body = {"base": view["base"], "actions": actions, "move_id": f"turn-{view['sequence']}"}
    body |= {"at_once": True} if path == "draft" else {}
    answer = visitor.post(table, f"{path}?{asks}", **body)
    assert answer.status_code == 200, answer.text
    sealed: dict[str, Any] = answer.json()
    assert sealed["sequence"] == view["sequence"] + 1
    return sealed


def two(site: Site, game: str = "quixo") -> tuple[Visitor, Visitor, str]:
    """Two visitors at a table, the first of them to act."""
    ann, bob = site.visitor(), site.visitor()
    table = ann.open(game, players=2, seat2="friend")
    invite = site.call("get", table).seats[1].key
    assert bob.post(table, "join", invite=invite, name="Bob").status_code == 200
    return (ann, bob, table) if ann.see(table)["your_turn"] else (bob, ann, table)


def news(opened: WebSocketTestSession) -> tuple[int, int]:
    """What a page is sent next: the newest entry of the game, and how much was said."""
    view = opened.receive_json()
    return view["base"], len(view["chat"])


@pytest.mark.parametrize("path", ["moves", "draft"])
def test_what_answers_a_page_is_not_sent_to_it_but_to_all_others(
    site: Site, pages: ExitStack, path: str
) -> None:
    ann, bob, table = two(site)
    asking = page(pages, ann, table, "a")
    others = [
        page(pages, ann, table, "b"),
        page(pages, ann, table),
        page(pages, bob, table, "a"),
    ]
    turn = seal(ann, table, "page=a", path)["base"]
    assert [news(other) for other in others] == [(turn, 0)] * 3
    assert bob.post(table, "chat", text="well played").status_code == 200
    assert news(asking) == (turn, 1), "the first that it is sent is what came after its turn"
    reply = seal(bob, table, "page=a")["base"]
    assert news(asking) == (reply, 1)


def test_a_page_that_shows_something_else_is_sent_its_turn(site: Site, pages: ExitStack) -> None:
    ann, _bob, table = two(site)
    asking = page(pages, ann, table, "a", shape="wide")
    turn = seal(ann, table, "page=a&shape=tall")["base"]
    assert news(asking) == (turn, 0), "it has turned meanwhile"
    assert ann.post(table, "chat?page=a", text="hello").status_code == 200
    assert news(asking) == (turn, 1), "whatever is no turn is sent"


def test_a_refused_turn_holds_nothing_back(site: Site, pages: ExitStack) -> None:
    ann, bob, table = two(site)
    asking = page(pages, ann, table, "a")
    base = ann.see(table)["base"]
    for body, status in (({"base": base, "actions": [1, 1]}, 400), ({"base": 99}, 409)):
        answer = ann.post(table, "moves?page=a", **{"actions": [0], **body})
        assert answer.status_code == status, answer.text
        assert bob.post(table, "chat", text="hm").status_code == 200
        assert asking.receive_json()["chat"][-1]["text"] == "hm"


def test_a_page_that_lost_an_answer_asks_for_it_again(site: Site, pages: ExitStack) -> None:
    ann, _bob, table = two(site)
    asking = page(pages, ann, table, "a")
    turn = seal(ann, table, "page=a")["base"]
    asking.send_json({"again": True})
    assert news(asking) == (turn, 0)
    asking.send_json({"again": "please"})  # that is no such request
    asking.send_json({"shape": "wide"})
    assert asking.receive_json()["shape"] == "wide"


def test_a_turn_that_is_posted_again_is_answered_again(site: Site, pages: ExitStack) -> None:
    ann, bob, table = two(site)
    asking = page(pages, ann, table, "a")
    view = ann.see(table)
    body = {"base": view["base"], "actions": ann.any_turn(table, view), "move_id": "once"}
    views = [ann.post(table, "moves?page=a", **body).json() for _ in range(2)]
    assert views[0]["sequence"] == views[1]["sequence"] == view["sequence"] + 1
    assert bob.post(table, "chat", text="again?").status_code == 200
    assert news(asking) == (views[0]["base"], 1)


def test_at_a_shared_screen_the_next_one_can_look_after_an_answer(
    site: Site, pages: ExitStack
) -> None:
    ann = site.visitor()
    table = ann.open("alhambra", players=2, seat2="local")
    asking = page(pages, ann, table, "a")
    for _ in range(2):
        seat = ann.see(table)["to_act"]
        asking.send_json({"look": seat})
        assert asking.receive_json()["viewer"] == seat
        sealed = seal(ann, table, "page=a")
        assert sealed["viewer"] == -1 and sealed["curtain"]["seat"] == sealed["to_act"]


def test_a_closed_page_is_forgotten(site: Site) -> None:
    ann, _bob, table = two(site)
    with ExitStack() as pages:
        page(pages, ann, table, "a")
        page(pages, ann, table, "x" * 41)  # longer than a name may be
        assert len(site.app.state.pages._shown) == 1
        page(pages, ann, table, "a")  # it comes back before the old connection is gone
    assert site.app.state.pages._shown == {}


def test_a_draft_without_what_is_around_it_is_the_rest_of_the_whole_one(site: Site) -> None:
    ann = site.visitor()
    table = ann.open("alhambra", players=2, seat2="friend")
    bob = site.visitor()
    invite = site.call("get", table).seats[1].key
    assert bob.post(table, "join", invite=invite, name="Bob").status_code == 200
    acting = ann if ann.see(table)["your_turn"] else bob
    view = acting.see(table)
    body = {"base": view["base"], "actions": [view["paths"][0][1]]}
    whole = acting.post(table, "draft", **body).json()
    part = acting.post(table, "draft", around=False, **body).json()
    assert set(part) == set(get_type_hints(TurnUnderWay))
    assert part == {name: whole[name] for name in part}
    none = acting.post(table, "draft", base=view["base"], actions=[], around=False).json()
    assert set(none) == set(get_type_hints(View)), "the table's present is told whole"
