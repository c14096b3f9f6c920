"""Tables, who sits at them, and their logs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("plan", sa.JSON, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("spectator_key", sa.String(40), nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("last_time", sa.Double, nullable=False),
        sa.Column("to_act", sa.Integer),
        sa.Column("bot_to_act", sa.Boolean, nullable=False),
        sa.Column("finished", sa.Boolean, nullable=False),
        sa.Column("archived", sa.Boolean, nullable=False),
        sa.Column("deadline", sa.Double),
    )
    op.create_index("tables_by_age", "tables", ["archived", "last_time"])
    op.create_index("tables_by_deadline", "tables", ["deadline"])
    op.create_index("tables_by_bot", "tables", ["bot_to_act"])
    op.create_table(
        "sitting",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.String(80)),
        sa.Column("name", sa.String(80), nullable=False),
    )
    op.create_index("sitting_by_person", "sitting", ["person_id"])
    op.create_table(
        "entries",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer, "sqlite"),
            sa.Identity(),
            primary_key=True,
        ),
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("payload", sa.JSON, nullable=False),
        sa.Column("time", sa.Double, nullable=False),
        sa.Column("move_id", sa.String(80), nullable=False),
        sa.UniqueConstraint("table_id", "sequence", name="one_entry_for_each_sequence"),
        sa.UniqueConstraint("table_id", "move_id", name="one_entry_for_each_move"),
    )


def downgrade() -> None:
    """Back to nothing."""
    op.drop_table("entries")
    op.drop_table("sitting")
    op.drop_table("tables")
