"""What has been made for somebody is kept for a while, for whoever asks for exactly the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar
from weakref import ReferenceType, ref

Source = TypeVar("Source")
Made = TypeVar("Made")


class ViewCache(Generic[Source, Made]):
    """The last things made of tables or games, by a key that says for whose eyes.

    Nothing made of one value is given out for another, even if their keys should be the same.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, tuple[ReferenceType[Source], Made]] = OrderedDict()

    def find(self, source: Source, key: Hashable) -> Made | None:
        """What was made of `source` under a key, if it is still there."""
        kept = self._kept.get(key)
        return kept[1] if kept and kept[0]() is source else None

    def get(self, source: Source, key: Hashable, make: Callable[[], Made]) -> Made:
        """What was made of `source` under a key, or is made now."""
        made = self.find(source, key)
        if made is None:
            made = make()
        self._kept.pop(key, None)  # the least recently asked for go first
        self._kept[key] = (ref(source), made)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return made
