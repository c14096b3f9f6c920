"""5 Towers once more, slow and obvious: plain lists, no code shared with the kernels."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import galda
from galda import Position
from galda.games.towers.rules.tower import with_card

KINDS = ("candy", "horror", "tree", "scrap", "sand")
Card = tuple[str, int]
Towers = dict[str, list[int]]
Outcome = tuple[str | None, tuple[tuple[str, tuple[int, ...]], ...]]
"""A building: what was demolished, and the towers afterwards."""


def all_cards(players: int) -> list[Card]:
    values = list(range(16)) + ([0, 2, 5, 7, 10, 12] if players >= 4 else [])
    return [(kind, value) for kind in KINDS for value in values]


def may_lie_on(tower: list[int], value: int) -> bool:
    if not tower:
        return True
    top = tower[-1]
    if top == 0:
        return False
    return value < top or top == 8 or value == 9


def frozen(towers: Towers) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return tuple((kind, tuple(towers[kind])) for kind in KINDS)


def buildings(towers: Towers, row: list[Card], number: int) -> set[Outcome]:
    """All ways to demolish and then lay `number` cards of the row, in any order."""
    found: set[Outcome] = set()
    tops: list[str | None] = [kind for kind in KINDS if towers[kind] and towers[kind][-1] != 0]
    for demolished in [None, *tops]:
        after = {kind: list(tower) for kind, tower in towers.items()}
        if demolished:
            after[demolished].pop()
        reached: set[tuple[tuple[str, tuple[int, ...]], ...]] = set()
        _lay_on(after, row, number, reached)
        found |= {(demolished, end) for end in reached}
    return found


def _lay_on(towers: Towers, row: list[Card], number: int, reached: set[Any]) -> None:
    if number == 0:
        reached.add(frozen(towers))
        return
    for kind, value in set(row):
        if may_lie_on(towers[kind], value):
            towers[kind].append(value)
            rest = list(row)
            rest.remove((kind, value))
            _lay_on(towers, rest, number - 1, reached)
            towers[kind].pop()


def score(towers: Towers, demolished: int) -> int:
    points = 0
    for tower in towers.values():
        points += len(tower) * (2 if 0 in tower else 1)
    points += max(len(tower) for tower in towers.values())
    return points - sum(range(1, demolished + 1))


@dataclass
class Model:
    """A whole table; what is turned up is told to it, for it knows no chance."""

    players: int
    first: int
    deck: Counter[Card] = field(default_factory=Counter)
    row: list[Card] = field(default_factory=list)
    discards: list[Card] = field(default_factory=list)
    towers: list[Towers] = field(default_factory=list)
    piles: list[list[Card]] = field(default_factory=list)
    calls: dict[int, int | None] = field(default_factory=dict)
    times_run_out: int = 0
    over: bool = False

    def __post_init__(self) -> None:
        self.deck = Counter(all_cards(self.players))
        self.towers = [{kind: [] for kind in KINDS} for _ in range(self.players)]
        self.piles = [[] for _ in range(self.players)]

    def turn_up(self, cards: list[Card]) -> None:
        assert len(cards) == min(5, self.deck.total())
        assert Counter(cards) <= self.deck
        self.row = list(cards)
        self.deck -= Counter(cards)
        self.calls = {}

    @property
    def highest(self) -> int:
        return max((call for call in self.calls.values() if call is not None), default=0)

    @property
    def caller(self) -> int:
        return (self.first + len(self.calls)) % self.players

    @property
    def builder(self) -> int | None:
        """Who builds, once the auction has ended with somebody building."""
        wanting = [seat for seat, call in self.calls.items() if call]
        return max(wanting, key=lambda seat: self.calls[seat] or 0) if wanting else None

    @property
    def auction_is_over(self) -> bool:
        return len(self.calls) == self.players or self.highest == len(self.row)

    def legal_calls(self) -> set[str]:
        seat = self.caller
        able = {
            n for n in range(len(self.row) + 1) if buildings(self.towers[seat], self.row, n)
        }  # fmt: skip
        if not self.calls:
            return {f"call{n}" for n in able}
        return {f"call{n}" for n in able if n > self.highest} | {"pass"}

    def build(self, demolished: str | None, laid: list[Card]) -> None:
        seat = self.builder
        assert seat is not None
        towers = self.towers[seat]
        if demolished:
            assert towers[demolished][-1] != 0
            self.piles[seat].append((demolished, towers[demolished].pop()))
        assert len(laid) == self.calls[seat]
        for kind, value in laid:
            assert may_lie_on(towers[kind], value)
            towers[kind].append(value)
            self.row.remove((kind, value))

    def clear_up(self) -> None:
        self.discards += self.row
        self.row = []
        if self.builder is not None:
            self.first = (self.builder + 1) % self.players
        if not self.deck.total():
            self.times_run_out += 1
            if self.times_run_out == 2 or not self.discards:
                self.over = True
                return
            self.deck = Counter(self.discards)
            self.discards = []


def card(word: str) -> Card:
    kind = next(kind for kind in KINDS if word.startswith(kind))
    return kind, int(word.removeprefix(kind))


def cards(words: str) -> list[Card]:
    return [card(word) for word in words.split()]


def table(
    row: str,
    *towers: str,
    players: int = 2,
    first: int = 1,
    demolished: tuple[str, ...] = (),
    deck: str | None = None,
    discards: bool = True,
    second_pass: bool = False,
) -> Position:
    """The start of a round with this row and these towers ("candy10 candy5 sand3" from below).

    All other cards are in the deck; with `deck` given, the others are discarded or, without
    `discards`, in the first player's demolition pile.
    """
    states = galda.game("towers").new(players=players, first=first, seed=1).states.copy()
    state = states[0]
    left = set(all_cards(players))
    if players >= 4:
        left |= {(kind, value + 16) for kind in KINDS for value in (0, 2, 5, 7, 10, 12)}

    def find(wanted: Card) -> tuple[int, int]:
        kind, value = wanted
        code = value if wanted in left else value + 16
        left.remove((kind, code))
        return KINDS.index(kind), code

    def put(place: Any, wanted: list[Card]) -> None:
        for some in wanted:
            kind, code = find(some)
            place[kind] |= np.uint32(1 << code)

    state.row[:] = 0
    put(state.row, cards(row))
    state.turned = len(row.split())
    for seat, words in enumerate(towers):
        for some in cards(words):
            kind, code = find(some)
            tower = state.tower[seat, kind]
            state.tower[seat, kind] = with_card(tower, code % 16, code // 16)
    for seat, words in enumerate(demolished):
        put(state.demolished[seat], cards(words))
    state.deck[:] = 0
    rest = [(kind, code % 16) for kind, code in sorted(left)]
    if deck is not None:
        put(state.deck, cards(deck))
        rest = [(kind, code % 16) for kind, code in sorted(left)]
        put(state.discards if discards else state.demolished[0], rest)
    else:
        put(state.deck, rest)
    if second_pass:
        state.shuffles = 2
    options = {"players": players, "first": first}
    return Position(galda.game("towers"), options, None, states)
