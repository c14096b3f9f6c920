"""`Table`: one table at one moment of its log. `history.after` gives the next moment.

A table holds secrets (the full position, the seed, keys, ids of persons). Nothing of it is shown
as it is: `seen_by(viewer)`, `chat_for(seat)` and `words.tell_log` are for showing.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from galda.bots.names import with_level
from galda.core.kernels import contract
from galda.core.message import Phrase
from galda.core.play.game import Game
from galda.core.play.long_seed import Seed, commitment_to, set_up_words
from galda.core.play.paper import GameRecord
from galda.core.play.position import Position
from galda.core.play.terms import SPECTATOR
from galda.core.show.language import tell
from galda.core.show.recent import count_since
from galda.games import game
from galda.table.errors import BadRequest
from galda.table.log.clocks import Clocks
from galda.table.log.entry import (
    Entry,
    LogLine,
    Message,
    Offer,
    Question,
    Reason,
    Result,
    SealedTurn,
)
from galda.table.setup.naming import name_bots, names_of
from galda.table.setup.plan import TablePlan
from galda.table.setup.seating import Seat

ENDED = {"resigned": "{} resigned", "timeout": "{} ran out of time", "draw": "draw agreed"}
"""How a record puts an end that the rules did not bring."""


def _beginning(game: Game, plan: TablePlan, seed: Seed) -> Position:
    """The position that a table begins with: all chance in it comes from the seed."""
    if not plan.position:
        return game.new(seed=seed, **plan.options)
    start = game.position(plan.position, seed=seed)
    if isinstance(seed, str):
        drawn = start.known_to(start.to_act, int(set_up_words(seed)[1]))
        return Position(game, drawn.options, seed, drawn.states)
    drawn = start.known_to(start.to_act, seed)
    return Position(game, drawn.options, None, drawn.states)


class Table:
    """One table. `entries` is everything; the rest follows from it.

    A table is a value. Only entries that replay change it, each on a copy of its own.
    """

    def __init__(
        self,
        id: str,
        plan: TablePlan,
        seats: tuple[Seat, ...],
        spectator_key: str,
        created: float,
        seed: Seed,
    ) -> None:
        self.id = id
        self.plan = plan
        self.seats = name_bots(seats, id)
        self.names = names_of(self.seats)
        """What the players are called, by seat; empty: as the game calls its seats."""
        self.spectator_key = spectator_key
        self.created = created
        self.seed = seed
        """What decides all chance here (`core.play.long_seed`); secret until the game is over."""
        self.game: Game = game(plan.game)
        self.position: Position = _beginning(self.game, plan, seed).named(self.names)
        """The full position. Never send it anywhere as it is."""
        self.entries: tuple[Entry, ...] = ()
        self.moves: dict[str, Entry] = {}
        """Entries by their move id."""
        self.turns: tuple[SealedTurn, ...] = ()
        """The turns that stand, first to last."""
        self.played: dict[int, SealedTurn] = {}
        """Every turn ever sealed, by the sequence number of its entry."""
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
        self.timing = Clocks.wound(plan.clock, len(seats), bots)
        if self.everyone_is_here:
            self.timing = self.timing.start(created)
        self.views: dict[int, Position] = {}
        """The present position by who has looked at it; see `seen_by`."""
        self.knowledge: dict[int, Position] = {}
        """The present position by which seat has tried something on it; see `known_to`."""
        self.line_cache: dict[tuple[str, int], dict[int, LogLine]] = {}
        """The lines of the log that have been told, by language and viewer, then by number."""

    def __repr__(self) -> str:
        return f"<Table {self.id} at {self.sequence}>"

    def copy(self) -> Table:
        """The same table, to be changed by whatever comes next."""
        table = copy.copy(self)
        table.moves = dict(self.moves)
        table.played = dict(self.played)
        return table

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

    def seen_by(self, viewer: int = SPECTATOR) -> Position:
        """The present position as a seat or a spectator may see it, concealed once for each."""
        if viewer not in self.views:
            self.views[viewer] = self.position.seen_by(viewer)
        return self.views[viewer]

    def as_named(self, position: Position) -> Position:
        """A position of this table, however old, told with the names of those who sit here now."""
        return position if position.names == self.names else position.named(self.names)

    def known_to(self, seat: int) -> Position:
        """The present position with what a seat cannot know drawn again, once for each seat.

        Turns are tried on it, so that trying tells nothing.
        """
        if seat not in self.knowledge:
            self.knowledge[seat] = self.position.known_to(seat, 0)
        return self.knowledge[seat]

    def called(self, seat: int) -> Phrase:
        """What a seat is called: its player's name, or the game's word where nobody has one."""
        return self.names[seat] if self.names else self.game.words.seat_name(self.seen_by(), seat)

    def name(self, seat: int, lang: str = "en") -> str:
        """What a seat is called, in a language."""
        return tell(lang, self.called(seat))

    def role(self, seat: int, lang: str = "en") -> str:
        """What the game calls a seat."""
        return tell(lang, self.game.words.seat_name(self.seen_by().named(()), seat))

    def full_name(self, seat: int, lang: str = "en") -> str:
        """A seat's name, a bot's with its level, for lists and for paper."""
        name, taken = self.name(seat, lang), self.seats[seat]
        return with_level(name, taken.level, lang, self.game) if taken.is_bot else name

    def turns_since(self, viewer: int) -> tuple[SealedTurn, ...]:
        """The turns that stand since the viewer's own last one, first to last."""
        count = count_since((turn.seat for turn in reversed(self.turns)), viewer)
        return self.turns[len(self.turns) - count :]

    def clocks(self, now: float) -> tuple[float | None, ...]:
        """Seconds left for each seat, not below 0; None where there is no clock."""
        left = (self.timing.left(s.index, now, thinking=s.index == self.to_act)
                for s in self.seats)  # fmt: skip
        return tuple(None if seconds is None else max(0.0, seconds) for seconds in left)

    @property
    def deadline(self) -> float | None:
        """When the player to act runs out of time."""
        return None if self.to_act is None else self.timing.deadline(self.to_act)

    def chat_for(self, seat: int = SPECTATOR) -> list[Message]:
        """What was said, as far as a seat (or a spectator) may read it."""
        ours = {seat, *self.allies(seat)} if seat != SPECTATOR else set()
        return [
            Message(entry.sequence, entry.seat, entry.payload["text"], entry.payload["to"],
                    entry.time)
            for entry in self.entries
            if entry.kind == "chat" and (entry.payload["to"] == "all" or entry.seat in ours)
        ]  # fmt: skip

    def offer(self, kind: Question) -> Offer | None:
        """The open question of a kind."""
        return next((offer for offer in self.offers if offer.kind == kind), None)

    def first_asked(self, kind: Question, held: Sequence[int]) -> int | None:
        """The first of some seats that has yet to answer a question."""
        offer = self.offer(kind)
        return next((seat for seat in held if offer and seat in offer.waiting), None)

    @property
    def is_from_a_position(self) -> bool:
        """Whether it begins from a position that somebody wrote, in a game with secrets."""
        return bool(self.plan.position) and self.game.has_chance

    @property
    def commitment(self) -> str:
        """What was told before the game, so that nobody can change what it holds; else nothing."""
        if isinstance(self.seed, str) and self.game.has_chance:
            return commitment_to(self.seed)
        return ""

    @property
    def revealed_seed(self) -> str:
        """The seed that the commitment binds, once the game is over; until then nothing."""
        return str(self.seed) if self.commitment and self.result is not None else ""

    def record(self) -> GameRecord:
        """The game on paper, seed and all; only once it is over, for it tells every secret."""
        if self.result is None:
            raise BadRequest(
                "the record is available once the game is over: it reveals every secret"
            )
        return self.on_paper()

    def on_paper(self) -> GameRecord:
        """The game so far on paper; mind who reads it. A comma parts names there: names lose it."""
        names = (
            self.full_name(seat.index).replace(",", " ").replace("#", " ") for seat in self.seats
        )
        record = GameRecord(
            self.position,
            names=tuple(" ".join(name.split()) for name in names),
            date=datetime.fromtimestamp(self.created, UTC).date().isoformat(),
        )
        if self.result is not None and self.result.reason != "rules":
            seat = self.result.seat
            loser = record.names[seat] if seat is not None else ""
            record.result = ENDED[self.result.reason].format(loser)
        return record

    # What entries do to the table when they replay

    def sit_down(self, seat: Seat) -> None:
        """Somebody takes a seat: from now on everything is told with their name."""
        self.seats = (*self.seats[: seat.index], seat, *self.seats[seat.index + 1 :])
        self.names = names_of(self.seats)
        self.position = self.position.named(self.names)
        self.views, self.knowledge, self.line_cache = {}, {}, {}

    def move_on(self, entry: Entry, position: Position) -> None:
        """The game stands elsewhere from this entry on."""
        self.position = self.as_named(position)
        self.views, self.knowledge = {}, {}
        self.game_sequence = entry.sequence

    def end(self, result: Result) -> None:
        """The game is over, and with it all questions."""
        self.result = result
        self.offers = ()

    def give_up(self, entry: Entry, reason: Reason) -> None:
        """One seat stops: its side has lost; among several others the best placed wins."""
        own = next(side for side in self.sides if entry.seat in side)
        others = [seat.index for seat in self.seats if seat.index not in own]
        if len(self.sides) > 2:
            standing = np.zeros(len(self.seats), np.int64)
            contract.scores_now(self.position.state, standing)
            best = max(standing[seat] for seat in others)
            others = [seat for seat in others if standing[seat] == best]
        self.move_on(entry, self.position)
        self.end(Result(tuple(others), reason, entry.seat))

    def agree(self, kind: Question, seat: int) -> bool:
        """Note that a seat agrees to what was asked; whether now everyone has."""
        offer = self.offer(kind)
        if offer is None:
            return False
        waiting = tuple(s for s in offer.waiting if s != seat)
        rest = tuple(o for o in self.offers if o is not offer)
        self.offers = (*rest, replace(offer, waiting=waiting)) if waiting else rest
        return not waiting

    def drop_offer(self, kind: Question) -> None:
        """Somebody has said no."""
        self.offers = tuple(offer for offer in self.offers if offer.kind != kind)
