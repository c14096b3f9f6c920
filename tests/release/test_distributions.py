"""What people install: a source distribution and a wheel that hold what they should and work alone.

The wheel goes into an empty environment, away from the sources: first by itself, then with extras.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import time
import urllib.request
import zipfile
from pathlib import Path
from typing import Any

import pytest
import trove_classifiers
from distributions import LEFT_BEHIND, ROOT, Environment, build, free_port, read_yaml, run
from packaging.metadata import Metadata
from packaging.requirements import Requirement

import galda
from patience import patience

pytestmark = pytest.mark.xdist_group("release")
"""One worker builds and installs for all of them."""
NOT_COMPILED = {"GALDA_COMPILE": "0"}
"""Quick where something is done once: an environment of its own has nothing compiled yet."""
LIGHT = {"numpy", "numba", "typer", "rich", "openskill", "babel"}
"""All that `pip install galda` asks for."""
ADDED_BY_SETUPTOOLS = {"PKG-INFO", "setup.cfg"}
STARTING = 120.0
"""Seconds until a server answers, on an idle machine."""


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


@pytest.mark.parametrize("name", galda.game_names())
def test_installed_alone_every_game_is_played(alone: Environment, name: str) -> None:
    program = f"""
import galda
position = galda.game({name!r}).new(seed=1)
bot = galda.make_bot("random", seed=1)
for _ in range(12):
    position = position.play(bot.choose(position))
print(position.svg(0, "lv")[:4], *galda.batch({name!r}, 2).masks.shape)
"""
    told = alone.python(program, **NOT_COMPILED)
    assert told.stdout.split() == ["<svg", "2", str(galda.game(name).action_count)], told.stdout


def test_installed_alone_it_compiles(alone: Environment, tmp_path: Path) -> None:
    settings = {"GALDA_CACHE": str(tmp_path)}
    words = ("perft", "quixo", "3", "--size", "3", "--quiet")
    told, plain = alone.galda(*words, **settings), alone.galda(*words, **NOT_COMPILED)
    assert told.returncode == 0, told.stdout
    assert told.stdout == plain.stdout
    assert list(tmp_path.rglob("*.nbi"))


def test_installed_alone_the_terminal_works_in_every_language(alone: Environment) -> None:
    told = alone.galda("rules", "pylos", "--lang", "lv", **NOT_COMPILED)
    assert told.returncode == 0
    assert "P1" in told.stdout


@pytest.mark.parametrize(
    ("program", "extra"),
    [
        ("import sys; sys.argv = ['galda']; from galda.cli import main; main()", "table"),
        ("import sys; sys.argv = ['galda', 'think']; from galda.cli import main; main()", "table"),
        ("import galda.envs.zoo", "rl"),
        ("import galda.envs.gym", "rl"),
        ("import galda.envs.spiel", "openspiel"),
        ("import galda.arena.cluster", "ray"),
        ("import galda; galda.batch('quixo', 2, device='cuda')", "cuda"),
        ("import galda; galda.play('quixo')", "notebook"),
    ],
)
def test_what_an_extra_is_missing_for_says_which(
    alone: Environment, program: str, extra: str
) -> None:
    told = alone.python(program, **NOT_COMPILED)
    assert told.returncode != 0
    last = " ".join(told.stdout.split())
    assert f"pip install 'galda[{extra}]'" in last


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
    program = """
from galda.envs import zoo
import gymnasium, galda.envs.gym
env = zoo.env("quixo-v0")
env.reset(seed=1)
env.step(int(env.last()[0]["action_mask"].argmax()))
print(env.agent_selection)
env = gymnasium.make("galda/pylos-v0", opponents="random")
seen, info = env.reset(seed=1)
print(seen.shape)
"""
    told = furnished.python(program, **NOT_COMPILED)
    assert told.stdout.split("\n")[:2] == ["player_1", "(16, 4, 4)"], told.stdout


def test_with_extras_a_board_is_made_for_a_notebook(furnished: Environment) -> None:
    told = furnished.python("import galda; print(galda.play('quixo').svg[:4])", **NOT_COMPILED)
    assert told.stdout.split() == ["<svg"], told.stdout


def test_with_extras_the_site_opens_and_serves_every_file(
    furnished: Environment, tmp_path: Path
) -> None:
    home = f"http://127.0.0.1:{free_port()}"
    log = tmp_path / "server.log"
    words = ("serve", "--no-browser", "--port", home.rpartition(":")[2])
    settings = {"GALDA_DATA": str(tmp_path), **NOT_COMPILED}
    with log.open("w") as told, furnished.begin(*words, told=told, **settings) as serving:
        try:
            wait_for(home, serving, log)
            lobby = fetch(f"{home}/").decode()
            (static,) = set(re.findall(r'"(/static/\w+)/', lobby))
            for file in sorted((ROOT / "src/galda/web/static").iterdir()):
                assert fetch(f"{home}{static}/{file.name}") == file.read_bytes(), file.name
            for name in galda.game_names():
                assert galda.game(name).title in fetch(f"{home}/rules/{name}").decode()
                assert fetch(f"{home}/new/{name}")
        finally:
            serving.terminate()


def fetch(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=patience(30)) as answer:
        return bytes(answer.read())


def wait_for(url: str, serving: subprocess.Popen[str], log: Path) -> None:
    """Wait until a server answers; one that has ended will not."""
    until = time.monotonic() + patience(STARTING)
    while serving.poll() is None and time.monotonic() < until:
        try:
            fetch(f"{url}/healthz")
        except OSError:
            time.sleep(0.1)  # there is no event to await in another process
        else:
            return
    pytest.fail(log.read_text("utf-8"))


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
