"""Tables deal by seeds of 256 bits; those that are there already keep theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make room for long seeds."""
    op.add_column("tables", sa.Column("long_seed", sa.String(64)))


def downgrade() -> None:
    """Forget them: tables that had one cannot be read any more."""
    op.drop_column("tables", "long_seed")
