"""The process that serves: slow clients, open files, private files, and whose word it takes."""

from __future__ import annotations

import http.client
import json
import logging
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn
from site_support import HOST, running, settings
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.sync.client import ClientConnection, connect

from galda.web.security import guard
from galda.web.security.people import network_of
from galda.web.serving import patient_http
from galda.web.serving.app import create_app
from galda.web.serving.lean_sockets import MOST_AT_ONCE
from galda.web.serving.nonsense import Nonsense
from galda.web.serving.patient_http import TRUSTED_PROXIES
from galda.web.serving.server import configure, listen
from patience import patience

SOON = 0.3


@contextmanager
def serving(folder: Path, **changes: object) -> Iterator[int]:
    """The site behind a real Uvicorn; its port."""
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(configure(create_app(settings(folder, hosts=("*",), **changes))))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield int(listener.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(patience(30))


def half_open(port: int, sent: bytes) -> socket.socket:
    """A connection on which something was sent, and nothing follows."""
    line = socket.create_connection(("127.0.0.1", port), timeout=patience(20))
    line.sendall(sent)
    return line


def ended(line: socket.socket) -> bytes:
    """What comes until the other side hangs up."""
    told = b""
    try:
        while more := line.recv(65536):
            told += more
    except ConnectionResetError:
        pass
    return told


def get(port: int, path: str, **headers: str) -> http.client.HTTPResponse:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=patience(20))
    line.request("GET", path, headers=headers)
    answer = line.getresponse()
    answer.read()
    return answer


