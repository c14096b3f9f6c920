"""Who may see and act at a table: by cookie, by a seat's key, or by the spectators' link."""

from __future__ import annotations

from dataclasses import dataclass
from hmac import compare_digest

from starlette.requests import HTTPConnection

from galda.table import Claim, Table, Tables
from galda.table.errors import NotYourSeat
from galda.web.security.people import Signer, bearer, who


@dataclass(frozen=True, slots=True)
class Access:
    """A table and what the one who asks may do there: act for the seats `held`, else watch."""

    table: Table
    person_id: str
    held: tuple[int, ...]

    def claim(self, asked: int | None, move_id: str | None = None) -> Claim:
        """The claim to act: for the seat asked for, if it is held; else for whose turn it is.

        What is asked again, by the same move id, is for the seat that it was for.
        """
        if not self.held:
            raise NotYourSeat("you are watching; only those who hold a seat can do that")
        if asked is not None and asked not in self.held:
            yours = ", ".join(str(seat) for seat in self.held)
            raise NotYourSeat(
                "seat {asked} is not yours; you hold {yours}", asked=asked, yours=yours
            )
        if asked is None:
            done = self.table.moves.get(move_id) if move_id else None
            acting = done.seat if done and done.seat in self.held else self.table.to_act
            asked = acting if acting is not None and acting in self.held else self.held[0]
        return Claim(self.table, self.person_id, asked)


async def find_access(
    connection: HTTPConnection, table_id: str, watch: str = "", at_least: int | None = None
) -> Access:
    """What the visitor may do at a table, or `NotYourSeat` if they may not even look.

    With `at_least`, a table that is known to that entry is fresh enough.
    """
    tables: Tables = connection.app.state.tables
    signer: Signer = connection.app.state.signer
    table = await tables.get(table_id, at_least)
    if text := bearer(connection):
        key = signer.read_seat_key(text)
        if key and key.table == table.id and key.seat in table.seats_of(key.person):
            return Access(table, key.person, (key.seat,))
        raise NotYourSeat("this key opens no seat of this table; join it to get one")
    person = who(connection)
    held = table.seats_of(person.id) if person else ()
    if held and person and not watch:
        return Access(table, person.id, held)
    if watch and compare_digest(watch.encode(), table.spectator_key.encode()):
        return Access(table, person.id if person else "", ())
    raise NotYourSeat(
        "you have no seat at this table; ask those who play for a link to play or to watch"
    )
