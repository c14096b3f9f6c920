"""Numba is loaded by the first call of a kernel, and then nothing stands in between."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import galda
from galda.core.jit import waiting
from galda.core.kernels.kernel import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled in this run")


def told(program: str, **environment: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True, text=True, check=True, env={**os.environ, **environment},
    ).stdout.strip()  # fmt: skip


@pytest.mark.parametrize("name", galda.game_names())
def test_a_game_begins_without_numba_and_the_same(name: str) -> None:
    program = f"""
import sys, galda
from galda.core.jit import waiting
game = galda.game({name!r})
plain = [game.new(seed=seed).states.tobytes() for seed in range(5)]
before = "numba" in sys.modules
waiting.load()
compiled = [game.new(seed=seed).states.tobytes() for seed in range(5)]
print(before, plain == compiled, len(set(plain)) > 1 or not game.has("conceal"))
"""
    assert told(program) == "False True True"


def test_where_nothing_is_compiled_numba_is_never_loaded() -> None:
    program = """
import sys, galda
from galda.core.jit import waiting
position = galda.game("quixo").new()
position.play(position.legal_actions[0])
waiting.load()
print("numba" in sys.modules)
"""
    assert told(program, GALDA_COMPILE="0") == "False"


def test_many_games_are_worth_loading_it() -> None:
    program = """
import sys, galda
from galda.core.jit.waiting import PLAIN_CALLS
game = galda.game("quixo")
for _ in range(PLAIN_CALLS):
    game.new()
before = "numba" in sys.modules
game.new()
print(before, "numba" in sys.modules)
"""
    assert told(program) == "False True"


def test_after_the_first_call_modules_hold_what_numba_knows() -> None:
    program = """
import sys, galda
from galda.core.jit.waiting import Waiting
start = galda.game("alhambra").new(seed=1)
def held():
    return [f"{name}.{key}" for name, module in sys.modules.items() if name.startswith("galda.")
            for key, value in vars(module).items() if type(value) is Waiting]
before = len(held())
start.play(start.legal_actions[0])
import galda.bots.mcts, galda.envs.cpu_batch
print(before > 100, held())
"""
    assert told(program) == "True []"


def test_where_numba_is_loaded_first_kernels_are_made_at_once() -> None:
    program = """
import numba, galda
from galda.core.kernels import bits
from galda.core.jit.waiting import Waiting
print(type(bits.count) is Waiting)
"""
    assert told(program) == "False"


def test_others_compiled_code_may_call_a_kernel_that_waits() -> None:
    program = """
from galda.core.kernels.bits import count
import numpy as np
held = {"count": count}
import numba
@numba.njit
def twice(bits):
    return 2 * waits(bits)
twice.py_func.__globals__["waits"] = held["count"]
print(twice(np.uint64(7)))
"""
    assert told(program) == "6"


def test_a_stand_in_passes_calls_and_questions_on() -> None:
    program = """
from galda.core.kernels import bits
import numpy as np
kept = [bits.count]
print(kept[0].__name__, kept[0].py_func.__module__, kept[0](np.uint64(7)), len(kept[0].signatures))
print(hasattr(kept[0], "__no_such__"), kept[0].ready() is bits.count)
"""
    assert told(program) == "count galda.core.kernels.bits 3 1\nFalse True"


def test_what_is_to_be_done_when_numba_is_loaded_is_done_at_once_if_it_is() -> None:
    waiting.load()
    done: list[int] = []
    waiting.when_loaded(lambda: done.append(1))
    assert done == [1]


ORDINARY_TESTS = ("tests/games/quixo/test_quixo.py", "tests/games/quixo/test_quixo_refusals.py")


def test_the_rules_hold_when_numba_compiles_in_its_ordinary_way(tmp_path: Path) -> None:
    """Where a new Numba breaks our own way of compiling, this one remains."""
    project = Path(__file__).parents[2]
    environment = os.environ | {"GALDA_JIT": "ordinary"}
    program = (
        "import sys, galda; from galda.core.jit import settings\n"
        "p = galda.game('quixo').new(); p = p.play(p.legal_actions[0]); print(settings.ORDINARY)\n"
        "print([n for n in ('compiling', 'cache') if f'galda.core.jit.{n}' in sys.modules])"
    )
    assert told(program, GALDA_JIT="ordinary") == "True\n[]"
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider", *ORDINARY_TESTS],
        cwd=project, capture_output=True, text=True, check=False, env=environment,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    assert " passed" in run.stdout or "[100%]" in run.stdout
