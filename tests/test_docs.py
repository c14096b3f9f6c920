"""The README's and the docs' examples run, and the game built in the docs is a real one."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from galda.cli.main import COMMANDS

ROOT = Path(__file__).parents[1]
FILE = re.compile(
    r"^```\w+\n(?:# file: |<!-- file: )(?P<name>\S+?)(?: -->)?\n(?P<text>.*?)^```", re.M | re.S
)
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
NOTES = sorted((ROOT / "lab").glob("*.md"))
LINK = re.compile(r"\]\((?!http|mailto)([^)#\s]*)(?:#([^)\s]+))?\)")
CODE = re.compile(r"^```.*?^```", re.M | re.S)
WITHOUT_EXAMPLES = {
    "a-game-with-secrets.md": "its game is built and tested below",
    "adding-a-bot.md": "its bot plays in tests/bots/test_levels.py",
    "adding-a-game.md": "its game is built and tested below",
    "api.md": "its program plays a game in tests/web/test_api.py",
    "architecture.md": "a map of the house",
    "glossary.md": "words, looked up in tests/test_glossary.py",
    "citing.md": "whom to cite",
    "faq.md": "questions and answers",
    "installation.md": "what to install",
    "jax.md": "its example runs in tests/envs/test_jax_games.py",
    "performance.md": "figures of benchmarks/speed.py",
    "proofs.md": "commands, tried in tests/solve",
    "pytorch.md": "its examples run in tests/envs/test_torch_tensors.py",
    "rulings.md": "about rules, each with its tests",
    "strategy.md": "figures from lab/findings.md, which is made of counts",
    "training.md": "commands that need PyTorch; tried in tests/learn",
    "page.md": "scripts and style sheets, tested in a browser",
    "bots-algorithms.md": "how searches work",
    "CHANGELOG.md": "about versions",
    "CONTRIBUTING.md": "about habits",
    "security.md": "about who can do what",
    "SECURITY.md": "whom to tell about a weakness",
    "CODE_OF_CONDUCT.md": "about people",
    "serving.md": "about settings and machines",
    "solved.md": "results and commands",
    "translating.md": "shows calls in passing, of names that are not there",
}
"""Pages without an example to run, and why."""
MADE = ("rules/", "environments/", "reference/", "notebooks/", "contributing.md", "changelog.md")
"""What is made when the site is built, which fails where a link to it is wrong."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run_as_shown(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failed == 0
    assert (tried == 0) == (page.name in WITHOUT_EXAMPLES), f"{tried} examples"


def test_no_page_is_excused_that_is_not_there() -> None:
    assert WITHOUT_EXAMPLES.keys() <= {page.name for page in PAGES}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_is_shown_only_where_it_is_run(page: Path) -> None:
    shown = re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
    idle = [code for code in shown if not code.startswith((">>> ", "# file: "))]
    assert len(idle) == (page.name == "translating.md"), idle