def test_who_does_not_finish_the_head_of_a_request_is_hung_up_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patient_http, "HEAD_SECONDS", SOON)
    whole = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    with serving(tmp_path) as port:
        assert ended(half_open(port, b"")) == b""
        assert ended(half_open(port, b"GET / HT")) == b""
        assert ended(half_open(port, b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")) == b""
        answered = ended(half_open(port, whole + b"GET / HTTP/1.1\r\n"))
        assert answered.startswith(b"HTTP/1.1 200") and answered.count(b"HTTP/1.1") == 1
        patient = half_open(port, whole)
        assert patient.recv(100).startswith(b"HTTP/1.1 200")
        time.sleep(2 * SOON)
        patient.sendall(whole)
        assert b"ok" in patient.recv(65536), "a pause between requests is no slow head"
        patient.close()


def test_a_head_has_an_end(tmp_path: Path) -> None:
    with serving(tmp_path) as port:
        much = b"X-Much: " + b"x" * 3000 + b"\r\n"
        head = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
        assert b"200 OK" in half_open(port, head + 2 * much + b"\r\n").recv(100)
        for size in (6, 20):
            refused = ended(half_open(port, head + size * much + b"\r\n"))
            assert refused in (b"", patient_http.TOO_LARGE)  # what we never read may cut it off
        # Fewer bytes than a head may have, but none of them ends it: the rest comes later.
        slow = half_open(port, head + 5 * much)
        slow.sendall(much)
        assert ended(slow) in (b"", patient_http.TOO_LARGE)
        answered = half_open(port, head + b"\r\n" + head + 2 * much + b"\r\n").recv(65536)
        assert answered.count(b"200 OK") >= 1
        body = b"name=" + b"x" * 20_000
        post = b"POST /name HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body)
        assert b"431" not in half_open(port, post + body).recv(100), "a body is no head"
        assert get(port, "/healthz").status == 200


def test_an_address_has_so_many_connections_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patient_http, "MOST_CONNECTIONS", 5)
    with serving(tmp_path) as port:
        lines = [half_open(port, b"GET / HT") for _ in range(5)]
        assert ended(half_open(port, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")) == b""
        for line in lines:
            line.close()
        until = time.monotonic() + patience(10)
        while patient_http._connections and time.monotonic() < until:
            time.sleep(0.01)
        assert get(port, "/healthz").status == 200
    assert not patient_http._connections


def test_garbage_is_counted_and_told_once_a_minute(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    now = 100.0
    nonsense = Nonsense(lambda: now)
    record = logging.makeLogRecord({"msg": "Invalid HTTP request received."})
    with caplog.at_level("WARNING"):
        assert not any(nonsense.filter(record) for _ in range(1000))
        assert nonsense.filter(logging.makeLogRecord({"msg": "something else"}))
        assert len(caplog.messages) == 1
        now += 61
        nonsense.filter(record)
        assert caplog.messages[1].startswith("1000 connections")
    with serving(tmp_path) as port:
        caplog.clear()
        for _ in range(20):
            assert b"400" in ended(half_open(port, b"\x16\x03\x01\r\n\r\n"))
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=patience(20))
        line.request("GET", "/metrics", headers={"host": HOST})
        told = line.getresponse().read().decode()
    assert sum("no HTTP" in message for message in caplog.messages) <= 1
    assert not any("Invalid HTTP" in message for message in caplog.messages)
    counted = float(re.search(r"(?m)^galda_no_http (\S+)", told)[1])  # type: ignore[index]
    assert counted >= 20


def test_slow_bodies_are_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", SOON)
    with serving(tmp_path) as port:
        head = b"POST /name HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nname="
        answered = ended(half_open(port, head))
    assert answered.startswith(b"HTTP/1.1 408") and b"too slowly" in answered


def test_hundreds_of_half_sent_requests_lock_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patient_http, "HEAD_SECONDS", 5 * SOON)
    with serving(tmp_path) as port:
        lines = [half_open(port, b"GET / HTTP/1.1\r\n") for _ in range(300)]
        assert get(port, "/healthz").status == 200
        assert {ended(line) for line in lines} == {b""}
        assert get(port, "/readyz").status == 200


def open_page(port: int) -> ClientConnection:
    """A page of a new table, live."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=patience(20))
    line.request("POST", "/new/quixo", "seat2=local", {
        "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin",
    })  # fmt: skip
    opened = line.getresponse()
    table = str(opened.headers["location"]).rpartition("/")[2]
    cookie = opened.headers["set-cookie"].partition(";")[0]
    origin = f"http://127.0.0.1:{port}"
    return connect(
        f"ws://127.0.0.1:{port}/api/v1/tables/{table}/stream",
        additional_headers={"cookie": cookie, "origin": origin},
    )


def test_live_pages_outlive_the_patience_for_heads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patient_http, "HEAD_SECONDS", SOON)
    with serving(tmp_path) as port, open_page(port) as page:
        page.recv(patience(20))
        time.sleep(2 * SOON)
        assert page.ping().wait(patience(20)), "the Connection lost"


def test_views_are_compressed_and_nothing_is_kept_between_them(tmp_path: Path) -> None:
    with serving(tmp_path) as port, open_page(port) as page:
        (deflate,) = page.protocol.extensions
        assert isinstance(deflate, PerMessageDeflate)
        assert deflate.remote_no_context_takeover and deflate.local_no_context_takeover
        assert json.loads(page.recv(patience(20)))["kind"] == "view"


@pytest.mark.parametrize("how", ["messages", "pings"])
def test_a_page_that_says_more_than_pages_say_is_hung_up_on(tmp_path: Path, how: str) -> None:
    with serving(tmp_path) as port:
        with pytest.raises(ConnectionClosed), open_page(port) as page:
            page.recv(patience(20))
            for _ in range(MOST_AT_ONCE):
                page.ping() if how == "pings" else page.send('{"look": 0}')
            page.recv(patience(20))
        with open_page(port) as page:
            page.recv(patience(20))
            page.send('{"look": 0}' + " " * 900)
            assert page.ping().wait(patience(20)), "who says little is not"


@pytest.mark.parametrize("trusted", ["", "10.0.0.1", "127.0.0.1"])
def test_proxies_are_believed_that_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trusted: str
) -> None:
    monkeypatch.setenv(TRUSTED_PROXIES, trusted)
    believed = trusted == "127.0.0.1"
    with serving(tmp_path, records_per_address=1) as port:
        told = get(port, "/", **{"x-forwarded-proto": "https"})
        assert ("Secure" in told.headers["set-cookie"]) is believed
        statuses = [bring(port, f"192.0.2.{n}") for n in (1, 2)]
        assert statuses == ([400, 400] if believed else [400, 429])
        assert bring(port, "192.0.2.1") == 429


def bring(port: int, address: str) -> int:
    """Bring a bad record, as if from an address."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=patience(20))
    headers = {"x-forwarded-for": address, "content-type": "application/json"}
    line.request("POST", "/api/v1/games", '{"record": "nothing"}', headers)
    return line.getresponse().status


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("[", "["),
    ],
)
def test_addresses_are_counted_by_home(host: str, counted: str) -> None:
    assert network_of(host) == counted


def test_a_process_gets_all_open_files_and_keeps_its_own_to_itself(tmp_path: Path) -> None:
    program = """
import os, pathlib, resource, sys
from galda.web.serving.process import keep_files_private, raise_open_files
most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (64, most))
os.umask(0)
raise_open_files()
keep_files_private()
file = pathlib.Path(sys.argv[1]); file.write_text("")
print(resource.getrlimit(resource.RLIMIT_NOFILE) == (most, most), oct(file.stat().st_mode & 0o777))
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "file")],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.split() == ["True", "0o600"]


def test_pictures_of_links_are_where_the_operator_says(tmp_path: Path) -> None:
    with running(tmp_path, hosts=("*",), public_url="https://play.example") as site:
        page = site.client.get("/", headers={"host": "evil.example"}).text
        assert 'content="https://play.example/preview.png"' in page
        assert "evil.example" not in page
        ann = site.visitor()
        table = ann.open("quixo", seat2="friend")
        for path in ("", f"/join/{site.call('get', table).seats[1].key}", "/invites"):
            shown = ann.web.get(f"/table/{table}{path}").text
            assert "https://play.example/" in shown and HOST not in shown
