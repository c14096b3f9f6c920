"""Make the wheel that brings compiled rules and bots: `python scripts/wheel.py [FOLDER]`.

The plain wheel is built first and installed into a folder of its own; there everything is compiled,
for a processor that is common (`galda.core.jit.shipped`), and put into a second wheel that fits
this system and this Python alone. The plain one stays beside it for all others, unless
`--only-compiled` is asked for.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
INSIDE = "galda/compiled"

COMPILE = """
import galda, numpy as np
from galda.bots import precompile
from galda.bots.levels import warm_up_all
from galda.core.kernels import perft
for name in galda.game_names():
    game = galda.game(name)
    for stage in (*precompile.STAGES, precompile.REST):
        precompile.precompile_stage(game, stage)
    start = game.new(seed=0)
    warm_up_all(start)
    galda.make_bot("greedy", 0).choose(start)
    start.suggest("novice", 0)
    perft.random_games(start.states.copy(), 1, np.uint64(1), game.rules.most_legal)
    perft.random_games(start.states, 1, np.uint64(1), game.rules.most_legal)
    perft.perft(start.states, 1, game.rules.most_legal)
    runner = galda.Runner(game, seed=0)
    runner.play(runner.legal_actions[0])
    runner.mask(), runner.scores, runner.rewards, runner.observation(0)
    batch = galda.batch(name, 2)
    batch.step(batch.random_actions(1))
    print("compiled", name, flush=True)
"""
"""Does once what people do: play, ask bots, count turns, run environments."""

STAMP = """
import json
from galda.core.jit import shipped
print(json.dumps([shipped.processor(), shipped.STAMP, shipped.stamp()]))
"""


def main(folder: Path, plain_too: bool = True) -> Path:
    """Make the wheels; returns the one with compiled code."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        run("-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", made, str(ROOT))
        plain = next(place.glob("galda-*.whl"))
        if plain_too:
            (folder / plain.name).write_bytes(plain.read_bytes())
        with zipfile.ZipFile(plain) as wheel:
            wheel.extractall(place / "installed")
        compiled = place / "compiled"
        compile_all(place / "installed", compiled, place / "cache")
        return pack(plain, compiled, folder)


def compile_all(installed: Path, compiled: Path, cache: Path) -> None:
    """Compile everything of an installed package into a folder."""
    here = {"PYTHONPATH": str(installed), "GALDA_CACHE": str(cache)}
    processor, name, stamp = json.loads(run("-c", STAMP, **here))
    run(
        "-c", COMPILE, GALDA_SHIP=str(compiled), NUMBA_CPU_NAME=processor, NUMBA_CPU_FEATURES="",
        **here,
    )  # fmt: skip
    (compiled / name).write_text(json.dumps(stamp, indent=2), "utf-8")


def run(*words: str, **environment: str) -> str:
    """What Python says when it is run with these words, away from the sources."""
    return subprocess.run(
        [sys.executable, *words], env={**os.environ, **environment}, cwd=tempfile.gettempdir(),
        stdout=subprocess.PIPE, text=True, check=True,
    ).stdout  # fmt: skip


def pack(plain: Path, compiled: Path, folder: Path) -> Path:
    """A wheel like the plain one with the compiled code in it, for this system and Python alone."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    tag = f"{python}-{python}-{system}"
    project, version = plain.name.split("-")[:2]
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{project}-{version}-{tag}.whl"
    record = f"{project}-{version}.dist-info/RECORD"
    lines = []
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:

        def add(name: str, content: bytes) -> None:
            new.writestr(name, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
            lines.append(f"{name},sha256={digest.decode()},{len(content)}")

        for name in old.namelist():
            content = old.read(name)
            if name.endswith(".dist-info/WHEEL"):
                text = content.decode().replace("Root-Is-Purelib: true", "Root-Is-Purelib: false")
                content = text.replace("Tag: py3-none-any", f"Tag: {tag}").encode()
            if name != record:
                add(name, content)
        for file in sorted(each for each in compiled.rglob("*") if each.is_file()):
            add(f"{INSIDE}/{file.relative_to(compiled).as_posix()}", file.read_bytes())
        new.writestr(record, "\n".join([*lines, f"{record},,", ""]))
    return target


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Make wheels of Galda.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist")
    parser.add_argument("--only-compiled", action="store_true", help="leave out the plain wheel")
    asked = parser.parse_args()
    print(main(asked.folder.absolute(), not asked.only_compiled))
