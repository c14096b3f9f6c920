"""Where this user's things are kept: games, tablebases, the site's secret."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The user's data folder; `GALDA_DATA` moves it."""
    if given := environment.get("GALDA_DATA"):
        return Path(given)
    home = environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "galda"
