"""A PostgreSQL cluster in a folder of its own, reached by a socket in that folder only.

Fixtures for any folder of tests: its conftest imports those it wants.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Self

import psycopg
import pytest

from systems import IS_ROOT

# No fsync: these clusters outlive no machine, only our own processes are killed.
SETTINGS = "-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"

NUMBERS = count()


def programs() -> Path | None:
    """The folder of `initdb`: Debian keeps it off the path."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return folders[-1].parent if folders else None


def missing() -> str:
    """Why there can be no cluster here; empty if there can. Where it must not miss, it fails."""
    if not hasattr(os, "getuid"):
        return "PostgreSQL is tried by a socket in a folder, which this system does not have"
    if programs():
        return ""
    reason = "PostgreSQL is not installed (initdb was not found): apt-get install postgresql"
    if os.environ.get("CI") and sys.platform == "linux":
        pytest.fail(reason)
    return reason


class OwnPostgres:
    """The cluster. PostgreSQL refuses to run as root, so root runs it as someone else."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="galda-pg-"))
        self._as: list[str] = []
        if IS_ROOT:
            import pwd  # noqa: PLC0415  (where there is a root)

            users = {user.pw_name for user in pwd.getpwall()}
            user = "postgres" if "postgres" in users else "nobody"
            shutil.chown(self.folder, user)
            self._as = ["runuser", "-u", user, "--"]

    def _run(self, program: str, *arguments: str) -> None:
        folder = programs()
        assert folder is not None
        command = [*self._as, str(folder / program), "-D", str(self.folder / "data"), *arguments]
        done = subprocess.run(
            command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        assert done.returncode == 0, done.stdout.decode()

    def __enter__(self) -> Self:
        self._run("initdb", "-U", "galda", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()
        return self

    def start(self) -> None:
        """Start it, for the first time or again."""
        settings = SETTINGS.format(folder=self.folder)
        self._run("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", settings, "start")

    def stop(self) -> None:
        """Stop it as a power cut would."""
        self._run("pg_ctl", "-m", "immediate", "stop")

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self) -> str:
        """The URL of its one database."""
        return f"postgresql://galda@/postgres?host={self.folder}"


@pytest.fixture(scope="session")
def postgres() -> Iterator[OwnPostgres]:
    """A cluster that lives as long as the test run; tests are skipped where there is none."""
    if reason := missing():
        pytest.skip(reason)
    with OwnPostgres() as cluster:
        yield cluster


@pytest.fixture
def postgres_url(postgres: OwnPostgres) -> str:
    """The URL of an empty schema: as good as a database of its own, and made much faster."""
    name = f"test{next(NUMBERS)}"
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return f"{postgres.url()}&options=-csearch_path%3D{name}"
