"""Bots' turns that are due. Those of tables that wait already are added when a store is opened."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "jobs",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer, "sqlite"),
            sa.Identity(),
            primary_key=True,
        ),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("worker", sa.String(160)),
        sa.Column("lease_until", sa.Double, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.UniqueConstraint("kind", "table_id", "sequence", name="one_job_for_each_turn"),
    )


def downgrade() -> None:
    """Forget what is due; the log knows whose turn it is."""
    op.drop_table("jobs")
