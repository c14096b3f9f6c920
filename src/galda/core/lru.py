"""A dictionary that keeps what was used last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LruDict(OrderedDict[Key, Value]):
    """A dictionary of at most `most` entries; the least recently used ones are dropped.

    Setting an entry and `use` count as using it; all other ways of reading do not.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def use(self, key: Key) -> Value | None:
        """The value of a key, which counts as used now; None if it is not there."""
        if key not in self:
            return None
        self.move_to_end(key)
        return self[key]

    def __setitem__(self, key: Key, value: Value) -> None:
        """Set an entry, and drop the least recently used one if there are too many."""
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)
