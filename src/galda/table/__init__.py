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
from galda.table.log.requests import Draft, can_offer_draw
from galda.table.log.table import Entry, Message, Offer, Result, Table
from galda.table.log.words import LogLine
from galda.table.replay.replay import Replay
from galda.table.setup.plan import Clock, SeatPlan, TablePlan
from galda.table.setup.seating import Person, Seat
from galda.table.storage.news import Watch
from galda.table.storage.shelf import Kept
from galda.table.tables import Summary, Tables

__all__ = [
    "BadRequest",
    "Clock",
    "Draft",
    "Entry",
    "Kept",
    "LogLine",
    "Message",
    "NoSuchTable",
    "NotHere",
    "NotYourSeat",
    "Offer",
    "Person",
    "Replay",
    "Result",
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
    "Watch",
    "can_offer_draw",
]
