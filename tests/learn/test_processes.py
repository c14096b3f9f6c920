"""Learning in two processes: one network, games of their own, and one that writes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'galda[learn]'")

PROGRAM = """
import sys
from pathlib import Path
from torch import distributed
from galda.learn.run import Wish, learn
from galda.learn.settings import Settings

settings = Settings("quixo", (2,), {"size": 3}, games=4, horizon=8, pieces=2, warm=0)
wish = Wish(steps=int(sys.argv[2]), points=1, games=4, threads=1)
learner = learn(settings, Path(sys.argv[1]), wish)
weights = sum(float(each.detach().double().abs().sum()) for each in learner.weights)
states = [batch.states.tobytes() for batch in learner.games.batches]
every = [None, None]
distributed.all_gather_object(every, (weights, states, learner.steps))
if distributed.get_rank() == 0:
    print("same network", every[0][0] == every[1][0])
    print("same games", every[0][1] == every[1][1])
    print("actions", every[0][2], every[1][2])
"""


def test_two_processes_learn_one_network_from_games_of_their_own(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    for steps in (256, 512):  # the second time it goes on
        command = [
            sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", "2",
            "--standalone", str(program), str(tmp_path / "run"), str(steps),
        ]  # fmt: skip
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert told.splitlines() == [
            "same network True", "same games False", f"actions {steps} {steps}",
        ]  # fmt: skip
    assert (tmp_path / "run" / "learnt.pt").exists()
