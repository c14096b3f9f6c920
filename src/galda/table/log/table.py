"""`Table`: one table as replayed from its log. A value: `after(entry)` gives the next one.

A table holds secrets (the full position, the seed, keys, ids of persons). Nothing of it is shown
as it is: `position.seen_by(seat)`, `sentences(lang, viewer)` and `chat_for(seat)` are for showing.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from galda.bots.names import bot_name
from galda.core.kernels import contract
from galda.core.play.game import Game
from galda.core.play.paper import GameRecord
from galda.core.play.position import Position
from galda.core.play.terms import SPECTATOR
from galda.core.show.language import tell
from galda.games import game
from galda.table.errors import BadRequest
from galda.table.log.clocks import Clocks
from galda.table.log.words import LogLine, log_lines, make_record
from galda.table.setup.plan import TablePlan
from galda.table.setup.seating import Seat

Reason = Literal["rules", "resigned", "timeout", "draw"]
NOBODY = -1
"""The seat of entries that the table itself makes."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log. `time` is in seconds since 1970; `move_id` makes a retry harmless."""

    sequence: int
    seat: int
    kind: str
    payload: dict[str, Any]
    time: float
    move_id: str


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended; all seats are winners of a draw. `seat` resigned or ran out of time."""

    winners: tuple[int, ...]
    reason: Reason
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A question on the table: a draw, or taking back; `waiting` are the seats to answer yet."""

    kind: Literal["draw", "take_back"]
    seat: int
    sequence: int
    waiting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """Something said; `to` is "all" or "partner"."""

    sequence: int
    seat: int
    text: str
    to: str
    time: float


@dataclass(frozen=True, slots=True)
class Turn:
    """A sealed turn that stands."""

    sequence: int
    seat: int
    before: Position
    after: Position


