"""What can go wrong at a table. Illegal moves are `galda.IllegalMove`, with the rule."""

from __future__ import annotations

from galda.core.errors import GaldaError
from galda.core.message import later


class TableError(GaldaError):
    """Any refusal of the table's own."""


class NoSuchTable(TableError):
    """There is no table of that id."""


class NotYourSeat(TableError):
    """The person may not act for that seat, or take it."""


class Stale(TableError):
    """The game has moved on since the player looked; `sequence` is where it is now."""

    def __init__(self, sequence: int) -> None:
        super().__init__(
            later(
                "the game has moved on: it is at entry {sequence} now; look again and choose afresh"
            ),
            sequence=sequence,
        )
        self.sequence = sequence


class TableClosed(TableError):
    """The game is over or its table has been put away."""


class NotHere(TableError):
    """Something that this table does not allow anybody."""


class TooMuch(TableError):
    """A limit was reached: too many, too long or too often."""


class TooLong(TableError):
    """What was sent is longer than anything of its kind may be."""


class Busy(TableError):
    """More is asked than can be answered soon; nobody's mistake, and it passes."""

    retry_after = 3
    """Seconds after which it is worth asking again."""

    def __init__(self) -> None:
        super().__init__(later("the server is very busy; try again in a few seconds"))


class SetAside(Busy):
    """What the database holds of a table cannot be read; an operator can mend it."""

    retry_after = 60

    def __init__(self) -> None:
        TableError.__init__(
            self,
            later(
                "what is kept of this table is damaged, so it has been set aside; nothing is "
                "deleted, and the people who run this site can mend it"
            ),
        )


class NoAnswer(Busy):
    """Nobody has thought of an answer: workers failed, or there are none."""

    def __init__(self) -> None:
        TableError.__init__(
            self, later("the coach has no answer at the moment; ask again in a few seconds")
        )


class BadRequest(TableError):
    """Something that makes no sense here and now."""


class AlreadyDone(Exception):
    """What was asked for has been done by someone else; nobody outside gets to see this."""
