"""Tests that hold for every game, for whoever writes one: a pytest plugin and what it runs.

    pytest --galda-game NAME

runs all of them for that game beside your own tests. Nothing here is loaded but by tests, and only
the files that hold tests need pytest. `playing` and `twins` are of use in tests of your own, and so
is `api_test`, which plays a game in all kinds of environments.
"""

from __future__ import annotations

from importlib import import_module


def __getattr__(name: str) -> object:
    if name == "api_test":  # loaded when it is asked for, since every run of pytest imports this
        found: object = import_module("galda.testing.environments").api_test
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
