"""Parameters for tests that hold for every game, or for those named by `--galda-game`."""

from __future__ import annotations

import pytest

from galda.games import game_names
from galda.testing import plugin
from galda.testing.playing import starts

GAMES = tuple(plugin.chosen) or game_names()

ALL_STARTS = [
    pytest.param(name, options, id=name + "-" + "-".join(str(v) for v in options.values()))
    for name in GAMES
    for options in starts(name)
]
"""Parameters (name, options): every game, variant and player count."""

every_game = pytest.mark.parametrize("name", GAMES)
every_start = pytest.mark.parametrize(("name", "options"), ALL_STARTS)
