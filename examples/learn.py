"""Learn a game by self-play: a small policy-value network, an advantage actor-critic, a batch.

    python examples/learn.py                    Quixo 4×4 on the CPU, a minute
    python examples/learn.py --device cuda      the same on a graphics card (needs CuPy)

The network is written out in NumPy. On a card CuPy takes its place, and the batch's observations,
masks and rewards are used where they lie. Afterwards the network plays the random and the greedy
bot, looking one move ahead with its value. (Much longer runs go in circles: there is no memory of
past opponents here.)
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

import galda
from galda.core.play.runner import Runner

STEPS = 32  # moves of each game between two rounds of learning
CHUNKS = 8  # steps of learning from them: more would move too far from what was played
TRACE = 0.9  # how far a result reaches back (the lambda of TD(lambda))
ENTROPY = 0.05  # how much trying out is worth
EXPLORE = 0.25  # how many moves are just any: without them all games would become the same
RATE = 5e-4


class Network:
    """Two hidden layers, one head for the policy and one for the value, trained by Adam."""

    def __init__(self, xp: Any, inputs: int, actions: int, hidden: int, seed: int) -> None:
        chance = np.random.default_rng(seed)
        shapes = [(inputs, hidden), (hidden, hidden), (hidden, actions), (hidden, 1)]
        self.xp = xp
        self.layers = []
        for rows, columns in shapes:
            scale = np.sqrt(2 / rows) if columns == hidden else 0.01
            self.layers.append(xp.asarray(chance.normal(0, scale, (rows, columns)), xp.float32))
            self.layers.append(xp.zeros(columns, xp.float32))
        self.first = [xp.zeros_like(layer) for layer in self.layers]
        self.second = [xp.zeros_like(layer) for layer in self.layers]
        self.updates = 0

    def look(self, seen: Any) -> tuple[Any, ...]:
        """Inputs, both hidden layers, the policy's logits and the value of observations."""
        xp, (w1, b1, w2, b2, wp, bp, wv, bv) = self.xp, self.layers
        inputs = xp.minimum(seen, 1).reshape(len(seen), -1).astype(xp.float32)
        one = xp.maximum(inputs @ w1 + b1, 0)
        two = xp.maximum(one @ w2 + b2, 0)
        return inputs, one, two, two @ wp + bp, (two @ wv + bv)[:, 0]

    def policy(self, logits: Any, masks: Any) -> Any:
        """How likely each legal action is to be played."""
        logits = self.xp.where(masks, logits, -1e9)
        odds = self.xp.exp(logits - logits.max(1, keepdims=True))
        return odds / odds.sum(1, keepdims=True)

    def learn(self, seen: Any, masks: Any, actions: Any, returns: Any) -> float:
        """One step of Adam towards better moves and truer values; returns the value's error."""
        xp, n = self.xp, len(seen)
        inputs, one, two, logits, values = self.look(seen)
        odds = self.policy(logits, masks)
        better = returns - values
        logs = xp.log(odds + 1e-9)
        surprise = -(odds * logs).sum(1, keepdims=True)
        slope = odds * better[:, None]
        slope[xp.arange(n), actions] -= better
        slope = (slope + ENTROPY * odds * (logs + surprise)) / n
        pull = (-better / n)[:, None]
        back_two = (slope @ self.layers[4].T + pull @ self.layers[6].T) * (two > 0)
        back_one = (back_two @ self.layers[2].T) * (one > 0)
        gradients = [
            inputs.T @ back_one, back_one.sum(0), one.T @ back_two, back_two.sum(0),
            two.T @ slope, slope.sum(0), two.T @ pull, pull.sum(0),
        ]  # fmt: skip
        self.updates += 1
        for k, gradient in enumerate(gradients):
            self.first[k] = 0.9 * self.first[k] + 0.1 * gradient
            self.second[k] = 0.999 * self.second[k] + 0.001 * gradient**2
            size = xp.sqrt(self.second[k] / (1 - 0.999**self.updates)) + 1e-8
            self.layers[k] -= RATE * self.first[k] / (1 - 0.9**self.updates) / size
        return float((better**2).mean())


def choose(xp: Any, odds: Any) -> Any:
    """Draw an action for each game."""
    point = xp.random.random((len(odds), 1)).astype(xp.float32)
    return xp.minimum((odds.cumsum(1) < point).sum(1), odds.shape[1] - 1)


