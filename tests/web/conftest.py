"""Fixtures for tests of the site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from site_support import Site, running


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with running(tmp_path) as opened:
        yield opened
