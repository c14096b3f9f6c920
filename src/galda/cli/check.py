"""`galda check`: what a game brings, what it lacks and what that would bring, for its author."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from typing import Annotated

import typer

import galda
from galda.arena.ladder import measure, what_would_help
from galda.cli.app import LANG, GameName, Language, command, console, t
from galda.cli.getting_ready import get_ready
from galda.core.kernels import contract
from galda.core.play.form import PART_OF, TEACHING
from galda.core.play.game import Game
from galda.core.play.runner import Runner
from galda.core.show.language import number, say

CHECKER = "galda.testing.kernels"
SECONDS = 1.0
GAMES = 40


@command()
def check(
    game: GameName,
    levels: Annotated[bool, typer.Option(help=t("Play each level against the one below."))] = True,
    lang: Language = LANG,
) -> None:
    """Look at a game for its author: its kernels, what it lacks, its speed, how its levels rank."""
    found = galda.game(game)
    if wrong := _wrong(game):
        console.print(say(lang, "The kernels are wrong:"), style="bold red")
        console.print(wrong, markup=False, highlight=False, soft_wrap=True)
        raise typer.Exit(1)
    console.print(say(lang, "The kernels keep the contract."))
    there = [name for name in _capabilities() if found.has(name)]
    _tell(say(lang, "There is:"), [", ".join(there)])
    barred = {"evaluate"} if found.has_chance else set()
    lacking = [name for name in _capabilities() if name not in {*there, *barred}]
    _tell(say(lang, "There is no:"), [f"{name}: {_about(name)}" for name in lacking])
    _tell(say(lang, "Bots would play better with:"), what_would_help(found))
    get_ready(lang, game)
    speed = number(lang, _speed(found), 0)
    console.print(say(lang, "One core plays {n} actions a second at random.", n=speed))
    for rung in measure(game, GAMES) if levels else ():
        console.print(f"  {rung}", highlight=False)
    console.print(say(lang, "galda serve opens it on a table."))


def _wrong(name: str) -> str:
    """What the kernels do that they may not; they are looked at by another process."""
    ran = subprocess.run(
        [sys.executable, "-m", CHECKER, name], env={**os.environ, "GALDA_CHECK": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    last = ran.stdout.strip().rpartition("\n")[2]
    told = str(json.loads(last)) if last.startswith('"') else ran.stderr.strip()
    return told if ran.returncode else ""


def _capabilities() -> list[str]:
    """What a game may bring beyond what it must."""
    return [*sorted(contract.KERNELS.keys() - contract.REQUIRED), *sorted(PART_OF), *TEACHING]


def _about(name: str) -> str:
    """What a kernel does, by the first sentence of the contract; where to read of the others."""
    if name in contract.STUBS:
        return " ".join((contract.STUBS[name].__doc__ or "").partition("\n\n")[0].split())
    return TEACHING[name] if name in TEACHING else f"a field of the part `{PART_OF[name]}`"


def _speed(game: Game) -> float:
    """Random actions a second in one game after another."""
    chance, run = random.Random(1), Runner(game)
    played, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        for _ in range(100):
            if not len(run.legal_actions):
                run.restart(played)
            run.play(int(chance.choice(run.legal_actions)))
            played += 1
    return played / (time.perf_counter() - began)


def _tell(head: str, lines: list[str]) -> None:
    if lines:
        console.print(head, style="bold")
        for line in lines:
            console.print(f"  {line}", markup=False, highlight=False, soft_wrap=True)
