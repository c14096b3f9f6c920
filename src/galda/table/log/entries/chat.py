"""Talk at the table, to all or between partners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from galda.table.errors import BadRequest, TooMuch
from galda.table.log.checks import check_kept
from galda.table.log.entries.kind import Kind
from galda.table.log.entry import Entry, Payload
from galda.table.log.table import Table
from galda.table.setup.plan import is_plain

LONGEST_CHAT = 500
MOST_MESSAGES = 1_000


@dataclass(frozen=True, slots=True)
class Chat(Kind):
    """Say something to `all`, or to one's `partner`, during the game or after it."""

    text: str
    to: str = "all"

    name: ClassVar[str] = "chat"

    def payload(self, table: Table, seat: int) -> Payload:
        """Plain text, not too long, to somebody who may hear it."""
        text = self.text.strip()
        check_kept(table)
        self._check_hearer(table, seat)
        if not text:
            raise BadRequest("the message is empty: write something")
        if not is_plain(text.replace("\n", " ")):
            raise BadRequest("a message is plain text, without control characters")
        if len(text) > LONGEST_CHAT:
            raise TooMuch(
                "the message is too long: {n} characters, maximum {most}",
                most=LONGEST_CHAT,
                n=len(text),
            )
        if sum(entry.kind == self.name for entry in table.entries) >= MOST_MESSAGES:
            raise TooMuch("a table holds at most {most} messages", most=MOST_MESSAGES)
        return {"text": text, "to": self.to}

    def _check_hearer(self, table: Table, seat: int) -> None:
        if self.to not in ("all", "partner"):
            raise BadRequest("send it to `all` or to your `partner`, not to {to!r}", to=self.to)
        if self.to == "partner" and not table.allies(seat):
            raise BadRequest("you have no partner in this game; send it to `all`")
        if self.to == "partner" and not table.plan.partners_talk:
            raise BadRequest("at this table partners do not chat in private; send it to `all`")

    @classmethod
    def replay(cls, table: Table, entry: Entry) -> None:
        """Talk changes nothing; `Table.chat_for` finds it in the log."""
