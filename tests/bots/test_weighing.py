"""Games' own searches: they weigh what is legal, know nothing hidden, and master plays by them."""

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
from galda.bots import levels
from galda.bots.kernels.ismcts import MOST_PLAYERS
from galda.bots.levels import LEVELS, MARKS, LevelBot
from galda.bots.weighing import LOOKS, Scale, Weighing
from galda.core.kernels import contract
from galda.core.kernels.kernel import COMPILED
from galda.core.play.options import player_counts
from galda.core.play.position import Position
from support import random_game

WEIGHING = [name for name in galda.game_names() if galda.game(name).has("weigh")]
TABLES = [
    (name, players) for name in WEIGHING for players in player_counts(galda.game(name).options)
]


def weighed(position: Position, samples: int, seed: int = 5) -> dict[int, list[float]]:
    """What each action is worth to each seat."""
    game = position.game
    legal = np.zeros(game.rules.most_legal, np.int32)
    out = np.full((game.rules.most_legal, MOST_PLAYERS), np.nan)
    n, looks = contract.weigh(position.states[0], samples, np.uint64(seed), legal, out)
    assert looks > 0
    return {int(legal[k]): out[k, : position.players].tolist() for k in range(n)}


def decisions(name: str, players: int, seed: int) -> list[Position]:
    """The positions of a game by chance in which there is something to choose."""
    played = random_game(name, {"players": players}, seed)
    return [position for position in played if len(position.legal_actions) > 1]


def test_there_is_a_game_with_a_search_of_its_own() -> None:
    assert WEIGHING == ["towers"]


@pytest.mark.parametrize("samples", [0, 2])
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_just_the_legal_actions_are_weighed_at_every_decision(
    name: str, players: int, samples: int
) -> None:
    for position in decisions(name, players, 21):
        before = position.states.tobytes()
        found = weighed(position, samples)
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
            found = weighed(position, samples)
            assert [weighed(twin, samples) for twin in twins] == [found, found]


@pytest.mark.parametrize("name", WEIGHING)
def test_samples_depend_on_the_seed_and_without_them_nothing_does(name: str) -> None:
    position = decisions(name, 3, 23)[0]
    assert weighed(position, 2, seed=1) == weighed(position, 2, seed=1)
    assert weighed(position, 2, seed=1) != weighed(position, 2, seed=2)
    assert weighed(position, 0, seed=1) == weighed(position, 0, seed=2)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_same_seed_and_budget_give_the_same_move(name: str, players: int) -> None:
    for position in decisions(name, players, 24)[::9]:
        first, second, other = (
            Weighing(iterations=100, seed=seed).suggest(position) for seed in (4, 4, 5)
        )
        assert first == second
        assert [move.value.chance for move in first] == sorted(
            (move.value.chance for move in first), reverse=True
        )
        assert {move.action for move in other} == set(position.legal_actions)


@pytest.mark.parametrize("name", WEIGHING)
def test_a_budget_is_work_whatever_a_sample_takes(name: str) -> None:
    for players in player_counts(galda.game(name).options):
        scale = Scale(next(p for p in decisions(name, players, 25)[30:] if not p.in_turn), seed=1)
        scale.weigh(iterations=20_000)
        assert scale.samples > 2
        assert 0.6 * 20_000 * LOOKS < scale.looks < 1.5 * 20_000 * LOOKS


@pytest.mark.parametrize("name", WEIGHING)
def test_parts_are_averaged(name: str) -> None:
    position = decisions(name, 2, 26)[0]
    scale = Scale(position, seed=3)
    scale.weigh(iterations=1)
    few, samples = scale.worths(), scale.samples
    scale.weigh(iterations=2000)
    many = scale.worths()
    assert scale.samples > 5 * samples
    assert many != few
    for action, worths in many.items():
        assert worths == pytest.approx(few[action], abs=0.1)
        assert sum(worths) == pytest.approx(1)


@pytest.mark.parametrize("name", WEIGHING)
def test_a_time_is_kept(name: str) -> None:
    position = decisions(name, 2, 27)[0]
    Weighing(iterations=1).choose(position)
    began = time.perf_counter()
    found = Weighing(seconds=0.1).suggest(position)
    assert 0.08 < time.perf_counter() - began < 2
    assert found[0].visits > 2


@pytest.mark.parametrize("name", WEIGHING)
def test_master_plays_by_it(name: str) -> None:
    for position in decisions(name, 3, 28)[:30:6]:
        seed = random.Random(6).getrandbits(60)
        iterations = 20 if position.in_turn else 80
        wanted = Weighing(iterations, seed=seed).suggest(position)
        assert galda.make_bot("master:80", seed=6).suggest(position) == wanted  # type: ignore[attr-defined]
        assert galda.make_bot("master:80", seed=6).choose(position) == wanted[0].action


@pytest.mark.parametrize("name", WEIGHING)
def test_others_do_not(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("nobody else weighs")

    game = galda.game(name)
    monkeypatch.setattr(levels, "Weighing", refuse)
    style = game.bots.styles[0].name
    for bot in ("classic:20", f"master-{style}:20", "expert:20", "novice", "skilled"):
        position = game.new(seed=2)
        assert galda.make_bot(bot, seed=1).choose(position) in position.legal_actions
    with pytest.raises(AssertionError):
        LevelBot(LEVELS["master"]).choose(game.new(seed=2))
    assert LevelBot(MARKS["classic"]).suggest(game.new(seed=2))


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled in this run")
@pytest.mark.parametrize("name", WEIGHING)
def test_plain_python_weighs_as_compiled_code_does(name: str) -> None:
    program = (
        "import sys\n"
        "sys.path[:0] = sys.argv[2:]\n"
        "from test_weighing import told\n"
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
        found += [weighed(position, 0) for position in some[10::25]]
        late = [position for position in some if position.in_turn][-4:]
        found += [weighed(position, 1) for position in late[:2]]
    return found
