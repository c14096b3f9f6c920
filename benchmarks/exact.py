"""How often a bot throws value away, counted only in positions whose moves differ in value.

Of the shipped exams, which hold nothing else, by chance and from strong play, all variants at once:

    python benchmarks/exact.py exams pylos --positions 400 --workers 2

Of fresh positions, half of them from games by chance and half from skilled play. Thinking needs a
quiet core for each worker, judging needs a solved game, so they are two steps:

    galda solve quixo --size 4
    python benchmarks/exact.py think quixo moves.jsonl --size 4 --moves 400 --workers 2
    python benchmarks/exact.py judge moves.jsonl

`think` goes on where the file ends, and one file may hold many variants; on a busy machine give a
bot the nodes of a quiet second instead (`--nodes 2500000`). `judge` looks into the tablebases.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import galda
from galda.bots.alphabeta import AlphaBeta
from galda.bots.levels import warm_up
from galda.core.machine import count_cores
from galda.core.play.position import Position
from galda.exams.exam import all_exams
from galda.solve.oracle import certain_moves
from galda.solve.user_tablebases import tablebase_for

CHANCE, SKILLED = "chance", "skilled"
SKILLED_NODES, SLIP, OPENING = 5_000, 0.05, 8
"""Who plays the skilled games: nodes a move, how often it slips, moves by chance at the start."""


def reach(game: str, options: dict[str, Any], kind: str, seed: int) -> Position:
    """A position of a game of its kind, any of those in which there is something to choose."""
    chance = random.Random(f"{kind} {seed}")
    position = galda.game(game).new(seed=seed, **options)
    opening = chance.randrange(OPENING + 1)
    reached: list[Position] = []
    while not position.is_over:
        if len(position.legal_actions) > 1:
            reached.append(position)
        slips = kind == CHANCE or len(position.actions) < opening or chance.random() < SLIP
        bot = AlphaBeta(nodes=SKILLED_NODES, table_bits=14, seed=chance.getrandbits(60))
        action = chance.choice(position.legal_actions) if slips else bot.choose(position)
        position = position.play(action)
    return chance.choice(reached)


def play(position: Position, level: str, nodes: int | None, seed: int) -> int:
    """What the bot of a level plays; `nodes` replace its own budget."""
    warm_up(position)
    bot = galda.make_bot(level if nodes is None else f"{level}:{nodes}", seed)
    return int(bot.choose(position.known_to(position.to_act, seed)))


def think(
    game: str, options: dict[str, Any], level: str, nodes: int | None, seed: int
) -> dict[str, Any]:
    """What the bot of a level plays in the position of a seed."""
    kind = SKILLED if seed % 2 else CHANCE
    position = reach(game, options, kind, seed)
    told = {"game": game, "options": options, "level": level, "nodes": nodes, "seed": seed}
    chosen = play(position, level, nodes, seed)
    return told | {"kind": kind, "actions": position.actions, "chosen": chosen}


def think_of_all(wanted: argparse.Namespace, options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What the bot plays in all positions that the file does not have yet."""
    done: set[int] = set()
    if wanted.file.exists():
        told = map(json.loads, wanted.file.read_text().splitlines())
        done = {each["seed"] for each in told if each["options"] == options}
    missing = [seed for seed in range(wanted.moves) if seed not in done]
    with ProcessPoolExecutor(wanted.workers, mp_context=get_context("spawn")) as pool:
        given = (wanted.game, options, wanted.level, wanted.nodes)
        asked = [pool.submit(think, *given, seed) for seed in missing]
        for each in asked:
            yield each.result()


def keeps_value(told: dict[str, Any]) -> bool | None:
    """Whether a move keeps the value; None: every move does, or nobody knows."""
    start = galda.game(told["game"]).new(seed=told["seed"], **told["options"])
    chances = {
        move.action: move.value.chance
        for move in certain_moves(start.play_all(told["actions"])) or []
    }
    if not chances or min(chances.values()) == max(chances.values()):
        return None
    return chances[told["chosen"]] == max(chances.values())


