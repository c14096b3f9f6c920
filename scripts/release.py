"""What a release is made of, the same bytes each time: `python scripts/release.py FOLDER`.

    python scripts/release.py dist                  a wheel, a source distribution, their materials
    python scripts/release.py --check-tag v1.2.3    does the tag fit the version and the changelog?
    python scripts/release.py --notes v1.2.3        what the changelog says of that version

Two builds of one commit have the same bytes on any computer with the same versions of setuptools
and Python: times in archives are the commit's, and owners, modes and the order of files are set
here. The bill of materials (CycloneDX, JSON) lists what the wheel needs with extras, as declared.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import os
import re
import stat
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
OLDEST_IN_ZIP = 315532800
"""1980-01-01: no archive of wheels can be older."""


def version() -> str:
    """The version of the package, read without importing it."""
    found = re.search(r'(?m)^__version__ = "(.+)"$', (ROOT / "src/galda/__init__.py").read_text())
    if not found:
        raise SystemExit("src/galda/__init__.py names no __version__")
    return found[1]


def time_of_commit() -> int:
    """When the newest commit was made; outside a clone, SOURCE_DATE_EPOCH or the first possible."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return max(int(given), OLDEST_IN_ZIP)
    told = subprocess.run(
        ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False,
    )  # fmt: skip
    return max(int(told.stdout), OLDEST_IN_ZIP) if told.returncode == 0 else OLDEST_IN_ZIP


def build(folder: Path) -> list[Path]:
    """Build the wheel and the source distribution, and write their bill of materials.

    Args:
        folder: where they go; it is made if it is missing.
    """
    folder.mkdir(parents=True, exist_ok=True)
    moment = time_of_commit()
    with tempfile.TemporaryDirectory() as made:
        subprocess.run(
            [sys.executable, "-m", "build", "--outdir", made, str(ROOT)],
            env={**os.environ, "SOURCE_DATE_EPOCH": str(moment)}, stdout=subprocess.DEVNULL,
            check=True,
        )  # fmt: skip
        (wheel,), (source,) = Path(made).glob("*.whl"), Path(made).glob("*.tar.gz")
        settle_wheel(wheel, folder / wheel.name, moment)
        settle_source(source, folder / source.name, moment)
        bill = folder / f"galda-{version()}.cdx.json"
        bill.write_text(json.dumps(materials(), indent=2, sort_keys=True) + "\n", "utf-8")
        return [folder / wheel.name, folder / source.name, bill]


def settle_wheel(made: Path, to: Path, moment: int) -> None:
    """Write a wheel anew with files in order, one time and plain modes."""
    import time  # noqa: PLC0415  (only here)

    when = time.gmtime(moment)[:6]
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(to, "w") as new:
        for name in sorted(old.namelist(), key=lambda name: (".dist-info/" in name, name)):
            entry = zipfile.ZipInfo(name, when)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (stat.S_IFREG | 0o644) << 16
            entry.create_system = 3
            new.writestr(entry, old.read(name), compresslevel=9)


def settle_source(made: Path, to: Path, moment: int) -> None:
    """Write a source distribution anew with files in order, one time and nobody's name."""
    packed = io.BytesIO()
    with tarfile.open(made) as old, tarfile.open(fileobj=packed, mode="w") as new:
        for entry in sorted(old.getmembers(), key=lambda entry: entry.name):
            content = old.extractfile(entry) if entry.isfile() else None
            settled = tarfile.TarInfo(entry.name)
            settled.size, settled.type, settled.mtime = entry.size, entry.type, moment
            settled.linkname = entry.linkname
            settled.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
            new.addfile(settled, content)
    with to.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=moment) as squeezed:
        squeezed.write(packed.getvalue())


def materials() -> dict[str, Any]:
    """What the package needs as a CycloneDX bill of materials: what is declared, by extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    optional: dict[str, list[str]] = project["optional-dependencies"]
    scopes = {"": project["dependencies"], **{k: v for k, v in optional.items() if k != "dev"}}
    components: dict[str, dict[str, Any]] = {}
    for extra, words in scopes.items():
        for word in words:
            needed = Requirement(word)
            if needed.name == "galda":
                continue
            component = components.setdefault(
                needed.name,
                {
                    "type": "library", "bom-ref": needed.name, "name": needed.name,
                    "purl": f"pkg:pypi/{needed.name.lower().replace('_', '-')}",
                    "scope": "required" if not extra else "optional",
                    "properties": [{"name": "galda:allowed", "value": str(needed.specifier)}],
                },
            )  # fmt: skip
            if extra:
                component["properties"].append({"name": "galda:extra", "value": extra})
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "library", "bom-ref": "galda", "name": "galda", "version": version(),
                "purl": f"pkg:pypi/galda@{version()}",
                "licenses": [{"license": {"id": project["license"]}}],
            }
        },
        "components": [components[name] for name in sorted(components)],
        "dependencies": [{"ref": "galda", "dependsOn": sorted(components)}],
    }  # fmt: skip


def notes(tag: str) -> str:
    """What the changelog says of a tag's version, without its heading."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    parts = re.split(r"(?m)^## +", text)[1:]
    for part in parts:
        heading, _, said = part.partition("\n")
        if re.match(rf"\[?v?{re.escape(tag.removeprefix('v'))}\b", heading) and said.strip():
            return said.strip() + "\n"
    known = ", ".join(part.partition("\n")[0] for part in parts)
    raise SystemExit(f"CHANGELOG.md says nothing of {tag}; it tells of: {known}")


def check_tag(tag: str) -> None:
    """Stop unless a tag names the package's version and the changelog tells of it."""
    if tag != f"v{version()}":
        raise SystemExit(f"the tag is {tag}; of this package it must be v{version()}")
    cited = re.search(r"(?m)^version: (.+)$", (ROOT / "CITATION.cff").read_text("utf-8"))
    if not cited or cited[1] != version():
        raise SystemExit(f"CITATION.cff must name version {version()}")
    notes(tag)


def main() -> None:
    """Build, check or tell."""
    parser = argparse.ArgumentParser(description="Make and check what a release consists of.")
    wanted = parser.add_mutually_exclusive_group(required=True)
    wanted.add_argument("folder", nargs="?", type=Path, help="where the distributions go")
    wanted.add_argument("--check-tag", metavar="TAG", help="stop unless a tag fits")
    wanted.add_argument("--notes", metavar="TAG", help="print what the changelog says of a tag")
    asked = parser.parse_args()
    if asked.check_tag:
        check_tag(asked.check_tag)
    elif asked.notes:
        print(notes(asked.notes), end="")
    else:
        for made in build(asked.folder):
            print(f"{made}  {made.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
