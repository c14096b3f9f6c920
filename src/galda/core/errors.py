"""What can go wrong, by name. Every message says what was wrong and what would be right.

Errors and refusals carry a message that is still to be told, in the reader's language:
`galda.core.show.language.tell`. Their `str` is English.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from galda.core.message import Message, Phrase, as_message

if TYPE_CHECKING:
    from galda.core.play.game import Game


@dataclass(frozen=True, init=False)
class Refusal:
    """Why something is not allowed: the id of the rule, and a sentence for a player.

    >>> galda.game("quixo").new().why_not("c3-c5").sentence
    'c3 is inside; only cubes on the border can be taken.'
    """

    rule: str
    message: Message

    def __init__(self, rule: str, message: Phrase, /, **values: object) -> None:
        self.__dict__.update(rule=rule, message=as_message(message, values))

    @property
    def sentence(self) -> str:
        """The sentence in English.

        >>> galda.game("quixo").new().why_not("b1-b1").sentence
        'the cube may not go back to where it came from.'
        """
        return str(self.message)

    def __str__(self) -> str:
        return f"{self.rule}: {self.message}"


class GaldaError(ValueError):
    """Any mistake in what the caller gave us: a message with places, and what goes there.

    >>> try:
    ...     galda.batch("quixo", 0)
    ... except galda.GaldaError as error:
    ...     print(error)
    a batch needs at least one game, not 0
    """

    def __init__(self, message: Phrase, /, **values: object) -> None:
        self.message = as_message(message, values)
        super().__init__(str(self.message))

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args), self.__dict__


def _again(kind: type[GaldaError], args: tuple[object, ...]) -> GaldaError:
    """An error as it was, without saying its message anew: it may hold braces by now."""
    return kind.__new__(kind, *args)


class UnknownGame(GaldaError):
    """There is no game of that name.

    >>> try:
    ...     galda.game("chess")
    ... except galda.UnknownGame as error:
    ...     print(error)
    no game 'chess'; choose from alhambra, pylos, quixo, towers
    """


class BadOption(GaldaError):
    """An option that the game does not have, or a value it cannot take; `option` names it.

    >>> try:
    ...     galda.game("quixo").new(size=7)
    ... except galda.BadOption as error:
    ...     print(error.option)
    size
    """

    def __init__(self, message: Phrase, /, *, option: str = "", **values: object) -> None:
        super().__init__(message, option=option, **values)
        self.option = option


class UnreadableMove(GaldaError):
    """A text or code that is not a move of this game at all, legal or not.

    >>> try:
    ...     galda.game("quixo").new().play("hello")
    ... except galda.UnreadableMove as error:
    ...     print(error)
    'hello' is not a move of Quixo; one is written like a3-e3
    """


class IllegalMove(GaldaError):
    """A move the rules forbid; `rule` is the id of the rule that does.

    >>> try:
    ...     galda.game("quixo").new().play("c3-c5")
    ... except galda.IllegalMove as error:
    ...     print(error.rule, error.sentence)
    Q4 c3 is inside; only cubes on the border can be taken.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__("{rule}: {sentence}", rule=refusal.rule, sentence=refusal.message)
        self.refusal = refusal
        self.rule = refusal.rule
        self.sentence = refusal.sentence
        self.word = ""
        """Which word of a turn in notation it is about."""


class BadPosition(GaldaError):
    """A position in text that cannot be read, or that cannot be; `rule` is the rule that says so.

    >>> try:
    ...     galda.game("pylos").position("L.../..../..../.... 1")
    ... except galda.BadPosition as error:
    ...     print(error.rule, error)
    P4 P4: there is one light ball: light has played, so it is dark's turn.
    """

    rule = ""
    """Empty where the text cannot even be read."""
    refusal: Refusal | None = None


class ImpossiblePosition(BadPosition):
    """A position in text that a rule does not let be: a refusal, or its rule and message."""

    def __init__(self, why: Refusal | str, message: Phrase = "", /, **values: object) -> None:
        refusal = why if isinstance(why, Refusal) else Refusal(why, message, **values)
        super().__init__("{rule}: {sentence}", rule=refusal.rule, sentence=refusal.message)
        self.refusal = refusal
        self.rule = refusal.rule


class TurnOver(GaldaError):
    """A turn in notation goes on after its end; `word` is the first that is too much."""

    def __init__(self, word: str) -> None:
        super().__init__("the turn is over before {word!r}", word=word)
        self.word = word


class MissingExtra(GaldaError, ModuleNotFoundError):
    """Something is asked for that comes with an extra of the package; `extra` names it.

    >>> issubclass(galda.MissingExtra, ImportError)
    True
    """

    def __init__(self, message: Phrase, /, *, extra: str, module: str) -> None:
        super().__init__(message, extra=extra, module=module)
        self.extra = extra
        self.name = module  # as every import error has it


class BadRecord(GaldaError):
    """A game record that cannot be read; `line` is the number of the offending line.

    >>> from galda.core.play.paper import read_record
    >>> try:
    ...     read_record("game: quixo\\n\\n1. c3-c5\\n", galda.game)
    ... except galda.BadRecord as error:
    ...     print(error.line)
    3
    """

    def __init__(self, line: int, message: Phrase, /, **values: object) -> None:
        super().__init__(message, **values)
        self.line = line
        self.reason = self.args[0]
        self.args = (f"line {line}: {self.reason}",)


class NotReady(GaldaError):
    """What was asked for is being compiled; nobody's mistake, and it passes."""

    retry_after = 2
    """Seconds after which it is worth asking again."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            "{game} is being prepared for this computer; in a few seconds it can be played",
            game=game.title,
        )
        self.game = game
