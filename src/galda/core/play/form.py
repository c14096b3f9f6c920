"""The parts of a game's form: what a game provides in Python around its kernels.

Each part is one value with fields; a field that has a default may be left out. `Game` holds them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

import numpy as np

from galda.core.errors import Refusal
from galda.core.kernels.features import Feature
from galda.core.message import Phrase
from galda.core.play.levels import Levels
from galda.core.play.options import Value
from galda.core.play.terms import Shape, Touches
from galda.core.play.touching import Way
from galda.core.play.turn import FreeOrder
from galda.core.play.values import LINEAR, Calibration
from galda.hooks import find

if TYPE_CHECKING:
    from galda.core.play.gains import Gain
    from galda.core.play.length import Chance, Length, TurnedUp
    from galda.core.play.position import Position
    from galda.core.play.setting_up import SettingUp
    from galda.core.play.styles import Style
    from galda.core.play.text import PositionText
    from galda.core.show.sheet import Sheet
    from galda.core.show.tally import Tally

T = TypeVar("T")


class Part(Generic[T]):
    """A part of a game: given as a value, or as its place, which is imported when first needed.

    A place is a module and a name in it: `.text.words:WORDS` is relative to the game's package. So
    a program that only plays loads no drawings and no lessons.
    """

    def __init__(self, default: T | None = None) -> None:
        self._default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self._name, self._place = name, f"{name} is at"

    @overload
    def __get__(self, game: None, owner: type) -> T: ...

    @overload
    def __get__(self, game: object, owner: type) -> T: ...

    def __get__(self, game: object | None, owner: type) -> T:
        if game is None:  # a dataclass asks for the default
            if self._default is None:
                raise AttributeError(self._name)
            return self._default
        kept = game.__dict__
        part: T = find(kept[self._place], kept["package"])
        kept[self._name] = part
        return part

    if TYPE_CHECKING:

        def __set__(self, game: object, part: T | str) -> None: ...

    def keep_place(self, game: object) -> None:
        """Where a place was given, keep it until the part is asked for.

        A part itself stands in the game's own dictionary, where Python finds it at once.
        """
        if isinstance(game.__dict__[self._name], str):
            game.__dict__[self._place] = game.__dict__.pop(self._name)


@dataclass(frozen=True, kw_only=True, eq=False)
class GameRules:
    """The rules as programs run them: a state's record, the kernels, the numbers of actions."""

    record: np.dtype[Any]
    kernels: Mapping[str, Any]
    """The kernels by name: see `core/kernels/contract.py`."""
    action_count: int
    """An action is a whole number from 0 to below this."""
    most_legal: int
    """An upper bound of the number of legal actions in any position."""
    check: Callable[[Mapping[str, Value]], None] | None = None
    """(options) raises `BadOption` where values are valid alone but not together."""
    limits: Callable[[Mapping[str, Value]], Mapping[str, tuple[int, int]]] | None = None
    """(options) -> the least and greatest value of fields of the record by which kernels index
    arrays; records from outside that go beyond are refused."""
    features: tuple[Feature, ...] = ()
    """What the kernel `observe` writes, in order; none: the game cannot be observed as numbers."""
    encoding: tuple[Feature, ...] = ()
    """What the kernel `encode` writes for a network, in order; none: the same as `observe`."""
    action_encoding: tuple[str, ...] = ()
    """What the kernel `encode_actions` writes of each legal action, in order."""
    allies: Callable[[Position, int], tuple[int, ...]] | None = None
    """(position, seat) -> the other seats on the same side, in games of teams."""
    all_open: bool = False
    """Whether everybody sees all that happens when it happens, so that perfect memory knows
    everything but what chance will bring, and `determinize` changes nothing else."""

    @property
    def network_inputs(self) -> tuple[Feature, ...]:
        """What a policy-value network of the game is given."""
        return self.encoding or self.features


@dataclass(frozen=True, kw_only=True, eq=False)
class GameExact:
    """What exact methods need: how long games last, what chance can bring, small positions."""

    chance: Chance | None = None
    """What can be turned up, in games whose kernels let chance be chosen (`put_back` and more)."""
    turned_up: TurnedUp | None = None
    """What was turned up between two looks at a game, as codes, for perfect recall."""
    longest: Callable[[Position], Length] | None = None
    """(position) -> how long a game from there can last at most, whatever is played."""
    studies: Mapping[str, str] = field(default_factory=dict)
    """Positions from which a game is short enough for exact methods, by name, as text."""


