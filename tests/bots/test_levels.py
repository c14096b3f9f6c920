"""Bots by name, the greedy bot, and advice."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import galda
from galda import GaldaError
from galda.bots.greedy import GreedyBot
from galda.bots.levels import CLASSIC, LEVELS, MARKS, PLAIN, SEARCHING, brings_policy, level_names
from galda.core.play.values import Points
from support import random_game

ROOT = Path(__file__).parents[2]
BOTS = [*PLAIN, "novice", "casual", "skilled", "expert", "master:150", "classic:150"]
"""All but the oracle; the strongest with a budget that needs no clock."""


@pytest.mark.parametrize("name", galda.game_names())
@pytest.mark.parametrize("bot", BOTS)
def test_every_bot_plays_every_game_by_the_rules(name: str, bot: str) -> None:
    player = galda.make_bot(bot, seed=1)
    position = list(random_game(name, {}, 4))[2]
    for _ in range(3):
        action = player.choose(position.known_to(position.to_act, 1))
        assert action in position.legal_actions
        position = position.play(action)


def test_no_bot_is_left_out() -> None:
    assert {bot.partition(":")[0] for bot in BOTS} == {*PLAIN, *LEVELS, *MARKS}


def test_an_unknown_bot_is_answered_with_the_known_ones() -> None:
    with pytest.raises(GaldaError, match="novice"):
        galda.make_bot("genius")


def test_a_level_can_be_given_a_budget_that_needs_no_clock() -> None:
    position = galda.game("quixo").new()
    chosen = {galda.make_bot("master:20000", seed=1).choose(position) for _ in range(2)}
    assert len(chosen) == 1
    for name in ("master:", "master:0", "master:soon", "random:5"):
        with pytest.raises(GaldaError, match="no bot"):
            galda.make_bot(name)


def test_of_five_levels_each_sees_at_least_what_the_one_below_sees() -> None:
    levels = list(LEVELS.values())
    assert len(levels) == 5
    for weak, strong in itertools.pairwise(levels):
        assert strong.depth >= weak.depth
        assert strong.iterations >= weak.iterations
        assert strong.horizon >= weak.horizon or not weak.iterations
        assert weak.looking is not None
        if strong.looking is not None:
            assert strong.looking.notices > weak.looking.notices
            assert strong.looking.heeds >= weak.looking.heeds
            assert strong.looking.whim < weak.looking.whim
    assert LEVELS["master"].looking is None and LEVELS["master"].sampling.is_full


def test_the_mark_is_no_level_and_stays_as_it_is() -> None:
    mark = MARKS[CLASSIC]
    assert (mark.depth, mark.seconds, mark.looking) == (60, 1.0, None)
    assert mark.iterations == mark.nodes == mark.horizon == 1 << 60
    assert mark.sampling.is_full
    assert CLASSIC in galda.bot_names()
    assert all(CLASSIC not in level_names(galda.game(name)) for name in galda.game_names())


def test_master_alone_takes_circles_for_draws() -> None:
    assert [name for name, level in SEARCHING.items() if level.again] == ["master"]
    position = galda.position("quixo ooxxx/xx..o/x...x/xxoxo/oooox 1")
    assert galda.make_bot("master:20000", seed=1).choose(position) == 38
    assert galda.make_bot("classic:20000", seed=1).choose(position) != 38


@pytest.mark.parametrize("name", galda.game_names())
def test_the_same_seed_makes_the_same_choices(name: str) -> None:
    positions = list(random_game(name, {}, 4))[:24:3]
    for level in list(LEVELS)[:3]:
        first, again = (
            [galda.make_bot(level, seed=9).choose(p.known_to(p.to_act, 1)) for p in positions]
            for _ in range(2)
        )
        assert first == again, level


def test_in_a_game_that_brings_no_policy_each_level_samples_more_than_the_one_below() -> None:
    class Bare:
        def has(self, kernel: str) -> bool:
            return False

    bare: Any = Bare()
    samples = [level.iterations_in(bare) for level in LEVELS.values()]
    assert samples == sorted(set(samples))


def test_games_that_are_sampled_bring_a_policy_so_levels_play_as_they_were_tuned() -> None:
    for game in map(galda.game, galda.game_names()):
        assert brings_policy(game) != game.has("evaluate")
    samples = [level.iterations_in(galda.game("towers")) for level in LEVELS.values()]
    assert samples[:4] == [0, 0, 30, 200]


@pytest.mark.parametrize("name", ["quixo", "pylos"])
def test_the_greedy_bot_takes_a_win_and_sees_it_as_a_lead(name: str) -> None:
    taken = 0
    for position in (p for seed in range(12) for p in random_game(name, {}, seed)):
        seat, legal = position.to_act, position.legal_actions
        winning = {action for action in legal if wins_this_turn(position.play(action), seat)}
        if winning:
            moves = GreedyBot(1).suggest(position)
            assert {move.action for move in moves[: len(winning)]} == winning
            assert all((move.value > Points(0)) == (move.action in winning) for move in moves)
            taken += 1
    assert taken > 3


def wins_this_turn(position: galda.Position, seat: int) -> bool:
    """Whether a seat has won, or can by the rest of its turn."""
    if position.in_turn:
        return any(wins_this_turn(position.play(action), seat) for action in position.legal_actions)
    return seat in position.winners


def test_the_greedy_bot_takes_the_largest_lead_it_can_reach_this_turn() -> None:
    chosen = 0
    for position in random_game("towers", {"players": 2}, 5):
        if position.is_over or not position.in_turn:
            continue
        seat = position.to_act

        def best(p: galda.Position, seat: int = seat) -> int:
            if not p.in_turn or p.to_act != seat:
                return p.scores[seat] - p.scores[1 - seat]
            return max(best(p.play(a)) for a in p.legal_actions)

        values = {a: best(position.play(a)) for a in position.legal_actions}
        assert values[GreedyBot(1).choose(position)] == max(values.values())
        chosen += 1
    assert chosen > 10


def test_a_position_gives_advice() -> None:
    position = galda.game("quixo").new(size=3)
    suggestions = position.suggest("skilled", seed=1)
    assert {s.action for s in suggestions} == set(position.legal_actions)
    won = list(random_game("quixo", {"size": 3}, 1))[-1]
    assert won.suggest("skilled") == []
    with pytest.raises(GaldaError, match="gives no advice"):
        position.suggest("random")


def test_the_bot_of_the_docs_plays(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "adding-a-bot.md").read_text("utf-8")
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
