"""A plain connection to the database of a site, for commands that look at it or copy it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import make_url

from galda.core.errors import GaldaError
from galda.table.storage.sqlite_file import prepare
from galda.table.storage.store import DRIVERS


@contextmanager
def opened(database_url: str, *, make: bool = False) -> Iterator[sa.Connection]:
    """A connection to the database of a site; what was done is committed in the end.

    Args:
        database_url: as for a server.
        make: whether a SQLite file that is not there is made.
    """
    url = make_url(database_url)
    postgres = url.get_backend_name() == "postgresql"
    url = url.set(drivername=DRIVERS["postgresql"] if postgres else "sqlite")
    if make and not postgres:
        prepare(str(url.database))
    elif not postgres and not Path(str(url.database)).exists():
        raise GaldaError("there is no database {file}", file=str(url.database))
    engine = sa.create_engine(url)
    try:
        with engine.connect() as connection:
            yield connection
            connection.commit()
    finally:
        engine.dispose()
