"""A full disk and a database that is down: 503 and not ready, and back by themselves."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from site_support import Site, Visitor, running
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from galda import Position
from galda.table.storage.store import Store
from galda.web.security.guard import TRY_LATER
from galda.web.serving import health
from own_postgres import OwnPostgres, missing
from patience import patience


@contextmanager
def full_disk() -> Iterator[None]:
    """No file of this process can grow beyond its first bytes: the database's log cannot."""
    resource: Any = pytest.importorskip("resource", reason="this system sets no limits to files")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def try_to_play(visitor: Visitor, table: str, base: int, move: str) -> int:
    answer = visitor.post(table, "moves", base=base, actions=["a1-a5"], move_id=move)
    if answer.status_code == 503:
        assert int(answer.headers["retry-after"]) > 0
        assert "try again in a moment" in answer.json()["error"]
    return int(answer.status_code)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "ASK_EVERY", 0.0)


def test_a_full_disk_is_no_fault_of_ours_and_passes(site: Site) -> None:
    ann = site.visitor()
    table = ann.open("quixo", seat2="local")
    base = ann.see(table)["base"]
    assert site.client.get("/readyz").text == "ready\n"
    with full_disk():
        assert try_to_play(ann, table, base, "one") == 503
        page = ann.web.post("/new/quixo", data={"seat2": "local"})
        assert page.status_code == 503 and page.headers["retry-after"]
        assert "text/html" in page.headers["content-type"]
        ready = site.client.get("/readyz")
        assert ready.status_code == 503 and ready.headers["retry-after"]
        assert site.client.get("/healthz").text == "ok\n"
        assert ann.see(table)["base"] == base, "what is there can still be looked at"
    assert site.client.get("/readyz").status_code == 200
    assert try_to_play(ann, table, base, "one") == 200
    assert "galda_unavailable_total 2.0" in site.client.get("/metrics").text


def test_a_database_that_is_down_is_told_and_comes_back(tmp_path: Path) -> None:
    if reason := missing():
        pytest.skip(reason)
    with OwnPostgres() as cluster, running(tmp_path, database_url=cluster.url()) as site:
        ann = site.visitor()
        table = ann.open("quixo", seat2="local")
        assert site.client.get("/readyz").status_code == 200
        cluster.stop()
        assert try_to_play(ann, table, 0, "one") == 503
        assert ann.web.get(f"/table/{table}").status_code == 503
        with (
            pytest.raises(WebSocketDenialResponse) as denied,
            ann.web.websocket_connect(f"/api/v1/tables/{table}/stream"),
        ):
            pass
        assert denied.value.status_code == 503 and denied.value.headers["retry-after"]
        assert site.client.get("/readyz").status_code == 503
        assert site.client.get("/healthz").status_code == 200
        cluster.start()
        assert site.client.get("/readyz").status_code == 200
        assert try_to_play(ann, table, 0, "one") == 200


def down(*_: object, **__: object) -> None:
    raise sa.exc.OperationalError("SELECT 1", {}, Exception("the server closed the connection"))


