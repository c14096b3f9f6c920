"""Who asks, as far as a request's headers prove: found once for all that stands before its answer.

A person is somebody whose cookie, or whose seat's key, we have signed. Everybody else is the
network address that they come from: what is written in a header, and not signed, makes nobody a
person.
"""

from __future__ import annotations

from collections.abc import Hashable

from starlette.requests import cookie_parser
from starlette.types import Scope

from galda.table.asking import Asker
from galda.web.security.people import COOKIE, Signer, network_of

KEPT = "galda.visitor"
BEARER = "bearer"


class Visitor:
    """Who sends a request, as far as its headers prove."""

    __slots__ = ("address", "asker", "host", "length", "person")

    def __init__(self, scope: Scope) -> None:
        client = scope.get("client")
        self.address = network_of(client[0]) if client else "unknown"
        """Where the request comes from, for counting."""
        self.host = ""
        self.length = "0"
        """As announced; nobody has looked whether it is a number."""
        key = cookie = ""
        for name, value in scope["headers"]:
            if name == b"host":
                self.host = self.host or value.decode("latin-1")
            elif name == b"authorization":
                key = key or value.decode("latin-1")
            elif name == b"cookie":
                cookie = cookie or value.decode("latin-1")
            elif name == b"content-length":
                self.length = value.decode("latin-1")
        known = _person(scope["app"].state.signer, key, cookie) if key or cookie else ""
        self.person: Hashable = ("person", known) if known else ("nobody", self.address)
        """The same for all requests of one person, as far as they prove who they are."""
        self.asker = Asker(known, self.address)


def _person(signer: Signer, key: str, cookie: str) -> str:
    """The id of the person whom a signed key or cookie names; else nothing."""
    scheme, _, text = key.partition(" ")
    if scheme.lower() == BEARER:
        seat = signer.read_seat_key(text.strip())
        return seat.person if seat else ""
    person = signer.person(cookie_parser(cookie).get(COOKIE, "")) if COOKIE in cookie else None
    return person.id if person else ""


def visitor_of(scope: Scope) -> Visitor:
    """Who sends a request."""
    found = scope.get(KEPT)
    if found is None:
        found = scope[KEPT] = Visitor(scope)
    return found
