"""Which schema a database has, and whether this program knows it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from galda.core.errors import GaldaError


def check_not_newer(connection: sa.Connection, config: Config) -> None:
    """Refuse a database whose schema comes from a later version of this program."""
    scripts = ScriptDirectory.from_config(config)
    known = {script.revision for script in scripts.walk_revisions()}
    for found in MigrationContext.configure(connection).get_current_heads():
        if found not in known:
            raise GaldaError(
                "this database was made by a newer Galda: its schema is {found}, and the newest "
                "that this one knows is {newest}; update Galda, or name another database",
                found=found,
                newest=scripts.get_current_head(),
            )
