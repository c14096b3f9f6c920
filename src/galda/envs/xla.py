"""Functions of this process that XLA calls by itself, through its foreign function interface.

XLA hands over where arguments and results lie in memory; we look at that memory as NumPy arrays,
so nothing is copied. The structures are those of XLA's C interface, version 0.1, which later
versions only add to: fields that we do not read are left out at the end.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Arrays = Sequence[npt.NDArray[Any]]
Work = Callable[[Arrays, Arrays], None]
Form = tuple[tuple[int, ...], np.dtype[Any]]

VERSION = (0, 1)
ASKS_FOR_VERSION = 1
"""The kind of call in which XLA wants to know the version we speak."""
INVALID_ARGUMENT = 3
CAPSULE = b"xla._CUSTOM_CALL_TARGET"


class Version(ctypes.Structure):
    """Which version of the interface somebody speaks."""

    _fields_ = [("size", ctypes.c_size_t), ("extension", ctypes.c_void_p),
                ("major", ctypes.c_int), ("minor", ctypes.c_int)]  # fmt: skip


class Metadata(ctypes.Structure):
    """What XLA wants to know about a function."""

    _fields_ = [("size", ctypes.c_size_t), ("version", Version)]


class Extension(ctypes.Structure):
    """What a call may have besides: here, the wish to know about the function."""

    _fields_ = [("size", ctypes.c_size_t), ("kind", ctypes.c_int), ("next", ctypes.c_void_p),
                ("metadata", ctypes.POINTER(Metadata))]  # fmt: skip


class Buffer(ctypes.Structure):
    """An array: of its fields we need where it lies."""

    _fields_ = [("size", ctypes.c_size_t), ("extension", ctypes.c_void_p),
                ("type", ctypes.c_int), ("address", ctypes.c_void_p)]  # fmt: skip


class Buffers(ctypes.Structure):
    """Arguments, or results."""

    _fields_ = [("size", ctypes.c_size_t), ("extension", ctypes.c_void_p),
                ("count", ctypes.c_int64), ("types", ctypes.c_void_p),
                ("buffers", ctypes.POINTER(ctypes.POINTER(Buffer)))]  # fmt: skip


class Complaint(ctypes.Structure):
    """An error as we hand it over."""

    _fields_ = [("size", ctypes.c_size_t), ("extension", ctypes.c_void_p),
                ("message", ctypes.c_char_p), ("code", ctypes.c_int)]  # fmt: skip


complain = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(Complaint))


class Interface(ctypes.Structure):
    """What XLA offers: of it we need how errors are made."""

    _fields_ = [("size", ctypes.c_size_t), ("extension", ctypes.c_void_p), ("version", Version),
                ("internal", ctypes.c_void_p), ("complain", complain)]  # fmt: skip


class Call(ctypes.Structure):
    """One call of a function."""

    _fields_ = [("size", ctypes.c_size_t), ("extension", ctypes.POINTER(Extension)),
                ("interface", ctypes.POINTER(Interface)), ("context", ctypes.c_void_p),
                ("stage", ctypes.c_int), ("arguments", Buffers), ("results", Buffers)]  # fmt: skip


called = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(Call))
_kept: list[Any] = []
"""Functions that XLA may call until the process ends."""


def make_target(work: Work, arguments: Sequence[Form], results: Sequence[Form]) -> Any:
    """Something that JAX registers: XLA then calls `work` with arrays of these shapes and types.

    An exception in `work` becomes an error of the computation.
    """

    def answer(pointer: Any) -> int | None:
        call = pointer.contents
        if call.extension and call.extension.contents.kind == ASKS_FOR_VERSION:
            version = call.extension.contents.metadata.contents.version
            version.major, version.minor = VERSION
            return None
        try:
            work(_look(call.arguments, arguments), _look(call.results, results))
        except Exception as error:  # nothing may get lost between C and Python
            text = str(error).encode()
            complaint = Complaint(ctypes.sizeof(Complaint), None, text, INVALID_ARGUMENT)
            made: int = call.interface.contents.complain(ctypes.byref(complaint))
            return made
        return None

    _kept.append(called(answer))
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = (
        ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p],
    )  # fmt: skip
    return new(ctypes.cast(_kept[-1], ctypes.c_void_p), CAPSULE, None)


def _look(buffers: Buffers, forms: Sequence[Form]) -> list[npt.NDArray[Any]]:
    """The memory of arguments or results as arrays."""
    found = []
    for k, (shape, kind) in enumerate(forms):
        size = int(np.prod(shape)) * kind.itemsize
        memory = (ctypes.c_char * size).from_address(buffers.buffers[k].contents.address)
        found.append(np.frombuffer(memoryview(memory), kind).reshape(shape))
    return found
