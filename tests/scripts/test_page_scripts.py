"""The page's scripts that need no browser to be tested, by node's own runner."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
def test_scripts_pass_their_own_tests() -> None:
    done = subprocess.run(
        ["node", "--test", f"{HERE}/"], stdout=subprocess.PIPE, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:]


def test_every_file_of_tests_is_found() -> None:
    """Node runs what is called `*.test.js`, and only that."""
    written = {file.name for file in HERE.glob("*.js")} - {"dom.js"}
    assert written and all(name.endswith(".test.js") for name in written)
