"""What cannot be measured on this computer, and why."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path

from benchmarks.speed.peers import jax_on_a_card
from galda.core.kernels.cuda import why_no_cuda

NEEDS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "python": (("OpenSpiel: connect four", "pyspiel", "openspiel"),),
    "adapters": (
        ("PettingZoo", "pettingzoo", "rl"),
        ("Gymnasium", "gymnasium", "rl"),
        ("OpenSpiel", "pyspiel", "openspiel"),
        ("PettingZoo: connect_four_v3", "pygame", "peers"),
    ),
    "batches": (("pgx: connect four", "pgx", "peers"),),
    "card": (("pgx: connect four", "pgx", "peers"),),
}
"""What a table shows where a module is installed, and the extra that brings it."""


def find_left_out(tables: Sequence[str], references: Path, compiler: str | None) -> dict[str, str]:
    """What of these tables cannot be measured here -> why."""
    found: dict[str, str] = {}
    if "engine" in tables and not references.exists():
        found["yardsticks in C++"] = "they are in the project's repository, not in the package"
    elif "engine" in tables and compiler is None:
        found["yardsticks in C++"] = "there is no C++ compiler"
    no_card = why_no_cuda()
    if "card" in tables and no_card:
        found["graphics card"] = no_card
    for table in tables:
        if table == "card" and no_card:
            continue
        for what, module, extra in NEEDS.get(table, ()):
            if importlib.util.find_spec(module) is None:
                found[what] = f"install it with: pip install 'galda[{extra}]'"
            elif table == "card" and not _jax_knows_a_card():
                found[what] = "this JAX knows no card"
    return found


def _jax_knows_a_card() -> bool:
    """Whether peers that are written in JAX can be measured on a GPU."""
    try:
        jax_on_a_card()
    except ImportError:
        return False
    return True
