"""Mutation testing: would the tests of a room notice a small mistake? `python scripts/mutants.py`.

Each mutant is the package with one expression changed: a comparison, an operator, a number, a
condition turned round, a result dropped. It lives in a copy, never in the tree itself, and the
quick tests of its room run against it. A mutant that they pass has survived: either a test is
missing or, rarely, the change makes no difference, and then it is listed in `EQUIVALENT` with the
reason. More than one survivor in twenty is a failure.

    python scripts/mutants.py clocks --jobs 2       all mutants of a room
    python scripts/mutants.py --sample 40 --seed 1  a quick look at each room

mutmut and cosmic-ray were considered: they know one test command for one tree, change files in
place or keep a database of their own, and would run compiled kernels from a cache that does not
notice the change.
"""

from __future__ import annotations

import argparse
import ast
import os
import queue
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
PACKAGE = PROJECT / "src" / "galda"
ALLOWED_SURVIVORS = 1 / 20
PATIENCE = 4
"""A mutant that takes so many times longer than the sources themselves is caught: it hangs."""


@dataclass(frozen=True)
class Room:
    """Files to mutate, and the tests that have to notice, as patterns; the quickest tests first."""

    files: tuple[str, ...]
    tests: tuple[str, ...]
    compiled: bool = True
    """Whether kernels are compiled: each of their mutants anew, where the tests need the speed."""


def _refusals(game: str, files: str, *tests: str) -> Room:
    """The words of a game, and tests that know them by heart."""
    named = tuple(f"games/{game}/test_{game}_{test}.py" for test in ("refusals", *tests))
    return Room((f"games/{game}/text/{files}.py",), named, compiled=False)


ROOMS = {
    "alhambra-refusals": _refusals("alhambra", "refusals", "answers"),
    "pylos-refusals": _refusals("pylos", "refusals"),
    "quixo-refusals": _refusals("quixo", "words"),
    "towers-refusals": _refusals("towers", "refusals"),
    "rewards": Room(
        ("core/kernels/running.py", "core/play/runner.py"), ("envs/test_runner.py",), compiled=False
    ),
    "adapters": Room(
        (
            "envs/gym.py",
            "envs/vector.py",
            "envs/learners.py",
            "envs/opponents.py",
            "envs/zoo_turns.py",
            "envs/zoo_parallel.py",
            "envs/spiel.py",
            "envs/spiel_state.py",
        ),
        (
            "envs/test_hidden.py",
            "envs/test_adapters.py",
            "envs/test_openspiel.py",
            "envs/test_vector_envs.py",
            "envs/test_every_environment.py",
        ),
    ),
    "forms": Room(
        ("core/show/teach.py", "core/machine.py", "hooks.py"),
        ("core/test_teach.py", "core/test_machine.py", "test_lazily.py"),
        compiled=False,
    ),
    "waiting": Room(("core/jit/waiting.py",), ("core/test_waiting.py",)),
    "batches": Room(
        (
            "envs/batch.py",
            "envs/cpu_batch.py",
            "envs/kernels/stepping.py",
            "envs/rules.py",
            "envs/arrays.py",
        ),
        ("envs/test_batch.py", "envs/test_arrays_in_and_out.py"),
    ),
    "search": Room(("bots/kernels/*.py",), ("bots/test_alphabeta.py", "bots/test_mcts.py")),
    "clocks": Room(("table/log/clocks.py",), ("table/test_clocks.py",), compiled=False),
    "entries": Room(
        ("table/log/entries/*.py", "table/log/checks.py", "table/log/drafts.py"),
        (
            "table/test_log_entries.py",
            "table/test_clocks_at_tables.py",
            "table/test_playing.py",
            "table/test_endings.py",
            "table/test_secrets.py",
        ),
    ),
    "access": Room(
        ("web/security/access.py", "web/security/guard.py"),
        ("web/test_access.py", "web/test_guard.py", "web/test_security.py"),
    ),
}

