"""Compiling a game before it is played: its rules, then its bots, kept in the cache's folders.

A process that compiles a game holds its lock, so that two starts at once do not compile it twice;
what was compiled before one was killed is kept. `python -m galda.bots.precompile GAME [STAGE…]`
compiles a game and reports progress line by line: see `precompiler`, which starts such processes.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import galda
from galda.bots.kernels import ismcts, lookahead, negamax, puct
from galda.bots.levels import warm_up, warm_up_all
from galda.core.alone import alone
from galda.core.jit import folders, shipped
from galda.core.jit.settings import origins
from galda.core.jit.waiting import load
from galda.core.kernels import running
from galda.core.kernels.kernel import COMPILED, kernels_in, say_nothing_when_compiling
from galda.core.play.game import Game
from galda.core.play.position import Position
from galda.core.show.picture import draw_picture, play_a_little
from galda.core.show.reasons import reasons
from galda.games import game as find_game

RULES, BOTS, REST = "rules", "bots", "rest"
STAGES = (RULES, BOTS)
"""What is compiled, in this order: a table can be opened after the first.

The rest is what bots need at other numbers of players than the usual one. Nobody is kept waiting
for it: it is compiled when there is nothing else to do.
"""
SEARCHES = frozenset({ismcts.__name__, lookahead.__name__, negamax.__name__, puct.__name__})
COMPILED_FROM = {RULES: frozenset({running.__name__}), BOTS: SEARCHES, REST: SEARCHES}
"""Where the kernels of each stage are, besides the game's own."""
MOVES = 30
"""Actions played to meet what tables do with a game's rules."""

Tell = Callable[[str, float], None]
"""Is told a stage and how much of it is done, from 0 to 1."""

_ready: set[tuple[str, str]] = set()


def is_ready(game: Game, stage: str) -> bool:
    """Whether a stage was compiled, in whatever process: then it is only loaded."""
    if not COMPILED or (game.name, stage) in _ready:
        return True
    if _came_with_the_package(game, stage) or _mark(game, stage).exists():
        _ready.add((game.name, stage))
        return True
    return False


def get_ready(game: Game, tell: Tell = lambda stage, part: None) -> None:
    """Compile what is not compiled yet; waits where another process is at it already."""
    for stage in STAGES:
        precompile_stage(game, stage, tell)


def precompile_stage(game: Game, stage: str, tell: Tell = lambda stage, part: None) -> None:
    """Compile one stage, unless it is."""
    load()  # else the first games would begin without a compiled `setup`
    if not is_ready(game, stage):
        with alone(_mark(game, stage).with_suffix(f".{stage}-lock")):
            if not is_ready(game, stage):
                with _counting(game, stage, tell):
                    USES[stage](game)
                if folders.nothing_lost():
                    _mark(game, stage).touch()
                shipped.save_mark(_fingerprint(game, stage), _mark_name(game, stage))
                _ready.add((game.name, stage))
    tell(stage, 1.0)


def _use_rules(game: Game) -> None:
    """Do what a table does with a game's rules and drawings."""
    draw_picture(game)
    start = game.new(seed=0)
    end = play_a_little(start, MOVES)
    start.replay(end.actions)
    dealt = game.new(seed="0" * 64)  # a long one, as tables have
    dealt.replay(play_a_little(dealt, MOVES).actions)
    for position in end.history():
        _look_at(position)


def _look_at(position: Position) -> None:
    for viewer in (-1, 0):
        position.seen_by(viewer)
        position.svg(viewer)
    known = position.known_to(0, 0)
    _ = known.in_turn, known.scores, known.key, known.winners, position.view()
    _ = position.sheets(), position.paths
    if position.before is not None and position.action is not None:
        position.before.sentence(position.action)


def _use_bots(game: Game) -> None:
    """Let the search that usually plays the game choose a move, and a coach give reasons."""
    start = game.new(seed=0)
    warm_up(start)
    for position in play_a_little(start, MOVES).history():
        if position.before is not None and position.action is not None:
            reasons(position.before, (position.action,))


def _use_bots_with_any_number(game: Game) -> None:
    """Let bots choose a move, however many play."""
    warm_up_all(game.new(seed=0))


USES = {RULES: _use_rules, BOTS: _use_bots, REST: _use_bots_with_any_number}


def _mark(game: Game, stage: str) -> Path:
    """The file that says that a stage of this copy is compiled, for computers like this one."""
    compiled_from = COMPILED_FROM[stage], frozenset({game.rules.record})
    name = f"{folders.machine()}-{folders.place(*compiled_from)}-{_mark_name(game, stage)}"
    return folders.cache_folder(*compiled_from) / name


def _mark_name(game: Game, stage: str) -> str:
    return f"{game.name}-{galda.__version__}.{stage}"


def _fingerprint(game: Game, stage: str) -> str:
    return folders.fingerprint(COMPILED_FROM[stage], frozenset({game.rules.record}))


def _came_with_the_package(game: Game, stage: str) -> bool:
    return shipped.has_mark(_fingerprint(game, stage), _mark_name(game, stage))


@contextmanager
def _counting(game: Game, stage: str, tell: Tell) -> Iterator[None]:
    """Tell how many of a stage's kernels were compiled so far."""
    if not COMPILED:
        yield
        return
    from galda.core.jit.notice import on_compile  # noqa: PLC0415  (Numba is there)

    modules = COMPILED_FROM[stage] | {f.__module__ for f in origins[game.rules.record].values()}
    expected = kernels_in(*{file for name in modules for file in folders.sources(name)})
    counted = 0

    def count(_: str) -> None:
        nonlocal counted
        counted += 1
        tell(stage, min(counted / max(expected, 1), 0.99))

    with on_compile(count):
        yield


def main() -> None:
    """Compile a game's stages, telling how far it is; end when nobody listens any more."""
    say_nothing_when_compiling()
    gc.disable()  # nothing is thrown away here, and the process ends soon

    def tell(stage: str, part: float) -> None:
        print(json.dumps({"stage": stage, "part": round(part, 3)}), flush=True)

    name, *stages = sys.argv[1:]
    with suppress(BrokenPipeError, KeyboardInterrupt):
        for stage in stages or STAGES:
            precompile_stage(find_game(name), stage, tell)
    sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115  (nothing is left to be said)


if __name__ == "__main__":
    main()