class Table:
    """One table. `entries` is everything; the rest follows from it."""

    def __init__(
        self,
        id: str,
        plan: TablePlan,
        seats: tuple[Seat, ...],
        spectator_key: str,
        created: float,
        seed: int,
    ) -> None:
        self.id = id
        self.plan = plan
        self.seats = seats
        self.spectator_key = spectator_key
        self.created = created
        self.game: Game = game(plan.game)
        self.position: Position = self.game.new(seed=seed, **plan.options)
        """The full position. Never send it anywhere as it is."""
        self.entries: tuple[Entry, ...] = ()
        self.moves: dict[str, Entry] = {}
        """Entries by their move id."""
        self.turns: tuple[Turn, ...] = ()
        """The turns that stand, first to last."""
        self.undone: frozenset[int] = frozenset()
        """The sequence numbers of turns that were taken back."""
        self.game_sequence = 0
        """The last entry that changed the game: who looked before it must look again."""
        self.result: Result | None = None
        self.offers: tuple[Offer, ...] = ()
        self.rematch: str | None = None
        """The id of the table where these players play again."""
        self.archived = False
        bots = frozenset(seat.index for seat in seats if seat.is_bot)
        self._clocks = Clocks.wound(plan.clock, len(seats), bots)
        if self.everyone_is_here:
            self._clocks = self._clocks.start(created)
        self._played: dict[int, Turn] = {}
        self.line_cache: dict[tuple[str, int], list[Any]] = {}

    def __repr__(self) -> str:
        return f"<Table {self.id} at {self.sequence}>"

    # Reading

    @property
    def sequence(self) -> int:
        """The number of the last entry; 0 before the first."""
        return self.entries[-1].sequence if self.entries else 0

    @property
    def last_time(self) -> float:
        """When something last happened."""
        return self.entries[-1].time if self.entries else self.created

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None once the game is over or put away."""
        return None if self.result or self.archived else self.position.to_act

    @property
    def bot_to_act(self) -> Seat | None:
        """The bot whose turn it is."""
        seat = self.to_act
        return self.seats[seat] if seat is not None and self.seats[seat].is_bot else None

    @property
    def everyone_is_here(self) -> bool:
        """Whether no seat waits for someone; clocks run only then."""
        return not any(seat.is_free for seat in self.seats)

    def seats_of(self, person_id: str) -> tuple[int, ...]:
        """The seats a person may act for."""
        return tuple(seat.index for seat in self.seats if seat.person_id == person_id)

    def allies(self, seat: int) -> tuple[int, ...]:
        """The other seats on the same side."""
        return self.position.allies(seat)

    @property
    def sides(self) -> tuple[frozenset[int], ...]:
        """The seats grouped into sides that win and lose together."""
        return tuple(dict.fromkeys(self.position.sides))

    def name(self, seat: int, lang: str = "en") -> str:
        """What a seat is called: its player's name, its bot's level, or the game's word for it."""
        taken = self.seats[seat]
        if taken.is_bot and not taken.name:
            several = sum(other.is_bot for other in self.seats) > 1
            return bot_name(taken.level, lang, seat + 1 if several else None)
        return taken.name or tell(lang, self.game.seat_name(self.position.seen_by(), seat))

    def clocks(self, now: float) -> tuple[float | None, ...]:
        """Seconds left for each seat, not below 0; None where there is no clock."""
        left = (self._clocks.left(s.index, now, thinking=s.index == self.to_act)
                for s in self.seats)  # fmt: skip
        return tuple(None if seconds is None else max(0.0, seconds) for seconds in left)

    @property
    def deadline(self) -> float | None:
        """When whoever is to act runs out of time."""
        return None if self.to_act is None else self._clocks.deadline(self.to_act)

    def chat_for(self, seat: int = SPECTATOR) -> list[Message]:
        """What was said, as far as a seat (or a spectator) may read it."""
        ours = {seat, *self.allies(seat)} if seat != SPECTATOR else set()
        return [
            Message(entry.sequence, entry.seat, entry.payload["text"], entry.payload["to"],
                    entry.time)
            for entry in self.entries
            if entry.kind == "chat" and (entry.payload["to"] == "all" or entry.seat in ours)
        ]  # fmt: skip

    def sentences(self, lang: str = "en", viewer: int = SPECTATOR) -> list[LogLine]:
        """The log in words, as `viewer` may know it."""
        return log_lines(self, lang, viewer)

    def played(self, sequence: int) -> Turn:
        """The turn that an entry sealed, whether it still stands or not."""
        return self._played[sequence]

    def record(self) -> GameRecord:
        """The game on paper, seed and all; only once it is over, for it tells every secret."""
        if self.result is None:
            raise BadRequest("the record is there once the game is over: it tells every secret")
        return make_record(self)

    # Replaying

    def after(self, entry: Entry) -> Table:
        """The table after one more entry; this one stays as it is."""
        return self.after_all((entry,))

    def after_all(self, entries: Sequence[Entry]) -> Table:
        """The table after more entries."""
        table = copy.copy(self)
        table.moves = dict(self.moves)
        table._played = dict(self._played)
        for entry in entries:
            if entry.sequence != table.sequence + 1:
                raise ValueError(f"entry {entry.sequence} does not follow {table!r}")
            REPLAY[entry.kind](table, entry)
            table.moves[entry.move_id] = entry
            table.entries += (entry,)
        return table

    def _turn(self, entry: Entry) -> None:
        before = self.position
        after = before.play_all(entry.payload["actions"])
        self._clocks = self._clocks.spend(entry.seat, entry.time, played=True)
        turn = Turn(entry.sequence, entry.seat, before, after)
        self.turns += (turn,)
        self._played[entry.sequence] = turn
        self._moved_on(entry, after)
        # A question is dropped when the game goes on without an answer.
        self.offers = tuple(
            offer for offer in self.offers if offer.kind == "draw" and offer.seat == entry.seat
        )
        if after.is_over:
            self._end(Result(after.winners, "rules"))

    def _moved_on(self, entry: Entry, position: Position) -> None:
        self.position = position
        self.game_sequence = entry.sequence

    def _end(self, result: Result) -> None:
        self.result = result
        self.offers = ()

    def _resign(self, entry: Entry) -> None:
        self._give_up(entry, "resigned")

    def _timeout(self, entry: Entry) -> None:
        self._give_up(entry, "timeout")

    def _give_up(self, entry: Entry, reason: Reason) -> None:
        """One seat stops: its side has lost; among several others the best placed wins."""
        own = next(side for side in self.sides if entry.seat in side)
        others = [seat.index for seat in self.seats if seat.index not in own]
        if len(self.sides) > 2:
            standing = np.zeros(len(self.seats), np.int64)
            contract.scores_now(self.position.state, standing)
            best = max(standing[seat] for seat in others)
            others = [seat for seat in others if standing[seat] == best]
        self._moved_on(entry, self.position)
        self._end(Result(tuple(others), reason, entry.seat))

    def _offer_draw(self, entry: Entry) -> None:
        waiting = tuple(s.index for s in self.seats if s.index != entry.seat and not s.is_bot)
        self.offers += (Offer("draw", entry.seat, entry.sequence, waiting),)

    def _accept_draw(self, entry: Entry) -> None:
        if self._agree("draw", entry.seat):
            self._moved_on(entry, self.position)
            self._end(Result(tuple(range(len(self.seats))), "draw"))

    def _decline(self, kind: str) -> None:
        self.offers = tuple(offer for offer in self.offers if offer.kind != kind)

    def _decline_draw(self, entry: Entry) -> None:
        self._decline("draw")

    def _ask_take_back(self, entry: Entry) -> None:
        own = self.seats[entry.seat].person_id
        waiting = tuple(
            s.index for s in self.seats if s.person_id is not None and s.person_id != own
        )
        offer = Offer("take_back", entry.seat, entry.sequence, waiting)
        self.offers += (offer,)
        if not waiting:
            self._take_back(entry, offer)

    def _allow_take_back(self, entry: Entry) -> None:
        offer = self.offer("take_back")
        if offer and self._agree("take_back", entry.seat):
            self._take_back(entry, offer)

    def _refuse_take_back(self, entry: Entry) -> None:
        self._decline("take_back")

    def _take_back(self, entry: Entry, offer: Offer) -> None:
        """Back to before the asking seat's last turn."""
        first = max(k for k, turn in enumerate(self.turns) if turn.seat == offer.seat)
        self.undone |= {turn.sequence for turn in self.turns[first:]}
        self._clocks = self._clocks.spend(self.position.to_act, entry.time, played=False)
        self._moved_on(entry, self.turns[first].before)
        self.turns = self.turns[:first]
        self.offers = ()

    def offer(self, kind: str) -> Offer | None:
        """The open question of a kind."""
        return next((offer for offer in self.offers if offer.kind == kind), None)

    def _agree(self, kind: str, seat: int) -> bool:
        """Note that a seat agrees; whether now everyone has."""
        offer = self.offer(kind)
        if offer is None:
            return False
        waiting = tuple(s for s in offer.waiting if s != seat)
        rest = tuple(o for o in self.offers if o is not offer)
        self.offers = (*rest, replace(offer, waiting=waiting)) if waiting else rest
        return not waiting

    def _join(self, entry: Entry) -> None:
        seat = replace(
            self.seats[entry.seat],
            person_id=entry.payload["person"],
            name=entry.payload["name"],
        )
        self.seats = (*self.seats[: entry.seat], seat, *self.seats[entry.seat + 1 :])
        if self.everyone_is_here:
            self._clocks = self._clocks.start(entry.time)

    def _rematch(self, entry: Entry) -> None:
        self.rematch = entry.payload["table"]

    def _archive(self, entry: Entry) -> None:
        self.archived = True

    def _nothing(self, entry: Entry) -> None:
        pass


REPLAY: Mapping[str, Any] = {
    "turn": Table._turn,
    "resign": Table._resign,
    "timeout": Table._timeout,
    "offer_draw": Table._offer_draw,
    "accept_draw": Table._accept_draw,
    "decline_draw": Table._decline_draw,
    "ask_take_back": Table._ask_take_back,
    "allow_take_back": Table._allow_take_back,
    "refuse_take_back": Table._refuse_take_back,
    "join": Table._join,
    "chat": Table._nothing,
    "rematch": Table._rematch,
    "archive": Table._archive,
}
"""What each kind of entry does to a table."""
