"""Parts of a game's book written anew (`galda/solve/book.py`); the others stay as they are."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.core.play.solver import solver_of
from galda.solve.book import FILE, Early, Openings, chapters_of


def openings_from(values: Iterable[tuple[int, int]]) -> Openings:
    """Openings of numbers of positions and their coded values."""
    pairs = sorted(values)
    return Openings(
        np.array([number for number, _ in pairs], np.uint64),
        np.array([code for _, code in pairs], np.int8),
    )


def put_into_book(
    played: Game,
    parts: Iterable[tuple[Mapping[str, Value], Openings | Early]],
    file: Path | None = None,
) -> None:
    """Write parts of chapters, each with its options, by default into the package."""
    solver, file = solver_of(played), file or played.folder / FILE
    assert solver is not None, "only solved games have a book"
    kept: list[tuple[dict[str, Value], Openings | None, Early | None]] = [
        (solver.options(each.options), each.openings, each.early)
        for each in chapters_of(played, file)
    ]
    for given, part in parts:
        options = solver.options(played.read_options(given))
        at = next((n for n, each in enumerate(kept) if each[0] == options), len(kept))
        if at == len(kept):
            kept.append((options, None, None))
        _, openings, early = kept[at]
        if isinstance(part, Openings):
            openings = part
        else:
            early = part
        kept[at] = (options, openings, early)
    write_book(file, kept)
    chapters_of.cache_clear()


def write_book(
    file: Path, chapters: Sequence[tuple[Mapping[str, Value], Openings | None, Early | None]]
) -> None:
    """Write the file: for each set of options what is known of them."""
    about: list[dict[str, Any]] = []
    arrays: dict[str, npt.NDArray[Any]] = {}
    for at, (options, openings, early) in enumerate(chapters):
        told = None if early is None else {"layers": early.layers, "network": early.network}
        about.append({"options": dict(options), "openings": openings is not None, "early": told})
        if openings is not None:
            steps = np.diff(openings.numbers, prepend=np.uint64(0))
            arrays |= {
                f"{at}.steps": steps.view(np.uint8).reshape(-1, 8).T, f"{at}.codes": openings.codes
            }  # fmt: skip
        if early is not None:
            arrays |= {f"{at}.sieves": early.sieves, f"{at}.bits": early.bits}
    with file.open("wb") as out:
        np.savez_compressed(out, about=np.array(json.dumps(about)), **arrays)  # type: ignore[arg-type]
