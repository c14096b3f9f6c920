"""Bots by name, the greedy bot, and advice."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import galda
from galda import GaldaError
from galda.bots.greedy import GreedyBot
from galda.bots.level_bot import levels_of
from galda.bots.levels import BASELINES, CLASSIC, LEVELS, PLAIN, SEARCHING, level_names
from galda.core.play.levels import (
    ALPHA_BETA,
    RANDOM_ROLLOUTS,
    TREE_SEARCH,
    WITH_NETWORK,
    AlphaBetaLevel,
    PolicyLevel,
    RoundSearchLevel,
    TreeSearchLevel,
    sampled_levels,
)
from galda.core.play.options import player_counts
from galda.core.play.values import Points
from levels_table import updated
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
    assert {bot.partition(":")[0] for bot in BOTS} == {*PLAIN, *LEVELS, *BASELINES}


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


def test_every_table_has_a_row_for_every_level() -> None:
    for game in map(galda.game, galda.game_names()):
        for players in player_counts(game.options):
            assert tuple(levels_of(game, players)) == SEARCHING


def test_each_level_overlooks_less_than_the_one_below_and_searches_more() -> None:
    for table in (ALPHA_BETA, RANDOM_ROLLOUTS):
        for weak, strong in itertools.pairwise(table[name] for name in LEVELS):
            assert strong.budget.work >= weak.budget.work
            if isinstance(strong, AlphaBetaLevel) and isinstance(weak, AlphaBetaLevel):
                assert strong.depth >= weak.depth
                assert weak.blunders is not None
                if strong.blunders is not None:
                    assert strong.blunders.own_moves > weak.blunders.own_moves
                    assert strong.blunders.replies >= weak.blunders.replies
                    assert strong.blunders.temperature < weak.blunders.temperature
        master = table["master"]
        assert isinstance(master, AlphaBetaLevel | TreeSearchLevel) and master.blunders is None
    work = [RANDOM_ROLLOUTS[name].budget.work for name in LEVELS]
    assert work == sorted(set(work))


def test_the_baseline_is_no_level_and_stays_as_it_is() -> None:
    assert ALPHA_BETA[CLASSIC] == AlphaBetaLevel()
    assert TREE_SEARCH[CLASSIC] == TreeSearchLevel()
    for table in (ALPHA_BETA, TREE_SEARCH):
        assert (table[CLASSIC].budget.work, table[CLASSIC].budget.seconds) == (1 << 60, 1.0)
    for game in map(galda.game, galda.game_names()):
        assert levels_of(game, 2)[CLASSIC] in (ALPHA_BETA[CLASSIC], TREE_SEARCH[CLASSIC])
        assert CLASSIC not in level_names(game)
    assert CLASSIC in galda.bot_names()


def test_tables_say_by_which_search_a_game_is_played() -> None:
    masters = {
        (name, players): type(levels_of(galda.game(name), players)["master"])
        for name, players in (("quixo", 2), ("quixo", 4), ("pylos", 2), ("towers", 3))
    }
    assert list(masters.values()) == [
        AlphaBetaLevel, TreeSearchLevel, AlphaBetaLevel, RoundSearchLevel,
    ]  # fmt: skip
    for name in ("towers", "alhambra"):
        assert levels_of(galda.game(name), 3)["expert"] == PolicyLevel()
    assert levels_of(galda.game("alhambra"), 3)["master"] == TreeSearchLevel(network=True)


@pytest.mark.parametrize(
    ("kernels", "players", "network", "wanted"),
    [
        ({"evaluate"}, 2, False, ALPHA_BETA),
        ({"evaluate"}, 3, False, sampled_levels(guided=False, sees_leads=False)),
        ({"rollout_policy"}, 2, False, sampled_levels(guided=True, sees_leads=False)),
        ({"rollout_policy", "margin"}, 2, False, sampled_levels(guided=True, sees_leads=True)),
        ({"scores_now"}, 2, False, sampled_levels(guided=False, sees_leads=True)),
        (
            {"rollout_policy"},
            2,
            True,
            {**sampled_levels(guided=True, sees_leads=False), **WITH_NETWORK},
        ),
    ],
)
def test_a_game_without_a_table_is_played_by_what_it_brings(
    kernels: set[str], players: int, network: bool, wanted: Any, tmp_path: Path
) -> None:
    game: Any = SimpleNamespace(
        bots=SimpleNamespace(levels={}), has=kernels.__contains__, folder=tmp_path
    )
    if network:
        (tmp_path / "policy_value.npz").touch()
    assert levels_of(game, players) == wanted


def test_a_level_that_samples_does_so_several_times_as_often_as_the_one_below() -> None:
    for guided in (False, True):
        levels = sampled_levels(guided=guided, sees_leads=False)
        work = [
            level.budget.work
            for level in map(levels.get, ("novice", "casual", "skilled", "expert"))
            if isinstance(level, TreeSearchLevel)
        ]
        assert all(more >= 5 * less for less, more in pairwise(work))
        assert len(work) == 4 and work[0] > 0, "where scores say nothing, novice samples as well"


def test_master_alone_takes_circles_for_draws() -> None:
    assert [
        name
        for name, level in ALPHA_BETA.items()
        if isinstance(level, AlphaBetaLevel) and level.repetitions_draw
    ] == ["master"]
    position = galda.position("quixo ooxxx/xx..o/x...x/xxoxo/oooox 1")
    assert galda.make_bot("master:20000", seed=1).choose(position) == 38
    assert galda.make_bot("classic:20000", seed=1).choose(position) != 38


@pytest.mark.parametrize("name", galda.game_names())
def test_the_same_seed_makes_the_same_choices(name: str) -> None:
    positions = list(random_game(name, {}, 4))[:24:3]
    for level in LEVELS[:3]:
        first, again = (
            [galda.make_bot(level, seed=9).choose(p.known_to(p.to_act, 1)) for p in positions]
            for _ in range(2)
        )
        assert first == again, level


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


def test_the_page_on_bots_lists_the_levels_as_they_are() -> None:
    page = (ROOT / "docs" / "bots.md").read_text("utf-8")
    assert updated(page) == page, "run scripts/levels_table.py"


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
