"""Whole games in a made-up language: nothing is said past the catalogues."""

from __future__ import annotations

import galda
from galda.testing.every_word import *  # noqa: F403
from galda.testing.foreign import left_in_drawing, left_in_terminal, left_over


def test_what_is_said_past_the_catalogues_is_found(foreign: str) -> None:
    position = galda.game("quixo").new()
    assert "board" in left_in_drawing(position.svg(0, "en"))
    assert left_over("⟦Anna has ⟦3 points⟧.⟧ won a1-a5, Anna", "Anna") == ["won"]
    assert left_in_terminal("[bold]top[/] ⟦top⟧") == ["top"]
