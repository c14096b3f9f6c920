"""Numba's cache of compiled functions, kept in folders of ours: see `folders`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numba.core.caching import FunctionCache, NullCache
from numba.core.runtime.nrt import rtsys

from galda.core.alone import alone
from galda.core.jit import shipped
from galda.core.jit.folders import cache_folder, config, fingerprint, records_in, say_lost
from galda.core.jit.sound_files import SoundFile

LOCK = "being-written"
"""The file that is locked while something is put into a folder."""


class KernelCache:
    """Stands in for Numba's cache of one function: one such cache for each origin."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        held = [cell.cell_contents for cell in function.__closure__ or ()]
        self._modules = frozenset(
            {function.__module__, *(h.__module__ for h in held if hasattr(h, "py_func"))}
        )
        self._caches: dict[frozenset[np.dtype[Any]], Any] = {}

    def _for(self, signature: tuple[Any, ...]) -> Any:
        records = frozenset(records_in(signature))
        if records not in self._caches:
            before = config.CACHE_DIR
            config.CACHE_DIR = str(cache_folder(self._modules, records))
            try:
                kept = self._caches[records] = FunctionCache(self._function)
                kept._cache_file.__class__ = SoundFile
            except (OSError, RuntimeError) as error:  # Numba can write nothing there
                say_lost(error, config.CACHE_DIR)
                self._caches[records] = NullCache()
            finally:
                config.CACHE_DIR = before
        return self._caches[records]

    @property
    def cache_path(self) -> str:
        """Where code that belongs to no game is kept."""
        path: str = self._for(()).cache_path
        return path

    def load_overload(self, signature: Any, context: Any) -> Any:
        """What came with the package or is kept of the function for these types, if anything."""
        folder = fingerprint(self._modules, frozenset(records_in(signature)))
        rtsys.initialize(context)  # what compiled code itself calls
        if came := shipped.load(folder, self._function, signature, context):
            return came
        kept = self._for(signature)
        if isinstance(kept, NullCache):
            return None
        # Numba would first load all it knows of types, and half of SciPy: only compiling needs it.
        with kept._guard_against_spurious_io_errors():
            return kept._load_overload(signature, context)

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep what was compiled; where that cannot be, as on a full disk, say so and go on."""
        folder = fingerprint(self._modules, frozenset(records_in(signature)))
        shipped.save(folder, self._function, signature, compiled)
        kept = self._for(signature)
        if isinstance(kept, NullCache):
            return
        try:
            # Numba reads its list, adds to it and writes it: two at once would lose an entry, or
            # give two of them the same file.
            with alone(Path(kept.cache_path) / LOCK):
                kept.save_overload(signature, compiled)
        except OSError as error:
            say_lost(error)

    def flush(self) -> None:
        """Forget what is kept."""
        for kept in self._caches.values():
            kept.flush()
