"""Every experiment runs: each command once, on something small."""

from __future__ import annotations

import gzip
import importlib
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import galda
from galda.core.kernels.cuda import why_no_cuda
from galda.exams.exam import read_exams
from galda.solve.book import chapters_of
from galda.solve.proof_file import read_proof
from lab.exams import quixo_held_out
from lab.findings.solved_pictures import POSITIONS
from lab.networks import pylos_learn, quixo_learn, quixo_lessons
from lab.networks.learning import chance_states
from lab.proofs import picture
from lab.puzzles import shelf

ROOT = Path(__file__).parents[2]
COMMANDS = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts)
    for file in (ROOT / "lab").rglob("*.py")
    if "argparse" in file.read_text("utf-8") and "tests" not in file.parts
)


def run(module: str, *words: str | Path) -> str:
    told = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", module, *map(str, words)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stdout + told.stderr
    return told.stdout


@pytest.mark.parametrize("module", COMMANDS)
def test_a_command_says_what_it_does(module: str) -> None:
    if module == "lab.proofs.guard":
        pytest.importorskip("torch")
    assert "usage:" in run(module, "--help")


def test_a_proof_is_found(tmp_path: Path) -> None:
    told = run("lab.proofs.find", "quixo", "--size", "3", "--file", tmp_path / "a.proof")
    assert "a player who begins and plays by this proof always wins" in told
    assert read_proof(tmp_path / "a.proof").positions == 13


def test_a_proof_with_few_positions_is_found_and_checked(tmp_path: Path) -> None:
    run(
        "lab.proofs.few_positions", "--size", "4", "--holding", "--check", "--bit-costs", "1:1",
        "--output", tmp_path,
    )  # fmt: skip
    told = [json.loads(line) for line in (tmp_path / "told.jsonl").read_text().splitlines()]
    assert [each["holds"] for each in told if each["what"] == "checked"] == [True]
    assert [each["positions"] for each in told if each["what"] == "proved"] < [8000]


def test_a_guard_is_taught_and_its_proof_closes(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    run(
        "lab.proofs.guard", "--size", "4", "--units", "8", "--rounds", "1", "--wanted", "200",
        "--steps", "20", "--batch", "32", "--output", tmp_path,
    )  # fmt: skip
    assert read_proof(tmp_path / "quixo-4.proof").positions > 5000


def test_the_picture_of_proofs_is_the_one_that_is_kept() -> None:
    assert picture.picture() == picture.FILE.read_text("utf-8")


def test_early_positions_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "book.npz"
    run("lab.early.make", "quixo", "--set", "size=3:3", "--output", file)
    (chapter,) = chapters_of(galda.game("quixo"), file)
    assert chapter.early is not None and chapter.openings is None
    assert (chapter.early.layers, chapter.options["size"]) == (3, 3)


def test_exams_are_made(tmp_path: Path) -> None:
    run(
        "lab.exams.make", "quixo", tmp_path, "--set", "size=3:20", "--games", "20",
        "--processes", "1",
    )  # fmt: skip
    made = read_exams(galda.game("quixo"), (tmp_path / "quixo-exams.json.gz").read_bytes())
    assert [exam.source for exam in made] == ["chance", "strong"]
    assert len(made[0].texts) == 20


def test_puzzles_of_a_solved_game_are_mined_and_chosen(tmp_path: Path) -> None:
    run(
        "lab.puzzles.exact", "quixo", tmp_path, "--set", "size=3", "--games", "40",
        "--processes", "1", "--plies", "1",
    )  # fmt: skip
    (file,) = tmp_path.glob("*.json.gz")
    mined = json.loads(gzip.decompress(file.read_bytes()))
    written = [shelf.written_exact(entry) for entry in mined["puzzles"]]
    assert len(mined["openings"]) > 1
    assert 0 < len(shelf.choose(written, 5)) <= 5


def test_puzzles_of_a_game_that_is_searched_are_looked_for(tmp_path: Path) -> None:
    run("lab.puzzles.searched", "towers", tmp_path, "--seconds", "1", "--wanted", "1")
    assert (tmp_path / "towers.jsonl").exists()


def test_findings_are_played_and_kept(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    run(
        "lab.findings.play", "--data", data, "play", "quixo", "--bots", "random", "--players", "2",
        "--deals", "50", "--work", tmp_path / "work", "--workers", "1",
    )  # fmt: skip
    (kept,) = json.loads((data / "quixo.json").read_text("utf-8")).values()
    assert kept["results"]["deals"] == 50


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_of_the_page_on_solved_games_are_drawn(name: str) -> None:
    assert POSITIONS[name].svg().startswith("<svg")
    assert (ROOT / "docs" / "solved" / f"{name}.svg").exists()


@pytest.mark.parametrize("kind", quixo_lessons.GAMES)
def test_lessons_of_quixo_are_positions_of_games_and_its_exam_can_be_sat(kind: str) -> None:
    positions = quixo_lessons.lesson_games(kind, 0, 3)
    assert not (positions[:, 0] & positions[:, 1]).any()
    if kind.startswith("exam"):
        mine, theirs = map(int, positions[0])
        moves = [255] * 44
        for action in quixo_held_out.position_of(mine, theirs).legal_actions:
            moves[action] = 1
        assert quixo_held_out.sit("200", mine | theirs << 25, moves, 1) == 0


def test_a_network_of_quixo_is_taught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "weights.npz"
    monkeypatch.setattr(quixo_learn, "LESSONS", {3: 20_000})
    monkeypatch.setattr(quixo_learn, "EXAM", 2_000)
    words = ["quixo_learn", str(tmp_path), "3", "--rounds", "1", "--output", str(file)]
    monkeypatch.setattr("sys.argv", words)
    quixo_learn.main()
    with np.load(file) as taught:
        assert any(np.asarray(taught[name]).any() for name in taught)


def test_positions_of_pylos_are_cut_into_parts_for_its_network() -> None:
    states = chance_states("pylos", {"variant": "standard"}, 300, seed=3)
    mine, theirs = pylos_learn.sides(states)
    assert not (mine & theirs).any()
    assert len(pylos_learn.cut_all(states)) == 300


@pytest.mark.skipif(bool(why_no_cuda()), reason=why_no_cuda() or "there is a card")
def test_a_search_on_a_card_finds_what_the_processor_finds() -> None:
    assert "quixo" in run("lab.cards.search_card")


@pytest.mark.parametrize("name", ["card_ways", "on_a_card", "search_card", "solving"])
def test_what_measures_cards_can_be_loaded(name: str) -> None:
    pytest.importorskip("numba_cuda")
    assert hasattr(importlib.import_module(f"lab.cards.{name}"), "main")
