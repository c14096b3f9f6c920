"""`galda learn` as its users meet it, without another process for each."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

import galda
import galda.cli.learn
import galda.cli.main
from galda.cli.app import app

TORCH = importlib.util.find_spec("torch") is not None


def run(*words: str) -> None:
    app(["learn", *words], standalone_mode=False)


@pytest.mark.skipif(TORCH, reason="PyTorch is installed")
def test_without_pytorch_it_says_what_to_install() -> None:
    with pytest.raises(galda.GaldaError, match=r"pip install 'galda\[learn\]'"):
        run("quixo")


@pytest.mark.skipif(not TORCH, reason="learning needs PyTorch: pip install 'galda[learn]'")
def test_it_learns_into_a_folder_and_refuses_other_settings_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, file = tmp_path / "run", tmp_path / "plain.npz"
    small = ("--size", "3", "--folder", str(folder), "--threads", "1", "--steps", "64")
    run("quixo", *small, "--players", "2", "--games", "4", "--horizon", "8", "--hidden", "8,4",
        "--measured", "2", "--points", "1", "--against", "random",
        "--export", str(file))  # fmt: skip
    assert "actions: 64; share of points against random" in capsys.readouterr().out
    assert {each.name for each in folder.iterdir()} == {
        "state.pt", "learnt.pt", "curve.jsonl", "curve.svg",
    }  # fmt: skip
    assert file.exists()
    for words, told in (
        (("--seed", "5"), "has seed 1, not 5"),
        (("--players", "2;4"), "numbers with commas between"),
        (("--against", "nobody"), "no bot"),
        (("--export", "plain.txt"), r"must end in \.npz"),
    ):
        with pytest.raises(galda.GaldaError, match=told):
            run("quixo", *small, *words)
