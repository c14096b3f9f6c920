"""The kinds of log entries, one file for each or for those that belong together."""

from collections.abc import Mapping

from galda.table.log.entries.archive import Archive
from galda.table.log.entries.chat import Chat
from galda.table.log.entries.draw import AcceptDraw, DeclineDraw, OfferDraw
from galda.table.log.entries.join import Join
from galda.table.log.entries.kind import Kind
from galda.table.log.entries.rematch import Rematch
from galda.table.log.entries.resign import Resign
from galda.table.log.entries.take_back import AllowTakeBack, AskTakeBack, RefuseTakeBack
from galda.table.log.entries.timeout import Timeout
from galda.table.log.entries.turn import SealTurn

__all__ = [
    "KINDS", "AcceptDraw", "AllowTakeBack", "Archive", "AskTakeBack", "Chat", "DeclineDraw",
    "Join", "Kind", "OfferDraw", "RefuseTakeBack", "Rematch", "Resign", "SealTurn", "Timeout",
]  # fmt: skip

KINDS: Mapping[str, type[Kind]] = {
    kind.name: kind
    for kind in (
        SealTurn, Resign, Timeout, OfferDraw, AcceptDraw, DeclineDraw, AskTakeBack, AllowTakeBack,
        RefuseTakeBack, Join, Chat, Rematch, Archive,
    )
}  # fmt: skip
"""Every kind by the name that the log stores."""
