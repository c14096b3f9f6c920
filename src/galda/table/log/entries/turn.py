"""A sealed turn: all its actions in one entry, legal by what the seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from galda.core.play.position import Move, Position
from galda.core.play.touching import UnderWay
from galda.core.show.language import say
from galda.core.show.narration import tell_turn
from galda.table.errors import BadRequest, Stale
from galda.table.log.checks import check_going
from galda.table.log.drafts import attempt
from galda.table.log.entries.kind import Kind
from galda.table.log.entry import Entry, Payload, Result, SealedTurn
from galda.table.log.long_ago import play_again
from galda.table.log.table import Table


@dataclass(frozen=True, slots=True)
class SealTurn(Kind):
    """Play one whole turn, chosen when the log stood at `base`; actions as codes or in notation.

    `at_random`: a bot could not think, and the random bot chose for it; the log says so.
    `tried`: the actions as they were tried already, so that they need not be tried again.
    """

    base: int
    actions: tuple[Move, ...]
    at_random: bool = False
    tried: UnderWay | None = None

    name: ClassVar[str] = "turn"

    def payload(self, table: Table, seat: int) -> Payload:
        """`Stale` if the game has moved on since `base`, `IllegalMove` with the rule."""
        if table.result and table.result.reason != "rules":
            check_going(table)  # not the turn of someone faster: say how it ended instead
        if not table.game_sequence <= self.base <= table.sequence:
            raise Stale(table.sequence)
        tried = attempt(table, seat, self.actions, self.tried)
        if not tried.complete:
            raise BadRequest("the turn is not finished yet: complete it, then confirm")
        chosen: Payload = {"actions": list(tried.actions)}
        return chosen | {"at_random": True} if self.at_random else chosen

    @classmethod
    def replay(cls, table: Table, entry: Entry) -> None:
        """Play the actions; a question is dropped when the game goes on without an answer."""
        before = table.position
        after = before.replay(entry.payload["actions"])
        cls._seal(table, [entry], [SealedTurn(entry.sequence, entry.seat, before, after)], after)

    @classmethod
    def replay_many(cls, table: Table, entries: Sequence[Entry]) -> None:
        """The same for turns in a row that nobody will look at soon."""
        after, turns = play_again(table.position, entries)
        cls._seal(table, entries, turns, after)

    @staticmethod
    def _seal(
        table: Table, entries: Sequence[Entry], turns: Sequence[SealedTurn], after: Position
    ) -> None:
        for entry in entries:
            table.timing = table.timing.spend(entry.seat, entry.time, played=True)
            table.offers = tuple(
                offer for offer in table.offers if offer.kind == "draw" and offer.seat == entry.seat
            )
        table.turns += tuple(turns)
        table.played.update((turn.sequence, turn) for turn in turns)
        table.move_on(entries[-1], after)
        if after.is_over:
            table.end(Result(after.winners, "rules"))

    @classmethod
    def tell(cls, table: Table, entry: Entry, lang: str, viewer: int) -> str:
        """Each action told from the position before it, as the viewer saw it."""
        turn = table.played[entry.sequence]
        before, after = table.as_named(turn.before), table.as_named(turn.after)
        told = tell_turn(before, entry.payload["actions"], lang, viewer, after)
        if not entry.payload.get("at_random"):
            return told
        name = table.name(entry.seat, lang)
        why = say(lang, "{player} could not think: this turn was played at random.", player=name)
        return f"{told} {why}"
