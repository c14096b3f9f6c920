"""Extras: parts that only some people want, and pip installs where they are asked for by name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from galda.core.errors import MissingExtra


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Import inside this what an extra brings; where that is missing, say how to get it."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if isinstance(error, MissingExtra) or missing.partition(".")[0] == "galda":
            raise
        raise MissingExtra(
            "this needs {module}, which is not installed; install it with: "
            "pip install 'galda[{extra}]'",
            module=missing,
            extra=name,
        ) from error
