"""What we ship for tests of games fails where it should."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import galda
from galda.testing import playing
from galda.testing.playing import random_game, refused, sample
from galda.testing.rule_marks import marked_rules
from galda.testing.twins import twin, twin_game

MARKED = """
import pytest
rule = pytest.mark.rule

@rule("X1", "X2")
def test_one(): pass

@pytest.mark.rule(
    "X3",
)
def test_three(): pass

@rule("X4")
def helper(): pass
"""


def test_a_game_that_goes_on_and_on_fails_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOST_ACTIONS", 3)
    with pytest.raises(AssertionError, match=r"quixo .*not ended after 3 random .* must end"):
        list(random_game("quixo", {}, 1))


def test_a_game_that_ends_at_the_last_moment_is_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    played = list(random_game("quixo", {}, 1))
    monkeypatch.setattr(playing, "MOST_ACTIONS", len(played) - 1)
    assert len(list(random_game("quixo", {}, 1))) == len(played)


def test_a_sample_has_the_first_and_the_last_position_and_keeps_the_order() -> None:
    plies = [len(position.actions) for position in sample("quixo", {}, 2, 5)]
    assert plies == sorted(set(plies))
    assert plies[0] == 0
    assert len(plies) == 7


def test_a_legal_move_is_not_refused() -> None:
    with pytest.raises(AssertionError, match="a1-a5 is legal"):
        refused(galda.game("quixo").new(), "a1-a5")


def test_marks_are_found_on_tests_alone_and_not_in_skipped_folders(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text(MARKED)
    (tmp_path / "other.py").write_text(MARKED.replace("X", "Y"))
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "test_b.py").write_text(MARKED.replace("X", "Z"))
    assert marked_rules([tmp_path], [".*"]) == {"X1", "X2", "X3"}


def test_twins_differ_in_hidden_things_and_allow_what_was_played() -> None:
    *_, last = random_game("towers", {"players": 2}, 3)
    before = last.take_back(6)
    action = last.actions[len(before.actions)]
    other = twin(before, 0, 5, (action,))
    assert other != before
    assert other.seen_by(0) == before.seen_by(0)
    assert action in other.legal_actions


def test_the_past_of_a_twin_is_of_twins_too() -> None:
    position = list(random_game("towers", {"players": 2}, 3))[12]
    other = twin_game(position, 0, 5)
    assert other.actions == position.actions
    for mine, theirs in zip(position.history(), other.history(), strict=True):
        assert mine != theirs
        assert mine.seen_by(0) == theirs.seen_by(0)


def test_what_cannot_be_drawn_has_no_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    position = galda.game("towers").new(seed=1)
    never = next(
        code
        for code in range(position.game.rules.action_count)
        if code not in position.legal_actions
    )
    monkeypatch.setattr("galda.testing.twins.MOST_GUESSES", 3)
    with pytest.raises(AssertionError, match="not one allows"):
        twin(position, 0, 5, (never,))


def test_a_rule_without_a_test_fails_and_the_plugin_asks_for_nothing_more(tmp_path: Path) -> None:
    (tmp_path / "test_own.py").write_text(MARKED.replace("X", "Q"))
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "galda.testing.plugin", "-p", "no:cacheprovider",
         "--strict-markers", "--galda-game", "quixo", "-k", "numbered or test_one"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "1 failed, 1 passed" in told.stdout
    assert "these rules have no marked test" in told.stdout
    assert "'Q4'" in told.stdout


def test_nothing_of_pytest_is_loaded_with_the_library() -> None:
    program = "import sys, galda; galda.game('quixo').new(); print(*sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert not {"pytest", "galda.testing"} & set(told.stdout.split())
