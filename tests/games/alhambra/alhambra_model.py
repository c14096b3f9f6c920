"""Alhambra written a second time, slowly and obviously: lists, dicts and flood fill.

Nothing here comes from the game's own code but the names of tiles and the random generator. What
the kernels list and do is compared with this. Moves are tuples: ("take", slots), ("buy", square),
("pay", value), ("bring", tile), ("lift", tile), ("swap", tile), ("at", cell),
("build", square, cell), ("store", square), ("give", square), ("end",), ("pass",).
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, permutations

from alhambra_cities import (
    FOUNTAIN,
    Box,
    Cell,
    City,
    border,
    building_cells,
    sound,
    wall_length,
)

Card = tuple[int, int]  # currency, value
Move = tuple[object, ...]

FIRST_PLACE = {"A": 1, "B": 8, "end": 16}
ROUNDS = ("A", "B", "end")


def share(numbers: list[int], places: list[int]) -> list[int]:
    """The points for one kind: tied players share what their places bring (A26)."""
    points = [0] * len(numbers)
    place = 0
    for number in sorted(set(numbers) - {0}, reverse=True):
        tied = [k for k, own in enumerate(numbers) if own == number]
        pot = sum(places[place : place + len(tied)])
        for k in tied:
            points[k] = pot // len(tied)
        place += len(tied)
    return points


def payments(hand: Counter[Card], currency: int, price: int) -> set[tuple[int, ...]]:
    """Every payment without a superfluous card, highest card first (A14, A17)."""
    cards = sorted((v for c, v in hand.elements() if c == currency), reverse=True)
    found = set()
    for size in range(1, len(cards) + 1):
        for chosen in combinations(cards, size):
            if sum(chosen) >= price and all(sum(chosen) - card < price for card in chosen):
                found.add(chosen)
    return found


class Model:
    """A whole game."""

    def __init__(
        self,
        box: Box,
        players: int,
        first: int,
        hands: list[Counter[Card]],
        row: list[Card | None],
        deck: list[Card | str],
        market: list[int | None],
        bag: list[int],
        neutral: set[int],
        shuffle: Callable[[list[Card]], list[Card]],
    ) -> None:
        self.box, self.players, self.to_act = box, players, first
        self.hands, self.row, self.deck = hands, row, deck  # the deck's top is its end
        self.market, self.bag, self.neutral = market, bag, neutral
        self.shuffle = shuffle
        self.cities: list[City] = [{(0, 0): FOUNTAIN} for _ in range(players)]
        self.reserves: list[set[int]] = [set() for _ in range(players)]
        self.discards: list[Card] = []
        self.points = [0] * (players + (players == 2))
        self.scored: list[str] = []
        self.quiet = 0
        self.stage = "choose"
        self.new_turn()

    def new_turn(self) -> None:
        self.stage = "choose"
        self.bought: dict[int, int] = {}
        self.exact: list[int] = []
        self.buying: int | None = None
        self.paid: list[int] = []
        self.brought: int | None = None
        self.took = False
        self.start_placing()

    def start_placing(self) -> None:
        self.before_placing: City = {}
        self.placed: list[tuple[int, int, Cell]] = []  # square, tile, cell
        self.put_aside = False

    def __deepcopy__(self, memo: dict[int, object]) -> Model:
        twin = copy.copy(self)
        for name in ("hands", "cities", "reserves"):
            setattr(twin, name, [copy.copy(each) for each in getattr(self, name)])
        for name in ("row", "deck", "market", "bag", "neutral", "discards", "points", "scored",
                     "bought", "exact", "paid", "placed"):  # fmt: skip
            setattr(twin, name, copy.copy(getattr(self, name)))
        return twin

    # What is allowed

    def legal(self) -> set[Move]:
        if self.stage == "pay":
            done = len(self.paid)
            return {("pay", way[done]) for way in self.ways() if list(way[:done]) == self.paid}
        if self.stage == "bring":
            assert self.brought is not None
            return self.homes(self.brought)
        if self.stage in ("place", "last"):
            return set(self.placements())
        moves: set[Move] = set(self.takings())
        moves |= {("buy", s) for s in range(4) if s not in self.bought and self.ways_for(s)}
        city = self.cities[self.to_act]
        moves |= {("bring", tile) for tile in self.reserves[self.to_act] if self.homes(tile)}
        moves |= {("lift", tile) for cell, tile in city.items() if self.may_lift(cell)}
        if self.exact:
            moves.add(("end",))
        return moves or {("pass",)}

    def takings(self) -> Iterator[Move]:
        seen = set()
        for size in range(1, 5):
            for slots in combinations(range(4), size):
                cards = [self.row[slot] for slot in slots]
                real = [card for card in cards if card is not None]
                if len(real) < size or (size > 1 and sum(v for _, v in real) > 5):
                    continue
                if (kind := tuple(sorted(real))) not in seen:
                    seen.add(kind)
                    yield ("take", slots)

    def ways_for(self, square: int) -> set[tuple[int, ...]]:
        tile = self.market[square]
        if tile is None:
            return set()
        price = self.box.price[tile]
        ways = payments(self.hands[self.to_act], square, price)
        if self.exact and square < max(self.exact):
            ways = {way for way in ways if sum(way) > price}
        return ways

    def ways(self) -> set[tuple[int, ...]]:
        """The payments still open: those that begin with what is paid already."""
        assert self.buying is not None
        hand = self.hands[self.to_act]
        self.hands[self.to_act] = hand + Counter((self.buying, v) for v in self.paid)
        ways = self.ways_for(self.buying)
        self.hands[self.to_act] = hand
        return ways

    def may_lift(self, cell: Cell) -> bool:
        city = self.cities[self.to_act]
        rest = {c: t for c, t in city.items() if c != cell}
        return cell != (0, 0) and sound(self.box, rest)

    def homes(self, tile: int) -> set[Move]:
        city = self.cities[self.to_act]
        moves: set[Move] = {("at", cell) for cell in building_cells(self.box, city, tile)}
        for cell, other in city.items():
            if cell != (0, 0) and sound(self.box, {**city, cell: tile}):
                moves.add(("swap", other))
        return moves

    def first_order(self, items: list[tuple[int, int, Cell]]) -> list[tuple[int, int, Cell]] | None:
        """The first of all orders, by square, in which tiles can be built where they are."""
        for order in permutations(sorted(items)):
            city = dict(self.before_placing)
            for _, tile, cell in order:
                if cell in city or cell not in border(city):
                    break
                city[cell] = tile
                if not sound(self.box, city):
                    break
            else:
                return list(order)
        return None

    def placements(self) -> Iterator[Move]:
        city = self.cities[self.to_act]
        waiting = self.waiting()
        if not self.placed:
            self.before_placing = dict(city)
        if not self.put_aside:
            for square in waiting:
                tile = self.bought[square]
                for cell in building_cells(self.box, city, tile):
                    items = [*self.placed, (square, tile, cell)]
                    if self.first_order(items) == items:
                        yield ("build", square, cell)
        yield ("store", waiting[0])
        if self.players == 2 and self.stage == "place":
            yield ("give", waiting[0])

    def waiting(self) -> list[int]:
        return [
            square
            for square in sorted(self.bought)
            if self.stage == "place" or self.winners[square] == self.to_act
        ]

    # What happens

    def play(self, move: Move) -> None:
        match move:
            case ("take", slots):
                for slot in slots:  # type: ignore[attr-defined]
                    card = self.row[slot]
                    assert card is not None
                    self.hands[self.to_act][card] += 1
                    self.row[slot] = None
                self.took = True
                self.actions_done()
            case ("buy", int(square)):
                self.stage, self.buying, self.paid = "pay", square, []
            case ("pay", int(value)):
                self.pay(value)
            case ("bring", int(tile)):
                self.stage, self.brought = "bring", tile
            case ("lift", int(tile)) | ("swap", int(tile)):
                city = self.cities[self.to_act]
                (cell,) = [c for c, t in city.items() if t == tile]
                del city[cell]
                self.reserves[self.to_act].add(tile)
                if move[0] == "swap":
                    self.settle(cell)
                self.actions_done()
            case ("at", (int(x), int(y))):
                self.settle((x, y))
                self.actions_done()
            case ("build", int(square), (int(x), int(y))):
                tile = self.bought.pop(square)
                self.cities[self.to_act][x, y] = tile
                self.placed.append((square, tile, (x, y)))
                self.placing_done()
            case ("store", int(square)):
                self.reserves[self.to_act].add(self.bought.pop(square))
                self.put_aside = True
                self.placing_done()
            case ("give", int(square)):
                self.neutral.add(self.bought.pop(square))
                self.put_aside = True
                self.placing_done()
            case _:
                self.actions_done()

    def settle(self, cell: Cell) -> None:
        assert self.brought is not None
        self.reserves[self.to_act].remove(self.brought)
        self.cities[self.to_act][cell] = self.brought

    def pay(self, value: int) -> None:
        square = self.buying
        assert square is not None
        self.hands[self.to_act][square, value] -= 1
        self.discards.append((square, value))
        self.paid.append(value)
        tile = self.market[square]
        assert tile is not None
        price = self.box.price[tile]
        if sum(self.paid) < price:
            return
        self.bought[square], self.market[square] = tile, None
        self.buying = None
        if sum(self.paid) == price:
            self.exact.append(square)
            self.stage = "choose"
        else:
            self.actions_done()

    def actions_done(self) -> None:
        self.quiet = 0 if self.took or self.bought else self.quiet + 1
        self.brought = None
        self.stage = "place"
        self.placing_done()

    def placing_done(self) -> None:
        if self.waiting():
            return
        if self.stage == "last":
            self.start_placing()
            self.next_winner()
        else:
            self.between_turns()

    def between_turns(self) -> None:
        self.new_turn()
        if self.quiet == 10 * self.players:
            self.finish()
            return
        came = self.refill_row()
        for square in range(4):
            if self.market[square] is None and self.bag:
                self.market[square] = self.bag.pop()
        for which in came:
            self.score(which)
            if self.players == 2:
                for _ in range(6 if which == "A" else len(self.bag) // 3):
                    if self.bag:
                        self.neutral.add(self.bag.pop())
        if None in self.market:
            self.finish()
        else:
            self.to_act = (self.to_act + 1) % self.players

    def refill_row(self) -> list[str]:
        came = []
        for slot in range(4):
            while self.row[slot] is None and (self.deck or self.discards):
                if not self.deck:
                    self.deck = list(self.shuffle(sorted(self.discards)))
                    self.discards = []
                card = self.deck.pop()
                if isinstance(card, str):
                    came.append(card)
                else:
                    self.row[slot] = card
        return came

    def finish(self) -> None:
        self.stage = "last"
        self.winners: dict[int, int] = {}
        for square, tile in enumerate(self.market):
            if tile is None:
                continue
            wealth = [sum(v * n for (c, v), n in h.items() if c == square) for h in self.hands]
            if wealth.count(max(wealth)) == 1:
                self.winners[square] = wealth.index(max(wealth))
                self.bought[square], self.market[square] = tile, None
        self.next_winner()

    def next_winner(self) -> None:
        for _ in range(self.players):
            self.to_act = (self.to_act + 1) % self.players
            if self.waiting():
                return
        self.score("end")
        self.stage = "over"

    def score(self, which: str) -> None:
        collections = [[t for t in city.values() if t != FOUNTAIN] for city in self.cities]
        if self.players == 2:
            collections.append(list(self.neutral))
        rounds = ROUNDS[: ROUNDS.index(which) + 1]
        for k, kind in enumerate(self.box.kinds):
            numbers = [sum(self.box.kind[t] == kind for t in tiles) for tiles in collections]
            places = [FIRST_PLACE[r] + k for r in reversed(rounds)] + [0] * 7
            for column, points in enumerate(share(numbers, places)):
                self.points[column] += points
        for seat, city in enumerate(self.cities):
            self.points[seat] += wall_length(self.box, city)
        self.scored.append(which)
