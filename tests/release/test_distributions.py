"""What people install: a source distribution and a wheel that hold what they should and work alone.

The wheel goes into an empty environment, away from the sources: first by itself, then with extras.
"""

from __future__ import annotations

import sys
import tarfile
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import trove_classifiers
import trying
from distributions import LEFT_BEHIND, ROOT, Environment, build, read_yaml, run
from packaging.metadata import Metadata
from packaging.requirements import Requirement
from trying import NOT_COMPILED

import galda

pytestmark = pytest.mark.xdist_group("release")
"""One worker builds and installs for all of them."""
LIGHT = {"numpy", "numba", "typer", "rich", "babel"}
"""All that `pip install galda` asks for."""
ADDED_BY_SETUPTOOLS = {"PKG-INFO", "setup.cfg"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return build(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def sdist(built: tuple[Path, Path]) -> Path:
    return built[0]


@pytest.fixture(scope="module")
def wheel(built: tuple[Path, Path]) -> Path:
    return built[1]


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Metadata:
    with zipfile.ZipFile(wheel) as opened:
        (name,) = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        return Metadata.from_email(opened.read(name), validate=True)


def test_the_metadata_pass_the_strict_check(built: tuple[Path, Path]) -> None:
    told = run(sys.executable, "-m", "twine", "check", "--strict", *built, cwd=built[0].parent)
    assert told.returncode == 0, told.stdout
    assert told.stdout.count("PASSED") == 2


def test_the_metadata_say_what_it_is(metadata: Metadata) -> None:
    assert str(metadata.version) == galda.__version__
    assert metadata.license_expression == "MIT"
    assert metadata.keywords
    assert metadata.classifiers
    assert set(metadata.classifiers) <= trove_classifiers.classifiers
    spoken = {c.rpartition(" ")[2] for c in metadata.classifiers if c.startswith("Natural")}
    assert spoken == {"English", "Latvian", "Lithuanian", "Icelandic"}


def test_a_plain_installation_is_light(metadata: Metadata) -> None:
    required: list[Requirement] = metadata.requires_dist or []
    assert {one.name for one in required if not one.marker} == LIGHT


def test_every_dependency_says_from_which_version_on(metadata: Metadata) -> None:
    others = [one for one in metadata.requires_dist or [] if one.name != "galda"]
    assert others
    assert not [str(one) for one in others if ">=" not in str(one.specifier)]


def test_the_citation_is_of_this_version() -> None:
    cited: dict[str, Any] = read_yaml(ROOT / "CITATION.cff")
    assert cited["cff-version"] == "1.2.0"
    assert cited["version"] == galda.__version__
    assert cited["message"]
    assert cited["title"].startswith("Galda")
    assert cited["type"] == "software"
    assert cited["authors"]
    assert cited["abstract"].strip()
    assert date.fromisoformat(str(cited["date-released"]))
    assert cited["license"] == "MIT"
    titles = {galda.game(name).title for name in galda.game_names()}
    assert {one["title"] for one in cited["references"]} == titles
    assert all(one["authors"] and one["publisher"] for one in cited["references"])


def test_the_source_distribution_holds_every_file(sdist: Path) -> None:
    with tarfile.open(sdist) as opened:
        held = {
            name.partition("/")[2] for name in opened.getnames() if opened.getmember(name).isfile()
        }
    held = {name for name in held if ".egg-info/" not in name}
    assert held - ADDED_BY_SETUPTOOLS == _files(ROOT) - ADDED_BY_SETUPTOOLS


def _files(folder: Path) -> set[str]:
    """The files of the sources, without what was made from them."""
    found: set[str] = set()
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        names = [one.name for one in here.iterdir()]
        for name in set(names) - LEFT_BEHIND(str(here), names):
            if (here / name).is_dir():
                waiting.append(here / name)
            else:
                found.add((here / name).relative_to(folder).as_posix())
    return found


def test_the_wheel_holds_the_package_and_all_its_files(wheel: Path) -> None:
    package = {f"galda/{name}" for name in _files(ROOT / "src" / "galda")}
    with zipfile.ZipFile(wheel) as opened:
        held = {name for name in opened.namelist() if ".dist-info/" not in name}
    assert held == package


@pytest.fixture(scope="module")
def alone(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The wheel by itself, with what it depends on."""
    environment = Environment.make(tmp_path_factory.mktemp("alone") / "environment")
    environment.install(wheel)
    return environment


def test_installed_alone_it_comes_from_the_wheel(alone: Environment) -> None:
    told = alone.python("import galda; print(galda.__version__, galda.__file__)")
    assert told.stdout.split() == [galda.__version__, told.stdout.split()[1]]
    assert Path(told.stdout.split()[1]).is_relative_to(alone.folder)


def test_installed_alone_every_game_is_played(alone: Environment) -> None:
    trying.every_game(alone)


def test_installed_alone_it_compiles(alone: Environment, tmp_path: Path) -> None:
    trying.compiling(alone, tmp_path)


def test_installed_alone_the_terminal_works_in_every_language(alone: Environment) -> None:
    told = alone.galda("rules", "pylos", "--lang", "lv", **NOT_COMPILED)
    assert told.returncode == 0
    assert "P1" in told.stdout


NEEDING_EXTRAS = [
    ("import sys; sys.argv = ['galda']; from galda.cli import main; main()", "table"),
    ("import sys; sys.argv = ['galda', 'think']; from galda.cli import main; main()", "table"),
    ("import galda.envs.zoo", "rl"),
    ("import galda.envs.gym", "rl"),
    ("import galda.envs.vector", "rl"),
    ("import galda.envs.spiel", "openspiel"),
    ("import galda.envs.jax", "jax"),
    ("import galda.envs.torch", "torch"),
    ("import galda.envs.torchrl", "torch"),
    ("import galda.core.cluster", "ray"),
    ("import galda; galda.batch('quixo', 2, device='cuda')", "cuda"),
    ("import galda; galda.play('quixo')", "notebook"),
]
"""Programs, and the extra that each needs."""


def test_what_an_extra_is_missing_for_says_which(alone: Environment) -> None:
    told = trying.what_is_missing(alone, [program for program, _ in NEEDING_EXTRAS])
    for (program, extra), said in zip(NEEDING_EXTRAS, told, strict=True):
        assert f"pip install 'galda[{extra}]'" in said, program


def test_a_command_without_its_extra_gives_no_traceback(alone: Environment) -> None:
    told = alone.galda("serve", "--no-browser", COLUMNS="300")
    assert told.returncode == 2
    assert told.stdout.startswith("galda: ")
    assert "Traceback" not in told.stdout


@pytest.fixture(scope="module")
def furnished(alone: Environment, wheel: Path) -> Environment:
    """The same with the site and the environments; tests of the wheel alone stand above."""
    alone.install(f"{wheel}[table,notebook,rl]")
    return alone


def test_with_extras_the_environments_run(furnished: Environment) -> None:
    trying.environments(furnished)


def test_with_extras_a_board_is_made_for_a_notebook(furnished: Environment) -> None:
    trying.a_board(furnished)


def test_with_extras_the_site_opens_and_serves_every_file(
    furnished: Environment, tmp_path: Path
) -> None:
    trying.the_site(furnished, tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_the_tests_pass_from_the_source_distribution(sdist: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as opened:
        opened.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    told = run(
        sys.executable, "-m", "pytest", "-p", "no:cacheprovider",
        "--deselect", "tests/release", cwd=unpacked, PYTHONPATH=str(unpacked / "src"),
    )  # fmt: skip
    assert told.returncode == 0, told.stdout[-5000:]
