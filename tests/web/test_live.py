"""Live connections: how many there may be, who is looking, signs of life, and being sent away."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from site_support import Site, Visitor, running
from starlette.testclient import WebSocketDenialResponse, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

import galda
from galda.core.errors import NotReady
from galda.table.errors import NotYourSeat
from galda.table.storage import reader
from galda.web.common.closing_words import shorten
from galda.web.tables import live

REFUSED, BUSY = 4403, 4429


def stream(visitor: Visitor, table: str, **headers: str) -> WebSocketTestSession:
    return visitor.web.websocket_connect(f"/api/v1/tables/{table}/stream", headers=headers)


def sent_away(connection: WebSocketTestSession) -> tuple[int, str]:
    """With which code and words a connection is refused."""
    with pytest.raises(WebSocketDisconnect) as refused, connection as opened:
        opened.receive_json()
    return refused.value.code, refused.value.reason or ""


def shared(site: Site) -> tuple[Visitor, str]:
    """Two people at one screen, with hands to hide from each other."""
    ann = site.visitor()
    return ann, ann.open("alhambra", players=2, seat2="local")


def test_only_so_many_pages_may_be_open(tmp_path: Path) -> None:
    with running(tmp_path, sockets=2) as site:
        ann = site.visitor()
        table = ann.open("quixo")
        with stream(ann, table) as one, stream(ann, table) as two:
            assert one.receive_json()["kind"] == two.receive_json()["kind"] == "view"
            assert "galda_open_pages 2.0" in site.client.get("/metrics").text
            with pytest.raises(WebSocketDenialResponse) as refused, stream(ann, table):
                pass
            assert refused.value.status_code == 503
            assert int(refused.value.headers["retry-after"]) > 0
            assert refused.value.json()["error"].startswith("too many pages are open here")
        with stream(ann, table) as again:
            assert again.receive_json()["kind"] == "view"
            assert "galda_open_pages 1.0" in site.client.get("/metrics").text
        assert len(site.app.state.places) == 0
        assert "galda_open_pages 0.0" in site.client.get("/metrics").text
        assert "galda_views_total 3.0" in site.client.get("/metrics").text


def test_strangers_and_other_sites_are_told_why_they_are_refused(site: Site) -> None:
    ann, eve = site.visitor(), site.visitor()
    table = ann.open("quixo")
    code, reason = sent_away(stream(eve, table))
    assert code == REFUSED and reason.startswith("you have no seat at this table")
    code, reason = sent_away(stream(ann, table, origin="https://evil.example"))
    assert (code, reason) == (REFUSED, "this page belongs to another site")
    assert sent_away(stream(ann, "nothing"))[0] == REFUSED
    assert len(site.app.state.places) == 0


def test_spectators_listen_by_their_link(site: Site) -> None:
    ann, eve = site.visitor(), site.visitor()
    table = ann.open("quixo")
    key = site.call("get", table).spectator_key
    with eve.web.websocket_connect(f"/api/v1/tables/{table}/stream?watch={key}") as connection:
        assert connection.receive_json()["viewer"] == -1
        ann.post(table, "chat", text="hello")
        assert connection.receive_json()["chat"][-1]["text"] == "hello"
    with ann.web.websocket_connect(f"/api/v1/tables/{table}/stream?watch={key}") as connection:
        assert connection.receive_json()["seats"] == []


def test_at_a_shared_screen_whoever_acts_says_to_be_looking_for_each_turn(site: Site) -> None:
    ann, table = shared(site)
    with stream(ann, table) as connection:
        first = connection.receive_json()
        seat = first["to_act"]
        assert first["viewer"] == -1 and first["curtain"]["seat"] == seat
        connection.send_json({"look": 1 - seat})  # it is not the other's turn: no answer
        connection.send_json({"look": 7})  # nor is there such a seat
        connection.send_json({"look": seat})
        assert connection.receive_json()["viewer"] == seat
        connection.send_json({"look": seat})  # that is known already
        ann.post(table, "chat", text="hello")
        assert connection.receive_json()["viewer"] == seat, "still the same turn"
        view = ann.play(table)
        seen = connection.receive_json()
        while seen["sequence"] < view["sequence"]:
            seen = connection.receive_json()
        assert seen["viewer"] == -1 and seen["curtain"]["seat"] == 1 - seat, (
            "the device is handed over"
        )


def test_whoever_talks_too_much_is_heard_later(site: Site, monkeypatch: Any) -> None:
    heard: list[float] = []
    hear = live.OpenPage._hear

    def noted(page: live.OpenPage, text: str) -> None:
        heard.append(time.monotonic())
        hear(page, text)

    monkeypatch.setattr(live.OpenPage, "_hear", noted)
    ann, table = shared(site)
    began = time.monotonic()
    with stream(ann, table) as connection:
        seat = connection.receive_json()["to_act"]
        for _ in range(live.MESSAGES_PER_SECOND):
            connection.send_json({"look": 7})
        connection.send_json({"look": seat})
        assert connection.receive_json()["viewer"] == seat
    assert len(heard) == live.MESSAGES_PER_SECOND + 1
    assert heard[-1] - began >= 1, "in the next second"


def test_where_too_many_wait_pages_are_told_when_to_come_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = site.visitor()
    table = ann.open("quixo")
    with monkeypatch.context() as crowded:
        crowded.setattr(reader, "MOST_WAITING", 0)
        with pytest.raises(WebSocketDenialResponse) as refused, stream(ann, table):
            pass
        assert (refused.value.status_code, refused.value.headers["retry-after"]) == (503, "3")
        answer = ann.web.get(f"/api/v1/tables/{table}")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "3")
    with stream(ann, table) as connection:
        assert connection.receive_json()["kind"] == "view"


def test_a_page_whose_game_is_being_compiled_comes_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = site.visitor()
    table = ann.open("quixo")

    async def not_ready(*_: object) -> None:
        raise NotReady(galda.game("quixo"))

    with monkeypatch.context() as compiling:
        compiling.setattr(live, "find_access", not_ready)
        with pytest.raises(WebSocketDenialResponse) as refused, stream(ann, table):
            pass
    assert (refused.value.status_code, refused.value.headers["retry-after"]) == (503, "2")


@pytest.mark.parametrize("odd", ["{", "[]", "7", '{"look": "0"}', '{"look": null}', '"look"'])
def test_nonsense_from_a_page_does_no_harm(site: Site, odd: str) -> None:
    ann, table = shared(site)
    with stream(ann, table) as connection:
        seat = connection.receive_json()["to_act"]
        connection.send_text(odd.replace("0", str(seat)))
        connection.send_json({"look": seat})
        assert connection.receive_json()["viewer"] == seat


def test_a_message_that_is_too_long_is_not_read(site: Site) -> None:
    ann, table = shared(site)
    with stream(ann, table) as connection:
        seat = connection.receive_json()["to_act"]
        look = f'{{"look": {seat}'
        connection.send_text(look + " " * (1000 - len(look)) + "}")
        ann.post(table, "chat", text="hello")
        assert connection.receive_json()["viewer"] == -1
        connection.send_text(look + " " * (999 - len(look)) + "}")
        assert connection.receive_json()["viewer"] == seat


def test_a_silent_connection_gets_signs_of_life(site: Site, monkeypatch: Any) -> None:
    monkeypatch.setattr(live, "BEAT", 0.05)
    ann = site.visitor()
    table = ann.open("quixo")
    with stream(ann, table) as connection:
        assert connection.receive_json()["kind"] == "view"
        assert [connection.receive_json() for _ in range(2)] == [{"kind": "beat"}] * 2
        ann.post(table, "chat", text="hello")
        said = connection.receive_json()
        while said == {"kind": "beat"}:
            said = connection.receive_json()
        assert said["chat"][-1]["text"] == "hello"


def test_whoever_may_no_longer_look_is_sent_away(site: Site, monkeypatch: Any) -> None:
    ann = site.visitor()
    table = ann.open("quixo")

    async def refuse(*_: Any, **__: Any) -> None:
        raise NotYourSeat("this table is no longer yours")

    with stream(ann, table) as connection:
        connection.receive_json()
        monkeypatch.setattr(live, "find_access", refuse)
        ann.post(table, "chat", text="hello")
        with pytest.raises(WebSocketDisconnect) as refused:
            connection.receive_json()
        assert refused.value.code == REFUSED
        assert refused.value.reason == "this table is no longer yours"


def test_reasons_fit_into_the_closing_of_a_connection() -> None:
    assert shorten("a reason") == "a reason"
    assert shorten("x" * 200) == "x" * 120
    assert shorten("x" + "ā" * 100) == "x" + "ā" * 59, "no half letters"
