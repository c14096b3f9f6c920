"""Learning curves as pictures: what the examples wrote while they learnt, drawn as SVG.

    python scripts/curves.py add FILE.json …      keep curves in docs/learning/curves.json
    python scripts/curves.py draw                 draw docs/learning/*.svg from what is kept

A picture shows one learner of one game: a thin line for each seed, a thick one for their mean, the
share of positions of the exam whose exact value is kept against the moves that were learnt from.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import galda
from galda.learn.drawing import draw

FOLDER = Path(__file__).parents[1] / "docs" / "learning"
KEPT = FOLDER / "curves.json"
WORDS = {"chance": "by chance", "strong": "strong play", "chance searched": "by chance, searched",
         "strong searched": "strong play, searched"}  # fmt: skip
MEANING = "the share of exam positions whose exact value is kept"

Run = dict[str, Any]


def add(files: list[Path]) -> None:
    """Keep curves, without what only the program needed; the same seed anew replaces the old."""
    kept: list[Run] = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else []
    for file in files:
        told = json.loads(file.read_text("utf-8"))
        wish = {name: value for name, value in told["wish"].items() if name != "out"}
        run = {**told, "wish": wish, "seed": wish["seed"]}
        kept = [each for each in kept if _same(each) != _same(run)] + [run]
    kept.sort(key=_same)
    FOLDER.mkdir(exist_ok=True)
    KEPT.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


def _same(run: Run) -> tuple[Any, ...]:
    return run["by"], run["game"], str(run["options"]), run["seed"]


def pictures(kept: list[Run]) -> dict[str, str]:
    """The SVG of each learner and game, by the name of its file."""
    groups: dict[tuple[str, str, str], list[Run]] = defaultdict(list)
    for run in kept:
        options = "-".join(str(value) for value in run["options"].values())
        groups[run["by"], run["game"], options].append(run)
    return {
        f"{by.lower()}-{game}-{options}.svg": draw(
            f"{by}, {galda.game(game).title} {options}", runs, WORDS, MEANING
        )
        for (by, game, options), runs in groups.items()
    }


def main() -> None:
    """Keep, or draw."""
    if sys.argv[1] == "add":
        add([Path(name) for name in sys.argv[2:]])
        return
    for name, picture in pictures(json.loads(KEPT.read_text("utf-8"))).items():
        (FOLDER / name).write_text(picture, "utf-8")


if __name__ == "__main__":
    main()
