"""Every test of the store runs on SQLite and on a PostgreSQL of the test run's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from own_postgres import postgres, postgres_url

__all__ = ["database_url", "postgres", "postgres_url"]


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.db"
    url: str = request.getfixturevalue("postgres_url")
    return url
