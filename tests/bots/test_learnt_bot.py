"""The bot that has learnt: repeatable, frugal, legal, and blind to what its seat cannot know."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galda
from galda import Position
from galda.bots.kernels import puct
from galda.bots.kernels.ismcts import NONE
from galda.bots.learnt import LearntMcts, LearntTree, network_of, read_taught
from galda.bots.levels import SEARCHING, LevelBot
from galda.core.kernels import contract
from galda.core.kernels.features import width
from galda.core.kernels.kernel import COMPILED
from galda.core.kernels.learnt import EVEN, Learnt, write_leads
from galda.core.play.game import Game
from galda.core.play.options import player_counts
from galda.nets.quantise import quantise
from support import random_game

CHANCY, PLAIN = "towers", "quixo"


def untaught(game: Game, seed: int = 1, *, leads: bool = True) -> Learnt:
    """A small network of random weights, which is perhaps also told who leads."""
    chance = np.random.default_rng(seed)
    seats = max(player_counts(game.options))
    sizes = {
        "w0": (width(game.rules.features) + leads * seats, 16),
        "w1": (16, 8),
        "policy_w": (8, game.rules.action_count),
        "value_w": (8, seats),
    }
    learnt: dict[str, Any] = {}
    for name, size in sizes.items():
        learnt[name] = chance.normal(0, 0.3, size)
        learnt[name.replace("w", "b", 1) if name[0] == "w" else f"{name[:-1]}b"] = np.full(
            size[1], 0.2
        )
    return quantise(learnt)


def searched(position: Position, **told: Any) -> tuple[list[tuple[int, int, float]], LearntMcts]:
    """What a search finds: actions, their visits and values; and the bot."""
    bot = LearntMcts(**{"iterations": 150, "seed": 5, "network": untaught(position.game), **told})
    found = bot.suggest(position)
    return [(each.action, each.visits, each.value.chance) for each in found], bot


def middle_of(name: str, n: int = 9, **options: Any) -> Position:
    """The first position after `n` actions by chance in which there is something to choose."""
    played = list(random_game(name, options, 3))[n:]
    return next(position for position in played if len(position.legal_actions) > 2)


@pytest.mark.parametrize(("name", "players"), [(PLAIN, 2), (CHANCY, 2), (CHANCY, 4)])
def test_the_same_seed_and_budget_give_the_same_moves(name: str, players: int) -> None:
    position = middle_of(name, players=players)
    first, second = (searched(position)[0] for _ in range(2))
    assert first == second
    assert sum(visits for _, visits, _ in first) == 149  # the first iteration opens the root
    assert {action for action, _, _ in first} == set(position.legal_actions)
    if name == CHANCY:
        assert searched(position, seed=6)[0] != first


@pytest.mark.parametrize("ahead", [0, 6])
def test_what_a_seat_cannot_know_changes_neither_inputs_nor_moves(ahead: int) -> None:
    told = set()
    for n in (2, 9, 20):
        position = middle_of(CHANCY, n, players=3)
        states = position.states.copy()
        contract.determinize(states[0], position.to_act, np.uint64(77))
        assert states.tobytes() != position.states.tobytes()
        twin = Position(position.game, position.options, None, states)
        observed = width(position.game.rules.features)
        seen = np.zeros((2, observed + 3), np.uint8)
        for k, each in enumerate((position, twin)):
            contract.observe(each.states[0], position.to_act, seen[k])
            write_leads(each.states[0], position.to_act, 3, np.zeros(6), seen[k], observed)
        assert (seen[0] == seen[1]).all()
        found = []
        for each in (position, twin):
            known = each.known_to(position.to_act, 8)
            tree = LearntTree(
                known,
                bot := LearntMcts(iterations=150, nodes=2000, ahead=ahead),
                untaught(known.game),
            )
            tree.actions = []  # seeds count actions, and a twin has no past
            tree.grow(known, bot)
            found.append(tree.children(position.to_act))
        assert found[0] == found[1]
        told.add(tuple(found[0]))
    assert len(told) == 3


def lines_of(bot: LearntMcts, position: Position, node: int) -> None:
    """Walk through a tree where nothing is left to chance: every action must be legal."""
    tree = bot._tree
    assert tree is not None
    child = int(tree.nodes[node]["first_child"])
    actions = []
    while child != NONE:
        actions.append(int(tree.nodes[child]["action"]))
        lines_of(bot, position.play(actions[-1]), child)
        child = int(tree.nodes[child]["next_sibling"])
    assert not actions or sorted(actions) == list(position.legal_actions)


def test_a_tree_without_chance_has_just_the_legal_actions() -> None:
    position = middle_of(PLAIN)
    lines_of(searched(position)[1], position, 0)


def test_what_chance_brings_are_nodes_of_their_own_and_few() -> None:
    _, bot = searched(middle_of(CHANCY), iterations=600)
    tree = bot._tree
    assert isinstance(tree, LearntTree)
    nodes = tree.nodes[: tree.used]
    came = nodes["action"] == puct.CAME
    keys = tree._guide.keys[: tree.used][came & (nodes["visits"] > 0)]
    assert len(keys) > 20
    for node in np.flatnonzero(~came & (nodes["visits"] > 0)):
        child = int(nodes[node]["first_child"])
        if child != NONE and nodes[child]["action"] == puct.CAME:
            assert nodes[node]["children"] <= 1 + np.sqrt(nodes[node]["visits"])


@pytest.mark.parametrize("ahead", [0, 3])
@pytest.mark.parametrize("is_open", [True, False])
def test_a_whole_game_is_legal_whether_or_not_seats_hide_things(is_open: bool, ahead: int) -> None:
    position = galda.game(CHANCY).new(players=3, seed=4)
    network = untaught(position.game)
    while not position.is_over:
        tree = LearntTree(
            position, bot := LearntMcts(iterations=30, nodes=500, ahead=ahead), network
        )
        tree._guide = tree._guide._replace(open=is_open)
        tree.grow(position, bot)
        found = [each.action for each in tree.children(position.to_act)]
        assert set(found) <= set(position.legal_actions)
        position = position.play(found[0])


@pytest.mark.parametrize("ahead", [0, 4])
def test_a_win_at_once_is_found_whatever_the_network_thinks(ahead: int) -> None:
    position = galda.game(PLAIN).position("quixo xxxx./o..../o..../o..../..... 1")
    wins = [a for a in position.legal_actions if position.play(a).is_over]
    assert wins
    for seed in range(3):
        network = untaught(position.game, seed)
        found, _ = searched(position, network=network, iterations=600, ahead=ahead)
        assert found[0][0] in wins


def test_leads_are_told_from_the_viewer_on() -> None:
    state = galda.game(CHANCY).position(middle_of(CHANCY, 40, players=3).text).states[0]
    scores, out = np.zeros(6), np.zeros((3, 3), np.uint8)
    for viewer in range(3):
        write_leads(state, viewer, 3, scores, out[viewer], 0)
    assert out[1].tolist() == [out[0][1], out[0][2], out[0][0]]
    assert out[2].tolist() == [out[0][2], out[0][0], out[0][1]]
    first, second = sorted(scores[:3])[:0:-1]
    assert out.max() == EVEN + np.floor(first - second + 0.5)
    assert (out[0] > EVEN).sum() <= 1


@pytest.mark.parametrize("ahead", [0, 5])
@pytest.mark.parametrize("name", [PLAIN, CHANCY])
def test_the_tree_never_outgrows_its_memory(name: str, ahead: int) -> None:
    _, bot = searched(middle_of(name), iterations=2000, nodes=100, ahead=ahead)
    assert bot._tree is not None
    assert bot._tree.used <= len(bot._tree.nodes) == 100


def test_a_single_look_follows_the_priors() -> None:
    found, bot = searched(middle_of(CHANCY), iterations=1)
    nodes = bot._tree.nodes  # type: ignore[union-attr]
    priors = {int(node["action"]): int(node["prior"]) for node in nodes[1 : 1 + len(found)]}
    assert [visits for _, visits, _ in found] == [0] * len(found)
    assert priors[found[0][0]] == max(priors.values()) > min(priors.values())


def test_where_master_samples_it_is_led_by_the_network_and_the_mark_is_not() -> None:
    """The game here has a search of its own; one without it and with a network would do this."""
    position = middle_of(CHANCY)
    master, mark = (LevelBot(SEARCHING[name], seed=1) for name in ("master", "classic"))
    assert isinstance(master._search_samples(position), LearntMcts)
    assert not isinstance(mark._search_samples(position), LearntMcts)
    taught = galda.make_bot("master:30", seed=5).choose(position)
    assert taught == galda.make_bot("master:30", seed=5).choose(position)


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled in this run")
def test_plain_python_searches_as_compiled_code_does() -> None:
    program = """
