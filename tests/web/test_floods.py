"""Every route has a flood: `benchmarks/flood.py` measures what each does to others."""

from __future__ import annotations

from floods import FLOODS, SOCKET
from questions import routes
from site_support import Site
from starlette.routing import WebSocketRoute


def test_every_route_is_flooded(site: Site) -> None:
    there: set[str] = set()
    for route in routes(site):
        if isinstance(route, WebSocketRoute):
            there.add(f"{SOCKET} {route.path}")
        else:
            there |= {
                f"{method} {route.path}" for method in route.methods or () if method != "HEAD"
            }
    assert set(FLOODS) == there
    assert all(flood.method == name.split()[0] for name in FLOODS for flood in FLOODS[name])


def test_what_is_sent_can_be_filled_in() -> None:
    given = {"table": "t", "over": "o", "base": 3, "watch": "w", "game": "g", "k": 1, "action": 0}
    for floods in FLOODS.values():
        for flood in floods:
            assert "{" not in flood.path.format(**given)
            assert flood.body.format(**given).count("{") == flood.body.format(**given).count("}")