@pytest.mark.parametrize("page", [*PAGES, *NOTES], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in LINK.findall(page.read_text("utf-8")):
        if target.startswith(MADE):
            continue
        file = page.parent / target if target else page
        assert file.exists(), target
        assert not anchor or anchor in anchors_of(file), f"{target}#{anchor}"


def anchors_of(page: Path) -> set[str]:
    """The anchors that a page's headings have, as MkDocs and code hosts make them."""
    headings = re.findall(r"^#+ (.+)$", CODE.sub("", page.read_text("utf-8")), re.M)
    plain = (re.sub(r"\[(.+?)\]\(.*?\)|[`*]", r"\1", heading) for heading in headings)
    return {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", text.lower()).strip()) for text in plain}


def write_out(page: Path, folder: Path) -> dict[str, str]:
    """The package of a page as if installed in a folder; the environment to run it in."""
    name = ""
    for found in FILE.finditer(page.read_text("utf-8")):
        file = folder / found["name"]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(found["text"], "utf-8")
        name = name or found["name"].partition("/")[0]
    # What installing the package would leave behind: its metadata next to its folder.
    metadata = folder / f"{name}-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text(f"[galda.games]\n{name} = {name}:GAME\n")
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


@pytest.mark.parametrize(
    ("page", "name", "least"), [("adding-a-game", "nim", 50), ("a-game-with-secrets", "cairn", 45)]
)
def test_the_game_of_a_page_passes_all_tests_for_games_and_its_own(
    page: str, name: str, least: int, tmp_path: Path
) -> None:
    environment = write_out(ROOT / "docs" / f"{page}.md", tmp_path)
    played = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "galda.testing.plugin", "-p", "no:cacheprovider",
         "--strict-markers", "--galda-game", name],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert played.returncode == 0, played.stdout + played.stderr
    passed = re.search(r"(\d+) passed", played.stdout)
    assert passed is not None
    assert int(passed[1]) >= least


def test_the_first_game_of_the_docs_is_counted(tmp_path: Path) -> None:
    environment = write_out(ROOT / "docs" / "adding-a-game.md", tmp_path)
    counted = subprocess.run(
        [sys.executable, "-m", "galda", "perft", "nim", "2", "--first-heap", "1", "--quiet"],
        env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    # Heaps 1, 3, 5: after taking k of the nine matches, 9 - k moves are left.
    assert counted.stdout == f"{8 + (8 + 7 + 6) + (8 + 7 + 6 + 5 + 4)}\n"


def test_bots_play_the_game_with_secrets_and_programs_learn_it(tmp_path: Path) -> None:
    environment = write_out(ROOT / "docs" / "a-game-with-secrets.md", tmp_path)
    program = """
import galda
ahead = 0
for seed in range(8):
    position = galda.game("cairn").new(seed=seed)
    bots = [galda.make_bot(name, seed) for name in ("skilled:500", "random")]
    while not position.is_over:
        seat = position.to_act
        position = position.play(bots[(seat + seed) % 2].choose(position.known_to(seat, seed)))
    ours, theirs = position.scores[seed % 2], position.scores[1 - seed % 2]
    ahead += (ours > theirs) - (theirs > ours)
print(ahead, galda.batch("cairn", 8))
"""
    told = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert int(told.split()[0]) >= 5
    assert "<8 games of Cairn" in told


def test_openspiel_knows_the_game_with_secrets(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this Python")
    environment = write_out(ROOT / "docs" / "a-game-with-secrets.md", tmp_path)
    program = """
import pyspiel, galda.envs.spiel
from galda.testing.spiels import check_memory, walk
pyspiel.random_sim_test(
    pyspiel.load_game("galda_cairn_v0"), num_sims=1, serialize=True, verbose=False
)
game = pyspiel.load_game("galda_cairn_v0", {"deals": 3, "history": 12, "players": 3})
kind = game.get_type()
assert kind.provides_information_state_tensor
assert kind.information == kind.Information.IMPERFECT_INFORMATION
assert check_memory(game, seed=5, steps=60) > 100
*_, state = walk(game, seed=5, steps=200)
hands = [state.runner.states["hand"][0, seat].tolist() for seat in range(3)]
for seat in range(3):
    seen = state.observation_string(seat)
    assert str(hands[seat]) in seen
    assert str(hands[(seat + 1) % 3]) not in seen
print("known")
"""
    told = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert told.stdout.startswith("known"), told.stderr


NAMED = re.compile(r"`(?!http)((?:[\w.*]+/)+[\w.*-]*)`|`(\w+\.(?:py|js|css))`")
COMMAND = re.compile(r"(?:^|`)galda ([a-z][a-z-]+)", re.M)
ELSEWHERE = {
    "a-game-with-secrets.md": "files of the package that it builds",
    "adding-a-game.md": "files of the package that it builds",
    "CHANGELOG.md": "as things were",
    "api.md": "addresses of requests",
}
"""Pages that name what is no file of ours, and why."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_a_page_names_are_there(page: Path) -> None:
    if page.name in ELSEWHERE:
        return
    named = {path or file for path, file in NAMED.findall(CODE.sub("", page.read_text("utf-8")))}
    assert sorted(name for name in named if not is_there(name)) == []


def is_there(name: str) -> bool:
    """Whether a file or folder ends like this, in the package or beside it."""
    pattern = name.rstrip("/").replace("GAME", "*").replace("LANG", "*")
    places = (ROOT / "src" / "galda", ROOT / "tests", ROOT / "benchmarks")
    found = ROOT.glob(pattern), *(place.rglob(pattern) for place in places)
    return "-v0" in name or any(next(iter(files), None) for files in found)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_that_a_page_names_are_there(page: Path) -> None:
    commands = {name for names in COMMANDS.values() for name in names}
    gone = {"bench"} if page.name == "CHANGELOG.md" else set()
    assert set(COMMAND.findall(page.read_text("utf-8"))) <= commands | gone
