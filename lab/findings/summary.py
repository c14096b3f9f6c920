"""Where the sums are kept: lab/findings/data/GAME.json, a run under its name."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import galda
from lab.findings.counts import Counts
from lab.findings.numbers import settled
from lab.findings.runs import Run

FIT = "fit "
"""Sums for a fit have names that begin so; the fit itself is kept, which is smaller."""
DATA = Path(__file__).parent / "data"


def read(game: str, folder: Path = DATA) -> dict[str, Any]:
    """All that is kept of a game, by the names of the runs."""
    file = folder / f"{game}.json"
    kept: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return kept


def keep(run: Run, counted: Counts, folder: Path = DATA) -> None:
    """Keep the sums of a run; the same run anew replaces the old."""
    own = {
        name: settled(value) if name.startswith(FIT) else value
        for name, value in counted["own"].items()
    }
    told = json.loads(json.dumps({
        "run": asdict(run), "version": galda.__version__, **counted, "own": own,
    }))  # fmt: skip
    kept = read(run.game, folder) | {run.name: told}
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        f"{json.dumps(name)}: {json.dumps(kept[name], separators=(',', ':'))}"
        for name in sorted(kept)
    ]
    (folder / f"{run.game}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
