"""Run a coroutine where another event loop may run already, as the browser tests' does."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Answer = TypeVar("Answer")


def run(asked: Coroutine[Any, Any, Answer]) -> Answer:
    """Wait for a coroutine in a thread of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asked).result()
