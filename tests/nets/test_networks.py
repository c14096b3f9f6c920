"""Networks in files: written, read, refused, and playing as bots; the examples that make them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import galda
from galda import exams
from galda.bots.levels import check_bot, network_file
from galda.table.setup.plan import SeatPlan, check_seat

EXAMPLES = Path(__file__).parents[2] / "examples"
SHORT = {"ppo.py": 300, "alphazero.py": 300, "sb3_maskable.py": 100}


def test_names_of_files_and_simulations() -> None:
    assert network_file("some/learnt.pt") == ("some/learnt.pt", 0)
    assert network_file("learnt.pt:64") == ("learnt.pt", 64)
    assert network_file("C:/learnt.pt") == ("C:/learnt.pt", 0)
    for other in ("master", "master:64", "learnt.pt:many", "learnt.onnx"):
        assert network_file(other) is None
    with pytest.raises(galda.GaldaError, match=r"no file nowhere\.pt"):
        check_bot("nowhere.pt")


def test_strangers_name_no_files(tmp_path: Path) -> None:
    file = tmp_path / "learnt.pt"
    file.write_bytes(b"anything")
    check_bot(str(file))
    with pytest.raises(galda.GaldaError, match="no bot"):
        check_bot(str(file), files=False)
    with pytest.raises(galda.GaldaError, match="no bot"):
        check_seat(SeatPlan("bot", level=str(file)), galda.game("quixo"))


@pytest.mark.parametrize("name", SHORT)
def test_examples_are_short(name: str) -> None:
    assert len((EXAMPLES / name).read_text("utf-8").splitlines()) <= SHORT[name]


@pytest.fixture
def learnt(tmp_path: Path) -> Path:
    """A network that has learnt nothing yet."""
    torch = pytest.importorskip("torch", reason="networks need PyTorch: pip install 'galda[learn]'")
    from galda.nets.checkpoints import save  # noqa: PLC0415
    from galda.nets.network import PolicyValue  # noqa: PLC0415

    torch.manual_seed(4)
    torch.set_num_threads(1)
    file = tmp_path / "learnt.pt"
    save(file, PolicyValue.of(galda.game("quixo"), hidden=16), "quixo", {"size": 3}, {"seed": 4})
    return file


def test_a_file_says_what_was_saved(learnt: Path) -> None:
    from galda.nets.checkpoints import load  # noqa: PLC0415

    batch = galda.batch("quixo", 4, size=3)
    known = load(learnt)
    logits, values = known.network(batch.observations, batch.masks)
    assert known.game == "quixo" and known.how == {"seed": 4}
    assert logits.shape == (4, 89) and values.shape == (4,)
    assert (logits.detach().numpy()[~batch.masks] < -1e8).all()


def test_a_file_becomes_a_bot_that_plays_legally_and_better_with_a_search(learnt: Path) -> None:
    plain, searched = (
        exams.score("quixo", f"{learnt}{more}", source="chance", size=3) for more in ("", ":48")
    )
    assert searched.share > plain.share
    again = exams.score("quixo", f"{learnt}:48", source="chance", size=3)
    assert again.as_json() == searched.as_json()
    with pytest.raises(galda.GaldaError, match="plays quixo, not Pylos"):
        galda.make_bot(str(learnt)).choose(galda.game("pylos").new())


def test_a_bot_chooses_what_its_network_says_of_the_batch(learnt: Path) -> None:
    from galda.nets.checkpoints import load  # noqa: PLC0415

    batch = galda.batch("quixo", 6, seed=2, size=3)
    for step in range(3):
        batch.step(batch.random_actions(seed=step))
    logits, _ = load(learnt).network(batch.observations, batch.masks)
    bot = galda.make_bot(str(learnt))
    chosen = [bot.choose(batch.position(i)) for i in range(6)]
    assert chosen == logits.detach().numpy().argmax(axis=1).tolist()


def test_what_is_no_network_is_refused(learnt: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.pt"
    wrong.write_bytes(b"not a network")
    with pytest.raises(galda.GaldaError, match="no network of ours"):
        galda.make_bot(str(wrong))


@pytest.mark.parametrize(
    ("name", "more"),
    [("ppo.py", ["--moves", "60000", "--batch", "128"]),
     ("alphazero.py", ["--moves", "6000", "--batch", "64"])],
)  # fmt: skip
@pytest.mark.slow
def test_the_baselines_learn(name: str, more: list[str], tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="the baselines need PyTorch: pip install 'galda[learn]'")
    out = tmp_path / "learnt.pt"
    ran = subprocess.run(
        [sys.executable, str(EXAMPLES / name), "--size", "3", "--points", "2", "--out", str(out),
         *more],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    curve = json.loads(out.with_suffix(".json").read_text("utf-8"))["curve"]
    kept = np.array([[each["chance"], each["strong"]] for each in curve]).mean(axis=1)
    assert kept[-1] > kept[0] + 0.1
    assert galda.make_bot(str(out)).choose(galda.game("quixo").new(size=3)) in range(20)
