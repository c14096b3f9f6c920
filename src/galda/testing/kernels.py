"""Whether a game's kernels keep the contract: asked first, for those that do not can crash Python.

`GALDA_CHECK=1 python -m galda.testing.kernels GAME` plays random games in plain Python, in which
every call is checked, and prints what is wrong with the author's file and line.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from typing import Any

import numpy as np

from galda.core.jit.kernel_error import KernelError
from galda.core.kernels import contract
from galda.core.kernels.features import width
from galda.core.play.position import Position
from galda.games import game
from galda.testing.playing import starts

SECONDS = 6.0
"""How long a game is played, all variants and numbers of players together."""
ASKING = ("pick", "rollout_policy")
WRITING = ("scores", "scores_now", "heuristic_scores")


def what_is_wrong(name: str) -> str:
    """What a game's kernels do that they may not, as its author is told; nothing: all is well."""
    ran = subprocess.run(
        [sys.executable, "-m", __name__, name],
        env={**os.environ, "GALDA_CHECK": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if ran.returncode == 0:
        return ""
    told = ran.stdout.strip().rpartition("\n")[2]
    return str(json.loads(told)) if told.startswith('"') else ran.stderr.strip()


def play(name: str) -> None:
    """Play each variant and number of players at random, asking every kernel at every position."""
    every = list(starts(name))
    for options in every:
        until = time.monotonic() + SECONDS / len(every)
        seed = 0
        while time.monotonic() < until and seed < len(every):
            chance = random.Random(seed)
            position = game(name).new(seed=seed, **options)
            _ask(position, seed)
            while not position.is_over and time.monotonic() < until:
                position = position.play(chance.choice(position.legal_actions))
                _ask(position, chance.getrandbits(60))
            seed += 1


def _ask(position: Position, bits: int) -> None:
    """Call every kernel that reads a position, and those that hide and draw on a copy of it."""
    rules, players, state = position.game.rules, position.players, position.state
    scratch = np.zeros(rules.most_legal, np.int32)
    if position.is_over:
        assert not position.legal_actions
    else:
        for action in position.legal_actions:
            if action >= rules.action_count:
                raise KernelError(f"`legal` lists {action}; `action_count` is {rules.action_count}")
        if not position.legal_actions:
            raise KernelError("`legal` lists nothing, though `is_over` says that the game goes on")
        if not 0 <= position.to_act < players:
            raise KernelError(f"`to_act` is {position.to_act}, of {players} seats")
        for kernel in ASKING:
            chosen = getattr(contract, kernel)(state, np.uint64(bits), scratch)
            if chosen not in position.legal_actions:
                raise KernelError(f"`{kernel}` chooses {chosen}, which is not legal")
        if position.game.has("evaluate") and players == 2:
            _look_at_worth(int(contract.evaluate(state)))
        contract.in_turn(state)
    out = np.zeros(players, np.int64)
    for kernel in WRITING:
        getattr(contract, kernel)(state, out)
    contract.key(state)
    contract.margin(state)
    for viewer in range(-1, players):
        position.seen_by(viewer)
        if viewer >= 0:
            position.known_to(viewer, bits)
            contract.observe(state, viewer, np.zeros(width(rules.features), np.uint8))


def _look_at_worth(worth: int) -> None:
    if not -9000 <= worth <= 9000:
        raise KernelError(f"`evaluate` gives {worth}; it lies between -9000 and 9000")


def call_compiled(name: str) -> None:
    """Have the kernels compiled, for `KernelError` to name the line that cannot be."""
    for options in list(starts(name))[:1]:
        position: Any = game(name).new(seed=1, **options)
        position = position.play(position.legal_actions[0])
        _ask(position, 1)
        position.game.new(seed="0" * 64, **options).replay([])


if __name__ == "__main__":
    try:
        play(sys.argv[1])
    except KernelError as error:
        print(json.dumps(str(error)))
        sys.exit(1)
