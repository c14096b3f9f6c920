"""Hosted play: tables, seats, clocks and the log of moves in a database. No HTTP in here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galda.lazily import loading

if TYPE_CHECKING:
    from galda.table.asking import Asker
    from galda.table.claim import Claim
    from galda.table.errors import (
        BadRequest,
        NoSuchTable,
        NotHere,
        NotYourSeat,
        Stale,
        TableClosed,
        TableError,
        TooMuch,
    )
    from galda.table.listing import Summary
    from galda.table.log.drafts import Draft
    from galda.table.log.entries import (
        AcceptDraw,
        AllowTakeBack,
        AskTakeBack,
        Chat,
        DeclineDraw,
        Kind,
        OfferDraw,
        RefuseTakeBack,
        Resign,
        SealTurn,
    )
    from galda.table.log.entries.draw import can_offer_draw
    from galda.table.log.entry import Entry, LogLine, Message, Offer, Result
    from galda.table.log.table import Table
    from galda.table.log.words import tell_log
    from galda.table.replay.replay import Replay
    from galda.table.setup.plan import Clock, SeatPlan, TablePlan
    from galda.table.setup.seating import Person, Seat
    from galda.table.storage.news import Watch
    from galda.table.storage.replay_store import Kept
    from galda.table.tables import Hosting, Tables, Tried

__all__ = [
    "AcceptDraw",
    "AllowTakeBack",
    "AskTakeBack",
    "Asker",
    "BadRequest",
    "Chat",
    "Claim",
    "Clock",
    "DeclineDraw",
    "Draft",
    "Entry",
    "Hosting",
    "Kept",
    "Kind",
    "LogLine",
    "Message",
    "NoSuchTable",
    "NotHere",
    "NotYourSeat",
    "Offer",
    "OfferDraw",
    "Person",
    "RefuseTakeBack",
    "Replay",
    "Resign",
    "Result",
    "SealTurn",
    "Seat",
    "SeatPlan",
    "Stale",
    "Summary",
    "Table",
    "TableClosed",
    "TableError",
    "TablePlan",
    "Tables",
    "TooMuch",
    "Tried",
    "Watch",
    "can_offer_draw",
    "tell_log",
]

HOMES = {
    "galda.table.asking": ("Asker",),
    "galda.table.claim": ("Claim",),
    "galda.table.errors": (
        "BadRequest", "NoSuchTable", "NotHere", "NotYourSeat", "Stale", "TableClosed",
        "TableError", "TooMuch",
    ),
    "galda.table.listing": ("Summary",),
    "galda.table.log.drafts": ("Draft",),
    "galda.table.log.entries": (
        "AcceptDraw", "AllowTakeBack", "AskTakeBack", "Chat", "DeclineDraw", "Kind", "OfferDraw",
        "RefuseTakeBack", "Resign", "SealTurn",
    ),
    "galda.table.log.entries.draw": ("can_offer_draw",),
    "galda.table.log.entry": ("Entry", "LogLine", "Message", "Offer", "Result"),
    "galda.table.log.table": ("Table",),
    "galda.table.log.words": ("tell_log",),
    "galda.table.replay.replay": ("Replay",),
    "galda.table.setup.plan": ("Clock", "SeatPlan", "TablePlan"),
    "galda.table.setup.seating": ("Person", "Seat"),
    "galda.table.storage.news": ("Watch",),
    "galda.table.storage.replay_store": ("Kept",),
    "galda.table.tables": ("Hosting", "Tables", "Tried"),
}  # fmt: skip
"""Where each name lives. It is loaded when it is first asked for: the first page needs a person
and no database, which takes long to load."""

__getattr__ = loading(__name__, HOMES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
