"""Loading waits while a page is being opened: shortly, not for ever, and for nobody who asks."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from galda.web.serving import making_way
from galda.web.serving.doorway import PARTS
from galda.web.serving.making_way import EXPECTED, MOMENT, MOST, MakingWay
from patience import patience

LONG = 1000.0


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Modules that nobody has loaded."""
    names = [f"galda_test_loaded_{when}" for when in ("early", "late", "meanwhile")]
    for name in names:
        (tmp_path / f"{name}.py").write_text("")
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    return names


def test_who_loads_waits_for_the_page_and_goes_on_when_asked_for(
    modules: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making_way, "EXPECTED", 0.0)
    monkeypatch.setattr(making_way, "MOMENT", LONG)
    monkeypatch.setattr(making_way, "MOST", LONG)
    way = MakingWay()
    paused = threading.Event()

    def parts() -> Iterator[str]:
        yield modules[0]
        way.page_asked()
        paused.set()
        yield modules[1]

    loader = threading.Thread(target=lambda: way.load(parts()), daemon=True)
    loader.start()
    assert paused.wait(patience(20))
    loader.join(0.1)
    assert loader.is_alive()
    assert modules[0] in sys.modules and modules[1] not in sys.modules
    import_module(modules[2])  # others need not wait
    way.hurry()
    loader.join(patience(20))
    assert modules[1] in sys.modules


def test_loading_waits_for_the_first_page_and_after_each_request_but_not_for_ever() -> None:
    now = 100.0
    way = MakingWay(clock=lambda: now)
    way.hurry()  # nobody waits here
    way.load([])
    assert way._until == now + EXPECTED
    way.page_asked()
    assert way._until == now + MOMENT
    began = now
    while now < began + 3 * MOST:
        now += MOMENT / 2
        way.page_asked()
        assert way._until <= began + MOST
    MakingWay(clock=lambda: now)._wait()


def test_the_parts_of_the_house_are_all_there() -> None:
    for part in PARTS:
        assert import_module(part)
