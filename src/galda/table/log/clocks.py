"""Clocks, computed from the times of log entries alone: nothing ticks here."""

from __future__ import annotations

from dataclasses import dataclass, replace

from galda.table.setup.plan import Clock


@dataclass(frozen=True, slots=True)
class Clocks:
    """What is left for each seat. `since` is when the present turn's time began to run.

    It stays None until everybody is seated. Seats in `untimed` (bots) spend no time.
    """

    clock: Clock
    banks: tuple[float, ...]
    untimed: frozenset[int]
    since: float | None = None

    @classmethod
    def wound(cls, clock: Clock, seats: int, untimed: frozenset[int]) -> Clocks:
        """The clocks before anything has happened."""
        return cls(clock, (float(clock.per_game or 0),) * seats, untimed)

    def start(self, now: float) -> Clocks:
        """Everybody is seated: time runs from now."""
        return replace(self, since=now)

    def spend(self, seat: int, now: float, *, played: bool) -> Clocks:
        """`seat` stops thinking now and someone else begins; a played turn earns the increment."""
        if self.since is None:
            return self
        bank = self.banks[seat]
        if seat not in self.untimed:
            bank += self.since - now
            if played:
                bank += self.clock.increment
        banks = (*self.banks[:seat], bank, *self.banks[seat + 1 :])
        return replace(self, banks=banks, since=now)

    def left(self, seat: int, now: float, *, thinking: bool) -> float | None:
        """Seconds left for a seat, below 0 when it has run out; None: it has all the time."""
        if seat in self.untimed:
            return None
        spent = now - self.since if thinking and self.since is not None else 0.0
        limits = []
        if self.clock.per_move is not None:
            limits.append(self.clock.per_move - spent)
        if self.clock.per_game is not None:
            limits.append(self.banks[seat] - spent)
        return min(limits, default=None)

    def deadline(self, seat: int) -> float | None:
        """The moment at which `seat`, thinking since `since`, will have run out of time."""
        if self.since is None:
            return None
        left = self.left(seat, self.since, thinking=True)
        return None if left is None else self.since + left
