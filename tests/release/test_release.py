"""Distributions have the same bytes each time, and tags fit what they name."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

import galda
import release

MOMENT = 1_700_000_000


def wheel(path: Path, names: list[str]) -> Path:
    """An archive as a careless build would leave it."""
    with zipfile.ZipFile(path, "w") as made:
        for k, name in enumerate(names):
            entry = zipfile.ZipInfo(name, (2020 + k, 1, 1, 0, 0, k))
            entry.external_attr = (0o600 + k) << 16
            made.writestr(entry, name.encode() * 99)
    return path


def source(path: Path, names: list[str], owner: str) -> Path:
    with tarfile.open(path, "w:gz") as made:
        for k, name in enumerate(names):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.uname, entry.mode = 3, 1000 + k, owner, 0o664
            made.addfile(entry, io.BytesIO(b"abc"))
    return path


def test_wheels_do_not_tell_when_and_in_which_order_they_were_made(tmp_path: Path) -> None:
    names = ["galda/b.py", "galda/a.py", "galda-1.dist-info/RECORD"]
    settled = []
    for k, order in enumerate((names, names[::-1])):
        release.settle_wheel(wheel(tmp_path / f"{k}.zip", order), tmp_path / f"{k}.whl", MOMENT)
        settled.append((tmp_path / f"{k}.whl").read_bytes())
    assert settled[0] == settled[1]
    with zipfile.ZipFile(tmp_path / "0.whl") as made:
        assert made.namelist() == ["galda/a.py", "galda/b.py", "galda-1.dist-info/RECORD"]
        assert made.read("galda/a.py") == b"galda/a.py" * 99
        assert made.infolist()[0].date_time == (2023, 11, 14, 22, 13, 20)


def test_source_distributions_do_not_tell_who_made_them(tmp_path: Path) -> None:
    settled = []
    for owner, order in (("ann", ["g/a", "g/b"]), ("bob", ["g/b", "g/a"])):
        made = source(tmp_path / f"{owner}.tar.gz", order, owner)
        release.settle_source(made, tmp_path / owner, MOMENT)
        settled.append((tmp_path / owner).read_bytes())
    assert settled[0] == settled[1]
    with tarfile.open(tmp_path / "ann") as opened:
        assert [(entry.name, entry.uname, entry.mode) for entry in opened] == [
            ("g/a", "", 0o644),
            ("g/b", "", 0o644),
        ]


def test_materials_name_everything_that_may_be_installed() -> None:
    told = release.materials()
    names = {part["name"]: part for part in told["components"]}
    assert names["numba"]["scope"] == "required"
    assert "<" in names["numba"]["properties"][0]["value"], "Numba has an upper bound"
    assert names["fastapi"]["scope"] == "optional"
    assert {"name": "galda:extra", "value": "table"} in names["fastapi"]["properties"]
    assert told["metadata"]["component"]["version"] == galda.__version__
    assert set(told["dependencies"][0]["dependsOn"]) == set(names)


def test_a_tag_names_the_version_and_is_told_of() -> None:
    release.check_tag(f"v{galda.__version__}")
    assert "Quixo" in release.notes(f"v{galda.__version__}")
    with pytest.raises(SystemExit, match="it must be v"):
        release.check_tag("v99.0")
    with pytest.raises(SystemExit, match=r"says nothing of v99\.0"):
        release.notes("v99.0")


def test_times_come_from_the_commit_or_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(MOMENT))
    assert release.time_of_commit() == MOMENT
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "5")
    assert release.time_of_commit() == release.OLDEST_IN_ZIP, "archives know no year before 1980"
