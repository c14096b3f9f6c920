"""The container's image: its lock fits the package, and its steps work where no engine runs."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from distributions import ROOT, copy_sources
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import galda

DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
LOCK = (ROOT / "deploy" / "requirements.lock").read_text("utf-8")
LOCKED = {canonicalize_name(name): Version(number)
          for name, number in re.findall(r"(?m)^([\w.-]+)==(\S+)", LOCK)}  # fmt: skip


def needed() -> list[Requirement]:
    """What the image's extras ask for, and what building needs."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    optional = told["project"]["optional-dependencies"]
    words = [
        *told["project"]["dependencies"], *optional["table"], *optional["postgres"],
        *told["build-system"]["requires"],
    ]  # fmt: skip
    return [each for each in map(Requirement, words) if each.name != "galda"]


def test_the_lock_has_what_the_package_asks_for() -> None:
    for each in needed():
        found = LOCKED.get(canonicalize_name(each.name))
        assert found, f"{each.name} is not locked: make lock"
        assert each.specifier.contains(found), f"{each} and {found} do not fit: make lock"


def test_everything_locked_has_hashes_and_comes_from_no_named_index() -> None:
    for entry in re.split(r"(?m)^(?=\w)", LOCK):
        if "==" in entry:
            assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry.partition(" ")[0]
    assert "://" not in LOCK and "index-url" not in LOCK


def test_the_image_takes_only_what_is_locked() -> None:
    installs = re.findall(r"pip install (.*)", DOCKERFILE)
    assert all("--require-hashes" in words or "--no-deps" in words for words in installs)
    assert any("--no-build-isolation" in words for words in installs)


def test_the_image_is_built_of_little() -> None:
    kept = {
        line[1:]
        for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines()
        if line.startswith("!")
    }
    copied = set(" ".join(re.findall(r"(?m)^COPY (?!--)(.*) \S+$", DOCKERFILE)).split())
    assert copied == kept


def steps(home: Path) -> list[str]:
    """The image's RUN lines for this computer: no other user, and folders of our own."""
    text = DOCKERFILE.replace("/opt/galda", str(home / "opt")).replace("\\\n", " ")
    found = re.findall(r"(?m)^RUN (.*)$", text)
    return [line for line in found if not line.startswith("useradd")]


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_steps_of_the_image_work_in_a_clean_folder(tmp_path: Path) -> None:
    python = re.search(r"(?m)^FROM python:(3\.\d+)", DOCKERFILE)
    assert python
    asked = [f"python{python[1]}", "-c", "import sys; print(sys.executable)"]
    try:  # where it really is: what is found first may only choose between several
        told = subprocess.run(asked, stdout=subprocess.PIPE, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip(f"Python {python[1]}, the image's, is not installed here")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(told.strip())
    app = tmp_path / "app"
    copy_sources(tmp_path / "sources")
    app.mkdir()
    for sources, to in re.findall(r"(?m)^COPY (?!--)(.*) (\S+)$", DOCKERFILE):
        for name in sources.split():
            source = tmp_path / "sources" / name
            if source.is_dir():
                shutil.copytree(source, app / to)
            else:
                shutil.copy(source, app / to)
    environment = {
        "PATH": f"{tmp_path}/bin:{tmp_path}/opt/bin:/usr/bin:/bin", "HOME": str(tmp_path),
        "GALDA_CACHE": str(tmp_path / "cache"), "GALDA_DATA": str(tmp_path / "data"),
    }  # fmt: skip
    for step in steps(tmp_path):
        done = subprocess.run(
            ["bash", "-c", step], cwd=app, env=environment, text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        assert done.returncode == 0, f"{step}\n{done.stdout[-3000:]}"
    command = tmp_path / "opt" / "bin" / "galda"
    games = subprocess.run(
        [command, "games"], env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    assert set(galda.game_names()) <= set(games.stdout.split())