def sit(game: str, which: int, at: int, level: str, nodes: int | None) -> bool:
    """Whether the bot's move keeps the value of a position of an exam."""
    exam = all_exams(galda.game(game))[which]
    position, codes = galda.game(game).position(exam.texts[at], seed=0), exam.values[at]
    kept = codes[position.legal_actions.index(play(position, level, nodes, at))]
    return (kept > 0) - (kept < 0) == max((code > 0) - (code < 0) for code in codes)


def sit_all(wanted: argparse.Namespace) -> None:
    """Sit every shipped exam of a game and print how often value was thrown away."""
    with ProcessPoolExecutor(wanted.workers, mp_context=get_context("spawn")) as pool:
        for which, exam in enumerate(all_exams(galda.game(wanted.game))):
            asked = [
                pool.submit(sit, wanted.game, which, at, wanted.level, wanted.nodes)
                for at in range(len(exam.first(wanted.positions).texts))
            ]
            print_thrown(f"{words(exam.options)}, {exam.source}", (each.result() for each in asked))


def words(options: Any) -> str:
    """Options in a few words."""
    return ", ".join(f"{name} {value}" for name, value in options.items())


def print_thrown(name: str, judged: Iterable[bool]) -> None:
    """Print the share of positions in which value was thrown away, with its 95 % interval."""
    from galda.core.shares import wilson  # noqa: PLC0415  (thinking needs no shares)

    kept = list(judged)
    thrown = len(kept) - sum(kept)
    low, high = wilson(thrown / max(len(kept), 1), len(kept))
    print(f"{name}: thrown away {thrown} of {len(kept)} = {thrown / max(len(kept), 1):.2%} "
          f"({low:.2%}–{high:.2%})", flush=True)  # fmt: skip


def judge(file: Path) -> None:
    """Print how often the moves in a file throw value away, for each variant and kind."""
    from rich.progress import track  # noqa: PLC0415

    told = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    judged: dict[str, list[bool]] = defaultdict(list)
    for each in track(told, description="judging"):
        if tablebase_for(galda.game(each["game"]), each["options"]) is None:
            raise SystemExit(
                f"{each['game']} ({words(each['options'])}) is not solved here; galda solve does it"
            )
        kept = keeps_value(each)
        if kept is not None:
            judged[f"{each['game']}, {words(each['options'])}, {each['kind']}"].append(kept)
    for name, kept_ones in sorted(judged.items()):
        print_thrown(name, kept_ones)


def read_arguments() -> tuple[argparse.Namespace, list[str]]:
    """What is wanted, and the game's options."""
    parser = argparse.ArgumentParser(description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    sitting, thinking = steps.add_parser("exams"), steps.add_parser("think")
    sitting.add_argument("game")
    sitting.add_argument("--positions", type=int)
    thinking.add_argument("game")
    thinking.add_argument("file", type=Path)
    thinking.add_argument("--moves", type=int, default=400)
    for step in (sitting, thinking):
        step.add_argument("--level", default="master")
        step.add_argument("--nodes", type=int)
        step.add_argument("--workers", type=int, default=count_cores())
    steps.add_parser("judge").add_argument("file", type=Path)
    return parser.parse_known_args()


def main() -> None:
    """Sit, think or judge."""
    wanted, rest = read_arguments()
    if wanted.step == "judge":
        judge(wanted.file)
        return
    if wanted.step == "exams":
        sit_all(wanted)
        return
    from rich.progress import track  # noqa: PLC0415

    given = {
        name.removeprefix("--"): value for name, value in zip(rest[::2], rest[1::2], strict=True)
    }
    options = galda.game(wanted.game).read_options(given)
    with wanted.file.open("a", encoding="utf-8") as out:
        for told in track(think_of_all(wanted, options), "thinking", wanted.moves):
            print(json.dumps(told), file=out, flush=True)


if __name__ == "__main__":
    main()
