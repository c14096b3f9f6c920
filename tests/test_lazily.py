"""Names that are loaded when they are asked for: all that are promised, and no others."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

import galda
import galda.table
from galda.hooks import Hook


@pytest.mark.parametrize("package", [galda, galda.table], ids=lambda package: package.__name__)
def test_every_promised_name_is_where_it_is_said_to_be(package: object) -> None:
    homes = package.HOMES  # type: ignore[attr-defined]
    promised = package.__all__  # type: ignore[attr-defined]
    assert sorted(name for names in homes.values() for name in names) == sorted(promised)
    for home, names in homes.items():
        for name in names:
            assert getattr(package, name) is getattr(import_module(home), name)
    assert set(promised) <= set(dir(package))


def test_what_nobody_promised_is_not_there() -> None:
    with pytest.raises(AttributeError, match=r"module 'galda\.table' has no attribute 'Chair'"):
        _ = galda.table.Chair


def test_one_name_loads_no_database() -> None:
    program = "import sys; from galda.table import Person; print('sqlalchemy' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", program], text=True).strip() == "False"


RULES_PATH = """
import sys, galda
game = galda.game({name!r})
position = game.new(seed=1)
for _ in range(20):
    position = position.play(position.legal_actions[-1])
position.scores, position.winners, position.sides, position.key, position.is_over
game.has("conceal"), game.has("observe"), repr(position), position.options
run = galda.Runner(game, seed=1)
run.play(int(run.legal_actions[0]))
galda.batch({name!r}, 2).reset()
print(*sys.modules)
"""
SHOWN = ("show", "board", "teach", "text", "locale")
"""What holds words, drawings and lessons, in a game's folder and in core."""


@pytest.mark.parametrize("name", galda.game_names())
def test_playing_by_the_rules_loads_nothing_that_is_shown(name: str) -> None:
    program = RULES_PATH.format(name=name)
    loaded = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    assert f"galda.games.{name}.rules.rules" in loaded
    ours = [module for module in loaded if module.startswith(("galda.games.", "galda.core."))]
    rooms = {module: set(module.split(".")[2:4]) for module in ours}
    assert [
        module
        for module, room in rooms.items()
        if room & set(SHOWN) and not module.startswith("galda.core.play.")
    ] == []


@pytest.mark.parametrize("name", galda.game_names())
def test_a_part_is_loaded_when_it_is_first_asked_for(name: str) -> None:
    program = (
        f"import sys, galda; game = galda.game({name!r}); here = game.package\n"
        "before = f'{here}.board.board' in sys.modules\n"
        "game.board.draw; print(before, f'{here}.board.board' in sys.modules)"
    )
    told = subprocess.check_output([sys.executable, "-c", program], text=True)
    assert told.split() == ["False", "True"]


def test_a_hook_that_nobody_fills_does_nothing() -> None:
    hook = Hook()
    assert hook("anything") is None
    hook.fill(len)
    assert hook("four") == 4
    hook.fill("os.path:basename")
    assert hook("a/b") == "b"
    hook.fill(None)
    assert hook("anything") is None
