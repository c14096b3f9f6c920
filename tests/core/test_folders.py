"""Where a user's things are kept."""

from __future__ import annotations

from pathlib import Path

from galda.core.folders import data_folder


def test_galda_data_comes_before_the_systems_own_folder_and_that_before_the_home() -> None:
    systems = {"XDG_DATA_HOME": "/shared"}
    assert data_folder({"GALDA_DATA": "/mine", **systems}) == Path("/mine")
    assert data_folder({"GALDA_DATA": "", **systems}) == Path("/shared/galda")
    assert data_folder({}) == Path.home() / ".local" / "share" / "galda"
