"""Ports for servers that tests start: free ones that nobody is given by chance meanwhile."""

from __future__ import annotations

import os
import socket
from itertools import count

# Below those that systems hand to whoever calls out: a server that is started again finds its own.
FIRST, MANY = 20_000, 12_000
_next = count(os.getpid() * 61)


def free_port() -> int:
    """A free port of this computer; another process of the tests begins to look elsewhere."""
    for number in _next:
        with socket.socket() as tried:
            try:
                tried.bind(("127.0.0.1", FIRST + number % MANY))
            except OSError:
                continue
            return FIRST + number % MANY
    raise AssertionError
