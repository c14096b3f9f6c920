"""Whether the database can be written to: a full disk still answers questions."""

from __future__ import annotations

import sqlalchemy as sa

TOUCH = sa.text("UPDATE alembic_version SET version_num = version_num")


def touch(connection: sa.Connection) -> None:
    """Write something that changes nothing; as a `Write`, it is on the disk when that returns."""
    connection.execute(TOUCH)
