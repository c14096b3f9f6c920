"""The command line as its users meet it: a process, its output, its exit code."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import galda
from galda.core.show.rulebook import rules_of
from galda.solve.proof_file import write_proof
from galda.solve.proving import proof_for
from support import random_game

RECORD = """\
game: quixo
names: Ann, Bob

1. a1-a5
2. e5-a5  # bold
"""


def run(*words: str, says: str = "", home: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run `galda` with these words, the lines `says` typed into it."""
    environment = {**os.environ, "COLUMNS": "120", "NO_COLOR": "1"}
    if home:
        environment["XDG_DATA_HOME"] = str(home)
    return subprocess.run(
        [sys.executable, "-m", "galda", *words],
        input=says, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def good(*words: str, says: str = "", home: Path | None = None) -> str:
    done = run(*words, says=says, home=home)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def bad(*words: str) -> str:
    """The one line that tells a mistake; never a traceback."""
    done = run(*words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    return done.stderr


def test_every_command_is_found_without_loading_the_others() -> None:
    program = (
        "import sys\n"
        "from galda.cli import main as _\n"
        "from galda.cli.app import app\n"
        "from galda.cli.main import COMMANDS, load_commands\n"
        "for module, commands in COMMANDS.items():\n"
        "    known = len(app.registered_commands)\n"
        "    load_commands([commands[-1], '--help'])\n"
        "    found = [c.callback.__name__.replace('_', '-') for c in app.registered_commands]\n"
        "    assert set(commands) <= set(found), (commands, found)\n"
        "    assert len(found) <= known + len(commands) + 2, (module, found)\n"
        "assert sorted(found) == sorted(sum(COMMANDS.values(), ()))\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_every_command_has_a_help_text() -> None:
    told = good("--help")
    for command in ("play", "rules", "games", "perft", "replay", "show", "warm", "think"):
        assert command in told
        assert "Usage" in good(command, "--help")


@pytest.mark.parametrize("name", galda.game_names())
def test_a_game_against_a_bot_is_played_and_kept(name: str, tmp_path: Path) -> None:
    first = galda.game(name).new(seed=1)
    move = first.write(first.legal_actions[0])
    told = good("play", name, "--seed", "1", says=f"?\n{move}\nquit\n", home=tmp_path)
    assert move in told
    kept = list((tmp_path / "galda" / "unfinished").glob("*.txt"))
    assert len(kept) == 1
    assert str(kept[0]) in told.replace("\n", "")
    copy = tmp_path / "copy.txt"
    good("play", "--load", str(kept[0]), says=f"save {copy}\nquit\n", home=tmp_path)
    assert copy.read_text() == kept[0].read_text()


@pytest.mark.parametrize("name", galda.game_names())
def test_the_rules_are_printed_with_their_ids(name: str) -> None:
    told = good("rules", name)
    assert all(rule.id in told for rule in rules_of(galda.game(name)))


def test_a_whole_game_with_undo_why_and_save(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    tries = ["c3-c5", "why c3-c5", "why a1-e1", "why", "hello", "a1-e1", "undo", "a5-e5", "help"]
    saves = ["save", f"save {file}", f"save {tmp_path}", "rules", "board", "quit"]
    says = "\n".join([*tries, *saves])
    told = good("play", "quixo", "--bot", "none", says=says)
    assert told.count("Q4: c3 is inside") == 2
    assert "a1-e1 is allowed" in told
    assert "why what?" in told
    assert "written like" in told
    assert "save where?" in told
    assert "directory" in told
    assert "1. a5-e5\n" in file.read_text()
    assert "a1-e1" not in file.read_text()


def test_a_won_game_is_told_and_can_be_saved(tmp_path: Path) -> None:
    file = tmp_path / "won.txt"
    won = list(random_game("quixo", {"size": 3}, 1))[-1]
    moves = [p.before.write(p.action) for p in won.history() if p.before and p.action is not None]
    told = good(
        "play", "quixo", "--size", "3", "--bot", "none",
        says="\n".join([*moves, f"save {file}", ""]),
    )  # fmt: skip
    name = galda.game("quixo").words.seat_name(won, won.winners[0])
    assert f"Won by: {name}." in told
    assert f"result: {won.scores[0]} {won.scores[1]}" in file.read_text()


def test_mistakes_are_told_in_one_line() -> None:
    assert "quixo" in bad("play", "chess")
    assert "it can be 2, 4" in bad("play", "quixo", "--players", "3")
    assert "no option 'colour'" in bad("play", "quixo", "--colour", "red")
    assert "needs a value" in bad("play", "quixo", "--players")
    assert "no bot" in bad("play", "quixo", "--bot", "genius")
    assert "--seat can be 1 to 2" in bad("play", "quixo", "--seat", "3")
    assert "which game?" in bad("play")
    assert "no language" in bad("rules", "quixo", "--lang", "xx")
    assert "No such file" in bad("replay", "nowhere.txt")
    assert "unexpected argument" in bad("perft", "quixo", "1", "2")


def test_perft_prints_the_number_alone_when_quiet() -> None:
    assert good("perft", "quixo", "2", "--quiet") == "1836\n"
    assert good("perft", "quixo", "0", "--quiet") == "1\n"
    assert good("perft", "quixo", "2", "--size=3", "--quiet") == "356\n"
    divided = good("perft", "quixo", "2", "--divide")
    assert divided.count("a1-") >= 2
    assert "1,836" in divided


def test_perft_counts_from_the_deal_of_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GALDA_COMPILE", "0")  # so little is counted sooner than it is compiled

    def count(*seed: str) -> str:
        return good("perft", "alhambra", "1", "--quiet", *seed)

    assert count() == count("--seed", "0")
    assert len({count("--seed", str(seed)) for seed in range(4)}) > 1


def test_replay_checks_and_tells_a_record(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD)
    told = good("replay", str(file))
    assert "Cross takes the blank cube on a1 and pushes it in at a5." in told
    assert "bold" in told
    assert "2 turns by the rules" in told
    stepped = good("replay", str(file), "--step", says="\nb\n\n\n")
    assert stepped.count("a1-a5") == 2
    file.write_text(RECORD.replace("e5-a5", "c3-c5"))
    assert "line 5: 'c3-c5' is not allowed. Q4" in bad("replay", str(file))


def test_show_draws_the_board_of_a_record(tmp_path: Path) -> None:
    file, picture = tmp_path / "game.txt", tmp_path / "board.svg"
    file.write_text(RECORD)
    assert "[O]" in good("show", str(file))
    assert "[X]" in good("show", str(file), "--ply", "1")
    good("show", str(file), "--ply", "0", "-o", str(picture))
    assert ElementTree.fromstring(picture.read_text()).tag.endswith("svg")
    assert "--ply can be 0 to 2" in bad("show", str(file), "--ply", "3")
    file.write_bytes(b"\xff\xfe\x00")
    assert "not a text file" in bad("show", str(file))


LOST = """
e3-e5 a4-a1 b1-b5 a2-e2 c5-c1 a3-e3 b1-b5 a2-e2 b5-e5 a4-e4 e1-e5 c5-c1 d1-d5 b1-a1
"""
"""A game in which Cross, in turn 13, overlooks that Circle can complete a row."""


def test_replay_with_a_review_names_what_was_given_away(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    turns = "".join(f"{n}. {move}\n" for n, move in enumerate(LOST.split(), start=1))
    file.write_text(f"game: quixo\n\n{turns}", "utf-8")
    told = " ".join(good("replay", str(file), "--review").split())
    assert re.search("(Blunder|Mistake) in turn 13 by Cross", told)
    assert "Better: Cross takes" in told
    assert "in turn 14" not in told, "the winning turn is no mistake"


def test_a_proof_is_checked_and_one_that_does_not_hold_is_refused(tmp_path: Path) -> None:
    told = run("prove", "quixo", "--size", "3", "--check", "--layers")
    assert told.returncode == 0, told.stderr
    assert "Walked 13 positions" in told.stdout
    assert "17c37143860bc100" in told.stdout
    assert told.stdout.rstrip().endswith("The proof holds.")
    proof = proof_for(galda.game("quixo"), galda.game("quixo").read_options({"size": 4}))
    worse = tmp_path / "worse.proof"
    write_proof(worse, replace(proof, sieves=0 * proof.sieves, numbers=0 * proof.numbers))
    told = run("prove", "quixo", "--check", "--file", str(worse))
    assert told.returncode == 1
    assert "The proof does not hold." in told.stdout


def test_what_a_proof_claims_is_told() -> None:
    told = run("prove", "quixo", "--size", "3")
    assert told.returncode == 0, told.stderr
    assert "a player who begins and plays by this proof always wins" in told.stdout
    assert "It can meet 13 positions; in 0 of them a patch changes its choice." in told.stdout
    assert "quixo-3.proof" in told.stdout
