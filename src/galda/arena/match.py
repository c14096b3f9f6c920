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

from galda.bots.bot import Bot
from galda.bots.levels import make_bot, warm_up
from galda.core.errors import GaldaError
from galda.core.message import later
from galda.core.play.paper import GameRecord, write_record
from galda.core.play.position import Position
from galda.core.show.language import say
from galda.games import game

SEEDS_APART = 1_000_003
"""Keeps the seeds of seats, moves and games from meeting."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game to be played: its number, its seed, and which entrant sits where."""

    number: int
    seed: int
    seats: tuple[int, ...]
    dice: int | None = None
    """The seed of the bots; None: the game's own. Another one plays the same deal differently."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game lost by a bot's fault. Why is a message with places, told late as errors are."""

    seat: int
    message: str
    values: dict[str, Any]

    def tell(self, lang: str) -> str:
        """Who lost and why, in language `lang`."""
        return say(lang, self.message, **self.values)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A game that was played. `places` are 1 for the best; those who tie share their average."""

    number: int
    seed: int
    seats: tuple[int, ...]
    places: tuple[float, ...]
    scores: tuple[int, ...]
    actions: int
    forfeit: Forfeit | None = None
    """Who lost by fault and why; None when the game ended by its rules."""


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


def play_match(terms: Terms, pairing: Pairing) -> tuple[MatchResult, str]:
    """Play one game; returns its result and its record."""
    position = _open(terms, pairing)
    _warm_up_once(terms.game, int(terms.options["players"]))
    bots: dict[int, Bot] = {}
    forfeit: Forfeit | None = None
    seed = (pairing.seed if pairing.dice is None else pairing.dice) * SEEDS_APART
    while not position.is_over and not forfeit:
        seat = position.to_act
        name = terms.entrants[pairing.seats[seat]]
        dice = seed + len(position.actions)
        given = position.known_to(seat, dice)
        try:
            with time_limit(terms.move_seconds):
                if seat not in bots:
                    bots[seat] = make_bot(name.partition("#")[0], seed + seat)
                action = bots[seat].choose(given)
            position = position.play(action)
        except (Exception, SystemExit) as error:  # a stranger's bot may raise anything
            forfeit = _blame(seat, name, error, terms)
    places = (
        places_after_forfeit(position.players, forfeit.seat)
        if forfeit
        else places_by_score(position.scores)
    )
    result = MatchResult(
        pairing.number, pairing.seed, pairing.seats, places, position.scores,
        len(position.actions), forfeit,
    )  # fmt: skip
    return result, _record(terms, pairing, position, forfeit)


def _blame(seat: int, name: str, error: BaseException, terms: Terms) -> Forfeit:
    """What a bot did wrong; the values are plain, for they are kept as JSON."""
    who = {"bot": name, "seat": seat + 1}
    if isinstance(error, Overrun):
        message = later("{bot} (seat {seat}) took more than {seconds} s for a move")
        return Forfeit(seat, message, who | {"seconds": f"{terms.move_seconds:g}"})
    if isinstance(error, GaldaError):
        message = later("{bot} (seat {seat}) played what is not allowed: {error}")
        return Forfeit(seat, message, who | {"error": str(error)})
    message = later("{bot} (seat {seat}) failed with {kind}: {error}")
    return Forfeit(seat, message, who | {"kind": type(error).__name__, "error": str(error)})


def _open(terms: Terms, pairing: Pairing) -> Position:
    """The position the bots begin with: the same for all games of a seed."""
    position = game(terms.game).new(seed=pairing.seed, **terms.options)
    chance = random.Random(pairing.seed)
    for _ in range(terms.opening):
        if not position.is_over:
            position = position.play(chance.choice(position.legal_actions))
    return position


@lru_cache
def _warm_up_once(name: str, players: int) -> None:
    """Nobody's clock runs while our own searches are being compiled or loaded."""
    warm_up(game(name).new(players=players, seed=0))


def _record(terms: Terms, pairing: Pairing, position: Position, forfeit: Forfeit | None) -> str:
    names = tuple(terms.entrants[entrant] for entrant in pairing.seats)
    result = forfeit.tell("en") if forfeit else "unfinished"
    return write_record(GameRecord(position, names, result=result))


def places_by_score(scores: tuple[int, ...]) -> tuple[float, ...]:
    """Each seat's place by score, ties sharing the places they cover."""
    return tuple(
        1 + sum(other > score for other in scores) + (sum(o == score for o in scores) - 1) / 2
        for score in scores
    )


def places_after_forfeit(players: int, offender: int) -> tuple[float, ...]:
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
