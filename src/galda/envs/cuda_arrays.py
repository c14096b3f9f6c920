"""Arrays on a graphics card that come from elsewhere: other libraries' are taken without a copy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from galda.core.errors import GaldaError
from galda.core.kernels.cuda import need_cuda
from galda.core.play.checks import read_array
from galda.envs.arrays import check_fit
from galda.envs.dlpack import CUDA, Imported


def on_the_card(given: Any) -> Any:
    """An array on the card: there already, of whatever library, or brought there."""
    cuda = need_cuda()
    if hasattr(given, "copy_to_host"):  # Numba's own know what records they are of
        return given
    if hasattr(given, "__cuda_array_interface__"):
        return cuda.as_cuda_array(given)
    if hasattr(given, "__dlpack_device__") and given.__dlpack_device__()[0] == CUDA:
        return cuda.as_cuda_array(Imported(given))
    return cuda.to_device(np.ascontiguousarray(read_array(given)))


def zeros_on_the_card(shape: tuple[int, ...], kind: Any) -> Any:
    """An array of zeros that was never anywhere else."""
    array = need_cuda().device_array(shape, kind)
    from numba.cuda.cudadrv.driver import device_memset  # noqa: PLC0415  (optional)

    if array.nbytes:
        device_memset(array, 0, array.nbytes)  # type: ignore[no-untyped-call]
    return array


def room_on_the_card(
    buffers: Mapping[str, Any], name: str, shape: tuple[int, ...], kind: Any
) -> Any:
    """The memory for one array of a batch: what was given, if it fits, else new."""
    given = buffers.get(name)
    if given is None:
        return zeros_on_the_card(shape, kind)
    if not any(hasattr(given, way) for way in ("__cuda_array_interface__", "__dlpack__")):
        raise GaldaError("the buffer {name} must be an array on the card", name=name)
    array = on_the_card(given)
    check_fit(name, array, shape, kind)
    if not array.is_c_contiguous():
        raise GaldaError("the buffer {name} must be contiguous and writable", name=name)
    return array
