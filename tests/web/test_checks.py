"""What `galda doctor` finds: each fault is planted, found, and told with what to do about it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from galda.core.message import Message
from galda.core.show.language import LANGUAGES, tell
from galda.table import Hosting, Person, SeatPlan, TablePlan, Tables
from galda.web.serving import checks
from galda.web.serving.checks import Installation, look_over
from galda.web.serving.settings import read_settings
from in_a_thread import run

SECRET = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A data folder with a database and a table, as a healthy site has it."""
    tmp_path.chmod(0o700)
    run(_open_table(f"sqlite:///{tmp_path / 'tables.sqlite'}"))
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    secret.chmod(0o600)
    return tmp_path


async def _open_table(url: str) -> None:
    async with await Tables.open(
        url, Hosting(bot_workers=0, coach_workers=0), sweep=False
    ) as tables:
        plan = TablePlan("quixo", {}, (SeatPlan("me"), SeatPlan("local")))
        await tables.create(plan, Person("ann", "Ann"))


def site(home: Path, **environment: str) -> Installation:
    given = {"GALDA_DATA": str(home), "GALDA_SECRET": SECRET} | environment
    settings = read_settings(given)
    del given["GALDA_SECRET"]
    return Installation(settings, home, given | environment)


def change(home: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(home / "tables.sqlite")) as database, database:
        database.execute(statement, values)


def cache_in_the_way(home: Path) -> dict[str, str]:
    (home / "file").write_text("in the way")
    return {"GALDA_CACHE": str(home / "file")}


def no_database(home: Path) -> dict[str, str]:
    return {"GALDA_DATABASE_URL": f"sqlite:///{home / 'none.sqlite'}"}


def database_down(home: Path) -> dict[str, str]:
    return {"GALDA_DATABASE_URL": "postgresql://galda@127.0.0.1:1/galda"}


def newer_schema(home: Path) -> dict[str, str]:
    change(home, "UPDATE alembic_version SET version_num = '9999'")
    return {}


def older_schema(home: Path) -> dict[str, str]:
    change(home, "UPDATE alembic_version SET version_num = '0001'")
    return {}


def clock_back(home: Path) -> dict[str, str]:
    change(
        home,
        "INSERT INTO entries (table_id, sequence, seat, kind, payload, time, move_id) "
        "SELECT id, 1, 0, 'chat', '{}', ?, 'a' FROM tables", time.time() + 86_400,
    )  # fmt: skip
    return {}


def no_secret(home: Path) -> dict[str, str]:
    (home / "secret").write_bytes(b"\0" * 43)
    return {}


def open_secret(home: Path) -> dict[str, str]:
    (home / "secret").chmod(0o644)
    return {}


def no_workers(home: Path) -> dict[str, str]:
    change(
        home,
        "INSERT INTO jobs (kind, game_id, sequence, question, person, address, asked, lease_until, "
        "tries) VALUES ('turn', 'x', 1, '', 'p', 'a', ?, 0, 0)", time.time() - 600,
    )  # fmt: skip
    return {}


def no_backup(home: Path) -> dict[str, str]:
    change(home, "UPDATE tables SET created = ?", time.time() - 30 * 86_400)
    return {}


FAULTS: dict[Callable[[Path], dict[str, str]], tuple[str, str]] = {
    cache_in_the_way: ("Compiled rules cannot be kept", "GALDA_CACHE"),
    no_database: ("there is no database", "GALDA_DATABASE_URL"),
    database_down: ("The database cannot be reached", "GALDA_DATABASE_URL"),
    newer_schema: ("was used by a newer Galda", "Install the newer version"),
    older_schema: ("has the schema 0001", "galda serve"),
    clock_back: ("clock of this computer is wrong", "time server"),
    no_secret: ("holds no usable secret", "Delete it"),
    open_secret: ("Other users of this computer can read", "chmod 600"),
    no_workers: ("no worker takes them", "galda think"),
    no_backup: ("There is no backup", "galda backup"),
}


def test_a_healthy_site_has_no_findings(home: Path) -> None:
    assert look_over(site(home)) == []


@pytest.mark.skipif(os.name == "nt", reason="modes of files mean nothing there")
@pytest.mark.parametrize("plant", FAULTS, ids=lambda plant: plant.__name__)
def test_a_fault_is_found_and_the_remedy_told(
    home: Path, plant: Callable[[Path], dict[str, str]]
) -> None:
    (found,) = look_over(site(home, **plant(home)))
    what, remedy = FAULTS[plant]
    assert what in str(found.what)
    assert remedy in str(found.remedy)
    for lang in LANGUAGES:
        assert tell(lang, found.what) and tell(lang, found.remedy)


def test_a_disk_that_is_nearly_full_is_found(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(home)._replace(free=7 * 1024**2)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    (found,) = look_over(site(home))
    assert "has 7 MB left" in str(found.what)


def test_games_that_do_not_work_are_found(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "broken_games", lambda: "quixo cannot be shown (EOFError)")
    (found,) = look_over(site(home))
    assert "quixo cannot be shown" in str(found.what)


def test_what_the_open_internet_needs_is_told() -> None:
    def told(**environment: str) -> list[str]:
        settings = read_settings({"GALDA_SECRET": SECRET} | environment)
        found = checks.check_internet(Installation(settings, Path(), environment))
        return [str(finding.what) for finding in found if isinstance(finding.what, Message)]

    assert told() == [], "only this computer can reach it"
    assert "public address" in told(GALDA_HOST="0.0.0.0")[0]
    assert any("any name" in each for each in told(GALDA_HOST="0.0.0.0"))
    url = "https://play.example.org"
    assert "No proxy is trusted" in " ".join(told(GALDA_PUBLIC_URL=url))
    whole = {"GALDA_PUBLIC_URL": url, "GALDA_ALLOWED_HOSTS": "play.example.org",
             "FORWARDED_ALLOW_IPS": "127.0.0.1"}  # fmt: skip
    assert told(**whole) == []
    assert "not encrypted" in told(**whole | {"GALDA_PUBLIC_URL": "http://play.example.org"})[0]


def test_a_backup_is_remembered(home: Path) -> None:
    no_backup(home)
    checks.note_backup(home)
    assert look_over(site(home)) == []
