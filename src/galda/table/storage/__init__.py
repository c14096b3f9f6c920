"""The log in a database: schema, migrations, writing, and news of what was written."""
