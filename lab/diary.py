"""What long runs of scripts tell: lines of JSON, on paper at once, for a run may be cut off."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any


class Diary:
    """The file `told.jsonl` of a folder."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.began = time.perf_counter()
        self._file = (folder / "told.jsonl").open("a")

    @property
    def seconds(self) -> float:
        """Since it began."""
        return time.perf_counter() - self.began

    def tell(self, what: str, **numbers: Any) -> None:
        """Write a line."""
        line = json.dumps({"at": round(self.seconds, 1), "what": what, **numbers})
        print(line, flush=True)
        self._file.write(line + "\n")
        self._file.flush()
