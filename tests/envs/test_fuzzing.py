"""The fuzzer finds nothing: no read or write past an end, no error but a clear one."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
from fuzzer import Fuzzer
from hypothesis import given, settings
from hypothesis import strategies as st

PROGRAM = Path(__file__).with_name("fuzzer.py")


def fuzz_for(seconds: int, **environment: str) -> None:
    """Run the program by itself, with a fresh seed."""
    seed = str(secrets.randbits(30))
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", str(PROGRAM), str(seconds), seed],
        env={**os.environ, **environment}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, f"seed {seed}\n{ran.stderr}"


@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1))
def test_calls_that_do_not_fit_are_refused(seed: int) -> None:
    fuzzer = Fuzzer(seed)
    for _ in range(8):
        fuzzer.call()


def test_plain_python_finds_no_index_beyond_an_end() -> None:
    fuzz_for(5, GALDA_COMPILE="0")


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_compiled_code_finds_no_index_beyond_an_end(tmp_path: Path) -> None:
    fuzz_for(600, NUMBA_BOUNDSCHECK="1", GALDA_CACHE=str(tmp_path))
