"""Compiled code belongs to what it was compiled from: a changed rule compiles what uses it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import galda
from galda.core.jit import cache, folders
from galda.core.jit.sound_files import SoundFile
from galda.core.kernels.kernel import COMPILED

RULES = """
import numpy as np
from galda.core.kernels.kernel import kernel
from galda.core.kernels.record import record

State = record(("{name}", np.int64), ("to_act", np.int64))

@kernel
def setup(state, options, seed):
    state.{name} = {left}

@kernel
def legal(state, out):
    out[0] = 0
    return 1

@kernel
def apply(state, action):
    state.{name} -= 1

@kernel
def is_over(state):
    return state.{name} == 0

@kernel
def scores(state, out):
    out[:] = 0

KERNELS = dict(setup=setup, legal=legal, apply=apply, is_over=is_over, scores=scores)
"""

PROGRAM = """
import sys
import threading
import time
from collections.abc import Callable
import numpy as np
from galda.core.kernels import contract, perft
from galda.core.jit.notice import on_compile
import {package}.one, {package}.two, {package}.words
for module in ({package}.one, {package}.two):
    contract.register(module.State, module.KERNELS)
    start = np.zeros(1, module.State)
    compiled = []
    with on_compile(compiled.append):
        module.setup(start[0], np.zeros(1, np.int64), np.uint64(0))
        print(perft.random_games(start, 1, np.uint64(0), 1))
    print(len(compiled))
"""


def run(folder: Path) -> list[list[int]]:
    """Play both games in a new process: their lengths, and how often something was compiled."""
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(package="pair")],
        env={**os.environ, "GALDA_CACHE": str(folder / "cache"), "PYTHONPATH": str(folder)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [[int(word) for word in line.split()] for line in told.stdout.splitlines()]


def test_a_changed_rule_compiles_its_game_alone_and_ours_for_it(tmp_path: Path) -> None:
    package = tmp_path / "pair"
    package.mkdir()
    for name in ("__init__", "words"):
        (package / f"{name}.py").write_text("")
    for name, left in (("one", 3), ("two", 5)):
        (package / f"{name}.py").write_text(RULES.format(name=name, left=left))
    first = run(tmp_path)
    assert [first[0], first[2]] == [[3], [5]]
    assert first[1][0] > 1
    assert first[3][0] > 1
    assert run(tmp_path) == [[3], [0], [5], [0]]
    (package / "words.py").write_text("said = 'otherwise'")
    assert run(tmp_path) == [[3], [0], [5], [0]]
    slower = RULES.replace("-= 1", "-= 2").format(name="one", left=6)
    (package / "one.py").write_text(slower)
    again = run(tmp_path)
    assert again[0] == [3]
    assert again[1][0] > 1
    assert again[2:] == [[5], [0]]
    (package / "one.py").write_text(slower.replace("= 6", "= 8"))
    assert run(tmp_path)[0] == [4]


class Memory(NamedTuple):
    """As kernels are given it: games, and other things beside them."""

    states: Any
    counts: Any


class Search(NamedTuple):
    """One that holds another."""

    seed: int
    memory: Memory


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled in this run")
def test_games_are_found_inside_named_tuples() -> None:
    numba = pytest.importorskip("numba")
    one, other = (galda.game(name).rules.record for name in galda.game_names()[:2])
    games, counts = np.zeros(2, one), np.zeros((3, 2), np.int64)

    def found(*arguments: Any) -> set[Any]:
        return set(folders.records_in([numba.typeof(argument) for argument in arguments]))

    assert found(Memory(games, counts)) == {one}
    assert found(Memory(games, games[:1])) == {one}, "all of one type"
    assert found(Memory(games[0], counts)) == {one}, "a single state"
    assert found(7, Search(1, Memory(counts, games))) == {one}
    assert found(Memory(games, counts), Memory(np.zeros(1, other), 1)) == {one, other}
    assert found(Memory(counts, 1), Search(1, Memory(1, 2))) == set()


def test_kernels_depend_on_no_words_and_pictures_and_on_no_other_game() -> None:
    for name in galda.game_names():
        game = galda.game(name)
        for function in game.rules.kernels.values():
            files = folders.sources(function.__module__)
            assert Path(function.py_func.__code__.co_filename).resolve() in files
            for file in files:
                assert not {"show", "text", "board"} & set(file.parts), (
                    f"{function} depends on {file}"
                )
                assert "games" not in file.parts or name in file.parts, f"{function}: {file}"


def test_learnt_numbers_beside_the_rules_count_as_sources(tmp_path: Path) -> None:
    files = folders.sources("galda.games.quixo.ai.evaluation")
    assert {"weights.npz", "evaluation.py", "rules.py", "network.py"} <= {f.name for f in files}


@pytest.mark.skipif(sys.platform == "win32", reason="there two may write at once")
def test_one_at_a_time_puts_compiled_code_into_a_folder(tmp_path: Path) -> None:
    inside, most = [0], [0]

    class Slow:
        """Numba's cache of a function: reads its list and writes it, and takes its time."""

        cache_path = str(tmp_path)

        def save_overload(self, signature: object, compiled: object) -> None:
            inside[0] += 1
            most[0] = max(most[0], inside[0])
            time.sleep(0.05)
            inside[0] -= 1

    kept = cache.KernelCache(run)
    kept._caches[frozenset()] = Slow()
    savers = [threading.Thread(target=kept.save_overload, args=((), None)) for _ in range(4)]
    for saver in savers:
        saver.start()
    for saver in savers:
        saver.join()
    assert most == [1]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda kept: b"",
    "half": lambda kept: kept[: len(kept) // 2],
    "zeroed": lambda kept: bytes(len(kept)),
    "one bit": lambda kept: kept[:-9] + bytes([kept[-9] ^ 1]) + kept[-8:],
    "another version": lambda kept: b"galda 0" + kept[7:],
}
DOUBLES = """
import sys
from galda.core.kernels.kernel import kernel

@kernel
def double(n):
    return 2 * n

print(double(21))
"""


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_damaged_file_counts_as_not_there_and_is_made_anew(
    tmp_path: Path, damage: str, kind: str
) -> None:
    script = tmp_path / "doubles.py"
    script.write_text(DOUBLES, "utf-8")
    asked = os.environ | {"GALDA_CACHE": str(tmp_path / "cache")}

    def run() -> tuple[str, str]:
        done = subprocess.run(
            [sys.executable, str(script)], env=asked, capture_output=True, text=True, check=True
        )
        return done.stdout, done.stderr

    assert run() == ("42\n", "")
    files = sorted((tmp_path / "cache").rglob(f"*double-*.{kind}"))
    assert files
    whole = [file.read_bytes() for file in files]
    for file, kept in zip(files, whole, strict=True):
        file.write_bytes(DAMAGES[damage](kept))
    said, told = run()
    assert said == "42\n"
    assert "is damaged; it is made anew" in told
    assert run() == ("42\n", ""), "and is whole again"


def noted(monkeypatch: pytest.MonkeyPatch, name: str, done: list[str]) -> None:
    """Note when a function of the system is called."""
    do = getattr(os, name)

    def note(*given: Any) -> Any:
        done.append(name)
        return do(*given)

    monkeypatch.setattr(os, name, note)


def test_what_is_kept_is_on_the_disk_before_it_takes_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    noted(monkeypatch, "fsync", done)
    noted(monkeypatch, "replace", done)
    file = SoundFile(str(tmp_path), "f", "stamp")
    file.save("key", ("code",))
    assert done == ["fsync", "replace"] * 2
    assert file.load("key") == ("code",)
