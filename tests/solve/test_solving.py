"""Solving from start to file: counts, interruption, refusals, and the simulated graphics card."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import galda
from galda import GaldaError, Position
from galda.core.play.solver import Counts
from galda.core.play.values import Outcome
from galda.solve import devices, work
from galda.solve.tablebase import BLOCK, DESCRIPTION_ROOM, BadTablebase, Tablebase
from galda.solve.user_tablebases import tablebase_for
from simulated_card import run_simulated
from support import random_game

QUIXO = galda.game("quixo")
FOUR = {"size": 4}
OF_THREE = Counts(won=12_748, lost=6_935, drawn=0)


@pytest.fixture
def solved(tmp_path: Path) -> Path:
    file = tmp_path / "three.galda"
    work.solve(QUIXO, {"size": 3}, output=file)
    return file


def test_a_solved_game_is_found_in_the_users_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GALDA_DATA", str(tmp_path))
    options = QUIXO.read_options({"size": 3})
    assert tablebase_for(QUIXO, options) is None
    told: list[float] = []
    solved = work.solve(QUIXO, {"size": 3}, tell=lambda _, fraction: told.append(fraction))
    assert solved.total == OF_THREE
    assert solved.start is Outcome.WON
    assert told == sorted(told)
    assert told[-1] == 1.0
    found = tablebase_for(QUIXO, options)
    assert found is not None
    assert sum(found.counts.values(), Counts(0, 0, 0)) == OF_THREE
    again = work.solve(QUIXO, {"size": 3})
    assert (again.total, again.start) == (OF_THREE, Outcome.WON)
    assert again.seconds == 0.0, "read, not solved again"
    assert tablebase_for(QUIXO, QUIXO.read_options({"size": 3, "players": 4})) is None


def test_every_position_is_worth_its_best_move(solved: Path) -> None:
    tablebase = Tablebase(solved, QUIXO)
    tablebase.check_all()
    for seed in range(20):
        for position in random_game("quixo", {"size": 3}, seed):
            if not position.is_over:
                after = [tablebase.exact(position.play(a)).turned() for a in position.legal_actions]
                assert tablebase.exact(position) == max(after)


def test_an_interrupted_run_goes_on_where_it_was(solved: Path, tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    def stop_half_way(_: str, fraction: float) -> None:
        if fraction > 0.5:
            raise Enough

    again, told = tmp_path / "again.galda", []
    with pytest.raises(Enough):
        work.solve(QUIXO, {"size": 3}, output=again, tell=stop_half_way)
    assert not again.exists()
    with pytest.raises(BadTablebase, match="not finished"):
        Tablebase(again.with_name("again.galda.part"), QUIXO)
    work.solve(QUIXO, {"size": 3}, output=again, tell=lambda _, part: told.append(part))
    assert told[0] > 0.5
    assert again.read_bytes() == solved.read_bytes()


@pytest.mark.parametrize("where", [3, 9, 40, 70_000, -1])
def test_a_damaged_file_is_refused_with_the_reason(solved: Path, where: int) -> None:
    content = bytearray(solved.read_bytes())
    content[where] ^= 0x10
    solved.write_bytes(content)
    with pytest.raises(BadTablebase, match=r"damaged|no tablebase|format"):
        Tablebase(solved, QUIXO).check_all()


def test_each_block_is_checked_when_it_is_first_looked_into(tmp_path: Path) -> None:
    file = tmp_path / "four.galda"
    work.solve(QUIXO, {"size": 4}, output=file)
    whole = Tablebase(file, QUIXO)
    places = {block_of(whole, p): p for s in range(5) for p in random_game("quixo", FOUR, s)}
    first, *others = sorted(places)[:-1]  # the last one holds tables as well
    assert others, "positions lie in several blocks"
    content = bytearray(file.read_bytes())
    content[DESCRIPTION_ROOM + others[0] * BLOCK + 5] ^= 1
    file.write_bytes(content)
    damaged = Tablebase(file, QUIXO)
    assert damaged.exact(places[first]) == whole.exact(places[first])
    with pytest.raises(BadTablebase, match="damaged near byte"):
        damaged.exact(places[others[0]])


def block_of(tablebase: Tablebase, position: Position) -> int:
    """The block of the file that tells about a position."""
    array, index = tablebase.solver.place(tablebase.options, tablebase.arrays, position.state)
    entry = next(e for e in tablebase.about["arrays"] if e["name"] == array)
    item = np.dtype(entry["type"]).itemsize
    at: int = entry["offset"] + index // entry["per_item"] * item - DESCRIPTION_ROOM
    return at // BLOCK


def test_a_file_cut_short_is_refused(solved: Path) -> None:
    solved.write_bytes(solved.read_bytes()[:-10])
    with pytest.raises(BadTablebase, match="bytes, not"):
        Tablebase(solved, QUIXO)


def test_a_file_of_another_game_is_refused(solved: Path) -> None:
    with pytest.raises(BadTablebase, match="holds quixo, not pylos"):
        Tablebase(solved, galda.game("pylos"))
    with pytest.raises(GaldaError, match="name another --output"):
        work.solve(QUIXO, {"size": 4}, output=solved)


def test_what_cannot_fit_is_refused_with_the_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "free_memory", lambda: 20_000_000_000)
    with pytest.raises(GaldaError, match=r"needs 27\.\d GB of memory, and only 20\.0 GB are free"):
        work.solve(QUIXO, {"size": 5}, keep=False)
    assert not list(tmp_path.iterdir())


def test_what_nobody_can_solve_is_said() -> None:
    with pytest.raises(GaldaError, match="nobody knows how to solve"):
        work.solve(galda.game("alhambra"), {})
    with pytest.raises(GaldaError, match="for two"):
        work.solve(QUIXO, {"players": 4})
    with pytest.raises(GaldaError, match="choose from cpu, cuda"):
        work.solve(QUIXO, {}, device="tpu")


SIMULATED = """
import numpy as np
from galda.core.play.solver import Counts
from galda.games.quixo.solve import SOLVER
"""

BY_SPANS = """
run = SOLVER.start({"size": 3}, Simulated(256), [])
list(run.steps())
print(sum((counts for _, counts in run.counts()), Counts(0, 0, 0)))
"""


def simulated(program: str) -> str:
    """What a program prints with a simulated graphics card."""
    pytest.importorskip("numba_cuda")
    told = run_simulated(SIMULATED + program)
    assert not told.returncode, told.stderr
    return told.stdout.strip()


def test_the_same_kernels_solve_it_on_a_simulated_graphics_card() -> None:
    assert simulated(BY_SPANS) == str(OF_THREE)
