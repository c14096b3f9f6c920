"""What the players agree on before a table opens: the game, the seats, the clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from galda.bots.levels import check_bot
from galda.bots.oracle_bot import ORACLE
from galda.bots.proven_bot import NEVER_LOSES
from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.core.play.text import check_fit
from galda.games import game
from galda.solve.proving import check_proved
from galda.solve.user_tablebases import check_solved
from galda.table.errors import BadRequest, TooMuch

SeatKind = Literal["me", "friend", "bot", "local"]
SEAT_KINDS: tuple[SeatKind, ...] = ("me", "friend", "bot", "local")
Begins = Literal["seated", "me", "other", "lot"]
BEGINS: tuple[Begins, ...] = ("seated", "me", "other", "lot")
"""Who begins: the first seat of the plan, the seat `me`, the one after it, or by lot."""
LONGEST_NAME = 40
LONGEST_CLOCK = 30 * 24 * 3600
JOINERS = dict.fromkeys(map(ord, "\u200c\u200d"))
LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who shall sit on a seat; `local` is someone else on the creator's own device."""

    kind: SeatKind
    name: str = ""
    level: str = ""
    """The bot's level, with its style where it has one: `casual-builder`."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds for each turn, for the whole game, and added to the latter after each turn."""

    per_move: int | None = None
    per_game: int | None = None
    increment: int = 0


@dataclass(frozen=True, slots=True)
class TablePlan:
    """All that is agreed before play. Without `seed` the table draws one and keeps it secret."""

    game: str
    options: dict[str, Value] = field(default_factory=dict)
    seats: tuple[SeatPlan, ...] = ()
    clock: Clock = Clock()
    seed: int | None = None
    partners_talk: bool = True
    take_backs: bool = True
    coach: bool | None = None
    """Whether players may ask the coach; None: unless friends play along."""

    begins: Begins = "seated"
    position: str = ""
    """A position as text to begin from; empty: the game's own beginning. What lies in a deck or a
    bag there is shuffled again; hands stay as they were written, and pages tell the others so."""

    @property
    def allows_coach(self) -> bool:
        """Whether players may ask the coach."""
        if self.coach is None:
            return all(seat.kind != "friend" for seat in self.seats)
        return self.coach


def is_plain(text: str) -> bool:
    """Whether a text is free of control characters; those that join emoji are welcome."""
    return text.translate(JOINERS).isprintable()


def check_name(name: str) -> str:
    """`name` on one line without needless blanks, or a refusal."""
    name = " ".join(name.split())
    if len(name) > LONGEST_NAME:
        raise TooMuch(
            "the name is too long: {n} characters, maximum {most}",
            most=LONGEST_NAME,
            n=len(name),
        )
    if not is_plain(name):
        raise BadRequest("a name is plain text, without control characters")
    return name


def check_plan(plan: TablePlan) -> TablePlan:
    """The plan with all options filled in, or a refusal that says what would be right."""
    chosen = game(plan.game)
    if plan.position:
        plan = _check_position(plan)
    options = chosen.read_options(plan.options)
    players = int(options["players"])
    if len(plan.seats) != players:
        raise BadRequest(
            "{players} play: the plan needs {players} seats, not {n}",
            players=players,
            n=len(plan.seats),
        )
    if sum(seat.kind == "me" for seat in plan.seats) > 1:
        raise BadRequest("only one seat is `me`; others on the same device are `local`")
    if plan.begins not in BEGINS:
        raise BadRequest(
            "{begins!r} cannot begin; it can be {choices}",
            begins=plan.begins,
            choices=", ".join(BEGINS),
        )
    if plan.begins in ("me", "other") and all(seat.kind != "me" for seat in plan.seats):
        raise BadRequest("nobody here is `me`: the game can begin as `seated` or by `lot`")
    if plan.seed is not None and not 0 <= plan.seed <= LARGEST_SEED:
        raise BadRequest(
            "the seed is a number from 0 to {most}, not {seed}", most=LARGEST_SEED, seed=plan.seed
        )
    check_clock(plan.clock)
    if any(seat.level == ORACLE for seat in plan.seats):
        check_solved(chosen, options)
    if any(seat.level == NEVER_LOSES for seat in plan.seats):
        check_proved(chosen, options)
    return replace(
        plan, options=options, seats=tuple(check_seat(seat, chosen) for seat in plan.seats)
    )


def _check_position(plan: TablePlan) -> TablePlan:
    """The plan with the options of the position that it begins from; refused if nobody can go on.

    The text is kept as the game writes it: what was unknown there stays so until a table opens.
    """
    chosen = game(plan.game)
    position = chosen.position(plan.position, seed=0)
    check_fit(chosen, chosen.read_options({**position.options, **plan.options}), position)
    if position.is_over:
        raise BadRequest("in this position the game is over: nobody can play on from it")
    if position.in_turn:
        raise BadRequest("in this position a turn is under way: finish it first")
    if plan.begins != "seated":
        raise BadRequest("a position says whose turn it is: the seats stay as they are")
    return replace(plan, options=dict(position.options))


def check_seat(seat: SeatPlan, played: Game) -> SeatPlan:
    """The seat's plan with a tidy name, or a refusal."""
    if seat.kind not in SEAT_KINDS:
        raise BadRequest(
            "a seat cannot be {kind!r}; it can be {kinds}",
            kind=seat.kind,
            kinds=", ".join(SEAT_KINDS),
        )
    if seat.kind == "bot":
        check_bot(seat.level, game=played, files=False)
        if ":" in seat.level:
            raise BadRequest("at a table bots play by level alone, not {level!r}", level=seat.level)
    elif seat.level:
        raise BadRequest("only bots have a level; this seat is {kind!r}", kind=seat.kind)
    return replace(seat, name=check_name(seat.name))


def check_clock(clock: Clock) -> None:
    """Refuse impossible times."""
    for label, seconds in (("per_move", clock.per_move), ("per_game", clock.per_game)):
        if seconds is not None and not 1 <= seconds <= LONGEST_CLOCK:
            raise BadRequest(
                "{label} is from 1 to {most} seconds, not {seconds}",
                label=label,
                most=LONGEST_CLOCK,
                seconds=seconds,
            )
    if not 0 <= clock.increment <= LONGEST_CLOCK:
        raise BadRequest("the increment is from 0 to {most} seconds", most=LONGEST_CLOCK)
    if clock.increment and clock.per_game is None:
        raise BadRequest("an increment needs a time per game to be added to")


def plan_to_json(plan: TablePlan) -> dict[str, Any]:
    """The plan as plain values, for the store."""
    return asdict(plan)


def plan_from_json(stored: Mapping[str, Any]) -> TablePlan:
    """The plan that `plan_to_json` wrote."""
    return TablePlan(
        **{
            **stored,
            "seats": tuple(SeatPlan(**seat) for seat in stored["seats"]),
            "clock": Clock(**stored["clock"]),
        }
    )
