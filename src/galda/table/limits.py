"""How often someone may do something: a sliding window per person, kept in memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from galda.core.show.language import later
from galda.table.errors import TooMuch

MOST_PERSONS = 100_000
TOO_MANY_TABLES = later("too many new tables: at most {most} in {seconds} s; wait {wait} s")
TOO_MANY_RECORDS = later("too many records: at most {most} in {seconds} s; wait {wait} s")
TOO_MANY_REVIEWS = later("too many reviews: at most {most} in {seconds} s; wait {wait} s")
TOO_MANY_QUESTIONS = later(
    "too many questions to the coach: at most {most} in {seconds} s; wait {wait} s"
)
TOO_MANY_MESSAGES = later("too many messages: at most {most} in {seconds} s; wait {wait} s")


class Limiter:
    """At most `most` times in `seconds` for each person; `message` refuses what goes beyond."""

    def __init__(self, message: str, most: int, seconds: float, clock: Callable[[], float]) -> None:
        self.message = message
        self.most = most
        self.seconds = seconds
        self._clock = clock
        self._times: dict[str, deque[float]] = {}

    def check(self, person_id: str) -> None:
        """Count one more, or refuse it."""
        now = self._clock()
        times = self._times.setdefault(person_id, deque())
        while times and times[0] <= now - self.seconds:
            times.popleft()
        if len(times) >= self.most:
            wait = max(1, round(times[0] + self.seconds - now))
            raise TooMuch(self.message, most=self.most, seconds=round(self.seconds), wait=wait)
        times.append(now)
        if len(self._times) > MOST_PERSONS:
            self._forget(now)

    def _forget(self, now: float) -> None:
        """Drop whoever has been quiet."""
        quiet = [
            p for p, times in self._times.items() if not times or times[-1] <= now - self.seconds
        ]
        for person in quiet:
            del self._times[person]
