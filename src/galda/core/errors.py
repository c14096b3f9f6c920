"""What can go wrong, by name. Every message says what was wrong and what would be right."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not allowed: the id of the rule, and a sentence for a player."""

    rule: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.sentence}"


class GaldaError(ValueError):
    """Any mistake in what the caller gave us."""


class UnknownGame(GaldaError):
    """There is no game of that name."""


class BadOption(GaldaError):
    """An option that the game does not have, or a value it cannot take; `option` names it."""

    def __init__(self, reason: str, option: str = "") -> None:
        super().__init__(reason)
        self.option = option


class UnreadableMove(GaldaError):
    """A text or code that is not a move of this game at all, legal or not."""


class IllegalMove(GaldaError):
    """A move the rules forbid; `rule` is the id of the rule that does."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
        self.rule = refusal.rule
        self.sentence = refusal.sentence

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[Refusal]]:
        return type(self), (self.refusal,)


class BadRecord(GaldaError):
    """A game record that cannot be read; `line` is the number of the offending line."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason

    def __reduce__(self) -> tuple[type[BadRecord], tuple[int, str]]:
        return type(self), (self.line, self.reason)
