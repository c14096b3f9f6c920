"""Work remembers the request that it comes from, so that logs of both can be found together."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make room for the ids of requests."""
    op.add_column("jobs", sa.Column("trace", sa.String(32)))


def downgrade() -> None:
    """Forget them."""
    op.drop_column("jobs", "trace")
