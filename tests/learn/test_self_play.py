"""Self-play: what the network and the critic see, what ends are worth, going on, learning."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galda
from galda.core.kernels import contract
from galda.core.play.options import player_counts

torch = pytest.importorskip("torch", reason="learning needs PyTorch: pip install 'galda[learn]'")

from galda.learn.lesson import Player  # noqa: E402
from galda.nets.export import compute, read_export  # noqa: E402

from galda.learn import folder as folders  # noqa: E402
from galda.learn.games import Games, by_seat, clockwise, outcomes_of  # noqa: E402
from galda.learn.learner import Learner  # noqa: E402
from galda.learn.measuring import measure  # noqa: E402
from galda.learn.run import Wish, learn  # noqa: E402
from galda.learn.settings import Settings  # noqa: E402

SMALL: dict[str, Any] = {"games": 12, "horizon": 4, "pieces": 2, "hidden": (16, 8), "warm": 1}


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def play_by_chance(games: Games, steps: int, seed: int) -> None:
    for step in range(steps):
        games.step(torch.cat([
            torch.from_numpy(batch.random_actions(seed * 1000 + step)) for batch in games.batches
        ]))  # fmt: skip


@pytest.mark.parametrize("name", galda.game_names())
def test_ends_are_worth_what_tree_search_says(name: str) -> None:
    for players in player_counts(galda.game(name).options):
        batch = galda.batch(name, 6, seed=2, players=players, autoreset="DISABLED", threads=1)
        step = 0
        while not batch.over.all():
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
    games = Games(galda.game("alhambra"), (2, 6), 6, seed=3, threads=1)
    play_by_chance(games, 30, seed=5)
    for batch, rows in zip(games.batches, (slice(0, 3), slice(3, 6)), strict=True):
        assert (games.observations[rows].numpy() == batch.observations).all()
        assert (games.masks[rows].numpy() == batch.masks).all()
        assert (games.to_act()[rows].numpy() == batch.to_act).all()
    assert games.players.tolist() == [2, 2, 2, 6, 6, 6]


def test_seats_turn_round_and_back() -> None:
    told = torch.tensor([[[1.0, 2.0, 3.0, 0.0]], [[1.0, 2.0, 3.0, 4.0]]])
    first, players = torch.tensor([1, 3]), torch.tensor([3, 4])
    turned = clockwise(told, first, players)
    assert turned[:, 0, :3].tolist() == [[2, 3, 1], [4, 1, 2]]
    back = by_seat(turned, first, players)
    assert torch.equal(back[0, :, :3], told[0, :, :3]) and torch.equal(back[1], told[1])


def test_what_should_have_been_expected_is_how_the_game_ended() -> None:
    games = Games(galda.game("quixo"), (2,), 5, seed=4, threads=1, options={"size": 3})
    player = Player(games, torch.zeros(0, dtype=torch.int64), horizon=60, trace=1.0)
    chance = torch.Generator().manual_seed(6)

    def knows_nothing(seen: Any, more: Any, masks: Any) -> tuple[Any, Any]:
        return torch.zeros(masks.shape).masked_fill(~masks, -1e9), torch.full((5, 3, 4), 0.3)

    lesson = player.play(knows_nothing, chance)
    over, seats = player._over, player._seats
    assert over.any(dim=0).all()
    targets = lesson.targets.view(60, 5, 3, 4)[..., :2]  # two of four seats are there
    for row in range(5):
        last = int(over[:, row].nonzero().max())
        won = player._scores[over[:, row], row].argmax(dim=1).tolist()
        game = 0
        for k in range(last + 1):
            wanted = [1.0, 0.0] if won[game] == seats[k, row] else [0.0, 1.0]
            assert torch.allclose(targets[k, row, 0], torch.tensor(wanted), atol=1e-5), (k, row)
            game += int(over[k, row])
        assert torch.allclose(targets[last + 1 :, row], torch.tensor(0.3))
    assert torch.allclose(lesson.advantages.view(60, 5)[:10], targets[:10, :, 0, 0] - 0.3)


@pytest.mark.parametrize(("name", "hidden"), [("towers", 0), ("alhambra", 36)])
def test_twins_give_the_network_the_same_and_only_the_critic_sees_more(
    name: str, hidden: int
) -> None:
    games = Games(galda.game(name), (3,), 40, seed=4, threads=1)
    _, columns, _ = games.look_around()
    assert len(columns) == hidden
    play_by_chance(games, 50, seed=6)
    (batch,) = games.batches
    seen, masks = games.observations.clone(), games.masks.clone()
    more = games.hidden_from_actor(torch.as_tensor(columns))
    before = batch.states.copy()
    twins = batch.rules.determinize(batch.states, np.arange(40), None)
    if hidden:  # determinizing leaves hands, which could be remembered: here nobody remembers
        own = twins["hand"][np.arange(40), batch.to_act].copy()
        twins["hand"] = np.roll(twins["hand"], 1, axis=2)  # the same cards of another currency
        twins["hand"][np.arange(40), batch.to_act] = own
    assert twins.tobytes() != before.tobytes()
    batch.set_states(twins)
    assert torch.equal(games.observations, seen)
    assert torch.equal(games.masks, masks)
    changed = not torch.equal(games.hidden_from_actor(torch.as_tensor(columns)), more)
    assert changed == (hidden > 0)


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
    assert whole.state["steps"] == 192 and whole.state["lessons"] == 4
    assert states_differ(whole.state, broken.state) == []
    start = Learner(settings, threads=1).state()
    assert states_differ(whole.state["network"], start["network"])
    with pytest.raises(galda.GaldaError, match="other settings"):
        learn(Settings("alhambra", (2, 3), seed=8, **SMALL), tmp_path / "two", Wish(steps=1, **few))


def test_a_folder_holds_a_bot_a_curve_and_arrays_that_say_the_same(tmp_path: Path) -> None:
    file = tmp_path / "learnt.npz"
    wish = Wish(steps=96, opponents=("random",), games=4, points=2, threads=1, export=file)
    settings = Settings("towers", (2, 3), seed=3, **SMALL)
    learner = learn(settings, tmp_path, wish)
    lines = (tmp_path / "curve.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["moves"] for line in lines] == [0, 48, 96]
    assert all(0 <= json.loads(line)["against"]["random 3"] <= 1 for line in lines)
    assert "against random" in (tmp_path / "curve.svg").read_text("utf-8")
    arrays, header = read_export(file)
    assert header["game"] == "towers" and header["steps"] == 96 and header["players"] == [2, 3]
    assert arrays["w0"].shape == (902, 16) and arrays["score_w"].shape == (8, 10)
    seen, masks = learner.games.observations, learner.games.masks
    logits, utilities, points = learner.slow.heads(seen, masks)
    told = compute(arrays, seen.numpy())
    legal = masks.numpy()
    assert np.allclose(told[0][legal], logits.detach().numpy()[legal], atol=1e-4)
    assert np.allclose(told[1], torch.sigmoid(utilities).detach().numpy(), atol=1e-4)
    assert np.allclose(told[2], points.detach().numpy() * learner.network.points, atol=1e-3)
    for name in (str(tmp_path / "learnt.pt"), f"{tmp_path / 'learnt.pt'}:8"):
        position = galda.game("towers").new(seed=1, players=3)
        assert galda.make_bot(name, 1).choose(position) in position.legal_actions


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
