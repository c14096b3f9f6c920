"""How near self-play without any solved position comes to perfect play, by learning time.

    python -m lab.learning.exact_curve SNAPSHOTS.npz GAME docs/learning/exact-GAME.svg

The snapshots are weights of one run at several numbers of actions (`STEPS/NAME` -> array), with the
checkpoint's shape beside them as `GAME-1.pt`. Each plays the game's exams by its policy alone.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import torch

from galda import exams
from galda.learn.drawing import draw
from galda.nets.checkpoints import load
from galda.nets.quantise import quantise, write_network
from galda.nets.seat_network import SeatNetwork

SOURCES = {"chance": "random positions", "strong": "strong play"}


def networks(snapshots: Path, checkpoint: Path) -> dict[int, SeatNetwork]:
    """The networks of a run by how many actions they had learnt from."""
    shape: dict[str, Any] = load(checkpoint).network.shape
    found: dict[int, SeatNetwork] = {0: SeatNetwork(**shape)}
    with np.load(snapshots) as kept:
        for steps in sorted({int(name.split("/")[0]) for name in kept.files}):
            network = SeatNetwork(**shape)
            told = network.state_dict()
            for name in kept.files:
                if name.split("/")[0] == str(steps):
                    told[name.split("/")[1]] = torch.from_numpy(kept[name]).float()
            network.load_state_dict(told)
            found[steps] = network
    return found


def main() -> None:
    """Sit the exams and draw the curve."""
    snapshots, game, picture = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    curve = []
    with tempfile.TemporaryDirectory() as folder:
        for steps, network in networks(snapshots, snapshots.parent / f"{game}-1.pt").items():
            file = Path(folder) / f"{steps}.npz"
            write_network(file, quantise(network), {"game": game})
            point: dict[str, float] = {"moves": steps}
            for source in SOURCES:
                report = exams.score(game, str(file), source=source)
                point[source] = report.share
            curve.append(point)
            print(point, flush=True)
    words = {name: f"{word}" for name, word in SOURCES.items()}
    title = f"{game.title()}: the network alone, without a solved position"
    picture.write_text(
        draw(title, [{"curve": curve}], words, "the share of exam positions kept at their value"),
        "utf-8",
    )


if __name__ == "__main__":
    main()
