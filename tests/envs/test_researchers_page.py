"""The page for researchers lists every feature and counts the actions as they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import galda

PAGE = Path(__file__).parents[2] / "docs" / "researchers.md"


def feature_table(name: str) -> str:
    """The observation of a game as a table: what the page must hold."""
    game = galda.game(name)
    rows = [f"### {game.title}", "", "| from | feature | shape | numbers |", "|---|---|---|---|"]
    start = 0
    for feature in game.rules.features:
        shape = "×".join(map(str, feature.shape))
        rows.append(f"| {start} | `{feature.name}` | {shape} | {feature.meaning} |")
        start += feature.size
    return "\n".join([*rows, "", f"{start} numbers in all."])


@pytest.mark.parametrize("name", galda.game_names())
def test_the_page_tells_every_feature(name: str) -> None:
    assert feature_table(name) in PAGE.read_text("utf-8")


@pytest.mark.parametrize("name", galda.game_names())
def test_the_page_counts_the_actions(name: str) -> None:
    game = galda.game(name)
    told = re.search(rf"\*\*{re.escape(game.title)}\*\* \((\d+)\)", PAGE.read_text("utf-8"))
    assert told
    assert int(told[1]) == game.rules.action_count
