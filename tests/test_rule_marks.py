"""What the marks of the tests say, as pytest collects them: every rule is tested by itself."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

import galda
from galda.core.show.rulebook import rules_of

MOST_RULES = 3
"""A test that is about more rules than this is about none of them."""
HERE = Path(__file__).parent
PRINT_MARKS = """
import sys
import pytest

class Marks:
    def pytest_collection_modifyitems(self, items):
        for item in items:
            ids = [id for mark in item.iter_markers("rule") for id in mark.args]
            if ids:
                print("rules", item.nodeid.replace(" ", "_"), *ids)

options = ["--collect-only", "-qq", "-n0", "-p", "no:cacheprovider"]
sys.exit(pytest.main([*options, *sys.argv[1:]], [Marks()]))
"""


@pytest.fixture(scope="module")
def marked() -> dict[str, list[str]]:
    """The ids that each test is marked with, as pytest collects them: slow tests are left out."""
    found = subprocess.run(
        [sys.executable, "-c", PRINT_MARKS, str(HERE)],
        cwd=HERE.parent, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stdout + found.stderr
    marks: defaultdict[str, list[str]] = defaultdict(list)
    for line in found.stdout.splitlines():
        if line.startswith("rules "):
            _, test, *ids = line.split()
            marks[test] += ids
    return dict(marks)


@pytest.mark.parametrize("name", galda.game_names())
def test_every_numbered_rule_of_the_game_has_a_test(
    name: str, marked: dict[str, list[str]]
) -> None:
    rules = [rule.id for rule in rules_of(galda.game(name))]
    assert rules
    assert len(set(rules)) == len(rules)
    tested = {id for ids in marked.values() for id in ids}
    assert [rule for rule in rules if rule not in tested] == []


def test_no_test_stands_for_many_rules(marked: dict[str, list[str]]) -> None:
    assert {test: ids for test, ids in marked.items() if len(ids) > MOST_RULES} == {}


def test_every_mark_names_a_rule_that_there_is(marked: dict[str, list[str]]) -> None:
    known = {rule.id for name in galda.game_names() for rule in rules_of(galda.game(name))}
    assert {id for ids in marked.values() for id in ids} <= known
