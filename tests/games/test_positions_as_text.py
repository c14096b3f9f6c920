"""Positions as text: the tests that we ship for all games, and texts that were kept."""

from __future__ import annotations

from typing import Any

import pytest

import galda
import positions
from galda.testing.positions_as_text import *  # noqa: F403
from galda.testing.positions_as_text import reads_back
from playthroughs import is_ours
from support import ALL_STARTS, random_game

KEPT = [line.partition(" ")[::2] for line in positions.FILE.read_text("utf-8").splitlines()]
OURS = [start for start in ALL_STARTS if is_ours(str(start.values[0]))]


def test_every_game_of_ours_writes_its_positions() -> None:
    assert all(
        galda.game(name).notation.position_text for name in galda.game_names() if is_ours(name)
    )


def test_a_text_that_was_kept_means_what_it_meant() -> None:
    assert len(KEPT) >= 3 * len(OURS)
    for key, text in KEPT:
        position = galda.position(text)
        assert f"{position.key:016x}" == key, text
        assert position.text == text


@pytest.mark.parametrize(("name", "options"), OURS[::4])
def test_positions_are_written_as_they_were(name: str, options: dict[str, Any]) -> None:
    assert set(positions.lines(name, options)) <= {f"{key} {text}" for key, text in KEPT}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), OURS)
def test_the_text_of_every_position_reads_back(name: str, options: dict[str, Any]) -> None:
    for seed in range(5):
        for position in random_game(name, options, seed):
            reads_back(position)
