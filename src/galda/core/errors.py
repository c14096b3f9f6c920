"""What can go wrong, by name. Every message says what was wrong and what would be right.

An error keeps its English message and what is filled in apart, so that whoever tells it to a
person can do so in their language: `galda.core.language.tell`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not allowed: the id of the rule, and a sentence for a player."""

    rule: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.sentence}"


class GaldaError(ValueError):
    """Any mistake in what the caller gave us: a message with places, and what goes there."""

    def __init__(self, message: str, /, **values: object) -> None:
        super().__init__(message.format(**values))
        self.message = message
        self.values = values

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args), self.__dict__


def _again(kind: type[GaldaError], args: tuple[object, ...]) -> GaldaError:
    """An error as it was, without saying its message anew: it may hold braces by now."""
    return kind.__new__(kind, *args)


class UnknownGame(GaldaError):
    """There is no game of that name."""


class BadOption(GaldaError):
    """An option that the game does not have, or a value it cannot take; `option` names it."""

    def __init__(self, message: str, /, *, option: str = "", **values: object) -> None:
        super().__init__(message, option=option, **values)
        self.option = option


class UnreadableMove(GaldaError):
    """A text or code that is not a move of this game at all, legal or not."""


class IllegalMove(GaldaError):
    """A move the rules forbid; `rule` is the id of the rule that does."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__("{rule}: {sentence}", rule=refusal.rule, sentence=refusal.sentence)
        self.refusal = refusal
        self.rule = refusal.rule
        self.sentence = refusal.sentence


class BadRecord(GaldaError):
    """A game record that cannot be read; `line` is the number of the offending line."""

    def __init__(self, line: int, message: str, /, **values: object) -> None:
        super().__init__(message, **values)
        self.line = line
        self.reason = self.args[0]
        self.args = (f"line {line}: {self.reason}",)
