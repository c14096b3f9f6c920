"""What can be chosen before a game starts: options, their valid values, and refusing the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from galda.core.errors import BadOption

Value = int | str
LONGEST_TEXT = 40


@dataclass(frozen=True, slots=True)
class Option:
    """One choice. `values` empty means free text, which the rules themselves never look at.

    `name` and `values` are what programs and files call them; `label`, `help` and `value_names`
    are for people: messages to be said in their language.
    """

    name: str
    values: tuple[Value, ...]
    default: Value
    help: str
    label: str = ""
    """What it is called on a form; its name where there is none."""
    value_names: tuple[str, ...] = ()
    """What the values are called, in their order; the values themselves where there are none.

    Where any text is a value, it is what the default is called.
    """
    players: tuple[int, ...] = ()
    """The numbers of players with which it makes a difference; none: with all."""

    def read(self, given: object) -> Value:
        """The valid value that `given` means; numbers may come as text."""
        if not self.values:
            text = str(given).strip()
            if not text or len(text) > LONGEST_TEXT or not text.isprintable():
                raise BadOption(
                    "{option} must be a text of 1 to {most} printable characters, not {given!r}",
                    option=self.name,
                    most=LONGEST_TEXT,
                    given=given,
                )
            return text
        for value in self.values:
            if str(given) == str(value):
                return value
        raise BadOption(
            "{option} cannot be {given!r}; it can be {choices}",
            option=self.name,
            given=given,
            choices=self.choices,
        )

    def matters(self, players: int) -> bool:
        """Whether it makes a difference with this number of players."""
        return not self.players or players in self.players

    @property
    def choices(self) -> str:
        """The valid values in words."""
        return ", ".join(str(value) for value in self.values)

    def code(self, value: Value) -> int:
        """The number that kernels know `value` by: itself, or a word's place in the list."""
        return value if isinstance(value, int) else self.values.index(value)


def read_options(options: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, Value]:
    """All options with their values, defaults filled in."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise BadOption(
                "no option {option!r}; choose from {known}",
                option=name,
                known=", ".join(known),
            )
    return {
        name: option.read(given[name]) if given.get(name) is not None else option.default
        for name, option in known.items()
    }


def check_seat(name: str) -> Callable[[Mapping[str, Value]], None]:
    """A check that the option `name`, a player's number, is not beyond the number of players."""

    def check(options: Mapping[str, Value]) -> None:
        chosen, players = int(options[name]), int(options["players"])
        if chosen > players:
            good = ", ".join(str(number + 1) for number in range(players))
            raise BadOption(
                "{option} cannot be {chosen} when {players} play; it can be {good}",
                option=name,
                chosen=chosen,
                players=players,
                good=good,
            )

    return check


def player_counts(options: tuple[Option, ...]) -> tuple[int, ...]:
    """How many can play a game with these options, ascending."""
    players = next(option for option in options if option.name == "players")
    return tuple(sorted(int(value) for value in players.values))


def option_codes(options: tuple[Option, ...], values: Mapping[str, Value]) -> npt.NDArray[np.int64]:
    """The options as the numbers a `setup` kernel gets: one for each that is not free text."""
    return np.array([o.code(values[o.name]) for o in options if o.values], np.int64)
