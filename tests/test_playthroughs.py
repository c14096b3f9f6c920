"""The committed playthroughs are what the games do today."""

from __future__ import annotations

from typing import Any

import pytest

from playthroughs import files, playthrough
from support import ALL_STARTS


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_the_game_plays_as_written_down(name: str, options: dict[str, Any]) -> None:
    file = next(file for file, chosen in files(name).items() if chosen == options)
    assert file.read_text("utf-8") == playthrough(name, options)
