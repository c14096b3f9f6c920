"""Positions as text: one line that a person can read and type, as FEN is for chess.

    NAME size=4 x..o/..../.x../o... 1 quiet=3

The game's name, the options that are not the usual ones, and then the game's own words: plain ones
in their order, and `name=value` in any. A game says by a `PositionText` how these are written and
read; it refuses what cannot be with the rule, and works out itself whatever follows from the rest.
What a viewer does not know is written as unknown, and drawn by a seed when it is read.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import BadPosition, GaldaError
from galda.core.play.options import Option, Value

if TYPE_CHECKING:
    from galda.core.play.game import Game
    from galda.core.play.position import Position

LONGEST = 4000
"""No position of any game takes more letters."""
UNKNOWN = "?"
NOTHING = "-"
WORD = re.compile(r'(?:[^\s"]|"(?:[^"]|"")*")+')
FIELD = re.compile(r"([^\W\d]\w*)=(.*)", re.S)
CHANCE = re.compile(r"([0-9a-f]{1,16})(?:\+([0-9]{1,9}))?")


class Words:
    """The words of a text that are the game's own; each is taken once, and none may be left."""

    def __init__(self, title: str, example: str, plain: list[str], fields: dict[str, str]) -> None:
        self._title, self._example = title, example
        self._plain, self._fields = plain, fields

    def unreadable(self, word: str) -> BadPosition:
        """The error for a word that means nothing here."""
        return BadPosition(
            "{word!r} cannot be read; a position of {game} is written like {example}",
            word=word,
            game=self._title,
            example=self._example,
        )

    def next(self) -> str:
        """The next plain word."""
        if not self._plain:
            raise BadPosition(
                "this position is not whole; one of {game} is written like {example}",
                game=self._title,
                example=self._example,
            )
        return self._plain.pop(0)

    def said(self, word: str) -> bool:
        """Whether a plain word stands here, wherever it does."""
        if word not in self._plain:
            return False
        self._plain.remove(word)
        return True

    def field(self, name: str) -> str | None:
        """What is written after `name=`, if anything."""
        return self._fields.pop(name, None)

    def number(self, name: str, least: int, most: int, usual: int) -> int:
        """The number after `name=`; the usual one where it is left out."""
        written = self.field(name)
        if written is None:
            return usual
        if not re.fullmatch(r"[0-9]{1,5}", written) or not least <= int(written) <= most:
            raise BadPosition(
                "{name} is a number from {least} to {most}, not {given!r}",
                name=name,
                least=least,
                most=most,
                given=written[:40],
            )
        return int(written)

    def seat(self, players: int, word: str | None = None) -> int:
        """The seat of a player's number: the next plain word's, or that of a given one."""
        written = self.next() if word is None else word
        if not re.fullmatch(r"[1-9]", written) or int(written) > players:
            raise BadPosition(
                "{given!r} is no player's number; it can be 1 to {players}",
                given=written[:40],
                players=players,
            )
        return int(written) - 1

    def chance(self) -> tuple[int, int] | None:
        """The seed of what is still to come, and how many numbers were drawn; None if unknown."""
        written = self.field("chance")
        if written is None or written == UNKNOWN:
            return None
        if not (found := CHANCE.fullmatch(written)):
            raise self.unreadable(f"chance={written}")
        return int(found[1], 16), int(found[2] or 0)

    def end(self) -> None:
        """Refuse whatever nobody has taken."""
        for word in self._plain:
            raise self.unreadable(word)
        for name, value in self._fields.items():
            raise self.unreadable(f"{name}={value}")


def chance_word(seed: Any, draws: Any = 0) -> str:
    """The word that says how chance goes on: its seed, and how many numbers were drawn so far."""
    return f"chance={int(seed):x}" + (f"+{int(draws)}" if draws else "")


@dataclass(frozen=True, slots=True)
class PositionText:
    """How the positions of a game are written and read."""

    write: Callable[[Position], list[str]]
    """(position) -> its words. Whatever its viewer does not know has been blanked out of it."""
    read: Callable[[Any, Mapping[str, Value], Words, int], None]
    """(state, options, words, seed) fills an empty record; `seed` draws what is unknown. It raises
    `ImpossiblePosition` where something cannot be, with the rule."""
    example: str
    """A short position, to show how they are written."""


def write_text(position: Position) -> str:
    """A position as text: everything, or what its viewer knows."""
    game = position.game
    shown = position if position.viewer is None else position.seen_by(position.viewer)
    changed = [
        f"{option.name}={_quoted(value)}"
        for option in game.options
        if (value := position.options[option.name]) != option.default
    ]
    return " ".join([game.name, *changed, *_notation(game).write(shown)])


def read_text(game: Game, text: str, seed: int | None) -> tuple[dict[str, Value], npt.NDArray[Any]]:
    """The options and the state that a text means, or `BadPosition`."""
    notation = _notation(game)
    if len(text) > LONGEST:
        raise BadPosition("a position has at most {most} letters", most=LONGEST)
    words = WORD.findall(text)
    if WORD.sub("", text).strip():
        words = text.split()  # a quotation mark that nothing closes: the words say which it is
    if words and words[0].lower() == game.name:
        del words[0]
    options, plain, fields = _sort_out(words, game.options)
    chosen = game.read_options(options)
    states = np.zeros(1, game.rules.record)
    found = Words(game.title, f"{game.name} {notation.example}", plain, fields)
    notation.read(states[0], chosen, found, secrets.randbits(53) if seed is None else seed)
    found.end()
    return chosen, states


def check_fit(game: Game, options: Mapping[str, Value], position: Position) -> None:
    """Refuse a position of another game or with other options."""
    if position.game is not game:
        raise GaldaError(
            "this is a position of {other}, not of {game}",
            other=position.game.title,
            game=game.title,
        )
    for name, value in options.items():
        if position.options[name] != value:
            raise GaldaError(
                "{option} is {value} here, and {other} in the position",
                option=name,
                value=value,
                other=position.options[name],
            )


def _notation(game: Game) -> PositionText:
    if game.notation.position_text is None:
        raise GaldaError("positions of {game} cannot be written as text", game=game.title)
    return game.notation.position_text


def _sort_out(
    words: list[str], options: tuple[Option, ...]
) -> tuple[dict[str, str], list[str], dict[str, str]]:
    """Words as options, plain words and fields; only options may hold capital letters."""
    known = {option.name for option in options}
    chosen: dict[str, str] = {}
    fields: dict[str, str] = {}
    plain: list[str] = []
    for word in words:
        found = FIELD.fullmatch(word)
        name = found[1].lower() if found else ""
        if found is None:
            plain.append(word.lower())
        elif name in chosen or name in fields:
            raise BadPosition("{name} stands here a second time", name=name)
        elif name in known:
            chosen[name] = _unquoted(found[2])
        else:
            fields[name] = found[2].lower()
    return chosen, plain, fields


def _quoted(value: Value) -> str:
    text = str(value)
    return '"' + text.replace('"', '""') + '"' if re.search(r'[\s"]', text) else text


def _unquoted(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] == '"':
        return text[1:-1].replace('""', '"')
    return text