@dataclass(frozen=True, kw_only=True, eq=False)
class GameNotation:
    """How actions and positions are written and read, and which touches make an action."""

    example: str
    """A move in notation, to show how moves are written."""
    touches: Callable[[Position, int], Touches]
    """(position, action) -> the board elements a player touches to play it."""
    write: Callable[[Position, int], str]
    """(position, action) -> the action in notation: one word, without spaces."""
    read: Callable[[Position, str], Touches | None]
    """(position, text) -> the touches that notation means, legal or not; None if unreadable."""
    free_order: FreeOrder | None = None
    """(the words of a turn) -> which of them may be written in any order: see `core.play.turn`."""
    together: Callable[[Position], Iterable[Way]] | None = None
    """(position) -> touches that may come in any order, with the actions they mean: they stand in
    place of the paths that begin with the same action. See `core.play.touching`."""
    later: Callable[[Position], Iterable[int]] | None = None
    """(position) -> actions that may be touched already though others are played before them."""
    idle_words: frozenset[str] = frozenset()
    """Words such as "no more", which may also be written where nothing is left to choose."""
    position_text: PositionText | None = None
    """How positions are written in one line, and read: see `core.play.text`."""


@dataclass(frozen=True, kw_only=True, eq=False)
class GameWords:
    """What is told to people: refusals, sentences, names, prompts, score sheets."""

    refuse: Callable[[Position, Touches], Refusal | None]
    """(position, touches) -> the rule that forbids touches which begin no legal action;
    None if they name nothing that is on the board."""
    sentence: Callable[[Position, int, str], str]
    """(position, action, lang) -> what the action does, for the log of the game."""
    seat_name: Callable[[Position, int], Phrase]
    """(position, seat) -> what a seat is called in this game."""
    view: Callable[[Position], dict[str, Any]]
    """(position) -> the position as plain values."""
    prompt: Callable[[Position], Phrase] | None = None
    """(position) -> what the seat to act is to do now, in the middle of a turn too."""
    next_prompts: Callable[[Position], tuple[Phrase, ...]] | None = None
    """(position) -> what is to be touched next after the first touch of a move, the second, …"""
    tallies: Callable[[Position], Sequence[Tally]] | None = None
    """(position) -> what is counted while something is chosen, such as cards that make a price."""
    ending: Callable[[Position], Phrase | None] | None = None
    """(position) -> what is worth saying about how the game ended, besides who won, if anything."""
    milestone: Callable[[Position, Position, str], str] | None = None
    """(before, after, lang) -> what ended with a turn, such as a round; empty if nothing did."""
    tell_turn: Callable[[Position, Sequence[int], str], str] | None = None
    """(position, actions, lang) -> what one turn does, or a part of it, in as few sentences as
    possible; without it, the sentences of its actions tell a turn."""
    told_alike: bool = False
    """Whether a sentence says the same to everybody, whatever they know: then it is made once."""
    sheets: Callable[[Position, str], tuple[Sheet, ...]] | None = None
    """(position, lang) -> the score sheets of all scorings so far, in games that score points."""


@dataclass(frozen=True, kw_only=True, eq=False)
class GameBoard:
    """How a position is drawn, and set up by touch."""

    draw: Callable[[Position, int, str, Shape], str]
    """(position, viewer, lang, shape) -> the board as SVG, for a tall or a wide room."""
    print: Callable[[Position, int, str], str]
    """(position, viewer, lang) -> the board as lines for a terminal, in Rich's markup."""
    mark: Callable[[Position, int], str] | None = None
    """(position, seat) -> the sign a seat plays with as SVG, 36 wide and high, its middle at the
    origin; without it seats are told apart by `core/show/seats.py` alone."""
    setting_up: SettingUp | None = None
    """How positions are set up by touch; without it, as text alone."""


@dataclass(frozen=True, kw_only=True, eq=False)
class GameBots:
    """What bots, the coach and networks may know of a game beyond its rules."""

    levels: Mapping[int | None, Levels] = field(default_factory=dict)
    """The levels of its bots by number of players, None for all others; empty: the usual ones."""
    trait_names: tuple[str, ...] = ()
    """What the kernel `traits` writes of each seat, in order."""
    styles: tuple[Style, ...] = ()
    """The characters that its bots can have, besides none: what a trait is worth to them."""
    calibration: Calibration = LINEAR
    """How the utility of two seats is shown as a winning chance: see `chance_of_utility`."""
    gains: Callable[[Position, Position, int], Sequence[Gain]] | None = None
    """(before, after, seat) -> what a turn has brought a seat, in the game's own terms: the
    reasons that a coach gives. It looks at nothing that the seat does not know before its turn."""


HOOKS = {
    "rules": ("check", "features", "allies"),
    "exact": ("chance", "turned_up", "longest", "studies"),
    "notation": ("free_order", "together", "later", "position_text"),
    "words": ("prompt", "next_prompts", "tallies", "ending", "milestone", "tell_turn", "sheets"),
    "board": ("mark", "setting_up"),
    "bots": ("gains", "styles"),
}
"""What a game may leave out, by part; kernels beyond the required ones are optional as well."""
PART_OF = {hook: part for part, hooks in HOOKS.items() for hook in hooks}
TEACHING = {
    "positions": "teach/positions.toml",
    "figures": "teach/figures.toml",
    "lessons": "teach/[1-9]-*.toml",
}
"""Where a game's package holds what teaches it: see `core/show/teach.py`."""
