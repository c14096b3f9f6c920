"""Bots with a character: what they are drawn to, what they cannot know, and who may have one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from test_mcts import redrawn

import galda
from galda import GaldaError
from galda.bots.company import Company
from galda.bots.kernels.lookahead import MOST_LEAVES, best_leads
from galda.bots.level_bot import LevelBot
from galda.bots.levels import check_bot, is_search
from galda.bots.mcts import Mcts
from galda.bots.names import level_name
from galda.bots.styles import find_style, tastes_of
from galda.core.kernels import contract
from galda.core.play.options import player_counts
from galda.core.play.position import Position
from galda.core.play.styles import PLAIN
from galda.games.towers.rules.cards import KINDS
from support import random_game

STYLED = [name for name in galda.game_names() if galda.game(name).bots.styles]
EACH = [(name, style.name) for name in STYLED for style in galda.game(name).bots.styles]
DRAWN_TO = {
    ("alhambra", "builder"): ("wall", "expert", 60, 2, 5.0),
    ("alhambra", "collector"): ("largest set", "expert", 60, 2, 1.0),
    ("alhambra", "gambler"): ("dear buildings", "skilled", 60, 6, 1.0),
    ("towers", "builder"): ("tallest", "expert", 120, 8, 0.7),
    ("towers", "collector"): ("lowest", "expert", 120, 8, 0.5),
    ("towers", "gambler"): ("cards taken", "expert", 60, 4, 4.0),
}
"""The trait that a style is said to want, the level and budget at which it is looked for, the deals
that show it, and how much more of it there must be."""
PLAIN_SEARCH = {"expert": "classic"}
"""What samples games as a level does whose plain bot plays by a network."""
EXPERT = 200
"""Iterations of an expert with a style."""
Traits = npt.NDArray[np.float64]


def traits_of(position: Position) -> Traits:
    """How much of each trait each seat has."""
    found = np.zeros((position.players, len(position.game.bots.trait_names)))
    contract.traits(position.state, found)
    return found


def play_out(name: str, bots: Sequence[str], seed: int) -> Position:
    """The end of a game between bots."""
    position = galda.game(name).new(players=len(bots), seed=seed)
    players = [galda.make_bot(bot, seed=seed * 10 + seat) for seat, bot in enumerate(bots)]
    while not position.is_over:
        seat = position.to_act
        known = position.known_to(seat, seed * 1000 + len(position.actions))
        position = position.play(players[seat].choose(known))
    return position


def test_every_style_is_tested_for_what_it_is_drawn_to() -> None:
    assert set(DRAWN_TO) == set(EACH)


def differences(name: str, style: str, level: str, budget: int, deals: int) -> Traits:
    """How much more of each trait a style ends up with than the same search without one.

    A row for a game; each deal is played from both seats. A plain expert plays by a network.
    """
    styled, plain = f"{level}-{style}:{budget}", f"{PLAIN_SEARCH.get(level, level)}:{budget}"
    more = []
    for seed in range(deals):
        for seat, bots in enumerate(((styled, plain), (plain, styled))):
            found = traits_of(play_out(name, bots, seed))
            more.append(found[seat] - found[1 - seat])
    return np.array(more)


@pytest.mark.parametrize(("name", "style"), EACH)
def test_a_style_gets_more_of_what_it_wants_than_the_plain_search(name: str, style: str) -> None:
    trait, level, budget, deals, least = DRAWN_TO[name, style]
    column = galda.game(name).bots.trait_names.index(trait)
    assert differences(name, style, level, budget, deals)[:, column].mean() > least


@pytest.mark.slow
@pytest.mark.parametrize(("name", "style"), EACH)
def test_a_style_shows_in_many_games(name: str, style: str) -> None:
    column = galda.game(name).bots.trait_names.index(DRAWN_TO[name, style][0])
    more = differences(name, style, "expert", EXPERT, 40)[:, column]
    assert more.mean() > 2 * more.std() / len(more) ** 0.5


def test_a_gambler_in_towers_bids_higher_than_others() -> None:
    bids: dict[str, list[int]] = {"classic:60": [], "expert-gambler:60": []}
    for seed in range(3):
        for bots in (list(bids), list(bids)[::-1]):
            for position in play_out("towers", bots, seed).history()[1:]:
                before = position.before
                assert before is not None and position.action is not None
                word = before.write(position.action)
                if word.startswith(("call", "pass")):
                    bids[bots[before.to_act]].append(int(word[4:] or 0))
    plain, gambling = (np.mean(bid) for bid in bids.values())
    assert gambling > plain * 1.1


@pytest.mark.parametrize(("name", "style"), EACH)
def test_no_style_is_nonsense_it_beats_chance_in_every_game(name: str, style: str) -> None:
    for seed in range(2):
        for seat in range(2):
            bots = ["random", "random"]
            bots[seat] = f"expert-{style}:20"
            assert play_out(name, bots, seed).winners == (seat,), f"seed {seed}, seat {seat}"


@pytest.mark.parametrize(("name", "style"), EACH)
def test_a_style_plays_with_any_number_of_players_and_the_same_again(name: str, style: str) -> None:
    for players in player_counts(galda.game(name).options):
        position = list(random_game(name, {"players": players}, 3))[20]
        for level in ("skilled", "expert"):
            bots = [galda.make_bot(f"{level}-{style}:30", seed=5) for _ in range(2)]
            first, again = (bot.choose(position.known_to(position.to_act, 1)) for bot in bots)
            assert first == again and first in position.legal_actions


@pytest.mark.parametrize(("name", "style"), EACH)
def test_a_style_knows_no_more_than_its_seat(name: str, style: str) -> None:
    tastes = tastes_of(galda.game(name), style)
    positions = [p for p in random_game(name, {"players": 3}, 6) if len(p.legal_actions) > 1]
    for position in positions[5:60:9]:
        told = [
            Mcts(iterations=20, seed=9, tastes=tastes).suggest(twin)
            for twin in (position, redrawn(position, 1), redrawn(position, 2))
        ]
        assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("name", STYLED)
def test_whoever_wants_nothing_special_plays_as_the_plain_level_to_the_last_bit(name: str) -> None:
    nothing = np.zeros(len(galda.game(name).bots.trait_names))
    for position in list(random_game(name, {"players": 3}, 2))[10:40:6]:
        plain, without = (
            Mcts(iterations=40, seed=3, tastes=tastes).suggest(position)
            for tastes in (PLAIN, nothing)
        )
        assert plain == without


@pytest.mark.parametrize("name", STYLED)
def test_no_network_leads_a_bot_with_a_style(name: str) -> None:
    position = galda.game(name).new(seed=2)
    bot = galda.make_bot("master-builder:30", seed=1)
    assert isinstance(bot, LevelBot)
    assert bot.choose(position) in position.legal_actions
    assert type(bot._tree_search) is Mcts
    assert bot._tree_search.tastes.tolist() == tastes_of(position.game, "builder").tolist()


@pytest.mark.parametrize("name", STYLED)
def test_tastes_are_points_for_each_of_a_trait(name: str) -> None:
    game = galda.game(name)
    for position in [p for p in random_game(name, {"players": 3}, 8) if not p.in_turn][4:40:5]:
        if position.is_over:
            continue
        for trait in range(len(game.bots.trait_names)):
            tastes = np.zeros(len(game.bots.trait_names))
            tastes[trait] = 7.0
            found = [np.zeros(game.rules.most_legal) for _ in range(2)]
            for weights, values in zip((PLAIN, tastes), found, strict=True):
                best_leads(position.states, 3, MOST_LEAVES, game.rules.most_legal, weights, values)
            for k, action in enumerate(position.legal_actions):
                after = position.play(action)
                if after.in_turn:  # the rest of the turn is chosen by taste, too
                    continue
                seat, counted = position.to_act, traits_of(after)[:, trait]
                others = (counted.sum() - counted[seat]) / 2
                assert found[1][k] - found[0][k] == pytest.approx(7 * (counted[seat] - others))


def test_traits_are_what_can_be_seen_on_the_board() -> None:
    for position in list(random_game("alhambra", {"players": 3}, 5))[::25]:
        for seat, player in enumerate(position.view()["players"]):
            kinds = [tile.rstrip("0123456789abc") for tile in player["alhambra"].values()]
            most = max((kinds.count(kind) for kind in kinds), default=0)
            dear = kinds.count("garden") + kinds.count("tower")
            assert traits_of(position)[seat].tolist() == [player["wall"], most, dear]
    for position in list(random_game("towers", {"players": 3}, 5))[::25]:
        view = position.view()
        for seat, (towers, pile) in enumerate(zip(view["towers"], view["demolished"], strict=True)):
            floors = [len(towers.get(kind, ())) for kind in KINDS]
            taken = sum(floors) + len(pile)
            assert traits_of(position)[seat].tolist() == [
                max(floors), min(floors), taken, len(pile),
            ]  # fmt: skip


def test_a_style_is_only_for_games_that_have_it_and_levels_that_can_show_it() -> None:
    quixo, towers = galda.game("quixo"), galda.game("towers")
    assert "expert-builder" in galda.bot_names(towers)
    assert "expert-builder" not in (*galda.bot_names(), *galda.bot_names(quixo))
    assert not any(name.startswith("casual-") for name in galda.bot_names(towers))
    for good in ("expert-builder", "master-gambler:500"):
        check_bot(good)
        check_bot(good, game=towers)
    refused = {
        "expert-dreamer": "no style 'dreamer'; choose from builder, collector, gambler",
        "casual-builder": "level 'casual' has no style; choose from skilled-builder, expert-",
        "builder": "'builder' is a style, and goes with a level: expert-builder",
        "classic-builder": "no bot 'classic-builder'; choose from .*, master-gambler",
        "expert-builder:0": "no bot 'expert-builder:0'",
    }
    for name, reason in refused.items():
        with pytest.raises(GaldaError, match=reason):
            check_bot(name, game=towers)
    with pytest.raises(GaldaError, match="no game has bots in the style 'dreamer'"):
        galda.make_bot("expert-dreamer")
    for ask in (
        lambda: check_bot("expert-builder", game=quixo),
        lambda: galda.make_bot("expert-builder").choose(quixo.new()),
        lambda: quixo.new().suggest("expert-builder"),
        lambda: Company.around(0, quixo.new(), "expert-builder"),
    ):
        with pytest.raises(GaldaError, match="bots of Quixo have no styles: choose a level"):
            ask()


def test_the_style_is_told_with_the_level() -> None:
    towers = galda.game("towers")
    assert level_name("expert-builder", "en", towers) == "Expert · Builder"
    assert level_name("never-loses", "en", towers) == "Never loses"
    assert level_name("my-builder", "en", towers) == "my-builder"
    assert is_search("expert-builder") and not is_search("never-loses")
    assert find_style(towers, "builder").weights(("demolitions", "tallest")).tolist() == [0, 3]
