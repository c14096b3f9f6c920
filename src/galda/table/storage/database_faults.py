"""What a database says when it does not work, apart from refusals of the table's own."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

DATABASE_FAULTS = (OperationalError, InterfaceError, NoConnection, sqlite3.OperationalError)
"""The database is down, locked or full: nobody's mistake, and it passes."""
