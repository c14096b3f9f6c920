"""The command line in many languages: help, output and mistakes come from the catalogues."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import foreign
import galda
from foreign import left_over
from galda.bots.levels import bot_names
from galda.bots.styles import all_styles
from galda.core.show.language import LANGUAGES
from galda.exams.exam import SOURCES

RECORD = "game: quixo\nnames: Anna, Bob\n\n1. a1-a5\n2. e5-a5\n"
OPTIONS = {option.name for name in galda.game_names() for option in galda.game(name).options}
VALUES = {
    str(value)
    for name in galda.game_names()
    for option in galda.game(name).options
    for value in (*option.values, option.default)
}
NAMES = (
    *galda.game_names(), *bot_names(), *all_styles(), *OPTIONS, *VALUES, *SOURCES, "cpu", "cuda",
    "Anna", "Bob", "galda", "foreign.py",
)  # fmt: skip
TYPED = re.compile(
    r"--[a-z_-]+|<[a-z \[\]]+>|\b[A-Z]{2,}\b|"
    r"\b(?:analyse|arena|backup|doctor|games|perft|play|puzzle|replay|restore|rules|serve|show|warm|solve|prove|exam|dataset|learn|think|new-game|check|undo|board|quit)\b"
)
"""Options, metavariables and commands: they are typed the same in every language."""


def run(
    *words: str, says: str = "", lang: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    """Run the command line in the made-up language, or in a given one."""
    program = [str(Path(foreign.__file__))] if not lang else ["-m", "galda"]
    asked = ["--lang", lang] if lang and lang in LANGUAGES else []
    environment = {**os.environ, "COLUMNS": "200", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, *program, *words, *asked],
        input=says, env={**environment, **more}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def left(told: str) -> list[str]:
    joined = re.sub(r"[│╭╮╰╯─]", " ", told)
    return left_over(TYPED.sub(" ", joined), *NAMES)


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["play", "--help"],
        ["solve", "--help"],
        ["prove", "--help"],
        ["prove", "quixo", "--size", "3", "--check", "--layers"],
        ["games"],
        ["exam", "--help"],
        ["exam", "quixo", "--size", "3", "--bot", "greedy", "--positions", "9"],
        ["dataset", "--help"],
        ["learn", "--help"],
        ["perft", "quixo", "1"],
        ["arena", "quixo", "random", "random", "--games", "2", "--workers", "1"],
    ],
    ids=" ".join,
)
def test_help_and_output_come_from_the_catalogues(words: list[str]) -> None:
    told = run(*words)
    assert told.returncode == 0, told.stderr
    assert "⟦" in told.stdout
    assert not left(told.stdout)


@pytest.mark.parametrize(
    "words",
    [
        ["play", "chess"],
        ["play", "quixo", "--players", "3"],
        ["play", "quixo", "--seat", "3"],
        ["replay", "nowhere.txt"],
        ["perft", "quixo", "deep"],
        ["perft", "--hlep"],
        ["prove", "alhambra"],
        ["exam", "alhambra", "--bot", "greedy"],
        ["exam", "quixo", "--bot", "learnt.pt"],
        ["dataset", "alhambra", "lessons.npz"],
        ["dance"],
    ],
    ids=" ".join,
)
def test_mistakes_come_from_the_catalogues(words: list[str]) -> None:
    told = run(*words)
    assert told.returncode == 2
    assert "Traceback" not in told.stderr
    assert "⟦" in told.stderr
    said = re.sub(r"'[^']*'|nowhere.txt", "", told.stderr)
    assert not left(said)


def test_a_game_at_the_terminal_is_told_through_the_catalogues(tmp_path: Path) -> None:
    says = "?\nhelp\nwhy\nwhy c3-c5\nc3-c5\nhello\nundo\nsave\na1-a5\na5-e5\nquit\n"
    told = run("play", "quixo", "--bot", "none", says=says, XDG_DATA_HOME=str(tmp_path))
    assert told.returncode == 0, told.stderr
    assert not left(told.stdout)
    kept = next((tmp_path / "galda" / "unfinished").glob("*.txt"))
    kept.write_text(RECORD)
    assert not left(run("replay", str(kept)).stdout)
    kept.write_text(RECORD.replace("e5-a5", "c3-c5"))
    assert not left(re.sub(r"/\S+", "", run("replay", str(kept)).stderr))


@pytest.mark.parametrize("lang", ["lv", "lt", "is"])
def test_the_language_is_chosen_by_option_or_by_the_computer(lang: str) -> None:
    asked = run("rules", "quixo", lang=lang)
    assert asked.returncode == 0
    usual = run("rules", "quixo", lang="usual", LC_ALL=f"{lang}_{lang.upper()}.UTF-8")
    assert usual.stdout == asked.stdout
    assert asked.stdout != run("rules", "quixo", lang="en").stdout
