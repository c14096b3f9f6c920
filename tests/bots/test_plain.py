"""Searches run as plain Python too, without compiling, and find the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

import galda
from galda.bots import mcts
from galda.bots.alphabeta import AlphaBeta, can_look_ahead
from galda.bots.greedy import GreedyBot
from galda.bots.mcts import Mcts
from galda.core.kernels.kernel import COMPILED

PROGRAM = "import json, sys, test_plain; print(json.dumps(test_plain.found(sys.argv[1])))"


def found(name: str) -> list[list[list[int]]]:
    """What small searches say of a game a few turns old: their actions, best first, and visits."""
    position = galda.game(name).new(seed=3)
    for _ in range(4):
        position = position.play(position.legal_actions[-1])
    bots: list[AlphaBeta | GreedyBot | Mcts] = [
        Mcts(iterations=20, seed=5, rollout_limit=30),
        Mcts(iterations=20, seed=5, rollout_limit=30, guided=False),
    ]
    if can_look_ahead(position):
        bots += [AlphaBeta(nodes=300), GreedyBot(seed=5)]
    with patch.object(mcts, "MOST_LEAVES", 10):  # plain Python is slow
        return [[[move.action, move.visits] for move in bot.suggest(position)] for bot in bots]


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled in this run")
@pytest.mark.parametrize("name", galda.game_names())
def test_plain_python_searches_as_compiled_code_does(name: str) -> None:
    paths = [str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, name],
        env={**os.environ, "GALDA_COMPILE": "0", "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == found(name)
