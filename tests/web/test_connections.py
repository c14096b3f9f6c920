"""Live connections are shared out: nobody takes all of them, and who has most gives way."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest
from site_support import running
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from galda.web.security.connections import Connections, MostConnections
from galda.web.security.visitor import Visitor
from galda.web.tables.live import BUSY


def visitor(address: str, person: str = "") -> Visitor:
    app = SimpleNamespace(state=SimpleNamespace(signer=None))
    found = Visitor({"client": (address, 1), "headers": [], "app": app})
    found.person = person or found.person
    return found


def open_many(
    places: Connections, who: Visitor, count: int, sent: list[int], inside: ExitStack
) -> int:
    """How many of `count` pages found a place; `sent` notes which had to go."""
    opened = 0
    for k in range(count):
        if places.has_room(who):
            inside.enter_context(places.taken(who, lambda k=k: sent.append(k)))  # type: ignore[misc]
            opened += 1
    return opened


def test_a_person_and_an_address_have_a_share() -> None:
    places, sent = Connections(MostConnections(100, per_person=3, per_address=5)), list[int]()
    with ExitStack() as inside:
        assert open_many(places, visitor("1.1.1.1", "ann"), 10, sent, inside) == 3
        assert open_many(places, visitor("1.1.1.1", "bob"), 10, sent, inside) == 2
        assert open_many(places, visitor("2.2.2.2", "ann"), 10, sent, inside) == 0
        assert open_many(places, visitor("2.2.2.2", "cid"), 10, sent, inside) == 3
        assert len(places) == 8 and not sent
    assert len(places) == 0 and not places._persons and not places._addresses


def test_who_has_most_gives_way_to_a_newcomer_when_all_places_are_taken() -> None:
    places, sent = Connections(MostConnections(20, per_person=20, per_address=20)), list[int]()
    with ExitStack() as inside:
        assert open_many(places, visitor("1.1.1.1", "ann"), 30, sent, inside) == 20
        assert open_many(places, visitor("2.2.2.2", "bob"), 3, [], inside) == 3
        assert sent == [19, 18, 17], "the newest went"
        assert open_many(places, visitor("1.1.1.1", "dee"), 1, [], inside) == 0
    assert len(places) == 0 and not places._addresses


def test_equals_send_nobody_away() -> None:
    places, sent = Connections(MostConnections(2, per_person=2, per_address=2)), list[int]()
    with ExitStack() as inside:
        open_many(places, visitor("1.1.1.1"), 1, sent, inside)
        open_many(places, visitor("2.2.2.2"), 1, sent, inside)
        assert open_many(places, visitor("3.3.3.3"), 1, sent, inside) == 0
        assert not sent


def test_one_person_finds_no_more_places_than_their_share(tmp_path: Path) -> None:
    with running(tmp_path, sockets_per_person=2) as site:
        ann, bob = site.visitor(), site.visitor()
        stream = f"/api/v1/tables/{ann.open('quixo')}/stream"
        with ExitStack() as pages:
            for _ in range(2):
                pages.enter_context(ann.web.websocket_connect(stream)).receive_json()
            with pytest.raises(WebSocketDenialResponse), ann.web.websocket_connect(stream):
                pass
            own = f"/api/v1/tables/{bob.open('quixo')}/stream"
            assert pages.enter_context(bob.web.websocket_connect(own)).receive_json()
        metrics = site.client.get("/metrics").text
        assert 'galda_limit{of="sockets_per_person"} 2.0' in metrics
        assert "galda_pages_refused 1.0" in metrics


def test_a_page_that_gives_way_is_told_to_come_again(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ann = site.visitor()
        stream = f"/api/v1/tables/{ann.open('quixo')}/stream"
        with ann.web.websocket_connect(stream) as page:
            page.receive_json()
            places: Connections = site.app.state.places
            (give_way,) = next(iter(places._addresses.values())).values()
            assert site.client.portal
            site.client.portal.call(give_way)
            with pytest.raises(WebSocketDisconnect) as closed:
                page.receive_json()
            assert closed.value.code == BUSY
        assert len(places) == 0
