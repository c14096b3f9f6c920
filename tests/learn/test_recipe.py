"""A network from nothing by one recipe: repeatable, resumable, a bot in the end."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galda
from galda.bots.learnt import read_taught
from galda.core.workers import here

torch = pytest.importorskip("torch", reason="learning needs PyTorch: pip install 'galda[learn]'")

from galda.learn.by_search.__main__ import main, read_arguments, recipe_of  # noqa: E402
from galda.learn.by_search.recipe import Kitchen, Recipe  # noqa: E402
from galda.learn.by_search.telling import Teller  # noqa: E402

SMALL = Recipe(
    "towers", (2, 3), quick=30, generations=2, games=4, iterations=5, epochs=1, first=16, second=8,
    leave_out=("towers",), search={"ahead": 4}, deals=2, budget=5, worth=0.5,
)  # fmt: skip


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


class Interrupted(Exception):
    """Somebody pulls the plug."""


def test_it_goes_on_where_it_was_left_and_makes_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("galda.learn.by_search.games.CHUNK", 2)
    whole = Kitchen(SMALL, tmp_path / "whole", here, Teller()).make()
    assert whole is not None
    left = [4]

    def until_it_fails(work: Callable[[Any], Any], jobs: Iterable[Any]) -> Iterator[Any]:
        for job in jobs:
            left[0] -= 1
            if left[0] == 0:
                raise Interrupted
            yield work(job)

    broken = tmp_path / "broken"
    with pytest.raises(Interrupted):
        Kitchen(SMALL, broken, until_it_fails, Teller()).make()
    assert not (broken / "network-1.npz").exists()
    last = Kitchen(SMALL, broken, here, Teller()).make()
    assert last is not None
    for file in ("network-0.npz", "network-1.npz"):
        first, second = (np.load(folder / file) for folder in (whole.parent, broken))
        assert all((first[name] == second[name]).all() for name in first)
    assert read_taught(last).search == {"ahead": 4}
    position = galda.game("towers").new(seed=1)
    assert galda.make_bot(f"{last}:9", seed=1).choose(position) in position.legal_actions
    kitchen = Kitchen(SMALL, broken, here, Teller())
    told = [(each["generation"], each["rival"]) for each in kitchen.outcomes()]
    assert told == [(0, "classic:2"), (1, "classic:2")]
    with pytest.raises(galda.GaldaError, match="other settings"):
        Kitchen(replace(SMALL, seed=2), broken, here, Teller())


def test_the_command_makes_what_was_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = (
        "towers --quick 30 --generations 1 --first 16 --second 8 --deals 0 --workers 1 --seed 3 "
        f"--search ahead=7 exploration=0.5 --folder {tmp_path}/made"
    ).split()
    assert recipe_of(read_arguments(words)).search == {"ahead": 7.0, "exploration": 0.5}
    assert main(words) == 0
    told = capsys.readouterr()
    made = Path(told.out.strip())
    assert made.name == "network-0.npz"
    assert "left" in told.err
    assert json.loads((made.parent / "recipe.json").read_text())["seed"] == 3
    assert main(words) == 0  # nothing is left to do
