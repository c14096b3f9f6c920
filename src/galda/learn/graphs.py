"""Work that is recorded once on a GPU and then replayed: a CUDA graph instead of many launches.

What is recorded reads and writes the same memory each time. Random numbers go on from call to call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from galda.core.extras import extra
from galda.learn.games import external_stream

with extra("learn"):
    import torch

WARM_UP = 3
"""Calls before one is recorded: compilers and memory pools get ready in them."""


class Replay:
    """A function without results, called as it is at first and replayed from then on.

    It is given the stream of the GPU that other libraries are to use; 0 stands for the usual one.
    """

    def __init__(
        self, work: Callable[[Any], None], chance: torch.Generator, record: bool
    ) -> None:  # fmt: skip
        self._work, self._chance, self._record = work, chance, record
        self._calls = 0
        self._graph: Any = None
        self._stream: Any = None

    @property
    def recorded(self) -> bool:
        """Whether it is only replayed from now on, or never to be recorded."""
        return self._graph is not None or not self._record

    def __call__(self, record: bool = True) -> None:
        """Do the work once more; with `record` it may be recorded now."""
        if not self._record:
            self._work(0)
        elif self._graph is not None:
            self._graph.replay()
        else:
            self._aside(record)

    def _aside(self, record: bool) -> None:
        """On a stream of its own: warm up, and in the end record."""
        if self._stream is None:
            self._stream = torch.cuda.Stream()
        self._stream.wait_stream(torch.cuda.current_stream())
        stream = external_stream(self._stream)
        if self._calls < WARM_UP or not record:
            with torch.cuda.stream(self._stream):
                self._work(stream)
            self._calls += 1
        else:
            graph = torch.cuda.CUDAGraph()
            graph.register_generator_state(self._chance)
            with torch.cuda.graph(graph, stream=self._stream):
                self._work(stream)
            self._graph = graph
        torch.cuda.current_stream().wait_stream(self._stream)
        if self._graph is not None:
            self._graph.replay()  # recording does nothing yet
