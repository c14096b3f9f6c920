"""DLPack by hand, for arrays on a graphics card: Numba's have `__cuda_array_interface__` alone.

NumPy's arrays speak DLPack by themselves. `Exported` lets other libraries take any array of ours by
`from_dlpack`, `Imported` takes theirs. The structures are those of DLPack before its version 1,
which all libraries read and write.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2
"""The kinds of devices, as DLPack counts them."""
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}
"""NumPy's kinds of numbers, as DLPack counts them."""
FRESH, USED = b"dltensor", b"used_dltensor"


class Tensor(ctypes.Structure):
    """`DLTensor`."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("dimensions", ctypes.c_int32),
        ("kind", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class Managed(ctypes.Structure):
    """`DLManagedTensor`: a tensor, and how to let go of it."""


Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(Managed))
Managed._fields_ = (("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", Deleter))

_lent: dict[int, tuple[Any, ...]] = {}
"""What others hold, by the address of the structure they were given."""


def _let_go(managed: Any) -> None:
    _lent.pop(ctypes.addressof(managed.contents), None)


_delete = Deleter(_let_go)
_python = ctypes.pythonapi
_python.PyCapsule_New.restype = ctypes.py_object
_python.PyCapsule_New.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_python.PyCapsule_IsValid.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
_python.PyCapsule_GetPointer.restype = ctypes.c_void_p
_python.PyCapsule_GetPointer.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
_python.PyCapsule_SetName.argtypes = (ctypes.py_object, ctypes.c_char_p)


def _take_back(capsule: int) -> None:
    """Nobody took the tensor out of its capsule: it is ours again."""
    if _python.PyCapsule_IsValid(capsule, FRESH):
        _lent.pop(_python.PyCapsule_GetPointer(capsule, FRESH), None)


_forget_capsule = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_take_back)


class Exported:
    """An array of ours for other libraries: `torch.from_dlpack(Exported(batch.masks))`.

    >>> from galda.envs.dlpack import Exported
    >>> import numpy as np
    >>> batch = galda.batch("quixo", 3)
    >>> np.from_dlpack(Exported(batch.masks)).sum(axis=1).tolist()
    [44, 44, 44]
    """

    def __init__(self, array: Any) -> None:
        there = getattr(array, "__cuda_array_interface__", None)
        told = there or array.__array_interface__
        if told.get("strides") is not None:
            raise BufferError("only contiguous arrays can be handed on")
        self._array, self._place = array, told["data"][0]
        self._shape, self._kind = tuple(told["shape"]), np.dtype(told["typestr"])
        if self._kind.kind not in KINDS:
            raise BufferError(f"DLPack knows no arrays of {self._kind}")
        self._device = (CUDA if there else CPU, 0)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._device

    def __dlpack__(self, **_: Any) -> Any:
        """The capsule; our work on the card goes by the default stream, which others wait for."""
        sides = (ctypes.c_int64 * len(self._shape))(*self._shape)
        managed = Managed()
        managed.tensor = Tensor(
            self._place, *self._device, len(self._shape), KINDS[self._kind.kind],
            8 * self._kind.itemsize, 1, sides, None, 0,
        )  # fmt: skip
        managed.deleter = _delete
        address = ctypes.addressof(managed)
        _lent[address] = (managed, sides, self._array)
        return _python.PyCapsule_New(address, FRESH, ctypes.cast(_forget_capsule, ctypes.c_void_p))


class Imported:
    """Another library's array, as one that NumPy and Numba take without a copy.

    >>> from galda.envs.dlpack import Imported
    >>> import numpy as np
    >>> np.asarray(Imported(np.arange(3))).tolist()
    [0, 1, 2]
    """

    def __init__(self, given: Any) -> None:
        capsule = given.__dlpack__()
        address = _python.PyCapsule_GetPointer(id(capsule), FRESH)
        self._managed = Managed.from_address(address)
        _python.PyCapsule_SetName(capsule, USED)
        tensor = self._managed.tensor
        kinds = {number: kind for kind, number in KINDS.items()}
        size = tensor.bits // 8
        told: dict[str, Any] = {
            "shape": tuple(tensor.shape[k] for k in range(tensor.dimensions)),
            "typestr": np.dtype(f"{kinds[tensor.kind]}{size}").str,
            "data": ((tensor.data or 0) + tensor.byte_offset, False),
            "version": 3,
        }
        if tensor.strides:
            told["strides"] = tuple(size * tensor.strides[k] for k in range(tensor.dimensions))
        if tensor.device_type == CUDA:
            self.__cuda_array_interface__ = told
        else:
            self.__array_interface__ = told

    def __del__(self) -> None:
        if hasattr(self, "_managed") and self._managed.deleter:
            self._managed.deleter(ctypes.byref(self._managed))
