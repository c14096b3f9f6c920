"""Tablebase files: a solved game on disk, memory-mapped, checked, probed in microseconds.

    bytes 0–7      the magic word
    bytes 8–19     version, length of the description, its checksum (three uint32, little-endian)
    from byte 20   the description, as JSON: game, options, arrays with their offsets, counts
    from 65 536    the arrays, each on a page of its own
    at the end     a checksum (CRC-32) for every block of the file after the description

Opening reads the description alone; a block is checked when a probe first looks into it, so that a
file of many gigabytes opens at once and still never answers from damaged bytes. A file under
construction has the same form and says so.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.core.play.position import Position
from galda.core.play.solver import Counts, Solver, solver_of
from galda.core.play.values import Exact

MAGIC = b"GALDATB\n"
VERSION = 1
DESCRIPTION_ROOM = 65_536
PAGE = 4096
BLOCK = 1 << 18
SUFFIX = ".galda"


class BadTablebase(GaldaError):
    """A file that is no tablebase, or a damaged one, or one of another game."""


def file_name(game: str, options: Mapping[str, Value]) -> str:
    """The name of the file for a game with these options."""
    return "-".join([game, *(str(value) for value in options.values())]) + SUFFIX


def lay_out(arrays: Iterable[tuple[str, Any, int]]) -> tuple[list[dict[str, Any]], int]:
    """Where each array (name, type, size) goes in the file, and where the checksums begin."""
    at, found = DESCRIPTION_ROOM, []
    for name, dtype, size in arrays:
        kind = np.dtype(dtype)
        found.append({"name": name, "type": kind.str, "size": size, "offset": at})
        at = -(-(at + size * kind.itemsize) // PAGE) * PAGE
    return found, at


def write_description(file: Path, description: Mapping[str, Any]) -> None:
    """Write the first bytes of a file; the rest stays as it is."""
    text = json.dumps(description).encode()
    if len(text) > DESCRIPTION_ROOM - 20:
        raise GaldaError(
            "the description of {file} is too long: {size} bytes", file=file, size=len(text)
        )
    head = np.array([VERSION, len(text), zlib.crc32(text)], "<u4").tobytes()
    with file.open("r+b") as out:
        out.write(MAGIC + head + text)
        out.flush()
        os.fsync(out.fileno())


def read_description(file: Path) -> dict[str, Any]:
    """The description of a file, or `BadTablebase` with the reason."""
    with file.open("rb") as source:
        head = source.read(20)
        if head[:8] != MAGIC or len(head) < 20:
            raise BadTablebase("{file} is no tablebase: it does not begin like one", file=file)
        version, length, checksum = (int(n) for n in np.frombuffer(head[8:], "<u4"))
        if version != VERSION:
            raise BadTablebase(
                "{file} has format {version}; this program reads {known}: solve the game anew",
                file=file,
                version=version,
                known=VERSION,
            )
        text = source.read(min(length, DESCRIPTION_ROOM))
    if zlib.crc32(text) != checksum:
        raise BadTablebase(
            "{file} is damaged: its description does not match its checksum", file=file
        )
    found: dict[str, Any] = json.loads(text)
    return found


def checksums(file: Path, end: int) -> npt.NDArray[np.uint32]:
    """The checksum of each block between the description and `end`."""
    with file.open("rb") as source:
        source.seek(DESCRIPTION_ROOM)
        sizes = [min(BLOCK, end - at) for at in range(DESCRIPTION_ROOM, end, BLOCK)]
        return np.array([zlib.crc32(source.read(size)) for size in sizes], "<u4")


def codes_at(
    array: npt.NDArray[Any], per_item: int, places: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """The numbers at places of an array whose items hold several each; -1 where the place is."""
    wide = 8 * array.itemsize // per_item
    items, within = np.divmod(np.maximum(places, 0), per_item)
    codes = array[items].astype(np.int64) >> (within * wide) & ((1 << wide) - 1)
    return np.where(places < 0, -1, codes)


class Tablebase:
    """A finished file, opened: `exact(position)` says what perfect play makes of a position."""

    def __init__(self, file: Path, game: Game) -> None:
        self.file = file
        self.about = read_description(file)
        if self.about["game"] != game.name:
            raise BadTablebase(
                "{file} holds {game}, not {wanted}",
                file=file, game=self.about["game"], wanted=game.name,
            )  # fmt: skip
        if not self.about["complete"]:
            raise BadTablebase(
                "{file} is not finished: run galda solve {game} to go on", file=file, game=game.name
            )
        solver = solver_of(game)
        if solver is None:
            raise BadTablebase(
                "{file} holds {game}, which nothing here can look up", file=file, game=game.title
            )
        self.game = game
        self.solver: Solver = solver
        self.options: dict[str, Value] = self.about["options"]
        self.end = int(self.about["end"])
        blocks = -(-(self.end - DESCRIPTION_ROOM) // BLOCK)
        if file.stat().st_size != self.end + 4 * blocks:
            raise BadTablebase(
                "{file} is damaged: it has {size} bytes, not {wanted}",
                file=file, size=file.stat().st_size, wanted=self.end + 4 * blocks,
            )  # fmt: skip
        # Numba is slow at telling what a memmap is.
        self._bytes = np.asarray(np.memmap(file, np.uint8, "r")).view(np.ndarray)
        self._sums = self._bytes[self.end :].view("<u4")
        if zlib.crc32(self._sums.tobytes()) != self.about["checksum"]:
            raise BadTablebase(
                "{file} is damaged: its list of checksums is not the one written", file=file
            )
        self._checked = np.zeros(blocks, np.bool_)
        self.arrays: dict[str, npt.NDArray[Any]] = {}
        for entry in self.about["arrays"]:
            kind, at = np.dtype(entry["type"]), entry["offset"]
            self.arrays[entry["name"]] = self._bytes[at : at + entry["size"] * kind.itemsize].view(
                kind
            )
        self._codes_in: dict[str, tuple[int, int, int]] = {
            entry["name"]: (entry["offset"], np.dtype(entry["type"]).itemsize, entry["per_item"])
            for entry in self.about["arrays"]
            if entry["per_item"]
        }
        for entry in self.about["arrays"]:
            if not entry["per_item"]:  # tables are looked into by kernels, so they are checked now
                size = entry["size"] * np.dtype(entry["type"]).itemsize
                self._check(entry["offset"], entry["offset"] + size)

    @property
    def counts(self) -> dict[str, Counts]:
        """The counts of each layer."""
        return {name: Counts(**counts) for name, counts in self.about["counts"].items()}

    def exact(self, position: Position) -> Exact:
        """What perfect play makes of a position between turns, for the seat to act."""
        state = position.state
        array, index = self.solver.place(self.options, self.arrays, state)
        return self.solver.read(state, self._code(array, index) if index >= 0 else -1)

    def _code(self, array: str, index: int) -> int:
        """The number kept at an index, of which an item of the array may hold several."""
        start, size, per_item = self._codes_in[array]
        item, place = divmod(index, per_item)
        at = start + item * size
        self._check(at, at + size)
        kept = int(self.arrays[array][item])
        wide: int = 8 * size // per_item
        return (kept >> (place * wide)) & ((1 << wide) - 1)

    def codes(self, array: str, places: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The numbers kept at places of an array; -1 where the place is."""
        start, size, per_item = self._codes_in[array]
        blocks = (start + np.maximum(places, 0) // per_item * size - DESCRIPTION_ROOM) // BLOCK
        for block in np.unique(blocks).tolist():
            self._check(DESCRIPTION_ROOM + block * BLOCK, DESCRIPTION_ROOM + block * BLOCK + 1)
        return codes_at(self.arrays[array], per_item, places)

    def _check(self, start: int, stop: int) -> None:
        """Refuse to answer from blocks that are not as they were written."""
        first, last = (start - DESCRIPTION_ROOM) // BLOCK, (stop - 1 - DESCRIPTION_ROOM) // BLOCK
        for block in range(first, last + 1):
            if not self._checked[block]:
                at = DESCRIPTION_ROOM + block * BLOCK
                if (
                    zlib.crc32(self._bytes[at : min(at + BLOCK, self.end)].data)
                    != self._sums[block]
                ):
                    raise BadTablebase(
                        "{file} is damaged near byte {at}: delete it and solve the game anew",
                        file=self.file,
                        at=at,
                    )
                self._checked[block] = True

    def check_all(self) -> None:
        """Look at every block."""
        self._check(DESCRIPTION_ROOM, self.end)


class Builder:
    """A file under construction: arrays are written in place, progress is kept in its head."""

    def __init__(
        self,
        file: Path,
        game: str,
        options: Mapping[str, Value],
        arrays: list[tuple[str, Any, int, int]],
    ) -> None:
        self.file = file
        self.part = file.with_name(file.name + ".part")
        entries, self.end = lay_out((name, dtype, size) for name, dtype, size, _ in arrays)
        for entry, (_, _, _, per_item) in zip(entries, arrays, strict=True):
            entry["per_item"] = per_item
        self.about: dict[str, Any] = {
            "game": game,
            "options": dict(options),
            "arrays": entries,
            "end": self.end,
            "complete": False,
            "cursor": [],
        }
        if self.part.exists():
            self._take_up()
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            with self.part.open("wb") as out:
                out.truncate(self.end)
            write_description(self.part, self.about)

    def _take_up(self) -> None:
        """Go on with what an earlier run has left, if it is the same work."""
        left = read_description(self.part)
        if any(left[key] != self.about[key] for key in ("game", "options", "arrays", "end")):
            raise BadTablebase(
                "{file} is of another kind of work: delete it to begin anew", file=self.part
            )
        self.about["cursor"] = left["cursor"]

    @property
    def cursor(self) -> list[int]:
        """How far an earlier run has come."""
        return list(self.about["cursor"])

    def keep(self, name: str, size: int, dtype: Any) -> npt.NDArray[Any]:
        """The array of that name, living in the file."""
        entry = next(e for e in self.about["arrays"] if e["name"] == name)
        if (entry["size"], entry["type"]) != (size, np.dtype(dtype).str):
            raise GaldaError("the array {name} was announced as {entry}", name=name, entry=entry)
        return np.memmap(self.part, dtype, "r+", entry["offset"], (size,))

    def save(self, cursor: list[int]) -> None:
        """Remember how far the work has come."""
        self.about["cursor"] = list(cursor)
        write_description(self.part, self.about)

    def finish(self, counts: Mapping[str, Counts]) -> Path:
        """Add checksums and give the file its name."""
        sums = checksums(self.part, self.end)
        with self.part.open("r+b") as out:
            out.seek(self.end)
            out.write(sums.tobytes())
        self.about |= {
            "complete": True,
            "checksum": zlib.crc32(sums.tobytes()),
            "counts": {name: asdict(count) for name, count in counts.items()},
        }
        write_description(self.part, self.about)
        self.part.replace(self.file)
        return self.file
