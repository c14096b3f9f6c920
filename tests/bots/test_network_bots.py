"""Bots with a network: repeatable, frugal, legal, and blind to what their seat cannot know."""

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
from galda.bots.level_bot import LevelBot
from galda.bots.mcts import Mcts
from galda.bots.network import NetworkMcts, NetworkTree, PolicyBot, has_network, network_of
from galda.core.kernels import contract
from galda.core.kernels.kernel import COMPILED
from galda.core.play.options import player_counts
from random_network import random_network
from support import random_game

CHANCY, PLAIN = "towers", "quixo"


def searched(position: Position, **told: Any) -> tuple[list[tuple[int, int, float]], NetworkMcts]:
    """What a search finds: actions, their visits and values; and the bot."""
    bot = NetworkMcts(
        **{"iterations": 150, "seed": 5, "network": random_network(position.game), **told}
    )
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


def test_what_a_seat_cannot_know_changes_no_moves() -> None:
    told = set()
    for n in (2, 9, 20):
        position = middle_of(CHANCY, n, players=3)
        states = position.states.copy()
        contract.determinize(states[0], position.to_act, np.uint64(77))
        assert states.tobytes() != position.states.tobytes()
        twin = Position(position.game, position.options, None, states)
        found = []
        for each in (position, twin):
            known = each.known_to(position.to_act, 8)
            bot = NetworkMcts(iterations=150, nodes=2000, network=random_network(known.game))
            tree = bot.new_tree(known)
            tree.actions = []  # seeds count actions, and a twin has no past
            tree.grow(known, bot)
            found.append(tree.children(position.to_act))
        assert found[0] == found[1]
        told.add(tuple(found[0]))
    assert len(told) == 3


def lines_of(bot: NetworkMcts, position: Position, node: int) -> None:
    """Walk through a tree where nothing is left to chance: every action must be legal."""
    tree = bot.memory.tree
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
    tree = bot.memory.tree
    assert isinstance(tree, NetworkTree)
    nodes = tree.nodes[: tree.used]
    came = nodes["action"] == puct.CAME
    keys = tree._guide.keys[: tree.used][came & (nodes["visits"] > 0)]
    assert len(keys) > 20
    for node in np.flatnonzero(~came & (nodes["visits"] > 0)):
        child = int(nodes[node]["first_child"])
        if child != NONE and nodes[child]["action"] == puct.CAME:
            assert nodes[node]["children"] <= 1 + np.sqrt(nodes[node]["visits"])


@pytest.mark.parametrize("is_open", [True, False])
def test_a_whole_game_is_legal_whether_or_not_seats_hide_things(is_open: bool) -> None:
    position = galda.game(CHANCY).new(players=3, seed=4)
    bot = NetworkMcts(iterations=30, nodes=500, network=random_network(position.game))
    while not position.is_over:
        tree = bot.new_tree(position)
        assert isinstance(tree, NetworkTree)
        tree._guide = tree._guide._replace(open=is_open)
        tree.grow(position, bot)
        found = [each.action for each in tree.children(position.to_act)]
        assert set(found) <= set(position.legal_actions)
        position = position.play(found[0])


def test_a_win_at_once_is_found_whatever_the_network_thinks() -> None:
    position = galda.game(PLAIN).position("quixo xxxx./o..../o..../o..../..... 1")
    wins = [a for a in position.legal_actions if position.play(a).is_over]
    assert wins
    for seed in range(3):
        network = random_network(position.game, seed)
        found, _ = searched(position, network=network, iterations=600)
        assert found[0][0] in wins


@pytest.mark.parametrize("name", [PLAIN, CHANCY])
def test_the_tree_never_outgrows_its_memory(name: str) -> None:
    _, bot = searched(middle_of(name), iterations=2000, nodes=100)
    assert bot.memory.tree is not None
    assert bot.memory.tree.used <= len(bot.memory.tree.nodes) == 100


