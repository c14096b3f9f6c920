"""Games are the same bytes everywhere: a digest of them stands here."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import galda
from galda.exams import exams_of

DIGESTS = {
    "alhambra": "4b026483c2de2999",
    "pylos": "849d88a03838b6a5",
    "quixo": "5fd89cd9440e9492",
    "towers": "9d92265012e0096f",
}
"""The first digits of what `digest` gives, on any platform, with any Python."""


def digest(name: str) -> str:
    """All states, masks, observations, rewards and seeds of some random games."""
    batch, seen = galda.batch(name, 4, seed=2026), hashlib.sha256()
    for step in range(60):
        batch.step(batch.random_actions(step))
        for array in (batch.states, batch.masks, batch.observations, batch.rewards, batch.scores):
            seen.update(array.tobytes())
    seen.update(str([batch.seed_of(i, 1) for i in range(4)]).encode())
    return seen.hexdigest()[:16]


@pytest.mark.parametrize("name", DIGESTS)
def test_compiled_games_are_those_of_the_digest(name: str) -> None:
    assert digest(name) == DIGESTS[name]


def test_games_in_plain_python_are_the_same() -> None:
    code = "from test_determinism import DIGESTS, digest; print([digest(name) for name in DIGESTS])"
    path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True,
        env={**os.environ, "GALDA_COMPILE": "0", "PYTHONPATH": path},
    )  # fmt: skip
    assert ran.stdout.strip() == str(list(DIGESTS.values()))


def test_the_datasheet_counts_what_there_is() -> None:
    sheet = (Path(__file__).parents[2] / "docs" / "exams-datasheet.md").read_text("utf-8")
    sizes = {size: [len(e.texts) for e in exams_of("quixo", size=size)] for size in (3, 4, 5)}
    for size, (chance, strong) in sizes.items():
        assert f"| Quixo {size}×{size} | {chance} | {strong} |" in sheet
    for variant in ("standard", "beginners", "expert"):
        assert [len(e.texts) for e in exams_of("pylos", variant=variant)] == [800, 800]
    assert "| Pylos, each of three variants | 800 | 800 |" in sheet
