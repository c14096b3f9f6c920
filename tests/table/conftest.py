"""Every test of the store runs on SQLite and on a PostgreSQL of the test run's own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest
from own_postgres import OwnPostgres, missing

NUMBERS = count()


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


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.db"
    url: str = request.getfixturevalue("postgres_url")
    return url
