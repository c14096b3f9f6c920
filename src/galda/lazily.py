"""Packages that load their names when they are asked for: whoever needs one waits for no other."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module


def loading(package: str, homes: Mapping[str, Sequence[str]]) -> Callable[[str], object]:
    """A package's `__getattr__`; `homes` says which names live in which module."""
    known = {name: home for home, names in homes.items() for name in names}

    def find(name: str) -> object:
        if name not in known:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = getattr(import_module(known[name]), name)
        setattr(sys.modules[package], name, found)
        return found

    return find
