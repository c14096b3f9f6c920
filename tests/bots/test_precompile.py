"""Getting games ready: by whom, in which order, once, and whatever happens meanwhile."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import galda
from galda import hooks
from galda.bots import precompile
from galda.bots.precompiler import NICE, NICER, Precompiler
from galda.core.errors import NotReady
from galda.core.jit import cache, folders
from galda.core.kernels.kernel import COMPILED
from galda.core.play.options import player_counts
from galda.core.show.picture import draw_picture
from patience import patience
from systems import IS_ROOT

NAMES = galda.game_names()
SMALLEST = "quixo"
compiled_only = pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")

COUNTED = """
import sys
import galda
from galda.bots import precompile
from galda.core.jit.notice import on_compile
for stage in precompile.STAGES:
    counted = []
    with on_compile(counted.append):
        precompile.precompile_stage(galda.game(sys.argv[1]), stage)
    print(len(counted))
"""

CHOSEN = """
import sys
import galda
from galda.core.jit.notice import on_compile
from galda.core.play.options import player_counts
with on_compile(print):
    for players in player_counts(galda.game(sys.argv[1]).options):
        start = galda.game(sys.argv[1]).new(players=players, seed=0)
        assert galda.make_bot("novice", 0).choose(start) in start.legal_actions
        print(players)
