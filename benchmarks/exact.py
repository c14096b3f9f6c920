"""How often a bot's move keeps the exact value of a position reached by random play.

Thinking needs a quiet core for each worker, judging needs a solved game, so they are two steps:

    galda solve quixo --size 4
    python benchmarks/exact.py think quixo moves.jsonl --size 4 --moves 400 --workers 2
    python benchmarks/exact.py judge moves.jsonl

`think` goes on where the file ends; on a busy machine give it the nodes of a quiet second instead
(`--nodes 2500000`). `judge` looks into the solved game's tablebase.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import galda
from galda.bots.alphabeta import AlphaBeta
from galda.bots.levels import Bot, warm_up
from galda.core.play.position import Position
from galda.solve.oracle import certain_moves
from galda.solve.user_tablebases import tablebase_for


def reach(game: str, options: dict[str, Any], seed: int) -> Position:
    """A position of a game played by chance, any of those in which there is something to choose."""
    chance = random.Random(seed)
    position = galda.game(game).new(seed=seed, **options)
    reached: list[Position] = []
    while not position.is_over:
        if len(position.legal_actions) > 1:
            reached.append(position)
        position = position.play(chance.choice(position.legal_actions))
    return chance.choice(reached)


def think(
    game: str, options: dict[str, Any], level: str, seed: int, nodes: int | None = None
) -> dict[str, Any]:
    """What the bot of a level plays in the position of a seed; `nodes` replace its own budget."""
    position = reach(game, options, seed)
    warm_up(position)
    bot: Bot = galda.make_bot(level, seed) if nodes is None else AlphaBeta(nodes=nodes, seed=seed)
    chosen = bot.choose(position.known_to(position.to_act, seed))
    told = {"game": game, "options": options, "level": level, "nodes": nodes, "seed": seed}
    return told | {"actions": position.actions, "chosen": int(chosen)}


def think_of_all(wanted: argparse.Namespace, options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What the bot plays in all positions that the file does not have yet."""
    done: set[int] = set()
    if wanted.file.exists():
        done = {told["seed"] for told in map(json.loads, wanted.file.read_text().splitlines())}
    missing = [seed for seed in range(wanted.moves) if seed not in done]
    with ProcessPoolExecutor(wanted.workers, mp_context=get_context("spawn")) as pool:
        given = (wanted.game, options, wanted.level)
        asked = [pool.submit(think, *given, seed, wanted.nodes) for seed in missing]
        for each in asked:
            yield each.result()


def keeps_value(told: dict[str, Any]) -> tuple[bool, bool] | None:
    """Whether a move keeps the value, and whether another one would not; None: nobody knows."""
    start = galda.game(told["game"]).new(seed=told["seed"], **told["options"])
    moves = certain_moves(start.play_all(told["actions"]))
    if moves is None:
        return None
    chances = {move.action: move.value.chance for move in moves}
    best = max(chances.values())
    return chances[told["chosen"]] == best, min(chances.values()) < best


def print_share(name: str, kept: list[bool]) -> None:
    from galda.core.shares import wilson  # noqa: PLC0415  (thinking needs no shares)

    share = sum(kept) / max(len(kept), 1)
    low, high = wilson(share, len(kept))
    print(f"{name}: {sum(kept)} of {len(kept)} = {share:.1%} ({low:.1%}–{high:.1%})")


def check_solved(game: str, options: dict[str, Any]) -> None:
    """Stop where there is no tablebase to ask."""
    if tablebase_for(galda.game(game), options) is None:
        raise SystemExit(f"{game} is not solved here with these options; galda solve does it")


def judge(file: Path) -> None:
    """Print how many of the moves in a file keep the value."""
    from rich.progress import track  # noqa: PLC0415

    lines = file.read_text("utf-8").splitlines()
    first = json.loads(lines[0])
    check_solved(first["game"], first["options"])
    judged = [keeps_value(json.loads(line)) for line in track(lines, description="judging")]
    known = [one for one in judged if one is not None]
    print_share("moves that keep the exact value", [kept for kept, _ in known])
    print_share("where a move could lose it", [kept for kept, matters in known if matters])
    if len(known) < len(judged):
        print(f"unknown to the oracle: {len(judged) - len(known)}")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    thinking = steps.add_parser("think")
    thinking.add_argument("game")
    thinking.add_argument("file", type=Path)
    thinking.add_argument("--level", default="master")
    thinking.add_argument("--moves", type=int, default=400)
    thinking.add_argument("--nodes", type=int)
    thinking.add_argument("--workers", type=int, default=os.cpu_count())
    judging = steps.add_parser("judge")
    judging.add_argument("file", type=Path)
    wanted, rest = parser.parse_known_args()
    if wanted.step == "judge":
        judge(wanted.file)
        return
    from rich.progress import track  # noqa: PLC0415

    found = galda.game(wanted.game)
    given = {
        name.removeprefix("--"): value for name, value in zip(rest[::2], rest[1::2], strict=True)
    }
    options = found.read_options(given)
    with wanted.file.open("a", encoding="utf-8") as out:
        for told in track(think_of_all(wanted, options), "thinking", wanted.moves):
            print(json.dumps(told), file=out, flush=True)


if __name__ == "__main__":
    main()
