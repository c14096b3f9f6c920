"""Where compiled code is kept: in a folder named by what it was compiled from.

Numba's own cache looks at the file a function stands in, and at nothing that it calls. Here
compiled code depends on its module and all modules that this one imports; and where it was compiled
for a game's record, on that game's kernels and theirs. Change a rule, and just what uses it is
compiled anew, whichever package it belongs to.

`GALDA_CACHE` moves the cache (default `~/.cache/galda`); what nobody used for a month is deleted.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import binding as llvm
from numba.core import config as numba_config
from numba.core import types

from galda.core.jit.settings import origins

STALE_AFTER_DAYS = 30
IMPORTED = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<package>[\w.]+)[ \t]+import[ \t]+(?P<names>\([^)]*\)|.*)"
    r"|import[ \t]+(?P<modules>.+))",
    re.MULTILINE,
)
"""Import statements. Seeing one too many, in a text, does no harm: it is one more dependency."""
LOWERED = re.compile(r'@lowered\("([\w.]+)"\)')
"""Where the machine code of a function is: that file counts as imported."""

config: Any = numba_config
_lost: list[Exception] = []
"""Why compiled code could not be kept."""


def records_in(kinds: Any) -> Iterator[np.dtype[Any]]:
    """The record types of games among Numba's types, inside arrays and tuples too."""
    for kind in kinds:
        if isinstance(kind, types.Record):
            if kind.dtype in origins:
                yield kind.dtype
        elif isinstance(kind, types.Array):
            yield from records_in((kind.dtype,))
        elif isinstance(kind, types.BaseTuple):
            yield from records_in(kind)


@lru_cache
def cache_folder(modules: frozenset[str], records: frozenset[np.dtype[Any]] = frozenset()) -> Path:
    """The folder for code from these modules, compiled for the records of some games."""
    return open_folder(fingerprint(modules, records))


@lru_cache
def fingerprint(modules: frozenset[str], records: frozenset[np.dtype[Any]] = frozenset()) -> str:
    """A short stand-in for all that code from these modules is compiled from."""
    kernels = [function for record in records for function in origins[record].values()]
    names = modules | {function.__module__ for function in kernels}
    found = hashlib.sha256()
    for record in sorted(records, key=str):
        for name, function in sorted(origins[record].items()):
            found.update(f"{name} {function.__module__}.{function.__name__}\n".encode())
    for source in sorted({file for name in names for file in sources(name)}):
        found.update(digest(source))
    return found.hexdigest()[:16]


@lru_cache
def place(modules: frozenset[str], records: frozenset[np.dtype[Any]] = frozenset()) -> str:
    """A short stand-in for where these modules lie: what one copy of them has compiled, another,
    with the very same words in it, does not find."""
    kernels = [function for record in records for function in origins[record].values()]
    names = modules | {function.__module__ for function in kernels}
    files = sorted(str(file) for file in map(_file_of, names) if file)
    return hashlib.sha256("\n".join(files).encode()).hexdigest()[:8]


def kernels_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where compiled code of all modules is kept; GALDA_CACHE moves it."""
    return Path(environment.get("GALDA_CACHE", "") or _user_cache()) / "kernels"


def open_folder(name: str) -> Path:
    """A folder of the cache; of one that lasts as long as this process where none can be kept."""
    base = kernels_folder()
    folder = base / name
    try:
        if not folder.exists():
            _forget_stale(base)
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError as error:
        say_lost(error)
        passing = tempfile.mkdtemp(prefix="galda-")
        atexit.register(shutil.rmtree, passing, ignore_errors=True)
        os.environ["GALDA_CACHE"] = passing  # for the processes that we start as well
        folder = Path(passing) / "kernels" / name
        folder.mkdir(parents=True)
    return folder


def nothing_lost() -> bool:
    """Whether all that this process compiled was kept."""
    return not _lost


def say_lost(error: Exception, where: str = "") -> None:
    """Say once that compiled code is not kept, and why; nothing else is lost."""
    if not _lost:
        why = getattr(error, "strerror", None) or error
        place = where or getattr(error, "filename", None) or _user_cache()
        print(
            f"galda: compiled rules cannot be kept ({why}: {place}); "
            "GALDA_CACHE names another folder for them",
            file=sys.stderr,
        )
    _lost.append(error)


@cache
def machine() -> str:
    """A short stand-in for the processor, the Python and the Numba that code is compiled for."""
    processor = config.CPU_NAME or llvm.get_host_cpu_name()
    told = (processor, llvm.get_process_triple(), sys.implementation.cache_tag, numba.__version__)
    return hashlib.sha256(" ".join(told).encode()).hexdigest()[:8]


@cache
def digest(source: Path) -> bytes:
    """A short stand-in for what is in a file."""
    return hashlib.sha256(source.read_bytes()).digest()


@lru_cache
def sources(module: str) -> frozenset[Path]:
    """The files that a module's kernels depend on: its own, those it imports, data beside them.

    Followed are imports of our own modules and of the package that the module belongs to.
    """
    followed = {"galda", module.partition(".")[0]}
    found: set[Path] = set()
    waiting, seen = [module], {module}
    while waiting:
        file = _file_of(waiting.pop())
        if file is None:
            continue
        found.add(file)
        found.update(file.parent.glob("*.npz"))
        imported = [name for name in _imports(file) if name.partition(".")[0] in followed]
        waiting += [name for name in imported if name not in seen]
        seen.update(imported)
    return frozenset(found)


@lru_cache
def _imports(file: Path) -> tuple[str, ...]:
    """The modules that a file imports; names that are no modules may be among them."""
    text = file.read_text("utf-8")
    found: list[str] = LOWERED.findall(text)
    for statement in IMPORTED.finditer(text):
        package, names = statement["package"], statement["names"]
        listed = (names or statement["modules"]).strip("()").replace("\n", " ").split(",")
        plain = [words.split()[0] for words in listed if words.split()]
        found += [package, *(f"{package}.{name}" for name in plain)] if package else plain
    return tuple(found)


def _file_of(module: str) -> Path | None:
    """The source file of a module that has been imported."""
    loaded = sys.modules.get(module)
    file = getattr(loaded, "__file__", None)
    return Path(file).resolve() if file else None


def _user_cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME", "") or Path.home() / ".cache") / "galda"


def _forget_stale(base: Path) -> None:
    """Delete compiled code of versions that nobody has used for a month."""
    limit = time.time() - STALE_AFTER_DAYS * 86_400
    for folder in base.glob("*"):
        if folder.stat().st_mtime < limit:
            shutil.rmtree(folder, ignore_errors=True)
