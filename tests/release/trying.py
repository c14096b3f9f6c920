"""Trying out what is installed in an environment: games, compiling, learning, a board, the site."""

from __future__ import annotations

import json
import re
import subprocess
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from distributions import ROOT, Environment

import galda
from patience import patience
from ports import free_port

NOT_COMPILED = {"GALDA_COMPILE": "0"}
"""Quick where something is done once: an environment of its own has nothing compiled yet."""
STARTING = 120.0
"""Seconds until a server answers, on an idle machine."""


def every_game(environment: Environment) -> None:
    """A dozen moves of each game, its drawing, and a batch of it."""
    program = """
import galda
for name in galda.game_names():
    position = galda.game(name).new(seed=1)
    bot = galda.make_bot("random", seed=1)
    for _ in range(12):
        position = position.play(bot.choose(position))
    print(name, position.svg(0, "lv")[:4], *galda.batch(name, 2).masks.shape)
"""
    told = environment.python(program, **NOT_COMPILED).stdout
    wanted = [f"{name} <svg 2 {galda.game(name).rules.action_count}" for name in galda.game_names()]
    assert told.splitlines() == wanted, told


def what_is_missing(environment: Environment, programs: Sequence[str]) -> list[str]:
    """What each program says before it fails, all in one process; "" if it does not fail."""
    program = f"""
import io, json
from contextlib import redirect_stderr, redirect_stdout
told = []
for program in {list(programs)!r}:
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        try:
            exec(program, {{"__name__": "__main__"}})
        except SystemExit as left:
            told.append(said.getvalue() if left.code else "")
        except BaseException as error:
            told.append(said.getvalue() + str(error))
        else:
            told.append("")
print(json.dumps(told))
"""
    answer = environment.python(program, **NOT_COMPILED)
    assert answer.returncode == 0, answer.stdout
    said: list[str] = json.loads(answer.stdout.splitlines()[-1])
    return [" ".join(words.split()) for words in said]


def compiling(environment: Environment, cache: Path) -> None:
    """Compiled rules count what plain ones count."""
    words = ("perft", "quixo", "3", "--size", "3", "--quiet")
    told = environment.galda(*words, GALDA_CACHE=str(cache))
    assert told.returncode == 0, told.stdout
    assert told.stdout == environment.galda(*words, **NOT_COMPILED).stdout
    assert list(cache.rglob("*.nbi"))


def environments(environment: Environment) -> None:
    """PettingZoo and Gymnasium."""
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
    told = environment.python(program, **NOT_COMPILED)
    assert told.stdout.split("\n")[:2] == ["player_1", "(16, 4, 4)"], told.stdout


def a_board(environment: Environment) -> None:
    """A board for a notebook."""
    told = environment.python("import galda; print(galda.play('quixo').svg[:4])", **NOT_COMPILED)
    assert told.stdout.split() == ["<svg"], told.stdout


def the_site(environment: Environment, folder: Path) -> None:
    """The lobby, every static file byte for byte, and each game's pages."""
    port = free_port()
    home, log = f"http://127.0.0.1:{port}", folder / "server.log"
    words = ("serve", "--no-browser", "--port", str(port))
    settings = {"GALDA_DATA": str(folder), **NOT_COMPILED}
    with log.open("w") as told, environment.begin(*words, told=told, **settings) as serving:
        try:
            _wait_for(home, serving, log)
            lobby = _fetch(f"{home}/").decode()
            (static,) = set(re.findall(r'"(/static/\w+)/', lobby))
            for file in sorted((ROOT / "src/galda/web/static").iterdir()):
                assert _fetch(f"{home}{static}/{file.name}") == file.read_bytes(), file.name
            for name in galda.game_names():
                assert galda.game(name).title in _fetch(f"{home}/rules/{name}").decode()
                assert _fetch(f"{home}/new/{name}")
        finally:
            serving.terminate()


def _fetch(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=patience(30)) as answer:
        return bytes(answer.read())


def _wait_for(url: str, serving: subprocess.Popen[str], log: Path) -> None:
    """Wait until a server answers; one that has ended will not."""
    until = time.monotonic() + patience(STARTING)
    while serving.poll() is None and time.monotonic() < until:
        try:
            _fetch(f"{url}/healthz")
        except OSError:
            time.sleep(0.1)  # there is no event to await in another process
        else:
            return
    raise AssertionError(log.read_text("utf-8"))
