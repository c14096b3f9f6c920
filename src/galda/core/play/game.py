"""`Game`: what a game provides in Python around its kernels, for people and for programs."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from galda.core.errors import Refusal, UnreadableMove
from galda.core.kernels import contract
from galda.core.kernels.features import Feature
from galda.core.message import Phrase
from galda.core.play.alike import Alike
from galda.core.play.gains import Gain
from galda.core.play.length import Chance, Length, TurnedUp
from galda.core.play.long_seed import Seed, is_long, set_up_words
from galda.core.play.options import Option, Value, option_codes, read_options
from galda.core.play.position import Position
from galda.core.play.setting_up import SettingUp
from galda.core.play.styles import Style
from galda.core.play.terms import Shape, Touches
from galda.core.play.text import PositionText, read_text
from galda.core.play.turn import FreeOrder

if TYPE_CHECKING:
    from galda.core.show.figure import Figure
    from galda.core.show.lesson import Lesson
    from galda.core.show.sheet import Sheet

HOOKS = (
    "check", "sheets", "prompt", "next_prompts", "mark", "tell_turn", "ending", "free_order",
    "features", "allies", "figures", "lessons", "position_text", "setting_up", "chance", "longest",
    "studies", "gains", "turned_up", "styles", "alike",
)  # fmt: skip
"""What a game may leave out; kernels beyond the contract's required ones are optional as well."""


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """One game: its record and kernels, and functions that say in words what they mean.

    An action is a small integer below `action_count`. A person expresses one by touching board
    elements in order or by writing notation; both are `Touches`, and may be illegal: `why_not`
    then names the rule. What is hidden from a viewer has been blanked out of a position before
    `view`, `board` or `print` get to see it.

    >>> pylos = galda.game("pylos")
    >>> pylos.title, pylos.action_count, pylos.example
    ('Pylos', 278, 'a1>2b2')
    >>> [option.name for option in pylos.options]
    ['players', 'variant']
    """

    gate: ClassVar[Callable[[Game], None] | None] = None
    """Asked before a game begins; raises `NotReady` where nobody shall wait for it."""

    package: str
    """The package that holds the game as `GAME`; its last part is the game's name."""
    title: str
    record: np.dtype[Any]
    kernels: Mapping[str, Any]
    options: tuple[Option, ...]
    action_count: int
    most_legal: int
    """An upper bound of the number of legal actions in any position."""
    example: str
    """A move in notation, to show how moves are written."""

    touches: Callable[[Position, int], Touches]
    """(position, action) -> the board elements a player touches to play it."""
    write: Callable[[Position, int], str]
    """(position, action) -> the action in notation: one word, without spaces."""
    read: Callable[[Position, str], Touches | None]
    """(position, text) -> the touches that notation means, legal or not; None if unreadable."""
    refuse: Callable[[Position, Touches], Refusal | None]
    """(position, touches) -> the rule that forbids touches which begin no legal action;
    None if they name nothing that is on the board."""
    sentence: Callable[[Position, int, str], str]
    """(position, action, lang) -> what the action does, for the log of the game."""
    seat_name: Callable[[Position, int], Phrase]
    """(position, seat) -> what a seat is called in this game."""
    view: Callable[[Position], dict[str, Any]]
    """(position) -> the position as plain values."""
    board: Callable[[Position, int, str, Shape], str]
    """(position, viewer, lang, shape) -> the board as SVG, for a tall or a wide room."""
    print: Callable[[Position, int, str], str]
    """(position, viewer, lang) -> the board as lines for a terminal, in Rich's markup."""
    check: Callable[[Mapping[str, Value]], None] | None = None
    """(options) raises `BadOption` where values are valid alone but not together."""
    sheets: Callable[[Position, str], tuple[Sheet, ...]] | None = None
    """(position, lang) -> the score sheets of all scorings so far, in games that score points."""

    prompt: Callable[[Position], Phrase] | None = None
    """(position) -> what the seat to act is to do now, in the middle of a turn too."""
    ending: Callable[[Position], Phrase | None] | None = None
    """(position) -> what is worth saying about how the game ended, besides who won, if anything."""
    free_order: FreeOrder | None = None
    """(the words of a turn) -> which of them may be written in any order: see `core.play.turn`."""
    idle_words: frozenset[str] = frozenset()
    """Words such as "no more", which may also be written where nothing is left to choose."""
    next_prompts: Callable[[Position], tuple[Phrase, ...]] | None = None
    """(position) -> what is to be touched next after the first touch of a move, the second, …"""
    mark: Callable[[Position, int], str] | None = None
    """(position, seat) -> the sign a seat plays with as SVG, 36 wide and high, its middle at the
    origin; without it seats are told apart by `core/show/seats.py` alone."""
    lots: bool = False
    """Whether the booklet has lots drawn for who begins, or for the colours."""
    tell_turn: Callable[[Position, Sequence[int], str], str] | None = None
    """(position, actions, lang) -> what one turn does, or a part of it, in as few sentences as
    possible; without it, the sentences of its actions tell a turn."""
    features: tuple[Feature, ...] = ()
    """What the kernel `observe` writes, in order; none: the game cannot be observed as numbers."""
    told_alike: bool = False
    """Whether a sentence says the same to everybody, whatever they know: then it is made once."""
    version: int = 0
    """Raised when actions or observations come to mean something else."""
    allies: Callable[[Position, int], tuple[int, ...]] | None = None
    """(position, seat) -> the other seats on the same side, in games of teams."""
    figures: Callable[[str], tuple[Figure, ...]] | None = None
    """(lang) -> positions that show what the rules mean, in the order of the rules."""
    position_text: PositionText | None = None
    """How positions are written in one line, and read: see `core.play.text`."""
    lessons: Callable[[str], tuple[Lesson, ...]] | None = None
    """(lang) -> the lessons, the first one first."""
    setting_up: SettingUp | None = None
    """How positions are set up by touch; without it, as text alone."""
    chance: Chance | None = None
    """What can be turned up, in games whose kernels let chance be chosen (`put_back` and more)."""
    turned_up: TurnedUp | None = None
    """What was turned up between two looks at a game, as codes, for whoever forgets nothing."""
    all_open: bool = False
    """Whether everybody sees all that happens when it happens, so that perfect memory knows
    everything but what chance will bring, and `determinize` changes nothing else."""
    longest: Callable[[Position], Length] | None = None
    """(position) -> how long a game from there can last at most, whatever is played."""
    gains: Callable[[Position, Position, int], Sequence[Gain]] | None = None
    """(before, after, seat) -> what a turn has brought a seat, in the game's own terms: the
    reasons that a coach gives. It looks at nothing that the seat does not know before its turn."""
    studies: Mapping[str, str] = field(default_factory=dict)
    """Positions from which a game is short enough for exact methods, by name, as text."""
    trait_names: tuple[str, ...] = ()
    """What the kernel `traits` writes of each seat, in order."""
    styles: tuple[Style, ...] = ()
    """The characters that its bots can have, besides none: what a trait is worth to them."""
    alike: Alike | None = None
    """Kinds that may be exchanged in what a network learns: nothing but their names differs."""

    def __post_init__(self) -> None:
        contract.register(self.record, self.kernels)

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        return _load, (self.package,)

    def __repr__(self) -> str:
        return f"galda.game({self.name!r})"

    @property
    def name(self) -> str:
        """The short name it is asked for by.

        >>> galda.game("towers").name
        'towers'
        """
        return self.package.rpartition(".")[2]

    @property
    def folder(self) -> Path:
        """The folder of its package, in which files may lie beside the code.

        >>> galda.game("towers").folder.name
        'towers'
        """
        there = import_module(self.package).__file__
        assert there is not None, "a game's package is a folder with files"
        return Path(there).parent

    def has(self, capability: str) -> bool:
        """Whether the game brings an optional kernel (`evaluate`) or hook (`lessons`) of its own.

        >>> galda.game("quixo").has("evaluate"), galda.game("quixo").has("conceal")
        (True, False)
        """
        if capability in contract.KERNELS:
            return capability in self.kernels
        if capability in HOOKS:
            return bool(getattr(self, capability))
        known = ", ".join(sorted({*contract.KERNELS, *HOOKS}))
        raise ValueError(f"no game can have {capability!r}; there is {known}")

    @property
    def has_chance(self) -> bool:
        """Whether anything in it is hidden or comes at random, as far as its kernels tell.

        >>> galda.game("towers").has_chance, galda.game("quixo").has_chance
        (True, False)
        """
        return self.has("conceal") or self.has("determinize")

    @property
    def is_renewed(self) -> bool:
        """Whether a long seed has a number for each action: see the kernel `renew`.

        >>> galda.game("towers").is_renewed, galda.game("quixo").is_renewed
        (True, False)
        """
        return self.has("renew") or (self.all_open and self.has("determinize"))

    def new(self, /, *, seed: Seed | None = None, **options: object) -> Position:
        """The start of a game; `seed` decides all chance (default: a fresh one).

        A number repeats an experiment; 64 hexadecimal digits (`core.play.long_seed`) are for games
        in which nobody may compute what comes.

        >>> galda.game("alhambra").new(players=3, seed=7).players
        3
        """
        chosen = self.read_options(options)
        if Game.gate is not None:
            Game.gate(self)
        seed = secrets.randbits(53) if seed is None else seed
        states = np.zeros(1, self.record)
        codes = option_codes(self.options, chosen)
        if isinstance(seed, str) and is_long(seed):
            contract.deal(states[0], codes, set_up_words(seed))
        else:
            contract.setup(states[0], codes, np.uint64(int(seed) % 2**64))
        return Position(self, chosen, seed, states)

    def position(self, text: str, *, seed: Seed | None = None) -> Position:
        """The position that a text means, or `BadPosition` with the rule by which it cannot be.

        `seed` draws what the text leaves unknown (default: a fresh one). It has no past. A long
        seed decides all chance from there on as well.

        >>> quixo = galda.game("quixo")
        >>> start = quixo.new().play("a1-a5")
        >>> start.text
        'quixo x..../...../...../...../..... 2'
        >>> quixo.position(start.text) == start
        True
        """
        if Game.gate is not None:
            Game.gate(self)
        if isinstance(seed, str) and is_long(seed):
            options, states = read_text(self, text, int(set_up_words(seed)[0]))
            return Position(self, options, seed, states)
        options, states = read_text(self, text, None if seed is None else int(seed))
        return Position(self, options, None, states)

    def read_options(self, given: Mapping[str, object]) -> dict[str, Value]:
        """All options with their values, or `BadOption` naming what would be right.

        >>> galda.game("quixo").read_options({"size": "4"})["size"]
        4
        """
        chosen = read_options(self.options, given)
        if self.check:
            self.check(chosen)
        return chosen

    def parse(self, position: Position, text: str) -> Touches:
        """The touches that the notation `text` means, legal or not, or `UnreadableMove`.

        >>> quixo = galda.game("quixo")
        >>> quixo.parse(quixo.new(), "c3-c5")
        ('c3', 'c5')
        """
        touches = self.read(position, text)
        if touches is None:
            raise self._unreadable(text)
        return touches

    def why_not(self, position: Position, touches: Touches) -> Refusal:
        """The rule that forbids these touches (a whole move or its beginning), and why.

        Ask only about touches that begin no legal action.

        >>> quixo = galda.game("quixo")
        >>> quixo.why_not(quixo.new(), ("c3",)).rule
        'Q4'
        """
        refusal = self.refuse(position, touches)
        if refusal is None:
            raise self._unreadable(" ".join(touches))
        return refusal

    def _unreadable(self, text: str) -> UnreadableMove:
        return UnreadableMove(
            "{text!r} is not a move of {game}; one is written like {example}",
            text=text,
            game=self.title,
            example=self.example,
        )


def _load(package: str) -> Game:
    loaded: Game = import_module(package).GAME
    return loaded
