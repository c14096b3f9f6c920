"""Variations on paper: what else could have been played, in brackets, with comments in braces.

    2. c5-c1  # what was played
       (2. a1-a5 {quieter} 3. e5-a5 (3. b1-b5) 4. c1-c5)

A bracket stands after the turn that it replaces, also inside another one. It may go on over several
lines. In a comment `}` is written `\\}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from galda.core.errors import BadRecord, GaldaError, IllegalMove
from galda.core.play.position import Position

TOKEN = re.compile(r"\{(?:[^\\}]|\\.)*\}|[(){}]|[0-9]{1,9}\.|[^\s(){}]+")
NUMBER = re.compile(r"[0-9]{1,9}\.")
COMMENT = re.compile(r"\{((?:[^\\}]|\\.)*)\}")
DEEPEST = 60
"""Brackets inside each other, at most."""

Token = tuple[int, str]
"""The line it stands on, and what it is."""


@dataclass
class Branch:
    """A turn that was played or could have been, a comment on it, and what may follow.

    >>> from galda.core.play.variations import Branch
    >>> start = galda.game("quixo").new()
    >>> Branch(start.play("a1-a5"), (1,)).words()
    'a1-a5'
    """

    position: Position
    """The position after it."""
    turn: tuple[int, ...]
    """Its actions."""
    comment: str = ""
    then: list[Branch] = field(default_factory=list)
    """What may follow, the main line first."""

    def __post_init__(self) -> None:
        self.comment = one_line(self.comment)

    def words(self) -> str:
        """The turn in notation.

        >>> from galda.core.play.variations import Branch
        >>> Branch(galda.game("pylos").new().play("b2"), (5,)).words()
        'b2'
        """
        positions = [self.position]
        for _ in self.turn:
            positions.append(positions[-1].take_back())
        played = zip(reversed(positions[1:]), self.turn, strict=True)
        return " ".join(before.write(action) for before, action in played)


def one_line(comment: str) -> str:
    """A comment as it is kept: in one line, without needless room."""
    return " ".join(comment.split())


def read_comment(braced: str) -> str:
    """What stands between braces."""
    return one_line(re.sub(r"\\(.)", r"\1", braced))


def _write_comment(comment: str) -> str:
    escaped = comment.replace("\\", "\\\\").replace("}", "\\}")
    return f" {{{escaped}}}" if comment else ""


def write_variation(branch: Branch, number: int) -> str:
    """A variation in brackets; `number` is the turn that it replaces."""
    told = [f"{number}. {branch.words()}{_write_comment(branch.comment)}"]
    while branch.then:
        number += 1
        following, *others = branch.then
        told.append(f"{number}. {following.words()}{_write_comment(following.comment)}")
        told += [write_variation(other, number) for other in others]
        branch = following
    return f"({' '.join(told)})"


def tokens_of(lines: Sequence[tuple[int, str]]) -> Iterator[Token]:
    """The parts of numbered lines."""
    for at, line in lines:
        for found in TOKEN.finditer(line):
            yield at, found[0]


def is_open(line: str, depth: int = 0) -> int:
    """How many brackets are open after a line, given how many were open before it."""
    for found in TOKEN.finditer(line):
        depth += (found[0] == "(") - (found[0] == ")")
    return depth


class Variations:
    """Reads the brackets that stand after one turn of a record."""

    def __init__(self, lines: Sequence[tuple[int, str]], example: str) -> None:
        self._tokens = list(tokens_of(lines))
        self._at = 0
        self._last_line = lines[-1][0] if lines else 1
        self._example = example

    def read(self, before: Position, number: int) -> list[Branch]:
        """All that could have been played in `before` as turn `number`."""
        found: list[Branch] = []
        while self._next() is not None:
            self._expect_open()
            found += self._line(before, number, 1)
        return found

    def _next(self) -> str | None:
        return self._tokens[self._at][1] if self._at < len(self._tokens) else None

    @property
    def _line_number(self) -> int:
        return self._tokens[self._at][0] if self._at < len(self._tokens) else self._last_line

    def _expect_open(self) -> None:
        if self._next() != "(":
            raise BadRecord(self._line_number, "a variation stands in brackets")
        self._at += 1

    def _line(self, before: Position, number: int, depth: int) -> list[Branch]:
        """The variation whose bracket was opened, and those that replace its first turn."""
        if depth > DEEPEST:
            raise BadRecord(self._line_number, "too many brackets inside each other")
        first: list[Branch] = []
        siblings, following = first, first
        here = before
        while (token := self._next()) != ")":
            if token is None:
                raise BadRecord(self._last_line, "a bracket is not closed")
            if NUMBER.fullmatch(token):
                siblings, here = following, before
                branch = self._turn(before, number)
                siblings.append(branch)
                before, following, number = branch.position, branch.then, number + 1
            elif not siblings:
                raise self._unreadable(number)
            elif token == "(":
                self._at += 1
                siblings += self._line(here, number - 1, depth + 1)
            elif comment := COMMENT.fullmatch(token):
                self._at += 1
                last = siblings[0]  # the others replace it
                last.comment = one_line(f"{last.comment} {read_comment(comment[1])}")
            else:
                raise self._unreadable(number)
        if not first:
            raise self._unreadable(number)
        self._at += 1
        return first

    def _unreadable(self, number: int) -> BadRecord:
        return BadRecord(
            self._line_number,
            "not a numbered turn such as `{number}. {example}`",
            number=number,
            example=self._example,
        )

    def _turn(self, before: Position, number: int) -> Branch:
        """Play one turn; its number is the next token."""
        at, token = self._tokens[self._at]
        if int(token[:-1]) != number:
            raise BadRecord(
                at,
                "turn {number} is expected here, not turn {found}",
                number=number,
                found=token[:-1],
            )
        self._at += 1
        words: list[str] = []
        while (word := self._next()) is not None and not _ends_words(word):
            words.append(word)
            self._at += 1
        if before.in_turn and before.before is not None:
            raise BadRecord(at, "turn {number} is not finished yet", number=number - 1)
        after = play_words(before, words, at, number)
        return Branch(after, tuple(after.actions[len(before.actions) :]))


def _ends_words(token: str) -> bool:
    return token[0] in "(){}" or NUMBER.fullmatch(token) is not None


def play_words(position: Position, words: Sequence[str], at: int, number: int) -> Position:
    """The position after a turn in notation, or `BadRecord` with the line."""
    if not words:
        raise BadRecord(at, "turn {number} has no move", number=number)
    try:
        return position.play_turn(words)
    except IllegalMove as error:
        raise BadRecord(
            at, "{word!r} is not allowed. {error}", word=error.word, error=error
        ) from error
    except GaldaError as error:
        raise BadRecord(at, error.message) from error
