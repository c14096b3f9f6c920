"""Compare ways to cut a batch on a graphics card: `python card_plans.py [GAME …]`.

Every plan has a process of its own: they compile side by side and then take turns measuring. Printed is
one JSON line for each plan and size of batch: bytes a step, nanoseconds a step by the card's own
clock and by ours, and how much of the memory's speed that is. Plans of a game must have the same
digest: that of all arrays after some steps.
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
from typing import Any

import numpy as np

import galda
from galda.core.kernels.cuda import load_cuda
from galda.envs.benchmark.environments import bytes_a_move
from galda.envs.cuda_batch import CudaBatch
from galda.envs.kernels import cuda_stepping
from galda.envs.kernels.cuda_batches import FAR, OWN, SHARED, Plan

MEMORY = 4.8e12
"""Bytes a second, by the maker of an H200."""
SIZES = (1 << 16, 1 << 18, 1 << 20)
MORE = 1 << 22
"""So many games of the small ones, too: then launching them counts for little."""
WARM_UP, STEPS = 40, 12
ALONE = "masks alone"
SMALL = {"own 128": Plan(128, OWN), "own 64": Plan(64, OWN),
         "far 128": Plan(128, FAR)}  # fmt: skip
PLANS: dict[str, dict[str, Plan | None]] = {
    "quixo": SMALL,
    "pylos": SMALL,
    "towers": {
        "shared 64, apart": Plan(64, SHARED, True),
        "shared 64, apart shared": Plan(64, SHARED, True, SHARED),
        "shared 64, apart shared, all": Plan(64, SHARED, True, SHARED, carve=100),
        "shared 64 alike, apart, all": Plan(64, SHARED, True, FAR, True, carve=100),
        "shared 64, masks alone": Plan(64, SHARED, True),
    },
    "alhambra": {
        "shared 32, apart": Plan(32, SHARED, True),
        "shared 32, apart, all": Plan(32, SHARED, True, carve=100),
        "shared 32, masks alone": Plan(32, SHARED, True, carve=100),
    },
}  # fmt: skip
OUT = Path(os.environ.get("OUT", tempfile.gettempdir()), "card-plans.jsonl")
LONGEST_WAIT = 70
"""Seconds that a plan waits for the others to be compiled."""
LOCK = Path(tempfile.gettempdir(), "galda-card-plans.lock")


class Before(CudaBatch):
    """A batch stepped as it was before."""

    def _step(self, actions: Any) -> None:
        kernel = cuda_stepping.stepper(self.game, True)
        cut = cuda_stepping.Cut(self.game, True)
        kernel[cut.blocks(self.n), cuda_stepping.THREADS, self.stream, cut.shared](
            self.n, self._mode, actions, self._seats, self.states, self.codes,
            self._streams, self.episodes, self.masks, self._numbers, self.rewards, self.scores,
            self.over, self.final_states,
        )  # fmt: skip


def make(name: str, n: int, label: str) -> CudaBatch:
    """A batch by a plan's name."""
    game, plan = galda.game(name), PLANS[name][label]
    observe = not label.endswith(ALONE)
    return Before(game, n, 1, {}) if plan is None else CudaBatch(game, n, 1, {}, observe, plan=plan)


def digest(batch: Any) -> str:
    """What a batch has written so far."""
    kept = hashlib.sha1()
    for name in ("states", "masks", "observations", "rewards", "scores", "over", "to_act"):
        kept.update(np.ascontiguousarray(getattr(batch, name).copy_to_host()).tobytes())
    return kept.hexdigest()[:12]


def measure(name: str, label: str, n: int) -> dict[str, Any]:
    """Step games that are well under way."""
    cuda = load_cuda()
    batch = make(name, n, label)
    for step in range(WARM_UP):
        batch.step(batch.random_actions(step))
    kept = digest(batch) if n == SIZES[0] and not label.endswith(ALONE) else ""
    batch.synchronize()
    pairs = [(cuda.event(), cuda.event()) for _ in range(STEPS)]
    for step, (before, after) in enumerate(pairs):
        actions = batch.random_actions(WARM_UP + step)  # meanwhile the step is waiting already
        before.record()
        batch.step(actions)
        after.record()
    batch.synchronize()
    card = sorted(before.elapsed_time(after) for before, after in pairs)[STEPS // 2] * 1e6 / n
    ours = []
    for step in range(STEPS):
        actions = batch.random_actions(step)
        batch.synchronize()
        began = time.perf_counter()
        batch.step(actions)
        batch.synchronize()
        ours.append(time.perf_counter() - began)
    wall = sorted(ours)[STEPS // 2] * 1e9 / n
    needed = bytes_a_move(galda.game(name), observe=not label.endswith(ALONE))
    return {
        "game": name, "plan": label, "games": n, "bytes_a_step": needed,
        "card_ns": round(card, 4), "card_percent": round(needed / card * 1e9 / MEMORY * 100, 1),
        "wall_ns": round(wall, 4), "wall_percent": round(needed / wall * 1e9 / MEMORY * 100, 1),
        "digest": kept,
    }  # fmt: skip


def one(name: str, label: str) -> None:
    """Compile, wait for one's turn, measure."""
    began = time.time()
    make(name, 64, label).step(np.full(64, -1, np.int32))
    load_cuda().synchronize()
    ready = round(time.time() - began, 1)
    Path(os.environ["READY"], f"{name} {label}").touch()
    while len(os.listdir(os.environ["READY"])) < int(os.environ["ALL"]) and (
        time.time() - began < LONGEST_WAIT
    ):
        time.sleep(0.2)
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for n in (*SIZES, MORE) if PLANS[name] is SMALL else SIZES:
            line = json.dumps({**measure(name, label, n), "compiled_s": ready})
            print(line, flush=True)
            with OUT.open("a") as out:
                out.write(line + "\n")


def main(names: list[str]) -> int:
    OUT.write_text("")
    program = [sys.executable, __file__, "--one"]
    asked = [(name, label) for name in names or PLANS for label in PLANS[name]]
    with tempfile.TemporaryDirectory() as ready:
        env = {**os.environ, "READY": ready, "ALL": str(len(asked))}
        running = [subprocess.Popen([*program, *each], env=env) for each in asked]
        failed = max(abs(each.wait()) for each in running)
    digests: dict[str, set[str]] = {}
    for line in map(json.loads, OUT.read_text().splitlines()):
        if line["digest"]:
            digests.setdefault(line["game"], set()).add(line["digest"])
    print({name: "same bytes" if len(d) == 1 else "DIFFERENT" for name, d in digests.items()})
    return failed


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one(*sys.argv[2:])
    else:
        sys.exit(main(sys.argv[1:]))
