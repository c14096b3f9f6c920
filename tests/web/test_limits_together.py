"""Limits by network address hold over all servers of one database together, and over restarts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from site_support import Site, Visitor, running

FEW = {"tables_per_address": 3, "records_per_address": 2}
SEATS = [{"kind": "me"}, {"kind": "friend"}]
RECORD = "game: quixo\nsize: 3\nseed: 1\n"


@pytest.fixture
def sites(tmp_path: Path) -> Iterator[tuple[Site, Site]]:
    """Two servers on one database."""
    with running(tmp_path, **FEW) as one, running(tmp_path, **FEW) as other:
        yield one, other


def open_by_api(visitor: Visitor) -> int:
    body = {"game": "quixo", "seats": SEATS}
    return int(visitor.web.post("/api/v1/tables", json=body).status_code)


def test_tables_opened_and_seats_taken_are_counted_together(
    sites: tuple[Site, Site], tmp_path: Path
) -> None:
    one, other = sites
    opened = one.visitor().web.post("/api/v1/tables", json={"game": "quixo", "seats": SEATS}).json()
    table, key = opened["table"], opened["seats"][1]["invite"]
    assert other.visitor().web.post(f"/table/{table}/join/wrong").status_code == 403
    assert one.visitor().web.post(f"/table/{table}/join/{key}").status_code == 200
    for site in sites:
        guest = site.visitor()
        assert open_by_api(guest) == 429
        assert guest.web.post("/new/quixo", data={"seat2": "local"}).status_code == 429
        assert guest.web.post(f"/table/{table}/join/{key}").status_code == 429
        join = guest.web.post(f"/api/v1/tables/{table}/join", json={"invite": key})
        assert join.status_code == 429
        assert "wait" in join.json()["error"]
    with running(tmp_path, **FEW) as restarted:
        assert open_by_api(restarted.visitor()) == 429


def test_records_brought_are_counted_together(sites: tuple[Site, Site]) -> None:
    one, other = sites
    for site in (one, other):
        brought = site.visitor().web.post("/api/v1/games", json={"record": RECORD})
        assert brought.status_code == 201, brought.text
    for site in (one, other):
        guest = site.visitor()
        assert guest.web.post("/api/v1/games", json={"record": RECORD}).status_code == 429
        assert guest.web.post("/import", data={"text": RECORD}).status_code == 429
