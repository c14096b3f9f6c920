"""Files of compiled code that are whole or not there: what cannot be read is made anew.

A power cut leaves files empty or cut in half, and code that was changed by a fault may do anything.
So each file begins with a checksum, is on the disk before it takes its name, and is deleted when it
is not what was written.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from numba.core.caching import IndexDataCacheFile

HEAD = b"galda 1\n"
"""How a file of code begins; its checksum follows."""
PICKLE = b"\x80"
"""How it began in versions that wrote no checksum."""
SUM = hashlib.sha256().digest_size


class SoundFile(IndexDataCacheFile):
    """The list of what is kept of one function, and the files on it."""

    def _load_index(self) -> dict[Any, str]:
        """What is kept by what it was compiled for; nothing where that cannot be read."""
        try:
            kept = _read(self._index_path)
        except FileNotFoundError:
            return {}
        version, stamp, overloads = kept or (None, None, {})
        if (version, stamp) != (self._version, self._source_stamp):
            return {}
        found: dict[Any, str] = overloads
        return found

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(self._index_path, (self._version, self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        """What is in a file of code; None where it is not what was written."""
        return _read(self._data_path(name))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)

    def _write(self, path: str, what: Any) -> None:
        code = self._dump(what)
        with self._open_for_write(path) as file:
            file.write(HEAD + hashlib.sha256(code).digest() + code)

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[IO[bytes]]:
        """A file that takes its name once all of it is on the disk."""
        with super()._open_for_write(filepath) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())


def _read(path: str) -> Any:
    """What was written to a file; None, and the file is deleted, where it holds anything else."""
    kept = Path(path).read_bytes()
    head, told, code = kept[: len(HEAD)], kept[len(HEAD) :][:SUM], kept[len(HEAD) + SUM :]
    if head == HEAD and told == hashlib.sha256(code).digest():
        with suppress(Exception):
            return pickle.loads(code)
    if kept[:1] != PICKLE:  # what versions before this one wrote is made anew without a word
        print(f"galda: {path} is damaged; it is made anew", file=sys.stderr)
    with suppress(OSError):  # where that is not allowed it is written over later
        Path(path).unlink()
    return None
