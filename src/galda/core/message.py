"""What is to be said, before it is known to whom: English messages with what goes in their places.

Rules, games and errors make messages; the user interface translates them, in that person's
language: `galda.core.show.language.tell`. The text of a message in English is its `str`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from galda.core.numerals import write_whole


@dataclass(frozen=True, init=False)
class Message:
    """A sentence or a name, with named places: `Message("{player} passes.", player=name)`.

    A value may be a message itself, and a tuple of values is a list: all are told in one language.
    `context` tells apart what is one word in English and several elsewhere.
    """

    text: str
    context: str | None
    values: dict[str, object] = field(hash=False)

    def __init__(self, text: str, /, *, context: str | None = None, **values: object) -> None:
        self.__dict__.update(text=text, context=context, values=values)

    def __str__(self) -> str:
        return fill(self.text, self.values)


@dataclass(frozen=True, init=False)
class Counted(Message):
    """A message whose form goes with the number `n`, which may stand in it as {n}."""

    many: str
    n: int

    def __init__(
        self, one: str, many: str, n: int, /, *, context: str | None = None, **values: object
    ) -> None:
        super().__init__(one, context=context, **values)
        self.__dict__.update(many=many, n=n)

    def __str__(self) -> str:
        return fill(self.text if abs(self.n) == 1 else self.many, {"n": self.n, **self.values})


Phrase = Message | str
"""Something with a place in a sentence: a message, or a name that is the same in all languages."""


def later(message: str) -> str:
    """A message that is said where the language is known: this only puts it in the catalogues."""
    return message


def as_message(given: Phrase, values: Mapping[str, Any]) -> Message:
    """A message as it is, or the one that a text with values makes."""
    if isinstance(given, str):
        return Message(given, **values)
    assert not values, "a message has its values already"
    return given


def fill(text: str, values: Mapping[str, object]) -> str:
    """`text` with `values` in its places, as people write them.

    The things in a tuple stand there with commas between, and a number below 0 has a minus sign.
    """
    for value in values.values():
        if type(value) is tuple or (type(value) is int and value < 0):
            return text.format_map({name: _written(value) for name, value in values.items()})
    return text.format_map(values)


def _written(value: object) -> object:
    if type(value) is int:
        return write_whole(value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else value
