"""What the page of an analysis sends: always the whole of it, for nothing is kept here."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode
from typing import Annotated, TypeVar

from pydantic import Field, StringConstraints, ValidationError

from galda.core.message import Message
from galda.core.play.text import LONGEST
from galda.table.errors import BadRequest, TooMuch
from galda.table.replay.library import LONGEST_NAME
from galda.web.common.bodies import Body, Number, Word

MOST_PLAYED = 3000
"""Actions from the beginning to a position."""
MOST_TRIED = 1000
"""Turns in a tree."""
LONGEST_COMMENT = 2000
LONGEST_PAPER = 120_000
"""Letters of a record with variations; a request that holds more than a few is sent packed."""
MOST_UNPACKED = 4 * LONGEST_PAPER
"""Bytes of a packed request once it is unpacked: letters that are no ASCII take more."""
Root = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST)]
Name = Annotated[str, StringConstraints(max_length=LONGEST_NAME)]
Comment = Annotated[str, StringConstraints(max_length=LONGEST_COMMENT)]
Short = Annotated[str, StringConstraints(max_length=100)]
Seat = Annotated[int, Field(strict=True, ge=0, le=99)]
Turn = Annotated[list[Number], Field(min_length=1, max_length=200)]
Parent = Annotated[int, Field(strict=True, ge=-1, lt=MOST_TRIED)]


Whole = TypeVar("Whole", bound=Body)
UNREADABLE = Message("this packed request cannot be read")


class Beginning(Body):
    """Where an analysis begins, and what its players are called."""

    root: Root = Field(description="a position as text")
    names: list[Name] = Field(default_factory=list, max_length=12)


class Place(Beginning):
    """A position: after some actions, seen with a seat's eyes, or of the seat to act."""

    actions: list[Number] = Field(default_factory=list, max_length=MOST_PLAYED)
    eyes: Seat | None = None


class Touched(Place):
    """Touches that lead nowhere."""

    touches: list[Word] = Field(min_length=1, max_length=20)


class SetUp(Beginning):
    """A position that is changed place by place: `PLACE`, `PLACE=CHOICE`, `PLACE=CHOICE@SEAT`."""

    touches: list[Word] = Field(default_factory=list, max_length=400)
    eyes: Seat | None = None
    place: Word | None = Field(None, description="asks what may be put there")


class Search(Place):
    """A question to the engine: how long it looks, and how what is hidden is drawn."""

    look: Annotated[int, Field(strict=True, ge=0, le=2)] = 0
    seed: Annotated[int, Field(strict=True, ge=0, lt=2**31)] = 0


class Drawn(Place):
    """How what a seat cannot know is drawn."""

    seed: Annotated[int, Field(strict=True, ge=0, lt=2**31)] = 0


class Tree(Beginning):
    """All that was tried: turns with the number of the one before, their actions and a comment."""

    nodes: list[tuple[Parent, Turn, Comment]] = Field(default_factory=list, max_length=MOST_TRIED)
    comment: Comment = ""
    date: Short = ""
    result: Short = ""


class Packed(Body):
    """A large body, its JSON deflated (raw, RFC 1951) and written in base64url."""

    packed: Annotated[
        str, StringConstraints(min_length=1, max_length=30_000, pattern=r"^[A-Za-z0-9_-]+$")
    ]

    def unpack(self, kind: type[Whole]) -> Whole:
        """The body that was packed, or a refusal; nobody makes it larger than is allowed."""
        reader = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            data = urlsafe_b64decode(self.packed + "=" * (-len(self.packed) % 4))
            text = reader.decompress(data, MOST_UNPACKED)
        except (ValueError, zlib.error):
            raise BadRequest(UNREADABLE) from None
        if reader.unconsumed_tail:
            raise TooMuch("a packed request has at most {n} bytes", n=MOST_UNPACKED)
        try:
            return kind.model_validate_json(text)
        except ValidationError:
            raise BadRequest(UNREADABLE) from None


class Paper(Body):
    """A position as text, or a record."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_PAPER)]
