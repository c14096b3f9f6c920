"""Files are about one thing and functions take few arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src" / "galda"
MOST_LINES, MOST_ARGUMENTS = 400, 7
LONGER = {"table/tables.py": 420}
"""Files that are to be split."""
MORE_ARGUMENTS = {
    "envs/cpu_batch.py:__init__": 8,
    "envs/cuda_batch.py:__init__": 8,
    "envs/make.py:batch": 8,
    "envs/vector.py:__init__": 8,
    "exams/datasets.py:make_dataset": 8,
    "learn/measuring.py:measure": 8,
    "search/search.py:__init__": 9,
    "table/tables.py:open": 8,
}
"""Functions that take more than others may."""


def test_no_file_is_long() -> None:
    lengths = {
        file.relative_to(SOURCES).as_posix(): file.read_text("utf-8").count("\n")
        for file in SOURCES.rglob("*.py")
    }
    assert {
        name: lines for name, lines in lengths.items() if lines > LONGER.get(name, MOST_LINES)
    } == {}


def test_no_function_but_kernels_and_commands_takes_many_arguments() -> None:
    found: dict[str, int] = {}
    for name, count in functions():
        found[name] = max(count, found.get(name, 0))
    assert {
        name: count
        for name, count in found.items()
        if count > MORE_ARGUMENTS.get(name, MOST_ARGUMENTS)
    } == {}


def functions() -> Iterator[tuple[str, int]]:
    """The functions by file and name, and how many arguments they take.

    What is compiled is left out: arrays are handed to kernels one by one. So are commands, whose
    arguments are the options of the command line.
    """
    for file in SOURCES.rglob("*.py"):
        if {"kernels", "jit"} & set(file.parts):
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            if any(
                "kernel" in made or "command" in made
                for made in map(ast.unparse, node.decorator_list)
            ):
                continue
            names = [
                each.arg
                for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
            ]
            count = len(names) - (names[:1] in (["self"], ["cls"]))
            yield f"{file.relative_to(SOURCES).as_posix()}:{node.name}", count
