"""What a run that was cut off has written down, so that another can go on from there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt


def write_kept(file: Path, arrays: Mapping[str, npt.ArrayLike]) -> None:
    """Write down what another run needs to go on; the old file stays until the new is whole."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(file.name + ".new")
    with new.open("wb") as out:
        np.savez(out, **dict[str, Any](arrays))
    new.replace(file)
