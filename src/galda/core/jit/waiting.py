"""Kernels before Numba is loaded: it is loaded when the first of them is called.

Importing Numba takes longer than all the rest of a program that only asks about rules. So `@kernel`
makes a `Waiting` kernel. When one is called, `load` imports Numba, makes every kernel compilable,
and puts it where its stand-in was: into modules and closures. From then on nothing is in between.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from functools import update_wrapper
from importlib import import_module
from types import CellType, ModuleType
from typing import Any

import numpy as np

from galda.core.jit.settings import COMPILED

PLAIN_CALLS = 16
"""Calls such as beginning a game that are made without Numba; more are worth loading it."""

_lock = threading.RLock()
_loaded = False
_waiting: list[Waiting] = []
_then: list[Callable[[], None]] = []
_plain = threading.local()
_plain_calls = 0


class Waiting:
    """A kernel that Numba does not know yet; after `load` it only passes calls on.

    With a `home` it is not compiled: the module of that name holds its machine code.
    """

    def __init__(self, function: Callable[..., Any], home: str = "") -> None:
        update_wrapper(self, function)
        self.py_func = function
        self.home = home
        self.is_light = False
        self.made: Any = None
        """What Numba calls, once it is loaded."""

    def __call__(self, *arguments: Any) -> Any:
        """Call the kernel: compiled, or plainly inside `without_numba`."""
        if self.made is None and getattr(_plain, "wanted", False):
            return self.py_func(*arguments)
        return self.ready()(*arguments)

    def ready(self) -> Any:
        """The kernel as Numba knows it."""
        if self.made is None:
            load()
            self.make()
        return self.made

    def make(self) -> None:
        """Let Numba know the kernel; `load` does it for all that wait."""
        with _lock:
            if self.made is None:
                self.made = make(self.py_func, self.home)
                if self.is_light:
                    lighten(self.made)

    @property
    def _numba_type_(self) -> Any:
        """What Numba asks for where compiled code of others names a kernel."""
        from numba import typeof  # noqa: PLC0415  (only Numba asks)

        return typeof(self.ready())

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.ready(), name)


def make(function: Callable[..., Any], home: str = "") -> Any:
    """A function as Numba knows it."""
    if home:
        return getattr(import_module(home), function.__name__)
    from galda.core.jit import engine  # noqa: PLC0415  (it imports Numba)

    return engine.make(function)


def lighten(made: Any) -> None:
    """Have what Python calls of a kernel optimised only a little."""
    from galda.core.jit import engine  # noqa: PLC0415  (as above)

    engine.lighten(made)


def wait(function: Callable[..., Any], home: str = "") -> Any:
    """A kernel that is made when it is needed; at once where Numba is loaded already."""
    if _loaded or "numba" in sys.modules:
        load()
        return make(function, home)
    kernel = Waiting(function, home)
    _waiting.append(kernel)
    return kernel


def settled(kernel: Any) -> Any:
    """The kernel that Numba knows, if it does: the same one whichever stands for it."""
    return kernel.made or kernel if isinstance(kernel, Waiting) else kernel


def when_loaded(do: Callable[[], None]) -> None:
    """Do something once Numba is loaded; now if it is."""
    if _loaded:
        do()
    else:
        _then.append(do)


def load() -> None:
    """Import Numba and make all kernels that wait; kernels written later are made at once."""
    global _loaded  # noqa: PLW0603
    if _loaded or not COMPILED:
        return
    with _lock:
        if _loaded:
            return
        import_module("galda.core.jit.engine")
        kernels = list(_waiting)
        for kernel in kernels:
            kernel.make()
        _replace(kernels)
        _loaded = True
        for do in _then:
            do()
        _then.clear()


def without_numba(call: Callable[..., Any], *arguments: Any) -> Any:
    """Call kernels as plain Python where Numba is not loaded and this is seldom done."""
    global _plain_calls  # noqa: PLW0603
    if _loaded or not COMPILED or _plain_calls >= PLAIN_CALLS:
        return call(*arguments)
    _plain_calls += 1
    _plain.wanted = True
    try:
        with np.errstate(over="ignore"):  # as in compiled code
            return call(*arguments)
    finally:
        _plain.wanted = False


def _replace(kernels: list[Waiting]) -> None:
    """Put kernels where their stand-ins are: in the modules of their packages, and in closures."""
    packages = {kernel.py_func.__module__.partition(".")[0] for kernel in kernels}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in packages and isinstance(module, ModuleType):
            held = vars(module)
            for key, value in list(held.items()):
                if type(value) is Waiting:
                    held[key] = settled(value)
    for kernel in kernels:
        for cell in kernel.py_func.__closure__ or ():
            _replace_in(cell)


def _replace_in(cell: CellType) -> None:
    """The same for one variable of a closure; one that is not set yet holds nothing."""
    try:
        value = cell.cell_contents
    except ValueError:
        return
    cell.cell_contents = settled(value)
