"""A page for each game as an environment: import line, spaces, features, rewards, speed, example.

What can be read from the code is: options, action counts, features. Action codes in words stand in
environments.toml, figures of speed in docs/performance.md.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import numpy as np

import galda
from galda.core.play.game import Game

ROOT = Path(__file__).resolve().parents[1]
WORDS: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("environments.toml").read_text("utf-8")
)
SEED, PLAYED = 3, 14
"""Of the game in the picture: its seed, and how many actions have been played."""
SPEEDS = {
    "random games": "Random games/s, one core",
    "actions, PettingZoo": "PettingZoo actions/s",
    "… and observations": "Batch of 1 024, actions/s",
}
"""Rows of the first table of docs/performance.md that a page shows, and what it calls them."""


def environment_page(game: Game) -> str:
    """The page of one game."""
    words = WORDS[game.name]
    title = f"{game.title}: Python environment (PettingZoo, Gymnasium, OpenSpiel)"
    about = (
        f"{game.title} board game in Python: PettingZoo, Gymnasium and OpenSpiel environment with "
        "action masks, observation planes, rewards, variants, bots and speed."
    )
    parts = [
        f'---\ndescription: "{about}"\n---\n# {title}\n',
        f"![A position of {game.title}]({game.name}.svg){{ width=480 }}\n",
        summary(game, words),
        options(game),
        "## Actions\n",
        f"`Discrete({game.rules.action_count})`, with a mask. [Notation](../notation.md) has the "
        "same actions for people.\n",
        action_table(words["actions"]),
        "## Observation\n",
        f"`uint8`, shape {shape(game)}. {words['observation']} "
        "`galda.core.kernels.features.split` takes an observation apart by these names.\n",
        feature_table(game),
        REWARDS,
        "## Example\n",
        example(game, words["example"]),
        f"More: [bots and levels](../bots.md), [rules with figures](../rules/en/{game.name}.md), "
        "[versions](#version-history), [thousands of games at once](../batches.md), "
        "[training](../training.md).\n",
        VERSIONS,
        citation(game),
    ]
    return "\n".join(parts)


REWARDS = """\
## Rewards and termination

Paid once, with the last action: opponents beaten less opponents that beat you, over the number of
opponents; 0 in a draw, all seats add up to 0 ([more](../environments.md#rewards)).
`terminated` is set when the rules end the game; games are never truncated. An illegal action
raises `IllegalMove` with the rule, in Gymnasium it loses at once, on CUDA it is ignored.
"""

VERSIONS = """\
## Version history

`v0`: the first version. [Versions](../environments-versions.md) says what raises it.
"""


def summary(game: Game, words: dict[str, Any]) -> str:
    """The table at the top."""
    name = game.name
    rows = {
        "Import": f'`from galda.envs import zoo; env = zoo.env("{name}-v0", {words["example"]})`',
        "Gymnasium": f'`import galda.envs.gym; gymnasium.make("galda/{name.capitalize()}-v0")`',
        "OpenSpiel": f'`import galda.envs.spiel; pyspiel.load_game("galda_{name}_v0")`',
        "Batches": f'`galda.batch("{name}", 1000)`, `device="cuda"` on a GPU',
        "Agents": f"{words['players']}: `player_0`, `player_1`, …",
        "Information": words["information"],
        "Action space": f"`Discrete({game.rules.action_count})`, masked, at most "
        f"{game.rules.most_legal} legal at once",
        "Observation space": f"`uint8` {shape(game)}",
        "Rewards": "−1 to 1, at the end, zero-sum",
        "Length": words["length"],
        "Solved": words["solved"],
        **speeds(game),
    }
    return "\n".join(
        ["| property | value |", "|---|---|", *(f"| {k} | {v} |" for k, v in rows.items()), ""]
    )


def shape(game: Game) -> str:
    """The shape of an observation."""
    found = galda.Runner(game, seed=1).observation(0).shape
    return f"({', '.join(map(str, found))}{',' if len(found) == 1 else ''})"


def speeds(game: Game) -> dict[str, str]:
    """Figures of this game in docs/performance.md."""
    rows = re.findall(r"^\| (.+?) \|$", (ROOT / "docs/performance.md").read_text("utf-8"), re.M)
    cells = [row.split(" | ") for row in rows]
    column = cells[0].index(game.title)
    first = {row[0]: row[column] for row in reversed(cells) if len(row) > column}
    found = {
        called: first[row] for row, called in SPEEDS.items() if row in first and first[row].strip()
    }
    return {called: f"{figure} ([how](../performance.md))" for called, figure in found.items()}


def options(game: Game) -> str:
    """Variants and players."""
    rows = ["## Options\n", "| option | values (default first) | meaning |", "|---|---|---|"]
    for option in game.options:
        values = [option.default, *(value for value in option.values if value != option.default)]
        shown = ", ".join(f"`{value}`" for value in values)
        rows.append(f"| `{option.name}` | {shown} | {option.help} |")
    return "\n".join([*rows, ""])


def action_table(actions: list[list[Any]]) -> str:
    """The action codes in words."""
    rows, start = ["| codes | action |", "|---|---|"], 0
    for last, meaning in actions:
        rows.append(
            f"| {start}–{last} | {meaning} |" if last > start else f"| {last} | {meaning} |"
        )
        start = last + 1
    return "\n".join([*rows, ""])


def picture(game: Game) -> str:
    """A position some turns into a random game, drawn."""
    run = galda.Runner(game, seed=SEED)
    rng = np.random.default_rng(SEED)
    for _ in range(PLAYED):
        run.play(int(rng.choice(run.legal_actions)))
    return run.position().svg(shape="wide")


def feature_table(game: Game) -> str:
    """The observation, feature by feature."""
    rows = ["| from | feature | shape | numbers |", "|---|---|---|---|"]
    start = 0
    for feature in game.rules.features:
        size = "×".join(map(str, feature.shape))
        rows.append(f"| {start} | `{feature.name}` | {size} | {feature.meaning} |")
        start += feature.size
    return "\n".join([*rows, "", f"{start} numbers in all.", ""])


def example(game: Game, options: str) -> str:
    """Fifteen lines that play a random game."""
    return f"""\
```python
>>> import numpy as np
>>> from galda.envs import zoo
>>> env = zoo.env("{game.name}-v0", {options})
>>> env.reset(seed=1)
>>> rng = np.random.default_rng(1)
>>> total = dict.fromkeys(env.agents, 0.0)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     total[agent] += reward
...     if termination or truncation:
...         env.step(None)
...     else:
...         env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
>>> abs(sum(total.values())) < 1e-9  # zero-sum
True

```
"""


def citation(game: Game) -> str:
    """Whom to cite."""
    return (
        f"## Citation\n\nCite Galda as in [Citing](../citing.md), and {game.title} by its author "
        "and publisher, named there.\n"
    )
