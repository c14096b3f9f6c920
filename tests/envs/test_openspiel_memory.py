"""Information states of OpenSpiel as numbers: all that a player knows who forgets nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

import galda

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this Python")
from test_openspiel import load  # noqa: E402

from galda.envs.spiel_observer import FINGERPRINT  # noqa: E402
from galda.testing.spiels import check_memory  # noqa: E402
from support import ALL_STARTS  # noqa: E402

QUICK = [
    ("alhambra", 2, 0, 0),
    ("alhambra", 2, 3, 20),
    ("alhambra", 3, 0, 20),
    ("alhambra", 4, 0, 0),
    ("alhambra", 5, 0, 0),
    ("alhambra", 6, 0, 20),
    ("towers", 2, 0, 20),
    ("towers", 4, 3, 0),
    ("quixo", 2, 0, 20),
    ("pylos", 2, 0, 0),
]
"""Games, players, deals and how much is spelt out; `make slow` tries every variant."""
STEPS = 50
HANDS, SPELT = 36, 2000


@pytest.mark.parametrize(("name", "players", "deals", "history"), QUICK)
def test_numbers_are_the_same_exactly_when_the_text_is(
    name: str, players: int, deals: int, history: int
) -> None:
    outcomes = {"outcomes": 2} if name == "alhambra" else {}
    game = load(name, players=players, deals=deals, history=history, **outcomes)
    assert game.get_type().provides_information_state_tensor
    assert check_memory(game, seed=10 * players + deals, steps=STEPS) > STEPS


@pytest.mark.slow
@pytest.mark.parametrize("deals", [0, 3])
@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_so_they_are_in_every_variant_to_the_end(
    name: str, options: dict[str, Any], deals: int
) -> None:
    named = {key: value for key, value in options.items() if key != "neutral"}
    game = load(name, **named, deals=deals, outcomes=2, history=100)
    every = 15 if name == "alhambra" else 5
    assert check_memory(game, seed=options["players"], steps=1000, every=every) > 8


def play_on(state: Any, chance: random.Random, steps: int) -> Any:
    """A game some actions of players later, unless it ends before."""
    while not state.is_terminal() and steps:
        if state.is_chance_node():
            state.apply_action(chance.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            steps -= 1
    return state


@pytest.mark.parametrize("deals", [0, 7])
@pytest.mark.parametrize("name", ["alhambra", "towers"])
def test_numbers_tell_nothing_that_is_hidden(name: str, deals: int) -> None:
    chance = random.Random(3)
    for steps in (0, 1, 9, 40):
        state = play_on(load(name, players=2, deals=deals).new_initial_state(), chance, steps)
        for player in range(2):
            twin = state.resample_from_infostate(player, chance.random)
            assert twin.information_state_string(player) == state.information_state_string(player)
            assert twin.information_state_tensor(player) == state.information_state_tensor(player)


def field(text: str, name: str) -> str:
    """What a position's text says after `name=`."""
    return next((word.partition("=")[2] for word in text.split() if word.startswith(name)), "")


@pytest.mark.parametrize("deals", [0, 7])
@pytest.mark.parametrize("steps", [0, 5, 50, 150])
def test_what_was_turned_up_can_be_read_from_the_numbers(steps: int, deals: int) -> None:
    game, alhambra = load("alhambra", players=2, deals=deals), galda.game("alhambra")
    state, chance = game.new_initial_state(), random.Random(8)
    dealt = play_on(state.child(3), chance, 0)
    state = play_on(dealt.clone(), chance, steps)
    assert alhambra.exact.turned_up
    told = [
        alhambra.exact.turned_up.write(int(number) - alhambra.rules.action_count - 1).split("=")
        for number in state.information_state_tensor(1)[-SPELT - 1 - FINGERPRINT : -1 - FINGERPRINT]
        if number > alhambra.rules.action_count
    ]
    lies = {place: sign for place, sign in told if place[:-1] in ("row", "market")}
    now = state.runner.position().text
    for name in ("row", "market"):
        signs = field(now, name).split("/")
        for place, sign in enumerate(signs, 1):
            assert sign in ("-", lies[f"{name}{place}"])
    start = dealt.runner.position().text
    for seat in (1, 2):
        cards = "".join(sign for place, sign in told if place == f"hand{seat}")
        assert sorted(cards) == sorted(spell_out(field(start, f"hand{seat}")))
    drawn = [sign for place, sign in told if place == "neutral"][:6]
    assert drawn == field(start, "given").split("/")


def spell_out(money: str) -> str:
    """Money with every card by itself: y35 is y3y5."""
    currency, cards = "", ""
    for sign in money:
        currency, cards = (sign, cards) if sign.isalpha() else (currency, cards + currency + sign)
    return cards


def test_other_hands_are_known_though_out_of_sight() -> None:
    state = play_on(load("alhambra", players=3).new_initial_state(), random.Random(4), 30)
    observer = state.get_game().make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    for player in range(3):
        observer.set_from(state, player)
        for away in (1, 2):
            hand = state.runner.observation((player + away) % 3)[:HANDS]
            assert observer.dict["others"][away - 1].tolist() == hand.tolist()
            assert hand.any()


def test_what_is_left_out_is_counted_and_leaves_a_fingerprint() -> None:
    state = play_on(load("quixo", history=5).new_initial_state(), random.Random(4), 8)
    other = load("quixo", history=5).new_initial_state()
    for action in state.history():
        other.apply_action(action)
    numbers = state.information_state_tensor(0)
    assert numbers == other.information_state_tensor(0)
    spelt, left_out = numbers[-6 - FINGERPRINT : -1 - FINGERPRINT], numbers[-1 - FINGERPRINT]
    assert spelt == [action + 1 for action in state.history()[3:]]
    assert left_out == 3
    assert any(numbers[-FINGERPRINT:])
    early = play_on(load("quixo", history=5).new_initial_state(), random.Random(4), 5)
    assert not any(early.information_state_tensor(0)[-1 - FINGERPRINT :])


def test_sizes_are_bounded_and_told() -> None:
    for players in range(2, 7):
        game = load("alhambra", players=players)
        parts = [players, 1142, (players - 1) * HANDS, SPELT, 1 + FINGERPRINT]
        assert game.information_state_tensor_size() == sum(parts)
        state = game.new_initial_state()
        assert len(state.information_state_tensor(0)) == sum(parts)
    sizes = {name: load(name).information_state_tensor_size() for name in galda.game_names()}
    assert sizes == {"alhambra": 3234, "pylos": 9558, "quixo": 2802, "towers": 1320}
    longer = load("alhambra", history=5000)
    assert longer.information_state_tensor_size() == 3234 - SPELT + 5000
