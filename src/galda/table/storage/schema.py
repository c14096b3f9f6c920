"""The database's tables. `entries` is the truth; the columns marked so merely follow from it."""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData()

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("plan", sa.JSON, nullable=False),
    sa.Column("seats", sa.JSON, nullable=False),  # as they were when the table opened
    sa.Column("spectator_key", sa.String(40), nullable=False),
    sa.Column("seed", sa.BigInteger, nullable=False),  # where there is no long one
    sa.Column("created", sa.Double, nullable=False),
    # These follow from the log: they save a replay when many tables are looked through.
    sa.Column("last_time", sa.Double, nullable=False),
    sa.Column("to_act", sa.Integer),  # None: over or put away
    sa.Column("bot_to_act", sa.Boolean, nullable=False),
    sa.Column("finished", sa.Boolean, nullable=False),
    sa.Column("archived", sa.Boolean, nullable=False),
    sa.Column("deadline", sa.Double),  # when the player to act runs out of time
    sa.Column("long_seed", sa.String(64)),  # None: at tables of older versions, or a chosen seed
    sa.Index("tables_by_age", "archived", "last_time"),
    sa.Index("tables_by_deadline", "deadline"),
    sa.Index("tables_by_bot", "bot_to_act"),
)

SITTING = sa.Table(
    "sitting",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("person_id", sa.String(80)),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Index("sitting_by_person", "person_id"),
)

ENTRIES = sa.Table(
    "entries",
    METADATA,
    sa.Column(
        "id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), sa.Identity(), primary_key=True
    ),
    sa.Column("table_id", sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("sequence", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("payload", sa.JSON, nullable=False),
    sa.Column("time", sa.Double, nullable=False),
    sa.Column("move_id", sa.String(80), nullable=False),
    sa.UniqueConstraint("table_id", "sequence", name="one_entry_for_each_sequence"),
    sa.UniqueConstraint("table_id", "move_id", name="one_entry_for_each_move"),
)

JOBS = sa.Table(
    "jobs",
    METADATA,
    sa.Column(
        "id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), sa.Identity(), primary_key=True
    ),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("game_id", sa.String(40), nullable=False),  # of a table or of a record
    sa.Column("sequence", sa.Integer, nullable=False),  # the entry after which it is due
    sa.Column("question", sa.Text, nullable=False),  # what the coach is asked
    sa.Column("person", sa.String(80), nullable=False),  # who wants it, for fair shares
    sa.Column("address", sa.String(80), nullable=False),
    sa.Column("asked", sa.Double, nullable=False),
    sa.Column("worker", sa.String(160)),  # None: nobody has it
    sa.Column("lease_until", sa.Double, nullable=False),  # from then on anybody may take it
    sa.Column("tries", sa.Integer, nullable=False),  # how often it was taken
    sa.Column("trace", sa.String(32)),  # the id of the request that it comes from
    sa.UniqueConstraint("kind", "game_id", "sequence", "question", name="one_job_for_each_thing"),
)
"""What is to be thought about: bots' turns, questions to the coach, reviews. What is done is
deleted, in the transaction that writes what came of it."""

ANSWERS = sa.Table(
    "answers",
    METADATA,
    sa.Column("game_id", sa.String(40), primary_key=True),
    sa.Column("sequence", sa.Integer, primary_key=True),
    sa.Column("question", sa.Text, primary_key=True),
    sa.Column("answer", sa.JSON, nullable=False),
    sa.Column("until", sa.Double, nullable=False),  # from then on it is forgotten
    sa.Index("answers_by_end", "until"),
)
"""What the coach said, for whichever process asked."""

USES = sa.Table(
    "uses",
    METADATA,
    sa.Column(
        "id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), sa.Identity(), primary_key=True
    ),
    sa.Column("what", sa.String(20), nullable=False),
    sa.Column("who", sa.String(80), nullable=False),  # a person or an address
    sa.Column("until", sa.Double, nullable=False),  # from then on it counts no more
    sa.Index("uses_by_who", "what", "who", "until"),
    sa.Index("uses_by_end", "until"),
)
"""Who did what of late, for limits that hold whichever process is asked."""

RECORDS = sa.Table(
    "records",
    METADATA,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
)
"""Games on paper that somebody brought along, checked."""

REVIEWS = sa.Table(
    "reviews",
    METADATA,
    sa.Column("game_id", sa.String(40), primary_key=True),  # of a table or of a record
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("steps", sa.JSON, nullable=False),
    sa.Column("touched", sa.Double, nullable=False),
    sa.Column("finished", sa.Boolean, nullable=False),
)
"""What a look back at a finished game has found so far: made once, kept for ever."""
