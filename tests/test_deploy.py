"""The systemd unit is one that systemd understands, and locks the server up well."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

UNIT = Path(__file__).parents[1] / "deploy" / "galda.service"
INSTALLED = "/opt/galda/venv/bin/galda"
MOST_EXPOSED = "20"
"""In tenths, of ten: what systemd calls OK is up to 49, and services as a rule have 90 and more."""


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze is not installed")
    return subprocess.run(
        ["systemd-analyze", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    text = UNIT.read_text("utf-8")
    assert INSTALLED in text
    unit.write_text(text.replace(INSTALLED, "/bin/true"))
    done = analyze("verify", str(unit))
    assert (done.returncode, done.stdout) == (0, "")


def test_the_unit_leaves_the_server_little_to_reach() -> None:
    done = analyze("security", "--offline=true", f"--threshold={MOST_EXPOSED}", str(UNIT))
    assert done.returncode == 0, done.stdout[-200:]
