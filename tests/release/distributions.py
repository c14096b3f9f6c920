"""What the tests of a release share: a copy of the sources, what is built of it, environments."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
LEFT_BEHIND = shutil.ignore_patterns(
    ".git", ".venv", ".browser", "__pycache__", "*.egg-info", ".*_cache", ".hypothesis",
    "build", "dist", "site",
)  # fmt: skip
"""What is made from the sources, and is none of them."""
INDEX_NEEDED = "pip gets packages from its index here, and could not; is one reachable?"


def copy_sources(to: Path) -> Path:
    """The sources without anything that was made from them, which would hide what is missing."""
    shutil.copytree(ROOT, to, ignore=LEFT_BEHIND, symlinks=True)
    return to


def surroundings(**settings: str) -> dict[str, str]:
    """The environment variables of a program that must know nothing of this checkout."""
    # What is imported is kept as bytecode by the first that imports it: pip compiles nothing.
    unwanted = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    return {**kept, **settings}


def run(*words: str | Path, cwd: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a program that must know nothing of this checkout."""
    return subprocess.run(
        [str(word) for word in words], cwd=cwd, env=surroundings(**settings),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip


def needing_an_index(*words: str | Path, cwd: Path) -> str:
    """Run what installs packages; where that fails it is said what was needed."""
    done = run(*words, cwd=cwd)
    if done.returncode:
        pytest.fail(f"{INDEX_NEEDED}\n{' '.join(map(str, words))}\n{done.stdout[-3000:]}")
    return done.stdout


def build(folder: Path) -> tuple[Path, Path]:
    """The source distribution, and the wheel that is built from it."""
    sources = copy_sources(folder / "sources")
    needing_an_index(
        sys.executable, "-m", "build", "--outdir", folder / "dist", sources, cwd=folder
    )
    (sdist,) = (folder / "dist").glob("*.tar.gz")
    (wheel,) = (folder / "dist").glob("*.whl")
    return sdist, wheel


def read_yaml(file: Path) -> Any:
    """What a YAML file holds."""
    return yaml.safe_load(file.read_text("utf-8"))


@dataclass(frozen=True)
class Environment:
    """A virtual environment of its own, away from the sources."""

    folder: Path

    @classmethod
    def make(cls, folder: Path) -> Environment:
        """A new one, with nothing in it."""
        venv.create(folder, with_pip=False)
        return cls(folder)

    @property
    def programs(self) -> Path:
        """Where its programs are."""
        return self.folder / ("Scripts" if os.name == "nt" else "bin")

    def install(self, *what: str | Path) -> None:
        """Have pip install something: that of these tests, for it does so anywhere."""
        pip = (sys.executable, "-m", "pip", "--python", self.folder)
        needing_an_index(*pip, "install", "--quiet", "--no-compile", *what, cwd=self.folder)

    def galda(self, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
        """Run the command."""
        return run(self.programs / "galda", *words, cwd=self.folder, **settings)

    def begin(self, *words: str, told: IO[str], **settings: str) -> subprocess.Popen[str]:
        """Start the command, and leave it running."""
        return subprocess.Popen(
            [str(self.programs / "galda"), *words], cwd=self.folder, env=surroundings(**settings),
            stdout=told, stderr=told, text=True,
        )  # fmt: skip

    def python(self, program: str, **settings: str) -> subprocess.CompletedProcess[str]:
        """Run a program, isolated: nothing but what is installed can be imported."""
        return run(self.programs / "python", "-I", "-c", program, cwd=self.folder, **settings)
