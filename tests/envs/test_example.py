"""The example that learns runs, and learns something even from few moves."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn.py"


def test_the_example_learns_to_beat_random_moves() -> None:
    ran = subprocess.run(
        [
            sys.executable, str(EXAMPLE), "--size", "3", "--moves", "100000", "--games", "20",
            "--batch", "128", "--hidden", "64",
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    shares = dict(re.findall(r"against (\w+): ([\d.]+)%", ran.stdout))
    assert shares.keys() == {"random", "greedy"}
    assert float(shares["random"]) > 60, ran.stdout


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) < 200
