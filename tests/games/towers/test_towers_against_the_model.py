"""The kernels against the slow, obvious model: every call, every building, every round."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from towers_model import KINDS, Model, Outcome, Towers, all_cards, buildings, card, cards, score

import galda
from galda import Position
from galda.games.towers.rules.record import AUCTION
from galda.games.towers.text.words import cards_in, piece, tower_cards
from support import random_game, rule

every_table = pytest.mark.parametrize("players", [2, 3, 4, 5])


def towers_of(position: Position, seat: int) -> Towers:
    built = position.view()["towers"][seat]
    return {kind: built.get(kind, []) for kind in KINDS}


def outcomes_by_actions(position: Position, seat: int) -> list[Outcome]:
    """The outcome of every action sequence from the start of a building to its end."""
    ends: list[Outcome] = []
    todo: list[tuple[Position, str | None]] = [(position, None)]
    while todo:
        at, demolished = todo.pop()
        assert at.legal_actions, "a dead end"
        for action in at.legal_actions:
            word = at.write(action)
            gone = word.removeprefix("demolish-") if word.startswith("demolish") else demolished
            after = at.play(action)
            if after.in_turn:
                todo.append((after, gone))
            else:
                towers = towers_of(after, seat)
                ends.append((gone, tuple((kind, tuple(towers[kind])) for kind in KINDS)))
    return ends


@rule("T14", "T15", "T16")
@every_table
def test_every_building_is_reached_by_exactly_one_action_sequence(players: int) -> None:
    compare_buildings(players, range(3))


@pytest.mark.slow
@every_table
def test_the_same_in_a_hundred_games(players: int) -> None:
    compare_buildings(players, range(3, 103))


def compare_buildings(players: int, seeds: range) -> None:
    chance, compared, largest = random.Random(players), 0, 0
    for seed in seeds:
        for position in random_game("towers", {"players": players}, 100 + seed):
            state = position.state
            if position.is_over or state.phase == AUCTION or position.in_turn:
                continue
            if chance.random() < 0.5:
                continue
            row = cards(" ".join(position.view()["row"]))
            seat = position.to_act
            wanted = buildings(towers_of(position, seat), row, int(state.called))
            found = outcomes_by_actions(position, seat)
            assert len(found) == len(set(found))
            assert set(found) == wanted
            largest = max(largest, len(found))
            compared += 1
    print(f"{compared} buildings, at most {largest} ways")
    assert compared > 15
    assert largest <= 198


@every_table
def test_whole_games_go_as_in_the_model(players: int) -> None:
    for seed, first in ((1, 1), (2, players)):
        play_beside_the_model({"players": players, "first": first}, seed)


def play_beside_the_model(options: dict[str, Any], seed: int) -> None:
    model = Model(options["players"], options["first"] - 1)
    model.turn_up(cards(" ".join(galda.game("towers").new(seed=seed, **options).view()["row"])))
    built: list[str] = []
    for position in random_game("towers", options, seed):
        if position.action is not None:
            assert position.before is not None
            built = follow(model, position, position.before.write(position.action), built)
        compare(model, position)
    assert model.over


def follow(model: Model, position: Position, word: str, built: list[str]) -> list[str]:
    """Let the model do what was done; returns the words of a building still under way."""
    if not model.auction_is_over:
        model.calls[model.caller] = None if word == "pass" else int(word.removeprefix("call"))
        if model.auction_is_over and model.builder is None:
            next_round(model, position)
        return []
    built = [*built, word]
    if position.in_turn:
        return built
    gone = next((w.removeprefix("demolish-") for w in built if w.startswith("demolish")), None)
    model.build(gone, [card(w) for w in built if not w.startswith(("demolish", "keep"))])
    next_round(model, position)
    return []


def next_round(model: Model, position: Position) -> None:
    model.clear_up()
    if not model.over:
        model.turn_up(cards(" ".join(position.view()["row"])))


def compare(model: Model, position: Position) -> None:
    seen = position.view()
    assert position.is_over == model.over
    if position.in_turn:  # the model builds at once
        return
    for seat in range(model.players):
        assert towers_of(position, seat) == model.towers[seat]
        assert Counter(map(card, seen["demolished"][seat])) == Counter(model.piles[seat])
        expected = score(model.towers[seat], len(model.piles[seat]))
        assert position.scores[seat] == expected
    assert Counter(map(card, seen["deck"])) == model.deck
    assert Counter(map(card, seen["discards"])) == Counter(model.discards)
    assert Counter(map(card, seen["row"])) == Counter(model.row)
    if model.over:
        return
    assert seen["first"] == model.first + 1
    if model.auction_is_over:
        assert position.to_act == model.builder
    else:
        assert position.to_act == model.caller
        assert {position.write(a) for a in position.legal_actions} == model.legal_calls()


@rule("T16")
@every_table
def test_the_calls_one_can_build_have_no_gaps(players: int) -> None:
    for position in random_game("towers", {"players": players}, 21):
        if position.is_over or position.state.phase != AUCTION:
            continue
        row = cards(" ".join(position.view()["row"]))
        towers = towers_of(position, position.to_act)
        able = [n for n in range(len(row) + 1) if buildings(towers, row, n)]
        assert able == list(range(len(able)))


@rule("T2")
@every_table
def test_every_card_is_in_exactly_one_place_after_every_action(players: int) -> None:
    everything = Counter(piece_names(players))
    for position in random_game("towers", {"players": players}, 31):
        state = position.state
        places = [*cards_in(state.deck), *cards_in(state.row), *cards_in(state.discards)]
        for seat in range(players):
            places += cards_in(state.demolished[seat])
            for kind in range(5):
                places += tower_cards(state, seat, kind)
        assert Counter(map(piece, places)) == everything


def piece_names(players: int) -> list[str]:
    seen: Counter[tuple[str, int]] = Counter()
    names = []
    for some in all_cards(players):
        names.append(f"{some[0]}{some[1]}" + ("-2" if seen[some] else ""))
        seen[some] += 1
    return names
