"""The oldest and the newest versions of what we depend on both do."""

from __future__ import annotations

from pathlib import Path

import pytest
from packaging.requirements import Requirement

import versions


def test_the_oldest_version_is_the_one_declared() -> None:
    assert versions.oldest(Requirement("fastapi>=0.115")) == "fastapi==0.115"
    held = versions.constraints("oldest")
    assert len(held) == len(versions.declared()) > 15
    assert versions.constraints("newest") == []


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("which", versions.WHICH)
def test_it_works_with_these_versions(which: str, tmp_path: Path) -> None:
    versions.try_out(which, tmp_path)
