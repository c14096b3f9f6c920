"""The bodies of API requests, with their limits; FastAPI makes the OpenAPI page from them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from galda.core.play.options import Value
from galda.core.play.text import LONGEST

MOST_ACTIONS = 200
Number = Annotated[int, Field(strict=True, ge=0, le=2**31 - 1)]
Name = Annotated[str, StringConstraints(max_length=40)]
MoveId = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Word = Annotated[str, StringConstraints(min_length=1, max_length=60)]


class Body(BaseModel):
    """Any request; what it does not know it refuses."""

    model_config = ConfigDict(extra="forbid")


class SeatBody(Body):
    """Who shall sit on a seat."""

    kind: Literal["me", "friend", "bot", "local"]
    name: Name = ""
    level: Annotated[str, StringConstraints(max_length=40)] = Field(
        "", description="a bot's level, such as casual, or with a style: casual-builder"
    )


class ClockBody(Body):
    """Seconds for each turn, for the whole game, and added after each turn."""

    per_move: Number | None = None
    per_game: Number | None = None
    increment: Number = 0


class NewTable(Body):
    """A table to open."""

    game: Annotated[str, StringConstraints(max_length=40)]
    options: dict[Word, Value] = Field(default_factory=dict, max_length=20)
    seats: list[SeatBody] = Field(min_length=1, max_length=12)
    clock: ClockBody = ClockBody()
    name: Name = Field("", description="your own name, when you come without a cookie")
    begins: Literal["seated", "me", "other", "lot"] = Field(
        "seated",
        description="who comes to the first seat: as listed, `me`, the one after, or by lot",
    )
    partners_talk: bool = True
    take_backs: bool = True
    position: Annotated[str, StringConstraints(max_length=LONGEST)] = Field(
        "", description="a position as text to begin from; it says the options, too"
    )
    coach: bool | None = Field(
        None, description="whether players may ask the coach; by default unless friends play along"
    )
    move_id: MoveId | None = Field(
        None,
        description="the same one twice opens one table; of at least 22 letters, by chance, "
        "where you come without a cookie",
    )


class Join(Body):
    """Sitting down on a friend's seat."""

    invite: Annotated[str, StringConstraints(min_length=1, max_length=200)] = Field(
        description="the last part of the invite link"
    )
    name: Name = ""
    move_id: MoveId | None = None


class ForSeat(Body):
    """Something done for a seat; without `seat` for the one of yours whose turn it is."""

    seat: Annotated[int, Field(strict=True, ge=0, le=99)] | None = None


class Act(ForSeat):
    """Something that is written into the log; the same `move_id` twice does it once."""

    move_id: MoveId


class Turn(Act):
    """A whole turn. `base` is the `base` of the view it was chosen in."""

    base: Number
    actions: list[Number | Word] = Field(
        min_length=1,
        max_length=MOST_ACTIONS,
        description="action codes, or moves in notation, in order",
    )


class DraftBody(ForSeat):
    """A turn under way, to look at. With `at_once` a turn of a single action is sealed."""

    base: Number
    actions: list[Number] = Field(max_length=MOST_ACTIONS)
    at_once: bool = False
    move_id: MoveId | None = None
    around: bool = Field(
        True, description="whether the answer tells all; false: of a draft only what it changes"
    )


class Why(ForSeat):
    """Touches that lead nowhere, after the actions of the draft."""

    actions: list[Number] = Field(default_factory=list, max_length=MOST_ACTIONS)
    touches: list[Word] = Field(min_length=1, max_length=20)


class Answer(Act):
    """Yes or no to what somebody asked."""

    agree: bool


class Chat(Act):
    """Something to say."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=500)]
    to: Literal["all", "partner"] = "all"


class CoachBody(ForSeat):
    """A question to the coach, after the actions of the draft."""

    base: Number
    ask: Literal["move", "chances", "threat"]
    actions: list[Number] = Field(default_factory=list, max_length=MOST_ACTIONS)


class Record(Body):
    """A game on paper."""

    record: Annotated[str, StringConstraints(min_length=1, max_length=24_000)]
    move_id: MoveId | None = None
