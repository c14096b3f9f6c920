"""Bots by name, the greedy bot, and advice."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import galda
from galda import GaldaError
from galda.bots.greedy import GreedyBot
from galda.bots.levels import LEVELS
from support import random_game

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", galda.game_names())
@pytest.mark.parametrize("bot", galda.bot_names()[:-2])
def test_every_bot_plays_every_game_by_the_rules(name: str, bot: str) -> None:
    player = galda.make_bot(bot, seed=1)
    position = list(random_game(name, {}, 4))[2]
    for _ in range(3):
        position = position.play(player.choose(position.known_to(position.to_act, 1)))


def test_an_unknown_bot_is_answered_with_the_known_ones() -> None:
    with pytest.raises(GaldaError, match="novice"):
        galda.make_bot("genius")


def test_a_level_can_be_given_a_budget_that_needs_no_clock() -> None:
    position = galda.game("quixo").new()
    chosen = {galda.make_bot("master:20000", seed=1).choose(position) for _ in range(2)}
    assert len(chosen) == 1
    for name in ("master:", "master:0", "master:soon", "random:5"):
        with pytest.raises(GaldaError, match="there is no bot"):
            galda.make_bot(name)


def test_there_are_five_levels_each_with_at_least_the_budget_of_the_one_below() -> None:
    levels = list(LEVELS.values())
    assert len(levels) == 5
    for weak, strong in itertools.pairwise(levels):
        assert strong.slip <= weak.slip
        assert strong.depth >= weak.depth
        assert strong.guided > weak.guided or strong.iterations > weak.iterations


def test_the_greedy_bot_takes_the_largest_lead_it_can_reach_this_turn() -> None:
    chosen = 0
    for position in random_game("towers", {"players": 2}, 5):
        if position.is_over or not position.in_turn:
            continue
        seat = position.to_act

        def best(p: galda.Position, seat: int = seat) -> int:
            if not p.in_turn or p.to_act != seat:
                return p.scores[seat] - p.scores[1 - seat]
            return max(best(p.play(a)) for a in p.legal())

        values = {a: best(position.play(a)) for a in position.legal()}
        assert values[GreedyBot(1).choose(position)] == max(values.values())
        chosen += 1
    assert chosen > 10


def test_a_position_gives_advice() -> None:
    position = galda.game("quixo").new(size=3)
    suggestions = position.suggest("skilled", seed=1)
    assert {s.action for s in suggestions} == set(position.legal())
    won = list(random_game("quixo", {"size": 3}, 1))[-1]
    assert won.suggest("skilled") == []
    with pytest.raises(GaldaError, match="gives no advice"):
        position.suggest("random")


def test_the_bot_of_the_docs_plays(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "bots.md").read_text("utf-8")
    found = re.search(r"```python\n# file: (\S+)\n(.*?)```", page, re.S)
    assert found
    assert len(found[2].strip().splitlines()) <= 15
    (tmp_path / found[1]).write_text(found[2])
    metadata = tmp_path / "cautious-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: cautious\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[galda.bots]\ncautious = cautious:Cautious\n")
    told = subprocess.run(
        [sys.executable, "-m", "galda", "arena", "quixo", "cautious", "random", "--size", "3",
         "--games", "10", "--json", "--workers", "1"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert '"cautious"' in told.stdout
    assert '"forfeits": 0' in told.stdout
