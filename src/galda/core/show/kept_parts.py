"""Parts of boards that were drawn before: from turn to turn most of a board stays as it is."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock


class KeptParts:
    """Drawn parts by everything that they show, the last ones asked for, up to a total of letters.

    Boards may be drawn by several threads.
    """

    def __init__(self, most_letters: int) -> None:
        self._most = most_letters
        self._letters = 0
        self._kept: OrderedDict[Hashable, str] = OrderedDict()
        self._lock = Lock()

    def get(self, shown: Hashable, draw: Callable[[], str]) -> str:
        """The part that shows this, or what `draw` makes of it now."""
        with self._lock:
            drawn = self._kept.get(shown)
            if drawn is not None:
                self._kept.move_to_end(shown)
                return drawn
        drawn = draw()
        with self._lock:
            self._letters += len(drawn) - len(self._kept.pop(shown, ""))
            self._kept[shown] = drawn
            while self._letters > self._most:
                self._letters -= len(self._kept.popitem(last=False)[1])
        return drawn
