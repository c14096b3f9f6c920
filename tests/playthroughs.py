"""Playthroughs: seeded games written out with everything that can be observed of them.

Each file in `tests/playthroughs/` is a test, a piece of documentation and a readable diff at once.
After a change of rules that is meant, write them anew: `python tests/playthroughs.py`.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import galda
from galda import Position
from support import starts

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 2026
MOST_ACTIONS = 30


def playthrough(name: str, options: dict[str, Any]) -> str:
    """The beginning of a random game, position by position, and its end."""
    chance = random.Random(SEED)
    position = galda.game(name).new(seed=SEED, **options)
    lines = [f"game: {name}", f"options: {json.dumps(position.options)}", f"seed: {SEED}"]
    played = 0
    while not position.is_over:
        action = chance.choice(position.legal_actions)
        if played < MOST_ACTIONS:
            lines += ["", f"# action {played + 1}", *observed(position)]
            lines += [f"plays: {position.write(action)}  {position.sentence(action)}"]
        position = position.play(action)
        played += 1
    lines += ["", f"# the end, after {played} actions", *observed(position)]
    for sheet in position.sheets():
        lines += ["", sheet.as_text()]
    return "\n".join(lines) + "\n"


def observed(position: Position) -> list[str]:
    """Everything a position tells of itself."""
    seats = range(-1, position.players)
    views = [json.dumps(position.view(seat), ensure_ascii=False) for seat in seats]
    lines = [f"view: {views[0]}"]
    lines += [f"view of {s}: {v}" for s, v in enumerate(views[1:]) if v != views[0]]
    lines += [
        f"to act: {position.to_act}  in turn: {position.in_turn}  over: {position.is_over}",
        f"scores: {position.scores}  key: {position.key:016x}",
    ]
    if not position.is_over:
        lines.append(
            "legal: " + " ".join(position.write(action) for action in position.legal_actions)
        )
    return lines


def is_ours(name: str) -> bool:
    """Whether a game is one of the project's own: guests are not written out here."""
    return galda.game(name).package.startswith("galda.")


def files(name: str) -> dict[Path, dict[str, Any]]:
    """The playthrough file of each way to start a game."""
    return {FOLDER / f"{name}-{'-'.join(map(str, o.values()))}.txt": o for o in starts(name)}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game in filter(is_ours, galda.game_names()):
        for file, chosen in files(game).items():
            file.write_text(playthrough(game, chosen), "utf-8")
            print(file)
