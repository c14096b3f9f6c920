"""Graphics cards: finding `numba.cuda`, and what it needs to run our kernels fast.

Kernels (`@kernel`) are called from CUDA kernels as they are, dispatch by record type included.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from galda.core.errors import GaldaError
from galda.core.jit.waiting import load

DEVICES = ("cpu", "cuda")
"""Where games can be played and solved."""


def check_device(device: str) -> None:
    """Complain, naming the devices there are, unless it is one of them."""
    if device not in DEVICES:
        raise GaldaError(
            "no device {device!r}; choose from {known}",
            device=device,
            known=", ".join(DEVICES),
        )


@lru_cache
def load_cuda() -> Any:
    """`numba.cuda`, or an error that says how to get it."""
    load()  # device functions are kernels as Numba knows them
    if not hasattr(np, "row_stack"):  # numba-cuda 0.30 asks for what NumPy 2.5 has dropped
        np.row_stack = np.vstack  # type: ignore[attr-defined,unused-ignore]
    try:
        import numba_cuda  # noqa: F401, PLC0415  (only where it is installed)
        from numba import cuda  # noqa: PLC0415
        from numba.cuda.cudadrv import nvvm  # noqa: PLC0415
    except ImportError as error:
        raise GaldaError(
            "a graphics card needs numba-cuda: pip install 'galda[cuda]' ({error})", error=error
        ) from error
    # Each thread looks up another place of a rule's tables. Constant memory would serve them one
    # after the other, global memory serves all at once from its cache.
    if hasattr(nvvm, "ADDRSPACE_GLOBAL"):  # not in Numba's simulator
        nvvm.ADDRSPACE_CONSTANT = nvvm.ADDRSPACE_GLOBAL
    return cuda


def need_cuda() -> Any:
    """`numba.cuda` with a device to run on, or an error."""
    cuda = load_cuda()
    if not cuda.is_available():
        raise GaldaError("no CUDA device was found; the device cpu needs none")
    return cuda


def why_no_cuda() -> str:
    """Why nothing can be run on a graphics card here; empty if it can."""
    try:
        need_cuda()
    except GaldaError as error:
        return str(error)
    return ""
