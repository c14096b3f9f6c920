"""Lessons of games: the same from the same seed, set up as any game is, and alike where a game says
that kinds are; matches of a network.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galda
from galda.bots.learnt import Taught
from galda.core.kernels.features import places, split, width
from galda.core.play.game import Game
from galda.core.play.options import player_counts
from galda.core.workers import here, in_order, processes
from galda.learn.by_search import quick
from galda.learn.by_search.games import Lesson, play_some
from galda.learn.by_search.matches import Match, hold, measure_worth
from galda.learn.by_search.quick import Quick
from galda.learn.by_search.tuning import main as tune
from galda.nets.quantise import quantise

CHANCY = "towers"
WITH_KINDS = [name for name in galda.game_names() if galda.game(name).bots.alike is not None]


def untaught(game: Game, seed: int = 1) -> Taught:
    """A small network of random weights."""
    chance = np.random.default_rng(seed)
    seats = max(player_counts(game.options))
    sizes = {"0": (width(game.rules.features) + seats, 16), "1": (16, 8)}
    learnt: dict[str, Any] = {f"w{k}": chance.normal(0, 0.3, size) for k, size in sizes.items()}
    learnt |= {f"b{k}": np.full(size[1], 0.2) for k, size in sizes.items()}
    for head, outputs in (("policy", game.rules.action_count), ("value", seats)):
        learnt[f"{head}_w"] = chance.normal(0, 0.3, (8, outputs))
        learnt[f"{head}_b"] = np.zeros(outputs)
    return Taught(quantise(learnt), {"ahead": 5})


@pytest.mark.parametrize("led", [False, True])
def test_searched_games_are_the_same_whoever_plays_them(led: bool) -> None:
    network = untaught(galda.game(CHANCY)) if led else None
    play = partial(play_some, Lesson(CHANCY, (2, 3), 8, seed=3, network=network))
    jobs = [range(2), range(2, 3)]
    found = [list(in_order(workers, play, jobs)) for workers in (here, processes(2))]
    for first, second in zip(*found, strict=True):
        assert all((first[name] == second[name]).all() for name in first)
    first = found[0][0]
    assert (first["shares"][first["legal"] == 0] == 0).all()
    assert set(first["players"]) == {2, 3}
    assert np.allclose(first["shares"].astype(float).sum(1), 1, atol=0.01)


@pytest.mark.parametrize("name", WITH_KINDS)
def test_quick_games_are_the_same_again(name: str) -> None:
    players = player_counts(galda.game(name).options)[:2]
    wanted = Quick(name, players, seed=2, longest=10)
    rows, again = (quick.play_some(wanted, range(12)) for _ in range(2))
    assert set(rows["players"]) == set(players)
    assert all((rows[each] == again[each]).all() for each in rows)
    legal = np.unpackbits(rows["masks"], axis=1, bitorder="little")
    assert legal[np.arange(len(legal)), rows["chosen"]].all()


def test_quick_games_begin_with_what_a_game_begins_with() -> None:
    """As many cards as there are, in whatever piles: nothing is left of another game."""
    game = galda.game(CHANCY)
    rows = quick.play_some(Quick(CHANCY, (2,), seed=3), range(30))
    seen = split(game.rules.features, rows["seen"][:, : width(game.rules.features)])
    piles = sum(seen[name].astype(int).sum((1, 2)) for name in ("row", "deck", "discards"))
    cards = piles + sum(seen[name].astype(int).sum((1, 2)) for name in ("heights", "demolished"))
    assert len(set(cards.tolist())) == 1


@pytest.mark.parametrize("name", WITH_KINDS)
def test_exchanged_kinds_can_be_exchanged_back(name: str) -> None:
    game = galda.game(name)
    assert game.bots.alike is not None
    order = np.random.default_rng(4).permutation(game.bots.alike.count)
    inputs, actions = game.bots.alike.exchanged(game.rules.features, order)
    back = game.bots.alike.exchanged(game.rules.features, np.argsort(order))
    assert (inputs[back[0]] == np.arange(len(inputs))).all()
    assert (actions[back[1]] == np.arange(game.rules.action_count)).all()
    assert (inputs != np.arange(len(inputs))).any()
    assert (actions != np.arange(game.rules.action_count)).any()


def rows_of(name: str) -> Any:
    """Positions of quick games in which kinds are alike: what is seen, and the legal actions."""
    game = galda.game(name)
    assert game.bots.alike is not None
    players = player_counts(game.options)[0]
    rows = quick.play_some(Quick(name, (players,), seed=5), range(60))
    seen = rows["seen"][:, : width(game.rules.features)]
    legal = np.unpackbits(rows["masks"], axis=1, bitorder="little")[:, : game.rules.action_count]
    still = (seen[:, game.bots.alike.differing(game.rules.features)] == 0).all(1)
    assert still.sum() > 30
    return game, seen[still], legal[still]


@pytest.mark.parametrize("name", WITH_KINDS)
def test_what_is_legal_follows_the_kinds(name: str) -> None:
    """Which actions of a kind are legal is learnt from its own inputs, whichever kind it is."""
    game, seen, legal = rows_of(name)
    order = np.roll(np.arange(game.bots.alike.count), 1)
    inputs, actions = game.bots.alike.exchanged(game.rules.features, order)
    kinds = game.bots.alike.actions
    told = places(game.rules.features)
    for kind, became in enumerate(order):
        for feature, of in game.bots.alike.inputs.items():
            before = seen[:, told[feature]][:, of.ravel() == kind]
            after = seen[:, inputs][:, told[feature]][:, of.ravel() == became]
            assert (before == after).all()
        assert (legal[:, kinds == kind] == legal[:, actions][:, kinds == became]).all()


def test_a_match_is_the_same_whoever_plays_it_and_counts_every_seat() -> None:
    match = Match(CHANCY, 3, untaught(galda.game(CHANCY)), 6, "classic:6")
    told: list[float] = []

    def tell(far: float, words: str = "") -> None:
        told.append(far)

    outcomes = [hold(match, 2, workers, tell) for workers in (here, processes(2))]
    assert outcomes[0] == outcomes[1]
    assert outcomes[0].games == 6
    assert told == [0.5, 1.0] * 2
    assert outcomes[0].place == pytest.approx(1 + 2 * (1 - outcomes[0].won))


def test_worth_is_a_share_of_time() -> None:
    assert 0 < measure_worth(CHANCY, 2, untaught(galda.game(CHANCY))) < 1000


def test_options_of_a_search_are_tried_one_after_the_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.npz"
    np.savez(file, header=np.array("{}"), **untaught(galda.game(CHANCY)).network._asdict())
    tried = ["--try", "ahead=0", "--try", "ahead=3", "exploration=2"]
    words = [CHANCY, str(file), "--mark", "3", "--deals", "1", "--workers", "1", *tried]
    assert tune(words) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("ahead=0, ")
    assert second.startswith("ahead=3 exploration=2, ")
    assert "against classic:3: " in second
