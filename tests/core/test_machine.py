"""One place asks the operating system; without what only some systems have, all still works."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from galda.core import machine
from galda.envs.threads import LEAST_ROWS, Threads
from galda.solve.devices import Cpu

PROJECT = Path(__file__).resolve().parents[2]
ASKED_HERE = {
    "cpu_count", "process_cpu_count", "sched_getaffinity", "sched_setaffinity",
    "nice", "getpriority", "setpriority",
}  # fmt: skip
"""Of `os` and `multiprocessing`: not on every system, or the wrong number in a container."""


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As on a system that has none of it."""
    for name in ("sched_getaffinity", "nice", "getpriority", "setpriority", "sysconf"):
        monkeypatch.delattr(os, name, raising=False)
    monkeypatch.setattr(machine, "MEMORY", tmp_path / "none")


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    """A process of ours."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        yield process
        process.kill()


def test_cores_are_those_this_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    cores = {0: {1, 5, 6}}  # 0 is this process
    monkeypatch.setattr(os, "sched_getaffinity", cores.__getitem__, raising=False)
    assert machine.count_cores() == 3
    assert Cpu().threads == 3


@pytest.mark.usefixtures("elsewhere")
def test_where_no_one_tells_which_cores_all_there_are_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    assert machine.count_cores() == 6
    assert Cpu().threads == 6
    assert len(Threads().parts(100 * LEAST_ROWS)) == 6
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert machine.count_cores() == 1


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="no priorities here")
def test_a_process_makes_way_by_steps_from_our_own_priority(
    sleeper: subprocess.Popen[bytes],
) -> None:
    own = os.getpriority(os.PRIO_PROCESS, 0)
    for steps in (2, 40):
        machine.lower_priority(steps, sleeper.pid)
        assert os.getpriority(os.PRIO_PROCESS, sleeper.pid) == min(own + steps, 19)
    code = (
        "import os; from galda.core.machine import lower_priority; lower_priority(1);"
        "print(os.getpriority(os.PRIO_PROCESS, 0))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(told.stdout) == min(own + 1, 19)


def test_a_process_that_has_ended_needs_no_priority(sleeper: subprocess.Popen[bytes]) -> None:
    sleeper.kill()
    sleeper.wait()
    machine.lower_priority(3, sleeper.pid)


@pytest.mark.usefixtures("elsewhere")
def test_without_priorities_nothing_is_lowered_and_nothing_fails(
    sleeper: subprocess.Popen[bytes],
) -> None:
    machine.lower_priority(5)
    machine.lower_priority(5, sleeper.pid)
    assert sleeper.poll() is None


def test_free_memory_is_what_the_system_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said = tmp_path / "meminfo"
    said.write_text("MemTotal: 9 kB\nMemAvailable:       7 kB\n", "ascii")
    monkeypatch.setattr(machine, "MEMORY", said)
    assert machine.free_memory() == 7 * 1024


def test_without_a_list_of_memory_all_that_is_built_in_counts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(machine, "MEMORY", tmp_path / "none")
    monkeypatch.setattr(os, "sysconf", lambda name: 10 if name == "SC_PHYS_PAGES" else 4096)
    assert machine.free_memory() == 40_960


@pytest.mark.usefixtures("elsewhere")
def test_where_nothing_tells_of_memory_none_is_refused() -> None:
    assert machine.free_memory() == sys.maxsize


WORKER = """
import os, signal
from multiprocessing import Pipe
from threading import Thread
for name in ("sched_getaffinity", "nice", "getpriority", "setpriority"):
    if hasattr(os, name):
        delattr(os, name)
signal.signal = lambda *_: None  # only a main thread may have handlers
import galda
from galda.table.thinking.thinker import READY, _work, choose_turn
ours, theirs = Pipe()
Thread(target=_work, args=(theirs, 5), daemon=True).start()
assert ours.recv() == READY
ours.send((choose_turn, (galda.game("quixo").new(seed=1), "random", 1)))
print(ours.recv())
"""
"""What a worker for bots does, where there are no priorities."""


def test_a_worker_for_bots_starts_without_priorities() -> None:
    environment = os.environ | {"GALDA_COMPILE": "0"}
    told = subprocess.run(
        [sys.executable, "-c", WORKER], capture_output=True, text=True, env=environment, check=False
    )
    assert told.stdout.startswith("["), told.stderr


def test_direct_uses_stand_in_one_place() -> None:
    found = [
        f"{file.relative_to(PROJECT)}:{line}: {name}"
        for folder in ("src", "scripts", "benchmarks", "examples")
        for file in sorted((PROJECT / folder).rglob("*.py"))
        if file != PROJECT / "src" / "galda" / "core" / "machine.py"
        for line, name in direct_uses(file.read_text("utf-8"))
    ]
    assert found == []


def test_direct_uses_are_found_however_they_are_written() -> None:
    text = "import os as o\nfrom os import nice\no.cpu_count()\nmultiprocessing.cpu_count()\n"
    assert list(direct_uses(text)) == [(2, "nice"), (3, "cpu_count"), (4, "cpu_count")]


def direct_uses(text: str) -> Iterator[tuple[int, str]]:
    """Lines of a Python file that ask the system themselves."""
    for node in sorted(ast.walk(ast.parse(text)), key=lambda node: getattr(node, "lineno", 0)):
        if isinstance(node, ast.Attribute) and node.attr in ASKED_HERE:
            yield node.lineno, node.attr
        if isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, name.name) for name in node.names if name.name in ASKED_HERE)
