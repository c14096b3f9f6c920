"""Write the table of levels into docs/bots.md, from the tables in the games' folders.

python scripts/levels_table.py
"""

from __future__ import annotations

from pathlib import Path

import galda
from galda.bots.level_bot import levels_of
from galda.bots.levels import SEARCHING
from galda.core.play.levels import (
    NO_LIMIT,
    AlphaBetaLevel,
    BlunderModel,
    Budget,
    Level,
    Levels,
    PolicyLevel,
    RoundSearchLevel,
)
from galda.core.play.options import player_counts

PAGE = Path(__file__).resolve().parents[1] / "docs" / "bots.md"
BEGIN, END = "<!-- levels, by scripts/levels_table.py -->\n", "<!-- end of levels -->\n"


def main() -> None:
    """Write the page anew."""
    PAGE.write_text(updated(PAGE.read_text("utf-8")), "utf-8")


def updated(page: str) -> str:
    """A page with the table of levels as they are now."""
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def table() -> str:
    """A row for each level, a column for each table of levels."""
    found = columns()
    lines = [
        ["level", *(title for title, _ in found)],
        ["---"] * (len(found) + 1),
        *([f"`{name}`", *(describe(levels[name]) for _, levels in found)] for name in SEARCHING),
    ]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def columns() -> list[tuple[str, Levels]]:
    """The tables of levels, each with the games that are played by it."""
    found: list[tuple[list[str], Levels]] = []
    for game in map(galda.game, galda.game_names()):
        counts = player_counts(game.options)
        for players in counts:
            levels = levels_of(game, players)
            alone = len(counts) > 1 and any(levels_of(game, n) != levels for n in counts)
            title = f"{game.title} ({players} players)" if alone else game.title
            known = next((titles for titles, other in found if other == levels), None)
            if known is None:
                found.append(([title], levels))
            elif title not in known:
                known.append(title)
    return [(", ".join(titles), levels) for titles, levels in found]


def describe(level: Level) -> str:
    """A level in a few words."""
    if isinstance(level, AlphaBetaLevel):
        depth = f"{level.depth} turn{'s' * (level.depth > 1)}"
        parts = [f"alpha-beta, {depth if level.blunders else spent(level.budget, 'nodes')}"]
        parts += ["opening book"] * level.book + ["repetitions are draws"] * level.repetitions_draw
        parts += overlooked(level.blunders, replies=True)
    elif isinstance(level, PolicyLevel):
        parts = ["the network's policy, without search"]
    elif isinstance(level, RoundSearchLevel):
        parts = [f"round search, {spent(level.budget, 'iterations')}"]
    elif level.budget.work == 0:
        parts = ["the best lead this turn", *overlooked(level.blunders)]
    else:
        by = "by the network" if level.network else "by rollouts"
        parts = [f"tree search {by}, {spent(level.budget, 'iterations')}"]
        if level.rollout_limit < NO_LIMIT:
            parts.append(f"rollouts of {level.rollout_limit} actions")
        parts += overlooked(level.blunders)
    return "; ".join(parts).replace("%", " %")


def spent(budget: Budget, of: str) -> str:
    """A budget in words."""
    return f"{budget.seconds:g} s" if budget.work == NO_LIMIT else f"{budget.work} {of}"


def overlooked(blunders: BlunderModel | None, replies: bool = False) -> list[str]:
    """What is noticed, and how the move is chosen."""
    if blunders is None:
        return []
    seen = [f"{blunders.own_moves:.0%} of its moves"] if blunders.own_moves else []
    seen += [f"{blunders.replies:.0%} of replies"] if replies else []
    if (drawn := blunders.policy_moves) > 0:
        seen.append(f"{drawn} move{'s' * (drawn > 1)} drawn from the rollout policy")
    chosen = [f"temperature {blunders.temperature:.0%}"] if blunders.temperature else []
    return [f"notices {' and '.join(seen)}", *chosen]


if __name__ == "__main__":
    main()
