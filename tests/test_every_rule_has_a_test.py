"""The list of rules is part of each game; a rule without a test fails the run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import galda
from galda.core.show.rulebook import rules_of

MARK = re.compile(r"^@rule\((?P<ids>[^)]*)\)", re.MULTILINE)


def marked_rules() -> set[str]:
    """All ids in `@rule(...)` marks of the test files."""
    found: set[str] = set()
    for file in Path(__file__).parent.rglob("test_*.py"):
        for mark in MARK.finditer(file.read_text("utf-8")):
            found.update(re.findall(r'"([A-Z]\d+)"', mark["ids"]))
    return found


@pytest.mark.parametrize("name", galda.game_names())
def test_every_numbered_rule_of_the_game_has_a_test(name: str) -> None:
    rules = [rule.id for rule in rules_of(galda.game(name))]
    assert rules
    assert len(set(rules)) == len(rules)
    assert [rule for rule in rules if rule not in marked_rules()] == []
