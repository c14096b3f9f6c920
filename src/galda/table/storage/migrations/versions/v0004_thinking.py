"""Questions to the coach and reviews are work as bots' turns are; limits hold over all processes.

What was due is forgotten: it follows from the log, and is added when a store is opened.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def _number() -> sa.Column[int]:
    kind = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    return sa.Column("id", kind, sa.Identity(), primary_key=True)


def upgrade() -> None:
    """Make the tables."""
    op.drop_table("jobs")
    op.create_table(
        "jobs",
        _number(),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("game_id", sa.String(40), nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("person", sa.String(80), nullable=False),
        sa.Column("address", sa.String(80), nullable=False),
        sa.Column("asked", sa.Double, nullable=False),
        sa.Column("worker", sa.String(160)),
        sa.Column("lease_until", sa.Double, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.UniqueConstraint(
            "kind", "game_id", "sequence", "question", name="one_job_for_each_thing"
        ),
    )
    op.create_table(
        "answers",
        sa.Column("game_id", sa.String(40), primary_key=True),
        sa.Column("sequence", sa.Integer, primary_key=True),
        sa.Column("question", sa.Text, primary_key=True),
        sa.Column("answer", sa.JSON, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
    )
    op.create_index("answers_by_end", "answers", ["until"])
    op.create_table(
        "uses",
        _number(),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("until", sa.Double, nullable=False),
    )
    op.create_index("uses_by_who", "uses", ["what", "who", "until"])
    op.create_index("uses_by_end", "uses", ["until"])


def downgrade() -> None:
    """Forget what is due, said and counted; the log knows whose turn it is."""
    for name in ("uses", "answers", "jobs"):
        op.drop_table(name)
    op.create_table(
        "jobs",
        _number(),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("worker", sa.String(160)),
        sa.Column("lease_until", sa.Double, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.UniqueConstraint("kind", "table_id", "sequence", name="one_job_for_each_turn"),
    )
