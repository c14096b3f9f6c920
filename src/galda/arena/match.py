"""One game between bots. Whatever a bot does wrong costs it the game, never the tournament."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from types import FrameType
from typing import Any

from galda.bots.levels import Bot, make_bot, warm_up
from galda.core.errors import GaldaError
from galda.core.play.paper import GameRecord, write_record
from galda.core.play.position import Position
from galda.games import game

SEEDS_APART = 1_000_003
"""Keeps the seeds of seats, moves and games from meeting."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game to be played: its number, its seed, and which entrant sits where."""

    number: int
    seed: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A game that was played. `places` are 1 for the best; those who tie share their average."""

    number: int
    seed: int
    seats: tuple[int, ...]
    places: tuple[float, ...]
    scores: tuple[int, ...]
    actions: int
    forfeit: str = ""
    """Who lost by fault and why; empty when the game ended by its rules."""


class Overrun(Exception):
    """A bot thought for too long."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What all games of a tournament have in common."""

    game: str
    options: dict[str, Any]
    entrants: tuple[str, ...]
    move_seconds: float
    opening: int = 0
    """Actions played by chance before the bots begin, the same from every seat: without them,
    games without chance would repeat themselves."""


def play_match(terms: Terms, pairing: Pairing) -> tuple[Outcome, str]:
    """Play one game; returns its outcome and its record."""
    position = _open(terms, pairing)
    _warm_up_once(terms.game, int(terms.options["players"]))
    bots: dict[int, Bot] = {}
    fault, offender = "", -1
    while not position.is_over and not fault:
        seat = position.to_act
        name = terms.entrants[pairing.seats[seat]]
        dice = pairing.seed * SEEDS_APART + len(position.actions)
        given = position.known_to(seat, dice)
        try:
            with time_limit(terms.move_seconds):
                if seat not in bots:
                    bots[seat] = make_bot(name.partition("#")[0], pairing.seed * SEEDS_APART + seat)
                action = bots[seat].choose(given)
            position = position.play(action)
        except Overrun:
            fault, offender = f"took more than {terms.move_seconds:g} s for a move", seat
        except GaldaError as error:
            fault, offender = f"played what is not allowed: {error}", seat
        except (Exception, SystemExit) as error:  # a stranger's bot may raise anything
            fault, offender = f"failed with {type(error).__name__}: {error}", seat
    places = _places(position.scores) if not fault else _forfeited(position.players, offender)
    told = (
        f"{terms.entrants[pairing.seats[offender]]} (seat {offender + 1}) {fault}" if fault else ""
    )
    outcome = Outcome(
        pairing.number, pairing.seed, pairing.seats, places, position.scores,
        len(position.actions), told,
    )  # fmt: skip
    return outcome, _record(terms, pairing, position, told)


def _open(terms: Terms, pairing: Pairing) -> Position:
    """The position the bots begin with: the same for all games of a seed."""
    position = game(terms.game).new(seed=pairing.seed, **terms.options)
    chance = random.Random(pairing.seed)
    for _ in range(terms.opening):
        if not position.is_over:
            position = position.play(chance.choice(position.legal()))
    return position


@lru_cache
def _warm_up_once(name: str, players: int) -> None:
    """Nobody's clock runs while our own searches are being compiled or loaded."""
    warm_up(game(name).new(players=players, seed=0))


def _record(terms: Terms, pairing: Pairing, position: Position, fault: str) -> str:
    names = tuple(terms.entrants[entrant] for entrant in pairing.seats)
    return write_record(GameRecord(position, names, result=fault or "unfinished"))


def _places(scores: tuple[int, ...]) -> tuple[float, ...]:
    """Each seat's place by score, ties sharing the places they cover."""
    return tuple(
        1 + sum(other > score for other in scores) + (sum(o == score for o in scores) - 1) / 2
        for score in scores
    )


def _forfeited(players: int, offender: int) -> tuple[float, ...]:
    """The offender is last, the others share the rest."""
    return tuple(float(players) if seat == offender else players / 2 for seat in range(players))


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `Overrun` when the block takes longer: at once where signals allow it, else after."""
    began = time.perf_counter()
    usable = hasattr(signal, "SIGALRM") and threading.current_thread() is threading.main_thread()
    if usable:

        def ring(number: int, frame: FrameType | None) -> None:
            raise Overrun

        before = signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        if usable:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
    if time.perf_counter() - began > seconds:
        raise Overrun
