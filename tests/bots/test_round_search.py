"""Games' own searches: they value legal actions, know nothing hidden, and master plays by them."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galda
from galda.bots import level_bot
from galda.bots.kernels.ismcts import MOST_PLAYERS
from galda.bots.level_bot import LevelBot
from galda.bots.round_search import EVALUATIONS, ActionValues, RoundSearch
from galda.core.kernels import contract
from galda.core.kernels.kernel import COMPILED
from galda.core.play.options import player_counts
from galda.core.play.position import Position
from support import random_game

SEARCHED = [name for name in galda.game_names() if galda.game(name).has("action_values")]
TABLES = [
    (name, players) for name in SEARCHED for players in player_counts(galda.game(name).options)
]


def values_of(position: Position, samples: int, seed: int = 5) -> dict[int, list[float]]:
    """The value of each action to each seat."""
    game = position.game
    legal = np.zeros(game.rules.most_legal, np.int32)
    out = np.full((game.rules.most_legal, MOST_PLAYERS), np.nan)
    n, evaluations = contract.action_values(
        position.states[0], samples, np.uint64(seed), legal, out
    )
    assert evaluations > 0
    return {int(legal[k]): out[k, : position.players].tolist() for k in range(n)}


def decisions(name: str, players: int, seed: int) -> list[Position]:
    """The positions of a game by chance in which there is something to choose."""
    played = random_game(name, {"players": players}, seed)
    return [position for position in played if len(position.legal_actions) > 1]


def test_there_is_a_game_with_a_search_of_its_own() -> None:
    assert SEARCHED == ["towers"]


@pytest.mark.parametrize("samples", [0, 2])
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_just_the_legal_actions_have_values_at_every_decision(
    name: str, players: int, samples: int
) -> None:
    for position in decisions(name, players, 21):
        before = position.states.tobytes()
        found = values_of(position, samples)
        assert tuple(found) == position.legal_actions
        assert all(0 <= each <= 1 for worths in found.values() for each in worths)
        assert position.states.tobytes() == before
        if players == 2:
            assert [sum(worths) for worths in found.values()] == pytest.approx([1] * len(found))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_is_hidden_makes_no_difference(name: str, players: int) -> None:
    for position in decisions(name, players, 22)[::3]:
        twins = [position.known_to(position.to_act, seed) for seed in (1, 2)]
        assert twins[0].states.tobytes() != twins[1].states.tobytes()
        for samples in (0, 2):
            found = values_of(position, samples)
            assert [values_of(twin, samples) for twin in twins] == [found, found]


@pytest.mark.parametrize("name", SEARCHED)
def test_samples_depend_on_the_seed_and_without_them_nothing_does(name: str) -> None:
    position = decisions(name, 3, 23)[0]
    assert values_of(position, 2, seed=1) == values_of(position, 2, seed=1)
    assert values_of(position, 2, seed=1) != values_of(position, 2, seed=2)
    assert values_of(position, 0, seed=1) == values_of(position, 0, seed=2)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_same_seed_and_budget_give_the_same_move(name: str, players: int) -> None:
    for position in decisions(name, players, 24)[::9]:
        first, second, other = (
            RoundSearch(iterations=100, seed=seed).suggest(position) for seed in (4, 4, 5)
        )
        assert first == second
        assert [move.value.chance for move in first] == sorted(
            (move.value.chance for move in first), reverse=True
        )
        assert {move.action for move in other} == set(position.legal_actions)


@pytest.mark.parametrize("name", SEARCHED)
def test_a_budget_is_work_whatever_a_sample_takes(name: str) -> None:
    for players in player_counts(galda.game(name).options):
        found = ActionValues(
            next(p for p in decisions(name, players, 25)[30:] if not p.in_turn), seed=1
        )
        found.improve(iterations=20_000)
        assert found.samples > 2
        assert 0.6 * 20_000 * EVALUATIONS < found.evaluations < 1.5 * 20_000 * EVALUATIONS


@pytest.mark.parametrize("name", SEARCHED)
def test_parts_are_averaged(name: str) -> None:
    position = decisions(name, 2, 26)[0]
    found = ActionValues(position, seed=3)
    found.improve(iterations=1)
    few, samples = found.means(), found.samples
    found.improve(iterations=2000)
    many = found.means()
    assert found.samples > 5 * samples
    assert many != few
    for action, worths in many.items():
        assert worths == pytest.approx(few[action], abs=0.1)
        assert sum(worths) == pytest.approx(1)


@pytest.mark.parametrize("name", SEARCHED)
def test_a_time_is_kept(name: str) -> None:
    position = decisions(name, 2, 27)[0]
    RoundSearch(iterations=1).choose(position)
    began = time.perf_counter()
    found = RoundSearch(seconds=0.1).suggest(position)
    assert 0.08 < time.perf_counter() - began < 2
    assert found[0].visits > 2


@pytest.mark.parametrize("name", SEARCHED)
def test_master_plays_by_it(name: str) -> None:
    for position in decisions(name, 3, 28)[:30:6]:
        seed = random.Random(6).getrandbits(60)
        iterations = 20 if position.in_turn else 80
        wanted = RoundSearch(iterations, seed=seed).suggest(position)
        assert galda.make_bot("master:80", seed=6).suggest(position) == wanted  # type: ignore[attr-defined]
        assert galda.make_bot("master:80", seed=6).choose(position) == wanted[0].action


@pytest.mark.parametrize("name", SEARCHED)
def test_others_do_not(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("no other bot searches a round")

    game = galda.game(name)
    monkeypatch.setattr(level_bot, "RoundSearch", refuse)
    style = game.bots.styles[0].name
    for bot in ("classic:20", f"master-{style}:20", "expert:20", "novice", "skilled"):
        position = game.new(seed=2)
        assert galda.make_bot(bot, seed=1).choose(position) in position.legal_actions
    with pytest.raises(AssertionError):
        LevelBot("master").choose(game.new(seed=2))
    assert LevelBot("classic").suggest(game.new(seed=2))


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled in this run")
@pytest.mark.parametrize("name", SEARCHED)
def test_plain_python_finds_the_values_that_compiled_code_finds(name: str) -> None:
    program = (
        "import sys\n"
        "sys.path[:0] = sys.argv[2:]\n"
        "from test_round_search import told\n"
        "print(told(sys.argv[1]))\n"
    )
    here = Path(__file__).parent
    plain = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program, name, str(here), str(here.parent)],
        env={**os.environ, "GALDA_COMPILE": "0"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert plain.stdout.splitlines()[-1] == str(told(name))


def told(name: str) -> list[dict[int, list[float]]]:
    """What is said of a few positions: of this round, and late in a turn of the next one too."""
    found = []
    for players in (2, 3):
        some = decisions(name, players, 29)
        found += [values_of(position, 0) for position in some[10::25]]
        late = [position for position in some if position.in_turn][-4:]
        found += [values_of(position, 1) for position in late[:2]]
    return found
