"""Records that people brought along, and what looking back at games has found."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "records",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "reviews",
        sa.Column("game_id", sa.String(40), primary_key=True),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("steps", sa.JSON, nullable=False),
        sa.Column("touched", sa.Double, nullable=False),
        sa.Column("finished", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    """Forget them."""
    op.drop_table("reviews")
    op.drop_table("records")
