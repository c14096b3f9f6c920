"""From what somebody chose in a form to the plan of a table, for any game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import galda
from galda.bots.levels import LEVELS, check_bot, level_names
from galda.bots.oracle_bot import ORACLE
from galda.bots.proven_bot import NEVER_LOSES
from galda.bots.styles import split_style, with_style
from galda.core.errors import BadOption, GaldaError
from galda.core.play.game import Game
from galda.core.play.options import Option, Value, player_counts
from galda.core.show.labels import read_value
from galda.core.show.language import say
from galda.solve.proving import check_proved
from galda.solve.user_tablebases import check_solved
from galda.table import Clock, SeatPlan, TablePlan
from galda.table.errors import BadRequest
from galda.table.setup.plan import Begins
from galda.web.security.people import clean_name

DEFAULT_LEVEL = "casual"
CLOCKS = {
    "none": Clock(),
    "3+2": Clock(per_game=180, increment=2),
    "10+5": Clock(per_game=600, increment=5),
    "30": Clock(per_game=1800),
    "move-60": Clock(per_move=60),
    "day": Clock(per_move=24 * 3600),
}
"""The clocks a person can choose by name; a program can set any."""


@dataclass(frozen=True)
class Choice:
    """One value of an option, and the numbers of players it can be chosen with."""

    value: Value
    players: tuple[int, ...]


@dataclass(frozen=True)
class Question:
    """One option as a form asks for it, and the numbers of players it is asked with."""

    option: Option
    choices: tuple[Choice, ...]
    players: tuple[int, ...]


@lru_cache
def questions(game: Game) -> tuple[Question, ...]:
    """The options besides the number of players, each value with the player counts it goes with."""
    asked = []
    for option in game.options:
        if option.name == "players" or len(option.values) == 1:
            continue
        choices = tuple(
            Choice(
                value,
                tuple(n for n in player_counts(game.options) if _goes(game, n, option, value)),
            )
            for value in option.values
        )
        players = tuple(n for n in player_counts(game.options) if option.matters(n))
        asked.append(Question(option, choices, players))
    return tuple(asked)


def _goes(game: Game, players: int, option: Option, value: Value) -> bool:
    try:
        game.read_options({"players": players, option.name: value})
    except BadOption:
        return False
    return True


def clock_name(name: str, lang: str) -> str:
    """What a clock is called."""
    return {
        "none": say(lang, "No clock"),
        "3+2": say(lang, "3 min + 2 s per turn"),
        "10+5": say(lang, "10 min + 5 s per turn"),
        "30": say(lang, "30 min each"),
        "move-60": say(lang, "1 min per turn"),
        "day": say(lang, "1 day per turn"),
    }[name]


def begins_name(begins: Begins, lang: str) -> str:
    """What a way to begin is called."""
    return {
        "lot": say(lang, "drawn by lot"),
        "me": say(lang, "me"),
        "other": say(lang, "the player after me"),
        "seated": say(lang, "the first seat"),
    }[begins]


def ways_to_begin(game: Game) -> tuple[Begins, ...]:
    """The ways to begin that a form offers, the usual one first: by lot where the booklet says."""
    return ("lot", "me", "other", "seated") if game.lots else ("seated", "lot")


def plan_from_form(name: str, form: Mapping[str, str], lang: str) -> TablePlan:
    """The plan that a filled-in form describes; what is missing gets good defaults.

    `seat1` is `me`, `friend`, `local` or `bot:LEVEL`; `style1` is the style of a bot; `name1` names
    a person on this device; `begins` is `seated`, `me`, `other` or `lot`.
    """
    game, text = galda.game(name), " ".join(form.get("position", "").split())
    if text:
        options = dict(game.position(text, seed=0).options)
    else:
        asked = [option for option in game.options if form.get(option.name)]
        options = game.read_options({o.name: read_value(o, form[o.name], lang) for o in asked})
    seats = []
    for number in range(1, int(options["players"]) + 1):
        default = "me" if number == 1 else f"bot:{DEFAULT_LEVEL}"
        kind, _, level = form.get(f"seat{number}", default).partition(":")
        if kind == "bot":
            level = with_style(level, form.get(f"style{number}", ""))
        seats.append(_seat(kind, level, clean_name(form.get(f"name{number}", "")), number, lang))
        if kind == "bot":
            check_level(game, options, level)
    if not any(seat.kind in ("me", "local") for seat in seats):
        raise BadRequest("take a seat yourself: choose “Me” for one of them")
    if sum(seat.kind == "me" for seat in seats) > 1:
        raise BadRequest("you can take one seat only; the others can be “Local player (hot seat)”")
    clock = form.get("clock", "none")
    if clock not in CLOCKS:
        raise BadRequest(
            "no clock {clock!r}; choose from {known}", clock=clock, known=", ".join(CLOCKS)
        )
    return TablePlan(
        game=name,
        options=options,
        seats=tuple(seats),
        clock=CLOCKS[clock],
        partners_talk=form.get("partners_talk", "on") == "on",
        take_backs=form.get("take_backs", "on") == "on",
        begins="seated" if text else cast(Begins, form.get("begins") or "seated"),
        position=text,
        coach={"on": True, "off": False}.get(form.get("coach", "")),
    )


def check_level(game: Game, options: Mapping[str, Value], level: str) -> None:
    """Refuse a level that the game does not have, or whose ground nobody has solved or proved."""
    if level == ORACLE:
        check_solved(game, options)
    elif level == NEVER_LOSES:
        check_proved(game, options)
    elif split_style(level, LEVELS)[0] in LEVELS:
        check_bot(level, game=game)
    else:
        raise GaldaError(
            "no bot level {level!r}; choose from {known}",
            level=level,
            known=", ".join(level_names(game)),
        )


def _seat(kind: str, level: str, name: str, number: int, lang: str) -> SeatPlan:
    if kind == "me":
        return SeatPlan(kind="me")
    if kind == "friend":
        return SeatPlan(kind="friend", name=name)
    if kind == "local":
        return SeatPlan(kind="local", name=name or say(lang, "Player {number}", number=number))
    if kind == "bot":
        return SeatPlan(kind="bot", level=level)
    raise BadRequest(
        "a seat cannot be {kind!r}; it can be me, friend, local or bot:LEVEL", kind=kind
    )
