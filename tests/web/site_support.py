"""What tests of the site share: an application on a fresh database, and visitors to it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from galda.table import Tables
from galda.web.serving.app import create_app
from galda.web.serving.settings import Settings
from galda.web.tables import live

HOST = "testserver"
HOME = f"http://{HOST}"
ids = itertools.count()


def settings(folder: Path, **changes: Any) -> Settings:
    """A small server's settings; no bots play."""
    values: dict[str, Any] = {
        "database_url": f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}",
        "secret": "a secret for tests, long enough",
        "hosts": (HOST,),
        "bot_workers": 0,
        "bot_pause": 0.0,
        "tables_per_hour": 1000,
        "tables_per_address": 10_000,
    }
    return Settings(**{**values, **changes})


class Visitor:
    """Someone with a browser of their own: cookies, and the site's own origin on what is sent."""

    def __init__(self, app: FastAPI, portal: TestClient) -> None:
        self.web = TestClient(app, base_url=HOME, headers={"origin": HOME})
        self.web.portal = portal.portal  # all visitors share the server's one event loop
        self.web.get("/")

    def open(self, game: str, **form: Any) -> str:
        """Open a table by the form; its id."""
        answer = self.web.post(f"/new/{game}", data=form, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"]).rpartition("/")[2]

    def see(self, table: str, **query: Any) -> dict[str, Any]:
        """The view of a table."""
        answer = self.web.get(f"/api/v1/tables/{table}", params=query)
        assert answer.status_code == 200, answer.text
        view: dict[str, Any] = answer.json()
        return view

    def post(self, table: str, path: str, **body: Any) -> Any:
        """Post to the API; the raw answer."""
        if path not in ("draft", "why", "join"):
            body.setdefault("move_id", f"test-{next(ids)}")
        return self.web.post(f"/api/v1/tables/{table}/{path}", json=body)

    def play(self, table: str, *actions: Any, **body: Any) -> dict[str, Any]:
        """Play a whole turn; without actions the first legal ones that make one."""
        view = self.see(table)
        if view["curtain"]:
            view = self.see(table, look=view["curtain"]["seat"])
        if not actions:
            actions = tuple(self.any_turn(table, view))
        answer = self.post(table, "moves", base=view["base"], actions=list(actions), **body)
        assert answer.status_code == 200, answer.text
        after: dict[str, Any] = answer.json()
        return after

    def any_turn(self, table: str, view: dict[str, Any]) -> list[int]:
        """The actions of some whole turn: always the first legal one."""
        actions: list[int] = []
        while not view["draft"]["ready"]:
            actions.append(view["paths"][0][1])
            answer = self.post(table, "draft", base=view["base"], actions=actions)
            assert answer.status_code == 200, answer.text
            view = answer.json()
        return actions


class Site:
    """A running site and the way to its tables."""

    def __init__(self, app: FastAPI, client: TestClient) -> None:
        self.app = app
        self.client = client

    def visitor(self) -> Visitor:
        """Somebody new."""
        return Visitor(self.app, self.client)

    def call(self, method: str, *arguments: Any, **named: Any) -> Any:
        """Call a method of `Tables` on the server's event loop."""
        tables: Tables = self.app.state.tables

        async def work() -> Any:
            return await getattr(tables, method)(*arguments, **named)

        assert self.client.portal is not None
        return self.client.portal.call(work)


@contextmanager
def running(folder: Path, **changes: Any) -> Iterator[Site]:
    """A site on a database in `folder`; a `precompiler` may be given that compiles meanwhile."""
    precompiler = changes.pop("precompiler", None)
    app = create_app(settings(folder, **changes), precompiler)
    with TestClient(app, base_url=HOME) as client:
        yield Site(app, client)


@pytest.fixture(autouse=True)
def no_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open pages hear nothing but what a test is about, however long it takes."""
    monkeypatch.setattr(live, "BEAT", 3600.0)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site on a database of its own."""
    with running(tmp_path) as opened:
        yield opened
