"""Every numbered rule of a game has a test marked with its id: `@pytest.mark.rule("N2")`.

The marks are read from the test files, not from what was collected, so a run of a single test
does not miss those of the others.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from galda.core.show.rulebook import rules_of
from galda.games import game
from galda.testing.parameters import every_game


def marked_rules(folders: list[Path], skipped: list[str]) -> set[str]:
    """All ids in the `rule` marks of tests and their parameters in the folders."""
    return {
        id_
        for folder in folders
        for file in _test_files(folder, skipped)
        for place in _places(ast.parse(file.read_text("utf-8")))
        for node in ast.walk(place)
        if isinstance(node, ast.Call)
        for id_ in _ids(node)
    }


def _places(module: ast.Module) -> Iterator[ast.AST]:
    """Where marks count: at tests, and in tables of parameters at the top of a file."""
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            yield from node.decorator_list
    yield from (node for node in module.body if isinstance(node, ast.Assign | ast.AnnAssign))


def _test_files(folder: Path, skipped: list[str]) -> Iterator[Path]:
    for file in sorted(folder.rglob("*.py")):
        inside = file.relative_to(folder)
        named_so = fnmatch(file.name, "test_*.py") or fnmatch(file.name, "*_test.py")
        if named_so and not any(fnmatch(p, s) for p in inside.parts[:-1] for s in skipped):
            yield file


def _ids(call: ast.Call) -> Iterator[str]:
    """The ids of a `rule("N1", "N2")` or `pytest.mark.rule(…)`."""
    if getattr(call.func, "attr", getattr(call.func, "id", "")) == "rule":
        for argument in call.args:
            if isinstance(argument, ast.Constant):
                yield str(argument.value)


@every_game
def test_every_numbered_rule_of_the_game_has_a_test(name: str, pytestconfig: pytest.Config) -> None:
    rules = [rule.id for rule in rules_of(game(name))]
    assert rules
    assert len(set(rules)) == len(rules)
    root = pytestconfig.rootpath
    folders = [root / path for path in pytestconfig.getini("testpaths")] or [root]
    marked = marked_rules(folders, pytestconfig.getini("norecursedirs"))
    assert [rule for rule in rules if rule not in marked] == [], "these rules have no marked test"
