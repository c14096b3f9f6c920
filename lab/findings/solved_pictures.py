"""Draw the positions of docs/solved.md: `python -m lab.findings.solved_pictures`."""

from __future__ import annotations

from pathlib import Path

import galda
from galda.core.play.position import Position
from lab.exams.quixo_held_out import position_of as quixo_position
from lab.findings.pylos_positions import position_of

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "solved"
PYLOS = galda.game("pylos")

POSITIONS: dict[str, Position] = {
    "pylos-longest-win": position_of(PYLOS, "expert", 16, 2852),
    "pylos-longest-loss": position_of(PYLOS, "standard", 11537, 74),
    "pylos-zugzwang-standard": position_of(PYLOS, "standard", 68, 768),
    "pylos-zugzwang-expert": position_of(PYLOS, "expert", 20, 258),
    "quixo-one-move-saves": quixo_position(0x100101, 0x692),
    "quixo-one-move-wins": quixo_position(0x1528D, 0x10E2112),
}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, position in POSITIONS.items():
        (FOLDER / f"{name}.svg").write_text(position.svg(), "utf-8")