import sys
sys.path[:0] = sys.argv[1:]
from test_learnt_bot import middle_of, searched
for name in ("quixo", "towers"):
    print(searched(middle_of(name), iterations=25)[0])
    print(searched(middle_of(name), iterations=12, ahead=3)[0])
"""
    paths = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
    plain = subprocess.run(
        [sys.executable, "-c", program, *paths],
        env={**os.environ, "GALDA_COMPILE": "0"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    wanted = [
        str(searched(middle_of(name), iterations=n, ahead=ahead)[0])
        for name in (PLAIN, CHANCY)
        for n, ahead in ((25, 0), (12, 3))
    ]
    assert [line for line in plain.stdout.splitlines() if line[0] == "["] == wanted


def test_looking_further_ahead_leaves_less_to_the_network() -> None:
    """With the whole game ahead of it the network is never asked what to expect."""
    position = middle_of(CHANCY)
    found = {}
    for ahead in (0, 10_000):
        found[ahead] = [
            {
                action: value
                for action, _, value in searched(position, network=network, ahead=ahead)[0]
            }
            for network in (untaught(position.game), sure_to_lose(position.game))
        ]
    gap = {ahead: max(abs(a[k] - b[k]) for k in a) for ahead, (a, b) in found.items()}
    assert gap[0] > 0.1
    assert all(value > 0.02 for each in found[10_000] for value in each.values() if value)


def sure_to_lose(game: Game) -> Learnt:
    """A network that expects nothing for anybody."""
    network = untaught(game)
    return network._replace(value=network.value * 0, value_bias=network.value_bias * 0 - (1 << 24))


def test_without_a_network_it_samples_games() -> None:
    position = middle_of(PLAIN)
    assert network_of(position.game) is None
    assert galda.make_bot("learnt:20", seed=1).choose(position) in position.legal_actions


def test_a_network_in_a_file_is_a_bot_even_if_it_only_sees(tmp_path: Path) -> None:
    position = middle_of(CHANCY)
    network = untaught(position.game, leads=False)
    file = tmp_path / "mine.npz"
    np.savez(file, header=np.array("{}"), **network._asdict())
    bots = [galda.make_bot(f"{file}:40", seed=seed) for seed in (1, 1)]
    assert bots[0].choose(position) == bots[1].choose(position)
    np.savez(file, header=np.array('{"search": {"ahead": 3}}'), **network._asdict())
    assert read_taught(file).search == {"ahead": 3}
    with pytest.raises(galda.GaldaError, match="no file"):
        galda.make_bot(f"{tmp_path}/none.npz")
