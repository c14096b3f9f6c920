"""The committed playthroughs are what the games do today."""

from __future__ import annotations

from typing import Any

import pytest

from playthroughs import files, is_ours, playthrough
from support import ALL_STARTS

OURS = [start for start in ALL_STARTS if is_ours(str(start.values[0]))]


@pytest.mark.parametrize(("name", "options"), OURS)
def test_the_game_plays_as_written_down(name: str, options: dict[str, Any]) -> None:
    file = next(file for file, chosen in files(name).items() if chosen == options)
    assert file.exists(), "write it: python tests/playthroughs.py"
    assert file.read_text("utf-8") == playthrough(name, options)
