"""Compiled code that comes with the package, so that nobody has to compile: read, never written.

A wheel for one system and one Python holds it in `galda/compiled`; `make wheel` makes it. A stamp
says for which system, Python, Numba and processor. As in the cache, each folder is named by what
its code was compiled from; where the stamp or a name does not fit, one compiles as ever.

While such a wheel is made, `GALDA_SHIP` names the folder to write to.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import platform
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
from llvmlite import binding as llvm

from galda.core.jit.settings import ORDINARY

FOLDER = Path(__file__).resolve().parents[2] / "compiled"
STAMP = "stamp.json"
PROCESSORS = {"x86_64": "x86-64-v3", "AMD64": "x86-64-v3"}
"""Machine -> the processor that is compiled for: what all that were made in ten years can do."""
ABILITIES = {"x86-64-v3": ("avx2", "bmi", "bmi2", "fma", "f16c", "lzcnt", "movbe", "popcnt")}
"""What such a processor must be able to do; a machine that is not named is compiled for as it is
in general, which every one of its kind can run."""


def processor() -> str:
    """The name of the processor that packages are compiled for on machines like this one."""
    return PROCESSORS.get(platform.machine(), "generic")


def stamp() -> dict[str, str]:
    """What compiled code must have been made for to run here."""
    return {
        "python": sys.implementation.cache_tag,
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "system": llvm.get_process_triple(),
        "processor": processor(),
    }


@cache
def fits() -> bool:
    """Whether compiled code has come with the package and can run on this computer."""
    if ORDINARY:
        return False
    try:
        made_for = json.loads((FOLDER / STAMP).read_text("utf-8"))
    except (OSError, ValueError):
        return False
    abilities = llvm.get_host_cpu_features()
    needed = ABILITIES.get(processor(), ())
    return made_for == stamp() and all(abilities.get(each) for each in needed)


def load(folder: str, function: Callable[..., Any], signature: Any, context: Any) -> Any:
    """The function as it came compiled for these types, or None."""
    if not fits():
        return None
    try:
        kept = (FOLDER / folder / _name(function, signature)).read_bytes()
    except OSError:
        return None
    from numba.core.compiler import CompileResult  # noqa: PLC0415  (only this way of compiling)

    try:
        return CompileResult._rebuild(context, *pickle.loads(kept))
    except Exception:  # damaged: then it is compiled here
        return None


def save(folder: str, function: Callable[..., Any], signature: Any, compiled: Any) -> None:
    """Put a compiled function into the package that is being made, if one is."""
    if place := _place(folder):
        from numba.core.serialize import dumps  # noqa: PLC0415  (as above)

        (place / _name(function, signature)).write_bytes(dumps(compiled._reduce()))


def has_mark(folder: str, name: str) -> bool:
    """Whether a mark came with the package."""
    return fits() and (FOLDER / folder / name).exists()


def save_mark(folder: str, name: str) -> None:
    """Put a mark into the package that is being made, if one is."""
    if place := _place(folder):
        (place / name).touch()


def _place(folder: str) -> Path | None:
    """The folder to write to, of a package that is being made."""
    given = os.environ.get("GALDA_SHIP")
    if not given:
        return None
    place = Path(given) / folder
    place.mkdir(parents=True, exist_ok=True)
    return place


def _name(function: Callable[..., Any], signature: Any) -> str:
    """The name of the file for a function and the types of its arguments."""
    called = f"{function.__module__}.{function.__qualname__} {signature}"
    return f"{function.__name__}-{hashlib.sha256(called.encode()).hexdigest()[:16]}"