"""


def start(folder: Path, *words: str) -> subprocess.Popen[str]:
    """A process that compiles into a folder of its own."""
    return subprocess.Popen(
        [sys.executable, *words], env={**os.environ, "GALDA_CACHE": str(folder)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def counts(process: subprocess.Popen[str]) -> list[int]:
    """How many functions a process had to compile, stage by stage."""
    return [int(line) for line in process.communicate()[0].split()]


@compiled_only
def test_two_starts_at_once_compile_once_and_a_third_nothing(tmp_path: Path) -> None:
    both = [start(tmp_path, "-c", COUNTED, SMALLEST) for _ in range(2)]
    # One may be first with the rules and the other with the bots: nothing is compiled by both.
    for one, other in zip(*map(counts, both), strict=True):
        assert sorted((one > 0, other > 0)) == [False, True]
    assert counts(start(tmp_path, "-c", COUNTED, SMALLEST)) == [0, 0]


@compiled_only
def test_what_was_compiled_before_a_kill_is_kept(tmp_path: Path) -> None:
    process = start(tmp_path, "-m", "galda.bots.precompile", SMALLEST)
    assert process.stdout is not None
    for line in process.stdout:
        if json.loads(line) == {"stage": precompile.RULES, "part": 1.0}:
            break
    process.kill()
    process.communicate()
    program = (
        "import galda\n"
        "from galda.core.jit.notice import on_compile\n"
        "counted = []\n"
        "with on_compile(counted.append):\n"
        f"    p = galda.game({SMALLEST!r}).new(seed=0)\n"
        "    p.play(p.legal_actions[0]).svg()\n"
        "print(len(counted))"
    )
    told, _ = start(tmp_path, "-c", program).communicate()
    assert int(told) == 0


@compiled_only
def test_a_cache_that_cannot_be_written_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    program = f"import galda; p = galda.game({SMALLEST!r}).new(seed=0); print(len(p.legal_actions))"
    process = start(tmp_path / "file", "-c", program)
    told, said = process.communicate()
    assert process.returncode == 0
    assert int(told) > 0
    assert "compiled rules cannot be kept" in said
    assert "Traceback" not in said


@compiled_only
@pytest.mark.skipif(IS_ROOT, reason="root may write everywhere")
def test_a_home_that_can_only_be_read_is_told_in_words(tmp_path: Path) -> None:
    tmp_path.chmod(stat.S_IREAD | stat.S_IEXEC)
    program = f"import galda; galda.game({SMALLEST!r}).new(seed=0)"
    process = start(tmp_path / "below", "-c", program)
    _, said = process.communicate()
    tmp_path.chmod(stat.S_IRWXU)
    assert process.returncode == 0
    assert "compiled rules cannot be kept" in said


@compiled_only
def test_a_full_disk_is_told_once_and_stops_nobody(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Full:
        cache_path = "/nowhere"

        def save_overload(self, *_: object) -> None:
            raise OSError(28, "No space left on device", "/somewhere")

    monkeypatch.setattr(folders, "_lost", [])
    kept = cache.KernelCache(lambda: None)
    monkeypatch.setattr(kept, "_for", lambda signature: Full())
    for _ in range(2):
        kept.save_overload((), None)
    assert not folders.nothing_lost()
    said = capsys.readouterr().err
    assert said.count("No space left on device") == 1


@compiled_only
def test_long_compiling_is_said_in_one_line(tmp_path: Path) -> None:
    program = (
        "from galda.core.jit.notice import Notice\n"
        "Notice.PATIENCE = 0.01\n"
        "import galda\n"
        f"p = galda.game({SMALLEST!r}).new(seed=0)\n"
        "p.play(p.legal_actions[0])"
    )
    _, said = start(tmp_path, "-c", program).communicate()
    assert said.splitlines() == [
        "galda: compiling for this computer; this takes up to a minute once, and no time afterwards"
    ]


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> Iterator[Precompiler]:
    """A precompiler that finds nothing compiled and has not begun."""
    monkeypatch.setattr("galda.bots.precompiler.is_ready", lambda game, stage: False)
    begun: list[str] = []
    monkeypatch.setattr(
        Precompiler, "_start_next", lambda precompiler: begun.append(precompiler._waiting[0])
    )
    precompiler = Precompiler(galda.game(name) for name in NAMES)
    precompiler.begun = begun  # type: ignore[attr-defined]
    yield precompiler
    hooks.BEGIN.fill(None)


def test_whoever_asks_for_a_game_lets_it_go_first(idle: Precompiler) -> None:
    for name in NAMES:
        with pytest.raises(NotReady, match=galda.game(name).title):
            idle.check(galda.game(name))
        assert idle.begun[-1] == name  # type: ignore[attr-defined]


def test_a_game_can_be_begun_once_its_rules_are_ready(idle: Precompiler) -> None:
    game = galda.game(SMALLEST)
    hooks.BEGIN.fill(idle.check)
    with pytest.raises(NotReady):
        game.new()
    idle.progress[SMALLEST].parts[precompile.RULES] = 1.0
    game.new()
    assert not idle.is_done(SMALLEST)
    idle.progress[SMALLEST].parts[precompile.BOTS] = 1.0
    assert idle.is_done(SMALLEST)
    assert not idle.done


def test_how_far_a_game_is_counts_both_stages(idle: Precompiler) -> None:
    progress = idle.progress[SMALLEST]
    assert progress.whole == 0
    progress.parts = {precompile.RULES: 1.0, precompile.BOTS: 0.5}
    assert progress.whole == 0.75


def test_the_smallest_game_is_compiled_first(idle: Precompiler) -> None:
    assert idle._waiting[0] == SMALLEST
    assert idle._waiting[-1] == "alhambra"


def test_a_game_that_is_waited_for_shares_the_cores_with_few_and_they_make_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_end = threading.Event()
    modesties: dict[str, int] = {}

    class Compiler:
        def __init__(self, command: list[str], **_: object) -> None:
            self.name = command[3]

        @property
        def stdout(self) -> Iterator[str]:
            may_end.wait(patience(20))
            return iter(())

        def __enter__(self) -> Compiler:
            return self

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr("galda.bots.precompiler.is_ready", lambda game, stage: False)
    monkeypatch.setattr("galda.bots.precompiler.count_cores", lambda: 2)
    monkeypatch.setattr("galda.bots.precompiler.subprocess.Popen", Compiler)
    monkeypatch.setattr(
        "galda.bots.precompiler._lower_priority",
        lambda process, much: modesties.update({process.name: much}),
    )
    precompiler = Precompiler(galda.game(name) for name in NAMES)
    wanted = precompiler._waiting[-1]
    precompiler.go_first(wanted)
    precompiler.start()
    until = time.monotonic() + patience(20)
    while len(modesties) < 2 and time.monotonic() < until:
        time.sleep(0.01)  # there is no event: threads take them up
    assert modesties.pop(wanted) == NICE
    assert list(modesties.values()) == [NICER]
    may_end.set()
    precompiler.wait()
    assert precompiler.done


@pytest.mark.parametrize("ready", [(), precompile.STAGES], ids=["nothing", "what is waited for"])
def test_the_rest_is_compiled_last_and_one_game_at_a_time(
    monkeypatch: pytest.MonkeyPatch, ready: tuple[str, ...]
) -> None:
    followed: list[tuple[str, ...]] = []
    at_once = [0, 0]

    def follow(precompiler: Precompiler, name: str, *stages: str) -> Iterator[dict[str, object]]:
        followed.append((name, *stages))
        at_once[0] += bool(stages)
        at_once[1] = max(at_once)
        time.sleep(0.01)
        at_once[0] -= bool(stages)
        yield {"stage": precompile.RULES, "part": 0.5}

    monkeypatch.setattr("galda.bots.precompiler.is_ready", lambda game, stage: stage in ready)
    monkeypatch.setattr(Precompiler, "_follow", follow)
    precompiler = Precompiler((galda.game(name) for name in NAMES), with_rest=True)
    precompiler.start()
    precompiler.wait()
    first = [] if ready else [(name,) for name in NAMES]
    assert set(followed[: len(first)]) == set(first)
    assert sorted(followed[len(first) :]) == sorted((name, precompile.REST) for name in NAMES)
    assert at_once[1] == 1
    assert precompiler.done


@compiled_only
def test_bots_need_nothing_more_however_many_play() -> None:
    precompile.precompile_stage(galda.game(SMALLEST), precompile.REST)
    told = subprocess.run(
        [sys.executable, "-c", CHOSEN, SMALLEST], capture_output=True, text=True, check=True
    ).stdout
    assert told.split() == [str(players) for players in player_counts(galda.game(SMALLEST).options)]


@compiled_only
def test_what_one_copy_has_compiled_is_not_taken_for_ready_in_another(tmp_path: Path) -> None:
    source = Path(galda.__file__).parent
    rubbish = shutil.ignore_patterns("__pycache__", "*.proof", "*.gz", "static")
    shutil.copytree(source, tmp_path / "galda", ignore=rubbish)
    program = (
        "import galda\n"
        "from galda.bots import precompile\n"
        f"print(precompile._mark(galda.game({SMALLEST!r}), precompile.RULES))"
    )
    marks = [
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONPATH": str(place), "GALDA_CACHE": str(tmp_path / "cache")},
        ).stdout
        for place in (source.parent, tmp_path)
    ]  # fmt: skip
    assert Path(marks[0]).parent == Path(marks[1]).parent, "the same words"
    assert marks[0] != marks[1]


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_pictures_are_the_same_without_compiling(lang: str) -> None:
    games = [galda.game(name) for name in NAMES]
    told = subprocess.run(
        [sys.executable, "-m", "galda.core.show.picture", lang, *(g.package for g in games)],
        env={**os.environ, "GALDA_COMPILE": "0"}, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert json.loads(told) == {game.name: draw_picture(game, lang) for game in games}