EQUIVALENT: tuple[tuple[str, str, str], ...] = (
    (
        "core/play/runner.py",
        r"compiled_for\(|np\.zeros\(1, |np\.uint64\(0\)",
        "examples of arguments: only their types matter",
    ),
    ("core/play/runner.py", r"\(-1,\)", "of no numbers both shapes are (0,)"),
    ("table/log/clocks.py", "thinking=True ->", "when a turn begins nothing is spent of it yet"),
    (
        "games/pylos/text/refusals.py",
        r"^spots\[0\] -> spots\[-1\]",
        "where one spot is touched, the first is the last",
    ),
    ("table/log/checks.py", r"^[A-Z_]+ = \d+", "how much is enough is a choice; tests set it"),
    ("table/log/drafts.py", r"range\(1, REDRAWS\)", "the first guess always agrees with itself"),
    ("table/log/drafts.py", "return False  ->  return None", "both are no"),
    ("core/jit/waiting.py", r"^PLAIN_CALLS = \d+", "how many are worth loading Numba is a choice"),
    ("*", r"\.shape\[-1\]", "an array of one dimension: its first is its last"),
    ("*", r"\bstates\[0\]", "an array of one record: -1 is the same, 1 is another's memory"),
)
"""A pattern of files, one of the expression changed and what became of it, and why no test can tell
the two apart."""

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.FloorDiv, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
}  # fmt: skip
"""What each operator becomes."""
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
NOT_RUN = ("annotation", "returns", "decorator_list", "type_comment")
"""Parts of the syntax that decide nothing when the program runs."""


@dataclass(frozen=True)
class Mutant:
    """One changed expression of one file."""

    file: str
    line: int
    before: str
    after: str
    source: str
    """The whole file with the change."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.before}  ->  {self.after}"


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Every mutant of a file, in the order of its lines."""
    tree = ast.parse(file.read_text("utf-8"))
    name = str(file.relative_to(PACKAGE))
    for node, around in changeable(tree):
        for change in changes(node):
            before = shown(node, around)
            undo = change()
            yield Mutant(name, node.lineno, before, shown(node, around), ast.unparse(tree))
            undo()


def changeable(
    tree: ast.AST, around: ast.AST | None = None
) -> Iterator[tuple[ast.expr | ast.stmt, ast.AST | None]]:
    """All parts of a program, each with the expression or line that it is part of."""
    for field, value in ast.iter_fields(tree):
        if field in NOT_RUN:
            continue
        for node in value if isinstance(value, list) else [value]:
            if isinstance(node, ast.expr | ast.stmt):
                yield node, around
            if isinstance(node, ast.AST):
                has_body = isinstance(node, ast.stmt) and hasattr(node, "body")
                yield from changeable(node, around if has_body else node)


def shown(node: ast.AST, around: ast.AST | None) -> str:
    """The text of a node for the report: a number with what stands around it."""
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)}"
    return ast.unparse(around if around and isinstance(node, ast.Constant) else node)


Undo = Callable[[], None]
Change = Callable[[], Undo]


def put(node: ast.AST, field: str, value: object) -> Change:
    """A change that sets one field of a node."""

    def change() -> Undo:
        old = getattr(node, field)
        setattr(node, field, value)
        return lambda: setattr(node, field, old)

    return change


def changes(node: ast.AST) -> list[Change]:
    """What can be done to a node, each alone."""
    match node:
        case ast.Compare(ops=[*ops]):
            swapped = [[*ops[:k], SWAPS[type(op)](), *ops[k + 1 :]] for k, op in enumerate(ops)]
            return [put(node, "ops", some) for some in swapped]
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in SWAPS:
            return [put(node, "op", SWAPS[type(op)]())]
        case ast.UnaryOp(op=ast.Not()):
            return [put(node, "operand", ast.UnaryOp(ast.Not(), node.operand))]
        case ast.Constant(value=bool() as flag):
            return [put(node, "value", not flag)]
        case ast.Constant(value=int() as number):
            return [put(node, "value", number + 1), put(node, "value", number - 1)]
        case ast.Call(func=ast.Name(id=name) as called) if name in NAMES:
            return [put(called, "id", NAMES[name])]
        case ast.Return(value=ast.expr() as value) if not _says_nothing(value):
            return [put(node, "value", ast.Constant(None))]
        case ast.If(test=ast.Name() | ast.Call() | ast.NamedExpr() | ast.Attribute() as test):
            return [put(node, "test", ast.UnaryOp(ast.Not(), test))]
    return []