def test_a_single_look_follows_the_priors() -> None:
    found, bot = searched(middle_of(CHANCY), iterations=1)
    nodes = bot.memory.tree.nodes  # type: ignore[union-attr]
    priors = {int(node["action"]): int(node["prior"]) for node in nodes[1 : 1 + len(found)]}
    assert [visits for _, visits, _ in found] == [0] * len(found)
    assert priors[found[0][0]] == max(priors.values()) > min(priors.values())


WITH_NETWORK = [name for name in galda.game_names() if has_network(galda.game(name))]
TABLES = [
    (name, players) for name in WITH_NETWORK for players in player_counts(galda.game(name).options)
]


def test_games_with_chance_come_with_a_network() -> None:
    assert WITH_NETWORK == ["alhambra", "towers"]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_an_expert_plays_by_the_policy_alone_and_by_what_it_can_know(
    name: str, players: int
) -> None:
    expert = galda.make_bot("expert", seed=3)
    policy = PolicyBot(network_of(galda.game(name)))
    for n, position in enumerate(random_game(name, {"players": players}, 8)):
        if position.is_over or n % 5:
            continue
        chosen = expert.choose(position)
        assert chosen in position.legal_actions
        assert chosen == policy.choose(position.known_to(position.to_act, n))


@pytest.mark.parametrize("name", WITH_NETWORK)
def test_the_policy_alone_beats_the_level_below(name: str) -> None:
    won = 0.0
    for deal in range(6):
        for own in range(2):
            position = galda.game(name).new(seed=700 + deal, players=2)
            bots = [galda.make_bot("casual", seed=deal) for _ in range(2)]
            bots[own] = galda.make_bot("expert", seed=deal)
            while not position.is_over:
                known = position.known_to(position.to_act, len(position.actions))
                position = position.play(bots[position.to_act].choose(known))
            won += own in position.winners
    assert won >= 9, f"{won} of 12 games won"


def test_where_master_searches_a_tree_a_network_leads_it_and_not_the_baseline() -> None:
    position = galda.game("alhambra").new(seed=3, players=2)
    searches = []
    for level, style in (("master", ""), ("classic", ""), ("master", "builder")):
        bot = LevelBot(level, seed=1, style=style, work=20)
        bot.choose(position)
        searches.append(type(bot._tree_search))
    assert searches == [NetworkMcts, Mcts, Mcts]
    chosen = galda.make_bot("master:30", seed=5).choose(position)
    assert chosen == galda.make_bot("master:30", seed=5).choose(position)


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled in this run")
def test_plain_python_searches_as_compiled_code_does() -> None:
    program = """
import sys
sys.path[:0] = sys.argv[1:]
from test_network_bots import middle_of, searched
for name in ("quixo", "towers"):
    print(searched(middle_of(name), iterations=25)[0])
"""
    paths = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
    plain = subprocess.run(
        [sys.executable, "-c", program, *paths],
        env={**os.environ, "GALDA_COMPILE": "0"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    wanted = [str(searched(middle_of(name), iterations=25)[0]) for name in (PLAIN, CHANCY)]
    assert [line for line in plain.stdout.splitlines() if line[0] == "["] == wanted


def test_a_network_in_a_file_is_a_bot(tmp_path: Path) -> None:
    position = middle_of(CHANCY)
    file, header = tmp_path / "mine.npz", np.array('{"game": "towers"}')
    np.savez(file, header=header, **random_network(position.game)._asdict())
    for name in (str(file), f"{file}:40"):
        bots = [galda.make_bot(name, seed=1) for _ in range(2)]
        assert bots[0].choose(position) == bots[1].choose(position)
    with pytest.raises(galda.GaldaError, match="plays towers, not Quixo"):
        galda.make_bot(str(file)).choose(galda.game("quixo").new())
    with pytest.raises(galda.GaldaError, match="no file"):
        galda.make_bot(f"{tmp_path}/none.npz")
