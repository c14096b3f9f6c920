"""The wheel that brings compiled code: nothing is compiled where it is installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import wheel
from galda.core.jit import shipped
from galda.core.kernels.kernel import COMPILED

COUNT = """
import json, sys, time
import galda
from galda.core.jit.notice import on_compile
counted, first_moves = [], {}
with on_compile(counted.append):
    for name in galda.game_names():
        began = time.thread_time()
        start = galda.game(name).new()
        after = start.play(start.legal_actions[0])
        after.svg(), after.view(), after.sheets()
        while not after.is_over and after.to_act == start.to_act:
            after = after.play(after.legal_actions[0])
        after.play(galda.make_bot("expert", 1).choose(after.known_to(after.to_act, 1)))
        first_moves[name] = time.thread_time() - began
        batch = galda.batch(name, 4)
        batch.step(batch.random_actions(0))
print(json.dumps([galda.__file__, len(counted), first_moves]))
"""


def ask(installed: Path, cache: Path, program: str, **environment: str) -> list[object]:
    told = subprocess.run(
        [sys.executable, "-c", program], cwd=cache.parent, check=True, text=True,
        env={**os.environ, "PYTHONPATH": str(installed), "GALDA_CACHE": str(cache), **environment},
        stdout=subprocess.PIPE,
    ).stdout  # fmt: skip
    found: list[object] = json.loads(told)
    return found


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_an_installed_wheel_compiles_nothing(tmp_path: Path) -> None:
    made = wheel.main(tmp_path / "dist")
    installed, cache = tmp_path / "installed", tmp_path / "cache"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target",
         str(installed), str(made)], check=True,
    )  # fmt: skip
    home, compiled, first_moves = ask(installed, cache, COUNT)
    print(first_moves)
    assert str(home).startswith(str(installed))
    assert compiled == 0
    assert not any(cache.rglob("*.nbi")), "nothing had to be kept"
    # Where the stamp does not fit, one compiles as before.
    stamp = installed / "galda" / "compiled" / shipped.STAMP
    stamp.write_text(json.dumps({**json.loads(stamp.read_text()), "numba": "0"}))
    program = (
        "import json, galda\n"
        "from galda.core.jit.notice import on_compile\n"
        "counted = []\n"
        "with on_compile(counted.append):\n"
        "    galda.game('quixo').new()\n"
        "print(json.dumps([len(counted)]))"
    )
    assert ask(installed, cache, program) != [0]


def test_a_wheel_is_named_and_recorded_for_this_system_alone(tmp_path: Path) -> None:
    plain = tmp_path / "galda-1.0-py3-none-any.whl"
    with zipfile.ZipFile(plain, "w") as old:
        old.writestr("galda/__init__.py", "")
        old.writestr("galda-1.0.dist-info/WHEEL", "Root-Is-Purelib: true\nTag: py3-none-any\n")
        old.writestr("galda-1.0.dist-info/RECORD", "")
    compiled = tmp_path / "compiled"
    (compiled / "abc").mkdir(parents=True)
    (compiled / "abc" / "apply-1").write_bytes(b"code")
    made = wheel.pack(plain, compiled, tmp_path / "dist")
    assert f"cp{sys.version_info.major}{sys.version_info.minor}" in made.name
    with zipfile.ZipFile(made) as packed:
        assert packed.read("galda/compiled/abc/apply-1") == b"code"
        about = packed.read("galda-1.0.dist-info/WHEEL").decode()
        assert "Root-Is-Purelib: false" in about
        assert f"Tag: {made.stem.partition('1.0-')[2]}" in about
        recorded = packed.read("galda-1.0.dist-info/RECORD").decode().splitlines()
        assert {line.split(",")[0] for line in recorded} == set(packed.namelist())


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_code_for_another_computer_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    shipped.fits.cache_clear()
    assert not shipped.fits(), "nothing has come with this package"
    for wrong in ({"python": "cpython-27"}, {"system": "elsewhere"}):
        (tmp_path / shipped.STAMP).write_text(json.dumps({**shipped.stamp(), **wrong}))
        shipped.fits.cache_clear()
        assert not shipped.fits()
    (tmp_path / shipped.STAMP).write_text(json.dumps(shipped.stamp()))
    monkeypatch.setattr("llvmlite.binding.get_host_cpu_features", dict)
    shipped.fits.cache_clear()
    assert shipped.fits() == (not shipped.ABILITIES.get(shipped.processor()))
    shipped.fits.cache_clear()
