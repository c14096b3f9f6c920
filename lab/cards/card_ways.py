"""Compare ways to write observations on a graphics card: `python -m lab.cards.card_ways [GAME …]`.

For each game a process of its own compiles, then they take turns measuring. Printed is a JSON line
for each way: bytes a step, nanoseconds a step by the card's own clock, how much of the memory's
speed that is. All ways of a game must have seen the same: the digest of all observations, whole,
after some steps.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import galda
from benchmarks.speed.card import card_steps
from benchmarks.speed.environments import bytes_a_move
from galda.envs.cuda_batch import CudaBatch
from galda.envs.kernels.cuda_batches import SHARED, Plan, usual_plan

MEMORY = 4.8e12
"""Bytes a second, by the maker of an H200."""
GAMES, FEW = 1 << 20, 1 << 12
PLAYED = 30
LOCK = Path(tempfile.gettempdir(), "galda-card-ways.lock")


def ways(game: galda.Game) -> dict[str, Plan]:
    """Plans by their names."""
    usual = usual_plan(game)
    shifting = usual._replace(apart=True, shifting=True)
    return {
        "usual": usual,
        "shifting": shifting,
        "shifting, states near": shifting._replace(seen_near=SHARED),
    }


def digest(batch: CudaBatch) -> str:
    """What is seen after some steps, and who would be to act."""
    for step in range(PLAYED):
        batch.step(batch.random_actions(step))
    kept = hashlib.sha1(batch.observations.copy_to_host().tobytes())
    kept.update(batch.to_act.copy_to_host().tobytes())
    return kept.hexdigest()[:12]


def one(name: str) -> int:
    """Compile all ways of a game, wait for one's turn, measure."""
    began, game, seen = time.time(), galda.game(name), set()
    for plan in ways(game).values():
        seen.add(digest(CudaBatch(game, FEW, 1, {}, plan=plan)))
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for label, plan in ways(game).items():
            batch = CudaBatch(game, GAMES, 1, {}, plan=plan)
            needed, speed = bytes_a_move(game, True), card_steps(batch)
            told = {
                "game": name, "way": label, "games": GAMES, "bytes_a_step": needed,
                "ns": round(1e9 / speed, 4), "percent": round(speed * needed / MEMORY * 100, 1),
                "since_start_s": round(time.time() - began, 1),
            }  # fmt: skip
            print(json.dumps(told), flush=True)
            del batch
    print(name, "same bytes" if len(seen) == 1 else f"DIFFERENT {seen}", flush=True)
    return int(len(seen) > 1)


def main(names: list[str]) -> int:
    """All games side by side."""
    program = [sys.executable, __file__, "--one"]
    running = [subprocess.Popen([*program, each], env=os.environ) for each in names]
    return max(each.wait() for each in running)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        sys.exit(one(sys.argv[2]))
    sys.exit(main(sys.argv[1:] or list(galda.game_names())))
