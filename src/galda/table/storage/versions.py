"""Which schema a database has, and bringing it up to date.

A new database gets the newest schema at once. Alembic is loaded only where an older one is to be
changed: it takes longer than opening the database.
"""

from __future__ import annotations

import sqlalchemy as sa

from galda.core.errors import GaldaError
from galda.table.storage.schema import METADATA

NEWEST = "0006"
"""The schema that this program works with: the last one in `migrations/versions`."""
MIGRATION_LOCK = 0x67616C6461
"""The number of the lock that lets one process at a time migrate a PostgreSQL database."""
STAMP = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Where Alembic writes down which schema a database has, as Alembic makes it."""


def bring_up_to_date(connection: sa.Connection) -> None:
    """Give a database the newest schema; one from a later version of this program is refused."""
    if stands_at(connection) == NEWEST:
        return
    connection.rollback()  # of the look: whoever migrates waits for others first
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    if is_new(connection):
        _make(connection)
    elif stands_at(connection) != NEWEST:  # nobody was first
        _migrate(connection)


def stands_at(connection: sa.Connection) -> str | None:
    """The schema that a database has; None if it has none."""
    if not sa.inspect(connection).has_table(STAMP.name):
        return None
    return connection.execute(sa.select(STAMP.c.version_num)).scalar_one_or_none()


def is_new(connection: sa.Connection) -> bool:
    """Whether nothing was ever made in a database that we make."""
    there = set(sa.inspect(connection).get_table_names())
    return not there & {STAMP.name, *METADATA.tables}


def _make(connection: sa.Connection) -> None:
    """The newest schema, as all migrations together would leave it; a test compares the two."""
    METADATA.create_all(connection, checkfirst=False)
    STAMP.create(connection)
    connection.execute(STAMP.insert().values(version_num=NEWEST))


def make_as_of(connection: sa.Connection, schema: str) -> None:
    """Give an empty database the schema that it had in some version of this program."""
    if schema == NEWEST:
        _make(connection)
    else:
        _migrate(connection, schema)


def _migrate(connection: sa.Connection, to: str = "head") -> None:
    from alembic import command  # noqa: PLC0415  (slow to load, seldom needed)
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", "galda.table.storage:migrations")
    config.attributes["connection"] = connection
    found, scripts = stands_at(connection), ScriptDirectory.from_config(config)
    found = to if to != "head" else found
    if found and found not in {script.revision for script in scripts.walk_revisions()}:
        raise GaldaError(
            "this database was made by a newer Galda: its schema is {found}, and the newest "
            "that this one knows is {newest}; update Galda, or name another database",
            found=found,
            newest=NEWEST,
        )
    command.upgrade(config, to)