def self_play(net: Network, batch: galda.Batch) -> tuple[Any, ...]:
    """Play `STEPS` moves in every game; returns what was seen, done, and what came of it."""
    xp, rows = net.xp, net.xp.arange(batch.num_envs)
    kept: list[tuple[Any, ...]] = []
    for _ in range(STEPS):
        seen, masks = xp.asarray(batch.observations).copy(), xp.asarray(batch.masks).copy()
        seat = xp.asarray(batch.to_act).copy()
        *_, logits, value = net.look(seen)
        any_move = masks / masks.sum(1, keepdims=True)
        actions = choose(xp, (1 - EXPLORE) * net.policy(logits, masks) + EXPLORE * any_move)
        actions = xp.where(masks[rows, actions], actions, masks.argmax(1))  # rounding at the edge
        batch.step(actions)
        reward = xp.asarray(batch.rewards)[rows, seat]
        over = xp.asarray(batch.terminated).copy()
        same = xp.where(xp.asarray(batch.to_act) == seat, 1, -1)  # whose value comes next
        kept.append((seen, masks, actions, value.clip(-1, 1), reward, over, same))
    result = net.look(xp.asarray(batch.observations))[4].clip(-1, 1)
    after = result
    returns: list[Any] = []
    for _, _, _, value, reward, over, same in reversed(kept):
        result = xp.where(over, reward, same * (TRACE * result + (1 - TRACE) * after))
        after = value
        returns.insert(0, result)
    seen, masks, actions = (xp.concatenate([one[k] for one in kept]) for k in range(3))
    return seen, masks, actions, xp.concatenate(returns)


def best_move(net: Network, runner: Runner) -> int:
    """Look one move ahead: win at once if possible, else leave the other the worst position."""
    xp, seat = net.xp, runner.to_act
    ahead = []
    for action in runner.legal_actions.tolist():
        after = runner.copy()
        after.play(action)
        ahead.append((action, after))
    seen = np.stack([after.observation(after.to_act) for _, after in ahead])
    values = net.look(xp.asarray(seen))[4].clip(-0.99, 0.99).tolist()  # a result counts more
    worth = [
        after.rewards[seat] if after.is_over else value if after.to_act == seat else -value
        for (_, after), value in zip(ahead, values, strict=True)
    ]
    return int(ahead[int(np.argmax(worth))][0])


def play_against(net: Network, name: str, options: dict[str, Any], bot: str, games: int) -> float:
    """The share of points against a bot, from both seats."""
    points = 0.0
    for k in range(games):
        runner = Runner(galda.game(name), seed=k, **options)
        other = galda.make_bot(bot, seed=k)
        while not runner.is_over:
            seat = runner.to_act
            mine = seat == k % 2
            runner.play(
                best_move(net, runner)
                if mine
                else other.choose(runner.position().known_to(seat, k))
            )
        points += (runner.rewards[k % 2] + 1) / 2
    return points / games


def main() -> None:
    """Learn for some time, then show what was learned."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--game", default="quixo")
    asked.add_argument("--size", type=int, default=4, help="Quixo's rows (other games: 0)")
    asked.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    asked.add_argument("--moves", type=int, default=600_000, help="moves to learn from")
    asked.add_argument("--batch", type=int, default=256)
    asked.add_argument("--hidden", type=int, default=64)
    asked.add_argument("--games", type=int, default=200, help="games against each bot")
    asked.add_argument("--seed", type=int, default=1)
    wish = asked.parse_args()
    xp = __import__("cupy" if wish.device == "cuda" else "numpy")
    xp.random.seed(wish.seed)
    options = {"players": 2, **({"size": wish.size} if wish.size else {})}
    batch = galda.batch(wish.game, wish.batch, seed=wish.seed, device=wish.device, **options)
    inputs = int(np.prod(batch.observation_shape))
    net = Network(xp, inputs, batch.game.rules.action_count, wish.hidden, wish.seed)
    moves, told, began = 0, 0, time.perf_counter()
    while moves < wish.moves:
        played = self_play(net, batch)
        order = xp.random.permutation(STEPS * batch.num_envs)
        for k in range(CHUNKS):
            error = net.learn(*(part[order[k::CHUNKS]] for part in played))
        moves += len(order)
        if moves - told > wish.moves / 10 or not told:
            told, spent = moves, time.perf_counter() - began
            print(f"{spent:5.0f} s  {moves:>10,} moves  error of the value {error:.3f}", flush=True)
    for bot in ("random", "greedy"):
        share = play_against(net, wish.game, options, bot, wish.games)
        print(f"against {bot}: {share:.1%} of the points in {wish.games} games", flush=True)


if __name__ == "__main__":
    main()
