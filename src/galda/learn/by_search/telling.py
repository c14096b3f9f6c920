"""How far a long piece of work is, in lines of text: its steps, and the time that is left."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, TextIO


class Tell(Protocol):
    """Is told how far something is, from 0 to 1, and sometimes something in words."""

    def __call__(self, far: float, words: str = "") -> None:
        """So far it is."""


EVERY = 5.0
"""Seconds between two lines about the same step, at least."""


class Teller:
    """Writes lines, each with the seconds since the beginning."""

    def __init__(self, to: TextIO | None = None) -> None:
        self._to = to or sys.stderr
        self._began = time.monotonic()

    def note(self, words: str) -> None:
        """Write a line."""
        print(f"{time.monotonic() - self._began:6.0f} s  {words}", file=self._to, flush=True)

    @contextmanager
    def step(self, name: str) -> Iterator[Tell]:
        """A step: tell it how far it is, from 0 to 1, perhaps with words that are always told."""
        began = last = time.monotonic()
        first: float | None = None

        def tell(far: float, words: str = "") -> None:
            nonlocal last, first
            now = time.monotonic()
            if first is None:
                first = far  # what an earlier start has done took none of this one's time
            if not words and now - last < EVERY:
                return
            last = now
            done = far - first
            left = f", {(now - began) * (1 - far) / done:.0f} s left" if done > 0 else ""
            self.note(f"{name}: {far:.0%}{left}{'; ' if words else ''}{words}")

        yield tell
        self.note(f"{name}: {time.monotonic() - began:.0f} s")
