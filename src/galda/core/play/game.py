"""`Game`: what a game provides in Python around its kernels, for people and for programs."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import numpy as np

from galda import hooks
from galda.core.errors import Refusal, UnreadableMove
from galda.core.jit.waiting import without_numba
from galda.core.kernels import contract
from galda.core.play.checks import SeedLike, read_seed
from galda.core.play.contradictions import check as check_form
from galda.core.play.form import (
    PART_OF,
    TEACHING,
    GameBoard,
    GameBots,
    GameExact,
    GameNotation,
    GameRules,
    GameWords,
    Part,
)
from galda.core.play.long_seed import Seed, is_long, set_up_words
from galda.core.play.options import Option, Value, option_codes, read_options
from galda.core.play.position import Position
from galda.core.play.terms import Touches
from galda.core.play.text import read_text


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Game:
    """One game: its rules, and parts that say in words and pictures what they mean.

    An action is a small integer below `rules.action_count`. A person expresses one by touching
    board elements in order or by writing notation; both are `Touches`, and may be illegal:
    `why_not` then names the rule. What is hidden from a viewer has been blanked out of a position
    before `words.view`, `board.draw` or `board.print` get to see it.

    A part is given as a value or, so that it is loaded when it is needed, as its place
    (`.text.words:WORDS`); what the fields of each part mean stands in `core/play/form.py`.

    >>> pylos = galda.game("pylos")
    >>> pylos.title, pylos.rules.action_count, pylos.notation.example
    ('Pylos', 278, 'a1>2b2')
    >>> [option.name for option in pylos.options]
    ['players', 'variant']
    """

    package: str
    """The package that holds the game as `GAME`; its last part is the game's name."""
    title: str
    options: tuple[Option, ...]
    lots: bool = False
    """Whether the booklet has lots drawn for who begins, or for the colours."""
    version: int = 0
    """Raised when actions or observations come to mean something else."""

    rules: Part[GameRules] = Part()  # noqa: RUF009  (it holds no game's values)
    """The record, the kernels, and how many actions there are."""
    notation: Part[GameNotation] = Part()  # noqa: RUF009
    """How actions and positions are written and read."""
    words: Part[GameWords] = Part()  # noqa: RUF009
    """Refusals, sentences, names, prompts, score sheets."""
    board: Part[GameBoard] = Part()  # noqa: RUF009
    """How a position is drawn."""
    bots: Part[GameBots] = Part(GameBots())  # noqa: RUF009
    """What bots, the coach and networks may know beyond the rules."""
    exact: Part[GameExact] = Part(GameExact())  # noqa: RUF009
    """What exact methods need: lengths of games, what chance can bring."""

    def __post_init__(self) -> None:
        for part in vars(Game).values():
            if isinstance(part, Part):
                part.keep_place(self)
        check_form(self)
        contract.register(self.rules.record, self.rules.kernels)

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
            return capability in self.rules.kernels
        if capability in PART_OF:
            return bool(getattr(getattr(self, PART_OF[capability]), capability))
        if capability in TEACHING:
            return any(self.folder.glob(TEACHING[capability]))
        known = ", ".join(sorted({*contract.KERNELS, *PART_OF, *TEACHING}))
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
        return self.has("renew") or (self.rules.all_open and self.has("determinize"))

    def new(self, /, *, seed: Seed | SeedLike = None, **options: object) -> Position:
        """The start of a game; `seed` decides all chance (default: a fresh one).

        A number repeats an experiment; 64 hexadecimal digits (`core.play.long_seed`) are for games
        in which nobody may compute what comes.

        >>> galda.game("alhambra").new(players=3, seed=7).players
        3
        """
        chosen = self.read_options(options)
        hooks.BEGIN(self)
        seed = secrets.randbits(53) if seed is None else seed
        if isinstance(seed, str):
            is_long(seed)  # refuses other texts
        else:
            seed = read_seed(seed)
        states = np.zeros(1, self.rules.record)
        codes = option_codes(self.options, chosen)
        if isinstance(seed, str):
            without_numba(contract.deal, states[0], codes, set_up_words(seed))
        else:
            without_numba(contract.setup, states[0], codes, np.uint64(seed))
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
        hooks.BEGIN(self)
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
        if self.rules.check:
            self.rules.check(chosen)
        return chosen

    def parse(self, position: Position, text: str) -> Touches:
        """The touches that the notation `text` means, legal or not, or `UnreadableMove`.

        >>> quixo = galda.game("quixo")
        >>> quixo.parse(quixo.new(), "c3-c5")
        ('c3', 'c5')
        """
        touches = self.notation.read(position, text)
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
        refusal = self.words.refuse(position, touches)
        if refusal is None:
            raise self._unreadable(" ".join(touches))
        return refusal

    def _unreadable(self, text: str) -> UnreadableMove:
        return UnreadableMove(
            "{text!r} is not a move of {game}; one is written like {example}",
            text=text,
            game=self.title,
            example=self.notation.example,
        )


def _load(package: str) -> Game:
    loaded: Game = import_module(package).GAME
    return loaded
