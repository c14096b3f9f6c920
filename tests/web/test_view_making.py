"""Views that take long are made beside the event loop, for pages, programs and live connections."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from site_support import Site, Visitor

from galda.table.log.words import FEW
from galda.web.tables import view_making, views


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The threads in which views have been made."""
    names: list[str] = []
    build = views._build

    def noted(*given: Any, **named: Any) -> Any:
        names.append(threading.current_thread().name.partition("_")[0])
        return build(*given, **named)

    monkeypatch.setattr(views, "_build", noted)
    monkeypatch.setattr(view_making, "_seconds", {})
    return names


def play_some(site: Site, game: str, **form: Any) -> tuple[Visitor, str]:
    """A table whose log is no longer short, read by nobody yet."""
    ann = site.visitor()
    table = ann.open(game, seat2="local", **form)
    for _ in range(FEW + 1):
        ann.play(table)
    site.app.state.tables._ledger._tables.clear()
    site.app.state.boards = views.Boards()
    return ann, table


def test_every_way_to_a_view_leads_beside_the_loop(
    site: Site, threads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_making, "MOMENT", 0.0)  # whatever is made takes longer
    ann, table = play_some(site, "alhambra", players=2)
    threads.clear()
    ann.web.get(f"/table/{table}")
    assert threads == ["first-views"], "the log is told for the first time"
    ann.web.get(f"/table/{table}")
    assert threads == ["first-views"], "it is there already"
    with ann.web.websocket_connect(f"/api/v1/tables/{table}/stream") as page:
        page.receive_json()
        ann.play(table)
        page.receive_json()
    assert set(threads[1:]) == {"views"}


def test_what_is_quickly_made_is_made_at_once(
    site: Site, threads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_making, "MOMENT", 0.5)
    play_some(site, "quixo")
    assert threads[0] == "views", "it is not known yet how long one takes"
    assert not {"first-views", "views"} & set(threads[1:])