def _says_nothing(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


class Bench:
    """A copy of the package in which mutants are tried, one after the other.

    It lies at the same place in every run, and so does what is compiled from it.
    """

    def __init__(self, number: int) -> None:
        self.home = Path(tempfile.gettempdir()) / f"galda-mutants-{os.getuid()}" / str(number)
        self.package = self.home / "src" / "galda"
        self.compiled = self.home / "compiled"
        shutil.rmtree(self.package, ignore_errors=True)
        shutil.copytree(PACKAGE, self.package, ignore=shutil.ignore_patterns("__pycache__"))

    def run(self, tests: list[str], compiled: bool, seconds: float | None) -> tuple[bool, str]:
        """Whether the tests pass within a time, and the last they said."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider"]
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.package.parent),
            "PYTHONDONTWRITEBYTECODE": "1",
            "GALDA_CACHE": str(self.compiled),
            "GALDA_COMPILE": str(int(compiled)),
        }
        with subprocess.Popen(
            [*command, *tests], cwd=PROJECT, env=environment, text=True, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        ) as running:  # fmt: skip
            try:
                said, _ = running.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                os.killpg(running.pid, signal.SIGKILL)  # with all that the tests have started
                return False, "hangs"
        return running.returncode == 0, said

    def survives(self, mutant: Mutant, tests: list[str], compiled: bool, seconds: float) -> bool:
        """Whether the tests pass although the package is that mutant."""
        file = self.package / mutant.file
        known = set(self.compiled.glob("kernels/*"))
        file.write_text(mutant.source, "utf-8")
        try:
            return self.run(tests, compiled, seconds)[0]
        finally:
            shutil.copy2(PACKAGE / mutant.file, file)
            for folder in set(self.compiled.glob("kernels/*")) - known:
                shutil.rmtree(folder)


def matching(folder: Path, patterns: tuple[str, ...]) -> list[Path]:
    """The files of the patterns, each once, in the order of the patterns."""
    found = [file for pattern in patterns for file in sorted(folder.glob(pattern))]
    return list(dict.fromkeys(found))


def try_room(name: str, sample: int, seed: int, benches: list[Bench]) -> tuple[int, int]:
    """Try a room's mutants and print the survivors; how many were tried and survived."""
    room = ROOMS[name]
    tests = [str(file) for file in matching(PROJECT / "tests", room.tests)]
    files = matching(PACKAGE, room.files)
    if not tests or not files:
        sys.exit(f"{name}: no such files or tests; its patterns are out of date")
    found = [mutant for file in files for mutant in mutants_of(file) if not is_equivalent(mutant)]
    if 0 < sample < len(found):
        found = random.Random(seed).sample(found, sample)
    limit = PATIENCE * max(time_unchanged(bench, tests, room.compiled) for bench in benches) + 30
    free: queue.SimpleQueue[Bench] = queue.SimpleQueue()
    for bench in benches:
        free.put(bench)

    def try_one(mutant: Mutant) -> bool:
        bench = free.get()
        try:
            survived = bench.survives(mutant, tests, room.compiled, limit)
        finally:
            free.put(bench)
        if survived:
            print(f"  survived  {mutant}", flush=True)
        return survived

    print(f"{name}: {len(found)} mutants", flush=True)
    with ThreadPoolExecutor(len(benches)) as pool:
        survivors = sum(pool.map(try_one, found))
    print(f"{name}: {survivors} of {len(found)} survived", flush=True)
    return len(found), survivors


def is_equivalent(mutant: Mutant) -> bool:
    """Whether a mutant is known to do the same as what it was made from."""
    change = f"{mutant.before} -> {mutant.after}"
    return any(
        fnmatch(mutant.file, file) and re.search(pattern, change) for file, pattern, _ in EQUIVALENT
    )


def time_unchanged(bench: Bench, tests: list[str], compiled: bool) -> float:
    """The seconds that the tests take on the sources as they are, once all is compiled."""
    for _ in range(2):
        began = time.monotonic()
        passed, said = bench.run(tests, compiled, None)
        if not passed:
            sys.exit(f"the tests fail without any mutant:\n{said}")
    return time.monotonic() - began


def main() -> None:
    """Try the rooms asked for, or all of them."""
    parser = argparse.ArgumentParser(description="Try small mistakes and see whether tests notice.")
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=", ".join(ROOMS))
    parser.add_argument("--sample", type=int, default=0, help="mutants of each room (0: all)")
    parser.add_argument("--seed", type=int, default=1, help="decides which are sampled")
    parser.add_argument("--jobs", type=int, default=1, help="mutants tried at the same time")
    parser.add_argument("--list", action="store_true", help="only print the mutants")
    wanted = parser.parse_args()
    rooms = wanted.rooms or list(ROOMS)
    if unknown := set(rooms) - set(ROOMS):
        parser.error(f"no such room: {', '.join(unknown)}; there are {', '.join(ROOMS)}")
    if wanted.list:
        for file in (file for room in rooms for file in matching(PACKAGE, ROOMS[room].files)):
            print(*mutants_of(file), sep="\n")
        return
    benches = [Bench(number) for number in range(max(1, wanted.jobs))]
    results = [try_room(name, wanted.sample, wanted.seed, benches) for name in rooms]
    tried, survived = (sum(numbers) for numbers in zip(*results, strict=True))
    print(f"{survived} of {tried} survived")
    sys.exit(survived > ALLOWED_SURVIVORS * tried)


if __name__ == "__main__":
    main()
