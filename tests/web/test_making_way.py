"""Loading waits while a page is being opened: shortly, not for ever, and for nobody who asks."""

from __future__ import annotations

import sys
import threading
from importlib import import_module
from pathlib import Path

import pytest

from galda.web.serving import making_way
from galda.web.serving.making_way import MOMENT, MOST, MakingWay
from patience import patience

LONG = 1000.0


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Two modules that nobody has loaded."""
    names = ["galda_test_loaded_early", "galda_test_loaded_late"]
    for name in names:
        (tmp_path / f"{name}.py").write_text("")
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    return names


def test_who_loads_waits_for_the_page_and_goes_on_when_asked_for(
    modules: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making_way, "MOMENT", LONG)
    monkeypatch.setattr(making_way, "MOST", LONG)
    way = MakingWay()
    paused = threading.Event()

    def load() -> None:
        with way.loading():
            import_module(modules[0])
            way.page_asked()
            paused.set()
            import_module(modules[1])

    loader = threading.Thread(target=load, daemon=True)
    loader.start()
    assert paused.wait(patience(20))
    loader.join(0.1)
    assert loader.is_alive()
    assert modules[0] in sys.modules and modules[1] not in sys.modules
    assert way in sys.meta_path and way.find_spec("anything", None) is None, "others need not wait"
    way.hurry()
    loader.join(patience(20))
    assert modules[1] in sys.modules
    assert way not in sys.meta_path


def test_loading_waits_a_moment_after_each_request_and_so_long_altogether() -> None:
    now = 100.0
    way = MakingWay(clock=lambda: now)
    way.page_asked()
    assert way._until == now + MOMENT
    began = now
    while now < began + 3 * MOST:
        now += MOMENT / 2
        way.page_asked()
        assert way._until <= began + MOST
    with way.loading():
        assert way.find_spec("anything", None) is None, "the time is over"
