"""What is raised where a game's kernel is wrong; compiled code depends on nothing but this."""

from __future__ import annotations


class KernelError(Exception):
    """A game's kernel is wrong: what, and in which line of its author's file, in English."""

    def __init__(self, told: str, place: str = "") -> None:
        super().__init__(told)
        self.place = place
        """The file and the line, if they are known."""
