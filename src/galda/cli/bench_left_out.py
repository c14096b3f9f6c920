"""What `galda bench` leaves out on this computer, and why: nothing is missing without a word."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from pathlib import Path

from galda.cli.app import console
from galda.core.errors import GaldaError
from galda.core.kernels.cuda import need_cuda
from galda.core.message import Message, Phrase, later
from galda.core.show.language import say, tell
from galda.envs.benchmark.peers import jax_on_a_card

YARDSTICKS = later("yardsticks in C++")
NOT_IN_A_WHEEL = later("they are in the project's repository, not in the package")
NO_COMPILER = later("there is no C++ compiler")
CARD = later("graphics card")
NO_CARD_IN_JAX = later("this JAX knows no card")
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


@dataclass(frozen=True)
class LeftOut:
    """Something that was not measured."""

    what: Phrase
    why: Phrase

    def told(self, lang: str) -> dict[str, str]:
        """In a language, as plain values."""
        return {"what": tell(lang, self.what), "why": tell(lang, self.why)}


def find_left_out(tables: tuple[str, ...], references: Path, compiler: str | None) -> list[LeftOut]:
    """What of these tables cannot be measured here."""
    found: list[LeftOut] = []
    if "engine" in tables and not references.exists():
        found.append(LeftOut(Message(YARDSTICKS), Message(NOT_IN_A_WHEEL)))
    elif "engine" in tables and compiler is None:
        found.append(LeftOut(Message(YARDSTICKS), Message(NO_COMPILER)))
    no_card = _no_card()
    if "card" in tables and no_card is not None:
        found.append(LeftOut(Message(CARD), no_card))
    for table in tables:
        if table == "card" and no_card is not None:
            continue
        for what, module, extra in NEEDS.get(table, ()):
            if importlib.util.find_spec(module) is None:
                why = Message("install it with: pip install 'galda[{extra}]'", extra=extra)
                found.append(LeftOut(what, why))
            elif table == "card" and not _jax_knows_a_card():
                found.append(LeftOut(what, Message(NO_CARD_IN_JAX)))
    return list(dict.fromkeys(found))


def print_left_out(left_out: list[LeftOut], lang: str) -> None:
    """Say it below the tables."""
    for each in left_out:
        told = say(lang, "left out: {what} ({why})", **each.told(lang))
        console.print(told, style="dim", markup=False)


def _no_card() -> Message | None:
    """Why nothing can be run on a graphics card here, if that is so."""
    try:
        need_cuda()
    except GaldaError as error:
        return error.message
    return None


def _jax_knows_a_card() -> bool:
    """Whether peers that are written in JAX can be measured on the card."""
    try:
        jax_on_a_card()
    except ImportError:
        return False
    return True
