"""Where Alembic starts: it runs the migrations on the connection it is handed."""

from alembic import context

from galda.table.storage.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transaction_per_migration=False,
)
context.run_migrations()
