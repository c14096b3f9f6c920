"""The notebooks run, and what stands in them is what comes out."""

from __future__ import annotations

from pathlib import Path

import pytest

import notebooks


def test_there_are_notebooks() -> None:
    assert len(notebooks.notebooks()) >= 3


@pytest.mark.parametrize("file", notebooks.notebooks(), ids=lambda file: file.stem)
def test_a_notebook_gives_what_stands_in_it(file: Path) -> None:
    assert notebooks.texts(notebooks.run(file)) == notebooks.texts(notebooks.read(file))


@pytest.mark.parametrize("file", notebooks.notebooks(), ids=lambda file: file.stem)
def test_a_notebook_is_kept_tidy(file: Path) -> None:
    text = file.read_text("utf-8")
    assert notebooks.WIDGET not in text
    assert '"execution_count": null' not in text