def test_an_open_page_is_told_that_the_database_is_down_and_comes_back(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = site.visitor()
    table = ann.open("quixo", seat2="local")
    tables, stream = site.app.state.tables, f"/api/v1/tables/{table}/stream"
    assert site.client.portal is not None
    with ann.web.websocket_connect(stream) as page:
        sequence = page.receive_json()["sequence"]
        with monkeypatch.context() as outage:
            outage.setattr(Store, "catch_up", down)
            # Another server has written something: it is to be read now.
            site.client.portal.call(tables._news.tell, table, sequence + 1)
            with pytest.raises(WebSocketDisconnect) as told:
                page.receive_json()
            assert told.value.code == TRY_LATER
            assert told.value.reason == (
                "the table cannot be reached right now; try again in a moment"
            )
            with (
                pytest.raises(WebSocketDenialResponse) as denied,
                ann.web.websocket_connect(stream),
            ):
                pass
            assert denied.value.status_code == 503 and denied.value.headers["retry-after"]
    assert len(site.app.state.places) == 0
    assert "galda_unavailable_total 2.0" in site.client.get("/metrics").text
    with ann.web.websocket_connect(stream) as page:
        assert page.receive_json()["sequence"] == sequence


def test_asking_often_whether_it_is_ready_writes_seldom(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "ASK_EVERY", patience(600))
    pings = 0

    async def ping() -> None:
        nonlocal pings
        pings += 1

    monkeypatch.setattr(site.app.state.tables, "ping", ping)
    site.app.state.readiness._asked = -1e9
    assert [site.client.get("/readyz").status_code for _ in range(5)] == [200] * 5
    assert pings == 1


def test_proxies_and_containers_may_ask_by_address(site: Site) -> None:
    for path, status in (("/healthz", 200), ("/readyz", 200), ("/", 400), ("/metrics", 400)):
        asked = site.client.get(path, headers={"host": "172.30.30.4:8000"})
        assert asked.status_code == status, path


def test_unreadable_tables_are_counted(site: Site) -> None:
    assert "galda_tables_aside 0.0" in site.client.get("/metrics").text
    with site.app.state.tables.aside.around("some-table"):
        raise KeyError("players")
    figures = site.client.get("/metrics").text
    assert "galda_tables_aside 1.0" in figures and "galda_table_faults 1.0" in figures
    assert "some-table" not in figures


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Another process holds the file."""
    holder = sqlite3.connect(folder / "tables.sqlite", isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        holder.execute("ROLLBACK")
        holder.close()


def test_a_locked_database_is_told_soon_and_comes_back(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ann = site.visitor()
        table = ann.open("quixo", seat2="local")
        base = ann.see(table)["base"]
        with locked(tmp_path):
            began = time.monotonic()
            with ThreadPoolExecutor(8) as many:  # they do not wait for each other in a row
                asked = [many.submit(try_to_play, ann, table, base, "one") for _ in range(8)]
                assert [each.result() for each in asked] == [503] * 8
            assert time.monotonic() - began < patience(5)
            assert site.client.get("/readyz").status_code == 503
            assert site.client.get("/healthz").status_code == 200
        assert try_to_play(ann, table, base, "one") == 200
        assert site.client.get("/readyz").status_code == 200


def spoil(folder: Path, statement: str, *given: str) -> None:
    with sqlite3.connect(folder / "tables.sqlite") as connection:
        assert connection.execute(statement, given).rowcount == 1
    connection.close()


DAMAGES = {
    "plan": "UPDATE tables SET plan = '{' WHERE id = ?",
    "seats": "UPDATE tables SET seats = '[{}]' WHERE id = ?",
    "action": "UPDATE entries SET payload = '{\"actions\": [99999]}' "
    "WHERE table_id = ? AND sequence = 1",
    "payload": "UPDATE entries SET payload = '{\"act' WHERE table_id = ? AND sequence = 1",
    "kind": "UPDATE entries SET kind = 'nothing' WHERE table_id = ? AND sequence = 1",
    "sequence": "UPDATE entries SET sequence = 7 WHERE table_id = ? AND sequence = 1",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_table_is_set_aside_and_its_players_are_told(tmp_path: Path, damage: str) -> None:
    with running(tmp_path) as site:
        ann = site.visitor()
        bad, good = (ann.open("towers", seat2="local") for _ in range(2))
        ann.play(bad)
        cookies = dict(ann.web.cookies)
    spoil(tmp_path, DAMAGES[damage], bad)
    with running(tmp_path) as site:
        ann = site.visitor()
        ann.web.cookies.clear()
        ann.web.cookies.update(cookies)
        for path in (f"/table/{bad}", f"/api/v1/tables/{bad}", f"/game/{bad}"):
            answer = ann.web.get(path)
            assert answer.status_code == 503, path
            assert answer.headers["retry-after"] == "60"
            assert "set aside" in answer.text
        assert ann.post(bad, "resign").status_code == 503
        with (
            pytest.raises(WebSocketDenialResponse) as denied,
            ann.web.websocket_connect(f"/api/v1/tables/{bad}/stream"),
        ):
            pass
        assert denied.value.status_code == 503
        assert ann.see(good)["table"] == good
        listed = ann.web.get("/mine")
        assert listed.status_code == 200 and good in listed.text
        metrics = site.client.get("/metrics").text
        assert "galda_tables_aside 1.0" in metrics
        assert "galda_table_faults 1.0" in metrics, "it is not read again and again"


def test_a_game_that_cannot_be_shown_makes_a_server_not_ready_until_it_can(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "LOOK_EVERY", 0.0)
    monkeypatch.setattr(health, "LOOK_AGAIN", 0.0)
    assert site.client.get("/readyz").text == "ready\n"
    with monkeypatch.context() as broken:
        broken.setattr(Position, "svg", lambda *_, **__: 1 / 0)
        answer = site.client.get("/readyz")
        assert answer.status_code == 503
        assert "quixo cannot be shown (ZeroDivisionError)" in answer.text
    assert site.client.get("/readyz").status_code == 200
