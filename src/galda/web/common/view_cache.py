"""Views that were made lately, for the next who ask for exactly the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar
from weakref import ReferenceType, ref

from galda.core.lru import LruDict

Source = TypeVar("Source")
Made = TypeVar("Made")


class ViewCache(Generic[Source, Made]):
    """The last things made of tables or games, by a key that says for whose eyes.

    Nothing made of one value is given out for another, even if their keys should be the same.
    """

    def __init__(self, most: int) -> None:
        self._kept: LruDict[Hashable, tuple[ReferenceType[Source], Made]] = LruDict(most)

    def find(self, source: Source, key: Hashable) -> Made | None:
        """What was made of `source` under a key, if it is still there."""
        kept = self._kept.get(key)
        return kept[1] if kept and kept[0]() is source else None

    def get(self, source: Source, key: Hashable, make: Callable[[], Made]) -> Made:
        """What was made of `source` under a key, or is made now."""
        made = self.find(source, key)
        if made is None:
            made = make()
        self._kept[key] = (ref(source), made)
        return made
