"""The folder of a run: what it goes on from, the network as it is now, and its curve.

`state.pt` is everything, written whole or not at all; `learnt.pt` is a bot wherever a bot is named;
`curve.jsonl` has a line of JSON for each measurement and `curve.svg` draws them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import galda
from galda.core.errors import GaldaError
from galda.core.extras import extra
from galda.learn.drawing import draw
from galda.learn.settings import Settings
from galda.nets.checkpoints import save, write_whole
from galda.nets.seat_network import SeatNetwork

with extra("learn"):
    import torch

VERSION = 1
STATE, NETWORK, CURVE, PICTURE = "state.pt", "learnt.pt", "curve.jsonl", "curve.svg"


@dataclass
class Kept:
    """A run as it was kept."""

    settings: Settings
    state: dict[str, Any]
    seconds: float
    curve: list[dict[str, Any]] = field(default_factory=list)


def read(folder: Path) -> Kept | None:
    """The run of a folder, if there is one."""
    file = folder / STATE
    if not file.exists():
        return None
    try:
        told = torch.load(file, map_location="cpu", weights_only=True)  # data, never code
        if told["version"] != VERSION:
            raise KeyError("version")
        settings = Settings.from_json(told["settings"])
        return Kept(settings, told["state"], told["seconds"], told["curve"])
    except Exception as error:
        raise GaldaError("{file} is no run of ours: {error}", file=file, error=error) from error


def write(folder: Path, kept: Kept, network: SeatNetwork) -> None:
    """Keep a run: the state last, so that whatever it is told by is there."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = kept.settings
    save(folder / NETWORK, network, settings.game, settings.options, header(kept))
    write_curve(folder, kept)
    told = {"version": VERSION, "settings": settings.as_json(), "state": kept.state,
            "seconds": kept.seconds, "curve": kept.curve}  # fmt: skip
    write_whole(folder / STATE, told)


def write_curve(folder: Path, kept: Kept) -> None:
    """The curve so far, as lines and as a picture."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(each) + "\n" for each in kept.curve)
    _write_text(folder / CURVE, lines)
    if kept.curve:
        _write_text(folder / PICTURE, picture(kept))


def picture(kept: Kept) -> str:
    """The curve, a line for each opponent."""
    title = f"{galda.game(kept.settings.game).title}, seed {kept.settings.seed}"
    names = [name for name in kept.curve[0].get("against", ()) if " " not in name]
    curve = [{"moves": each["moves"], **each["against"]} for each in kept.curve]
    words = {name: f"against {name}" for name in names}
    meaning = "the share of points of the network alone, its likeliest actions"
    return draw(title, [{"curve": curve}], words, meaning)


def header(kept: Kept) -> dict[str, Any]:
    """What is told with a network: where it comes from."""
    settings = kept.settings
    return {
        "by": "galda learn", "galda": galda.__version__, "game": settings.game,
        "options": settings.options, "players": list(settings.players),
        "seed": settings.seed,
        "steps": kept.state["steps"], "seconds": round(kept.seconds, 1),
    }  # fmt: skip


def _write_text(file: Path, text: str) -> None:
    unfinished = file.with_name(f".{file.name}")
    unfinished.write_text(text, "utf-8")
    unfinished.replace(file)
