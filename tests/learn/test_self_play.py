"""Self-play: what the network is given, what ends are worth, going on, learning."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galda
from galda.core.kernels import contract
from galda.core.kernels.features import width
from galda.core.play.options import player_counts

torch = pytest.importorskip("torch", reason="learning needs PyTorch: pip install 'galda[learn]'")

from galda.core.kernels.policy_value import (  # noqa: E402
    FARTHEST,
    SIGMOIDS,
    STEPS,
    logits,
    look,
    new_layers,
    read_network,
    values,
)
from galda.learn import folder as folders  # noqa: E402
from galda.learn.games import Games, Given, by_seat, clockwise, outcomes_of  # noqa: E402
from galda.learn.learner import Learner  # noqa: E402
from galda.learn.measuring import measure  # noqa: E402
from galda.learn.rollout import Player, Told  # noqa: E402
from galda.learn.run import Wish, learn  # noqa: E402
from galda.learn.settings import Settings  # noqa: E402
from galda.nets.quantise import quantise, write_network  # noqa: E402

SMALL: dict[str, Any] = {"games": 12, "horizon": 4, "pieces": 2, "hidden": (16, 8), "warm": 1}


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def play_randomly(games: Games, steps: int, seed: int) -> None:
    for step in range(steps):
        games.step(torch.cat([
            torch.from_numpy(batch.random_actions(seed * 1000 + step)) for batch in games.batches
        ]))  # fmt: skip


@pytest.mark.parametrize("name", galda.game_names())
def test_ends_are_worth_what_tree_search_says(name: str) -> None:
    for players in player_counts(galda.game(name).options):
        batch = galda.batch(name, 6, seed=2, players=players, autoreset="DISABLED", threads=1)
        step = 0
        while not batch.terminated.all():
            batch.step(batch.random_actions(seed=step))
            step += 1
        wanted = np.zeros((6, 2 * players))
        for i in range(6):
            contract.utility(batch.final_states[i], players, wanted[i])
        scores = torch.zeros(6, players + 1)
        scores[:, :players] = torch.as_tensor(batch.rules.outcome(batch.final_states).scores)
        scale = float(contract.margin(batch.states[0]))
        told = outcomes_of(scores, torch.full((6,), players), scale)
        assert np.allclose(told[:, 0, :players], wanted[:, :players], atol=1e-5)
        assert (told[:, :, players] == 0).all()
        assert torch.equal(told[:, 1], scores)
        ahead = scores[:, :players].sort(dim=1, descending=True).values
        assert torch.equal(told[:, 2].amax(1), ahead[:, 0] - ahead[:, 1])


def test_all_numbers_of_players_are_in_the_same_tensors() -> None:
    game = galda.game("alhambra")
    games, given = Games(game, (2, 6), 6, seed=3, threads=1), Given.room(game, (6,), "cpu")
    play_randomly(games, 30, seed=5)
    games.see(given)
    for batch, first in zip(games.batches, (0, 3), strict=True):
        for row in range(3):
            state, seen = batch.states[row], np.zeros(width(game.rules.encoding), np.uint8)
            contract.encode(state, state.to_act, seen)
            assert (given.inputs[first + row].numpy() == seen).all()
            legal = np.zeros(game.rules.most_legal, np.int32)
            n = min(contract.legal(state, legal), given.codes.shape[1])
            assert given.codes[first + row, :n].tolist() == legal[:n].tolist()
            assert (given.codes[first + row, n:] == -1).all()
            features = np.zeros((n, len(game.rules.action_encoding)), np.uint8)
            contract.encode_actions(state, legal, n, features)
            assert (given.features[first + row, :n].numpy() == features).all()
        assert (games.to_act()[first : first + 3].numpy() == batch.to_act).all()
    assert games.players.tolist() == [2, 2, 2, 6, 6, 6]


def test_batches_of_the_same_number_of_players_play_other_games() -> None:
    games = Games(galda.game("alhambra"), (3, 3), 4, seed=3, threads=1)
    assert len({batch.states[0].tobytes() for batch in games.batches}) == 2


def test_seats_turn_round_and_back() -> None:
    told = torch.tensor([[[1.0, 2.0, 3.0, 0.0]], [[1.0, 2.0, 3.0, 4.0]]])
    first, players = torch.tensor([1, 3]), torch.tensor([3, 4])
    turned = clockwise(told, first, players)
    assert turned[:, 0, :3].tolist() == [[2, 3, 1], [4, 1, 2]]
    back = by_seat(turned, first, players)
    assert torch.equal(back[0, :, :3], told[0, :, :3]) and torch.equal(back[1], told[1])


def test_what_should_have_been_expected_is_how_the_game_ended() -> None:
    games = Games(galda.game("quixo"), (2,), 5, seed=4, threads=1, options={"size": 3})
    player = Player(games, horizon=60, trace=1.0)
    chance = torch.Generator().manual_seed(6)

    def knows_nothing(given: Given) -> Told:
        flat = torch.zeros(given.codes.shape).masked_fill(given.codes < 0, -1e9)
        return Told(flat, torch.full((5, 3, 4), 0.3), flat)

    samples = player.play(knows_nothing, chance)
    over, seats = player._over, player._seats
    assert over.any(dim=0).all()
    targets = samples.targets.view(60, 5, 3, 4)[..., :2]  # two of four seats are there
    for row in range(5):
        last = int(over[:, row].nonzero().max())
        won = player._scores[over[:, row], row].argmax(dim=1).tolist()
        game = 0
        for k in range(last + 1):
            wanted = [1.0, 0.0] if won[game] == seats[k, row] else [0.0, 1.0]
            assert torch.allclose(targets[k, row, 0], torch.tensor(wanted), atol=1e-5), (k, row)
            game += int(over[k, row])
        assert torch.allclose(targets[last + 1 :, row], torch.tensor(0.3))
    assert torch.allclose(samples.advantages.view(60, 5)[:10], targets[:10, :, 0, 0] - 0.3)


@pytest.mark.parametrize("name", ["towers", "alhambra"])
def test_twins_give_the_network_the_same(name: str) -> None:
    game = galda.game(name)
    games, given = Games(game, (3,), 40, seed=4, threads=1), Given.room(game, (40,), "cpu")
    play_randomly(games, 50, seed=6)
    games.see(given)
    before = [each.clone() for each in given]
    (batch,) = games.batches
    twins = batch.rules.determinize(batch.states, np.arange(40), None)
    assert twins.tobytes() != batch.states.tobytes()
    batch.set_states(twins)
    games.see(given)
    assert all(torch.equal(a, b) for a, b in zip(before, given, strict=True))


def states_differ(one: Any, two: Any, at: str = "") -> list[str]:
    """Where two states of learners differ."""
    if isinstance(one, torch.Tensor):
        return [] if torch.equal(one, two) else [at]
    if isinstance(one, dict):
        assert one.keys() == two.keys()
        return [each for k in one for each in states_differ(one[k], two[k], f"{at}/{k}")]
    if isinstance(one, list | tuple):
        pairs = enumerate(zip(one, two, strict=True))
        return [each for k, (a, b) in pairs for each in states_differ(a, b, f"{at}/{k}")]
    return [] if one == two else [at]


def test_a_run_with_a_break_is_a_run_without(tmp_path: Path) -> None:
    settings = Settings("alhambra", (2, 3), seed=7, **SMALL)
    few: dict[str, Any] = {"opponents": ("random",), "games": 2, "points": 1, "threads": 1}
    learn(settings, tmp_path / "one", Wish(steps=192, **few))
    learn(settings, tmp_path / "two", Wish(steps=96, **few))
    learn(settings, tmp_path / "two", Wish(steps=192, **few))
    whole, broken = (folders.read(tmp_path / name) for name in ("one", "two"))
    assert whole is not None and broken is not None
    assert whole.state["steps"] == 192 and whole.state["rollouts"] == 4
    assert states_differ(whole.state, broken.state) == []
    start = Learner(settings, threads=1).state()
    assert states_differ(whole.state["network"], start["network"])
    with pytest.raises(galda.GaldaError, match="other settings"):
        learn(Settings("alhambra", (2, 3), seed=8, **SMALL), tmp_path / "two", Wish(steps=1, **few))


def test_a_folder_holds_a_bot_a_curve_and_whole_numbers_that_say_the_same(tmp_path: Path) -> None:
    file = tmp_path / "learnt.npz"
    wish = Wish(steps=96, opponents=("random",), games=4, points=2, threads=1, export=file)
    settings = Settings("alhambra", (2, 3), seed=3, **SMALL)
    learner = learn(settings, tmp_path, wish)
    lines = (tmp_path / "curve.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["moves"] for line in lines] == [0, 48, 96]
    assert all(0 <= json.loads(line)["against"]["random 3"] <= 1 for line in lines)
    assert "against random" in (tmp_path / "curve.svg").read_text("utf-8")
    network, header = read_network(file)
    assert header["game"] == "alhambra" and header["steps"] == 96 and header["players"] == [2, 3]
    game, given = learner.games.game, Given.room(learner.games.game, (12,), "cpu")
    learner.games.see(given)
    told = learner.slow(*given)
    layers = new_layers(network, game.rules.most_legal)
    legal, found = (
        np.zeros(game.rules.most_legal, np.int32),
        np.zeros(game.rules.most_legal, np.int64),
    )
    for row, state in enumerate(learner.games.states):
        n = contract.legal(state, legal)
        look(state, network, layers)
        logits(state, network, layers, legal, n, found)
        assert np.abs(found[:n] / STEPS - told.logits[row, :n].detach().numpy()).max() < 0.1
        out, seat = np.zeros(6), int(state.to_act)
        values(network, layers, seat, int(state.players), out)
        wanted = torch.sigmoid(told.utilities[row, 0]).item()
        assert abs(out[seat] - wanted) < 0.03
    assert len(SIGMOIDS) == 2 * FARTHEST + 1
    for name in (str(tmp_path / "learnt.pt"), f"{tmp_path / 'learnt.pt'}:8", str(file)):
        position = galda.game("alhambra").new(seed=1, players=3)
        assert galda.make_bot(name, 1).choose(position) in position.legal_actions
    chosen = {
        galda.make_bot(str(each), 1).choose(position) for each in (tmp_path / "learnt.pt", file)
    }
    assert len(chosen) == 1


def test_great_weights_leave_room_for_sums(tmp_path: Path) -> None:
    learner = Learner(Settings("towers", (2,), seed=3, **SMALL), threads=1)
    with torch.no_grad():
        for weights in learner.slow.parameters():
            weights.mul_(300)
    network = quantise(learner.slow)
    assert np.abs(network.second.astype(np.int64)).sum(1).max() * 128 < 2**30
    write_network(tmp_path / "great.npz", network, {"game": "towers"})
    assert read_network(tmp_path / "great.npz")[1] == {"game": "towers"}


def test_the_learning_rate_falls_as_planned_and_stays_without_a_plan() -> None:
    planned = Settings("towers", (2,), planned=1000)
    assert [planned.share(steps) for steps in (0, 500, 5000)] == [1.0, 0.5, 0.05]
    assert Settings("towers", (2,)).share(10**9) == 1.0


def test_a_network_learns_what_is_easy() -> None:
    """Quixo on 3×3, where random play is beaten by anything that has understood lines."""
    settings = Settings("quixo", (2,), options={"size": 3}, games=64, horizon=16, pieces=4, seed=5,
                        hidden=(64, 32), rate=3e-3, slow=0.8, warm=2)  # fmt: skip
    learner = Learner(settings, threads=1)
    before = measure(learner.slow, learner.games.game, ("random",), (2,), 300, 1, 1, {"size": 3})
    for _ in range(25):
        learner.learn()
    after = measure(learner.slow, learner.games.game, ("random",), (2,), 300, 1, 1, {"size": 3})
    assert after["random"] > before["random"] + 0.1, "seed 5"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [({"players": (2, 7)}, "players cannot be 7"), ({"hidden": (16,)}, "two layers"),
     ({"games": 1, "players": (2, 3)}, "a game for each")],
)  # fmt: skip
def test_what_cannot_be_learnt_is_refused(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(galda.GaldaError, match=words):
        Settings(**{"game": "towers", "players": (2,), **wrong}).check(galda.game("towers"))
