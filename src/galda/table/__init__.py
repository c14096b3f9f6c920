"""Hosted play: tables, seats, clocks and the log of moves in a database. No HTTP in here."""

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
from galda.table.setup.seating import Holder, Person, Seat
from galda.table.storage.news import Watch
from galda.table.storage.questions import Asker
from galda.table.storage.shelf import Kept
from galda.table.tables import Tables, Tried

__all__ = [
    "AcceptDraw",
    "AllowTakeBack",
    "AskTakeBack",
    "Asker",
    "BadRequest",
    "Chat",
    "Clock",
    "DeclineDraw",
    "Draft",
    "Entry",
    "Holder",
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
