"""Where games are solved: the processor's cores, or one graphics card.

Both run the same kernels. A kernel works on a span of numbers, `kernel(start, stop, ...)`, and
returns a number; a device cuts the whole into spans and adds the numbers up: a parallel reduce. On
a GPU every thread gets spans of one.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.jit.waiting import settled
from galda.core.kernels.cuda import load_cuda, need_cuda
from galda.core.machine import count_cores, free_memory
from galda.core.message import later
from galda.core.play.solver import Keep

SPANS_PER_THREAD = 16
"""So that a core that was kept busy by others holds nobody up."""
BLOCK = 128


class Cpu:
    """All cores."""

    name = "cpu"

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or count_cores()
        self._keep: Keep = lambda _, size, dtype: np.zeros(size, dtype)
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="galda-solve")

    def zeros(self, name: str, size: int, dtype: Any) -> npt.NDArray[Any]:
        """The zeroed array that the finished file will hold under `name`."""
        return self._keep(name, size, dtype)

    def scratch(self, size: int, dtype: Any) -> npt.NDArray[Any]:
        """Memory for a while, holding anything."""
        return np.empty(size, dtype)

    def put(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The table itself."""
        return array

    def get(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The array itself."""
        return array

    def clear(self, array: npt.NDArray[Any]) -> None:
        """Fill an array with zeros."""
        array[:] = 0

    def parallel_sum(self, kernel: Any, count: int, *arguments: Any) -> int:
        """Run `kernel` over spans on all threads and add up what it returns."""
        spans = max(1, min(count, self.threads * SPANS_PER_THREAD))
        edges = [count * k // spans for k in range(spans + 1)]
        if self.threads == 1 or count < 1000:
            return int(kernel(0, count, *arguments))
        kernel(0, 0, *arguments)  # compiled once, not by every thread at a time
        running = [
            self._pool.submit(kernel, edges[k], edges[k + 1], *arguments) for k in range(spans)
        ]
        try:
            return sum(int(span.result()) for span in running)
        except BaseException:
            for span in running:
                span.cancel()
            raise

    too_little = later("this needs {needed} of memory, and only {free} are free")

    def free_memory(self) -> int:
        """Bytes that arrays can still have."""
        return free_memory()

    def live_in(self, keep: Keep) -> bool:
        """Arrays of the file live in the file."""
        self._keep = keep
        return True


class Cuda:
    """One graphics card."""

    name = "cuda"

    def __init__(self) -> None:
        self._cuda = need_cuda()
        card = self._cuda.get_current_device()
        self._threads = card.MULTIPROCESSOR_COUNT * card.MAX_THREADS_PER_MULTIPROCESSOR * 4
        self._sum = self._cuda.to_device(np.zeros(1, np.int64))

    def zeros(self, name: str, size: int, dtype: Any) -> Any:
        """A zeroed array on the card."""
        array = self._cuda.device_array(size, dtype)
        self.clear(array)
        return array

    def scratch(self, size: int, dtype: Any) -> Any:
        """Memory on the card for a while, holding anything."""
        return self._cuda.device_array(size, dtype)

    def put(self, array: npt.NDArray[Any]) -> Any:
        """A copy of a table on the card."""
        return self._cuda.to_device(np.ascontiguousarray(array))

    def get(self, array: Any) -> npt.NDArray[Any]:
        """A copy of the card's array."""
        copy: npt.NDArray[Any] = array.copy_to_host()
        return copy

    def clear(self, array: Any) -> None:
        """Fill an array of the card with zeros."""
        self.parallel_sum(clear_span, len(array), array)

    def parallel_sum(self, kernel: Any, count: int, *arguments: Any) -> int:
        """Run `kernel` on the card, one number a thread at a time, and add up what it returns."""
        if count == 0:
            return 0
        blocks = min(-(-count // BLOCK), self._threads // BLOCK)
        self._sum.copy_to_device(np.zeros(1, np.int64))
        launch = launcher(kernel, len(arguments))
        launch[blocks, BLOCK](count, self._sum, *arguments)
        return int(self._sum.copy_to_host()[0])

    too_little = later(
        "this needs {needed} of memory on the graphics card, and only {free} are free"
    )

    def free_memory(self) -> int:
        """Bytes of the card that are free."""
        free, _ = self._cuda.current_context().get_memory_info()
        return int(free)

    def live_in(self, keep: Keep) -> bool:
        """What lies on the card is copied into the file at the end."""
        return False


def clear_span(start, stop, array):  # type: ignore[no-untyped-def]
    """Write zeros."""
    for k in range(start, stop):
        array[k] = 0
    return 0


@lru_cache
def launcher(kernel: Any, arguments: int) -> Any:
    """The CUDA kernel that gives every thread its numbers and adds up what they return."""
    cuda = load_cuda()
    kernel = settled(kernel)
    names = ", ".join(f"a{k}" for k in range(arguments))
    space = {"cuda": cuda, "kernel": cuda.jit(device=True)(kernel) if plain(kernel) else kernel}
    exec(  # numba.cuda takes no variable number of arguments
        f"def launch(count, total, {names}):\n"
        "    found = 0\n"
        "    for k in range(cuda.grid(1), count, cuda.gridsize(1)):\n"
        f"        found += kernel(k, k + 1, {names})\n"
        "    if found != 0:\n"
        "        cuda.atomic.add(total, 0, found)\n",
        space,
    )
    return cuda.jit(space["launch"])


def plain(function: Any) -> bool:
    """Whether a function is no compiled kernel."""
    return not hasattr(function, "py_func")
