"""Who asks, as far as a request's headers say: found once for all that stands before its answer."""

from __future__ import annotations

from collections.abc import Hashable

from starlette.types import Scope

from galda.web.security.people import network_of

KEPT = "galda.visitor"


class Visitor:
    """What is known of whoever sends a request before it is looked at."""

    __slots__ = ("address", "host", "length", "person")

    def __init__(self, scope: Scope) -> None:
        client = scope.get("client")
        self.address = network_of(client[0]) if client else "unknown"
        """Where the request comes from, for counting."""
        self.host = ""
        self.length = "0"
        """As announced; nobody has looked whether it is a number."""
        key = cookie = None
        for name, value in scope["headers"]:
            if name == b"host":
                self.host = self.host or value.decode("latin-1")
            elif name == b"authorization":
                key = key or value
            elif name == b"cookie":
                cookie = cookie or value
            elif name == b"content-length":
                self.length = value.decode("latin-1")
        self.person: Hashable = (self.address, key, cookie)
        """The same for all requests of one person, as far as one can see from outside."""


def visitor_of(scope: Scope) -> Visitor:
    """Who sends a request."""
    found = scope.get(KEPT)
    if found is None:
        found = scope[KEPT] = Visitor(scope)
    return found
