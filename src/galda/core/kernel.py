"""`@kernel`: how a plain Python function becomes a compiled rule, and where compiled code is kept.

Numba's cache does not notice a change in a *called* function's file, so every version of the
sources gets a cache folder of its own, named by their hash. `GALDA_COMPILE=0` switches compiling
off: every kernel is then the plain Python function it was written as.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

COMPILED = os.environ.get("GALDA_COMPILE", "1") != "0"
"""Whether kernels are compiled in this process."""

STALE_AFTER_DAYS = 30
NO_KERNELS = frozenset({
    "arena", "cli", "solve", "table", "web", "oracle.py",
    "batch.py", "card_speed.py", "cuda_batch.py", "gym.py", "peers.py", "runner.py", "spiel.py",
    "speed.py", "zoo.py",
    "alphabeta.py", "greedy.py", "levels.py", "mcts.py",
    "advice.py", "board.py", "chart.py", "coach.py", "drawings.py", "figure.py", "figures.py",
    "folders.py", "language.py", "lesson.py", "names.py", "outline.py", "panels.py", "paper.py",
    "refusals.py", "retelling.py", "review.py", "rulebook.py", "sheet.py", "sheets.py", "sketch.py",
    "svg.py", "terminal.py", "touching.py", "words.py",
})  # fmt: skip
"""Our rooms and files of words, pictures, advice, adapters and bots: no kernel needs them."""

F = TypeVar("F", bound=Callable[..., Any])

if COMPILED:
    import numba
    from numba.core import config as numba_config

    config: Any = numba_config
else:
    # Kernels count on unsigned arithmetic wrapping round, as it does when compiled.
    np.seterr(over="ignore")


def kernel(function: F) -> F:
    """Compile `function` on first use, caching the result on disk; other kernels may call it."""
    if not COMPILED:
        return function
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder(_package_root(function.__module__)))
    try:
        # Overflow, bounds and division are the rules' own business: no checks are compiled in.
        # Nobody calls kernels through C function pointers: not making those saves a fifth.
        how: dict[str, Any] = {"error_model": "numpy", "no_cfunc_wrapper": True}
        return cast(F, numba.njit(cache=True, nogil=True, **how)(function))
    finally:
        config.CACHE_DIR = before


def compiled_for(function: F, *arguments: Any) -> F:
    """A kernel as compiled for arguments of exactly these types, to be called with no others.

    Calling this skips Numba's look at the arguments, which takes longer than many a kernel.
    """
    if not COMPILED:
        return function
    dispatcher, type_of = cast(Any, function), cast(Any, numba.typeof)
    types = tuple(type_of(argument) for argument in arguments)
    dispatcher.compile(types)
    return cast(F, dispatcher.overloads[types].entry_point)


@lru_cache
def cache_folder(root: Path) -> Path:
    """The folder for compiled code of this very version of the sources below `root`."""
    base = Path(os.environ.get("GALDA_CACHE", "") or _user_cache()) / "kernels"
    own = Path(__file__).resolve().parents[1]
    fingerprint = hashlib.sha256()
    for folder in sorted({own, root}):
        found = [folder] if folder.is_file() else sorted(folder.rglob("*"))
        for source in (file for file in found if file.suffix in (".py", ".npz")):
            if not (source.is_relative_to(own) and NO_KERNELS & set(source.relative_to(own).parts)):
                fingerprint.update(source.read_bytes())
    folder = base / fingerprint.hexdigest()[:16]
    if not folder.exists():
        _forget_stale(base)
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    return folder


def _package_root(module: str) -> Path:
    """The folder of the package a function lives in, or its file when it lives in none."""
    top = sys.modules[module.partition(".")[0]]
    file = Path(top.__file__ or __file__).resolve()
    return file.parent if file.name == "__init__.py" else file


def _user_cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME", "") or Path.home() / ".cache") / "galda"


def _forget_stale(base: Path) -> None:
    """Delete compiled code of versions that nobody has used for a month."""
    limit = time.time() - STALE_AFTER_DAYS * 86_400
    for folder in base.glob("*"):
        if folder.stat().st_mtime < limit:
            shutil.rmtree(folder, ignore_errors=True)
