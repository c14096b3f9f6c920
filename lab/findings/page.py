"""lab/findings.md and its pictures, made from the sums, so that text and pictures agree."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from galda.games import game
from lab.findings import longest_wall, numbers, told_alhambra, told_solved, told_towers
from lab.findings.charts import curves, stacked
from lab.findings.numbers import share, spread_of
from lab.findings.summary import DATA
from lab.findings.told import Section, Told, main_runs, number, picture, runs_of, table

GAMES = ("quixo", "pylos", "towers", "alhambra")
ROOT = Path(__file__).resolve().parents[2]
PAGE, PICTURES = ROOT / "lab" / "findings.md", ROOT / "docs" / "findings"


def sections(folder: Path = DATA) -> list[Section]:
    """The whole page, part by part."""
    runs = {name: runs_of(name, folder) for name in GAMES}
    every = [run for name in GAMES for run in runs[name]]
    return [
        introduction(every),
        beginning(every),
        luck(every),
        scores(runs["alhambra"] + runs["towers"]),
        told_alhambra.tell(runs["alhambra"]),
        told_towers.tell(runs["towers"]),
        told_solved.tell_quixo(runs["quixo"]),
        told_solved.tell_pylos(runs["pylos"]),
    ]


def page(folder: Path = DATA) -> str:
    """The text of the page."""
    return "\n\n".join(section.text for section in sections(folder) if section.text) + "\n"


def pictures(folder: Path = DATA) -> dict[str, str]:
    """All pictures by the names of their files."""
    return {name: drawn for section in sections(folder) for name, drawn in section.pictures.items()}


def write_page(folder: Path = DATA) -> None:
    """Write the page and its pictures."""
    PAGE.write_text(page(folder), "utf-8")
    for name, drawn in pictures(folder).items():
        (PICTURES / name).write_text(drawn, "utf-8")
    (PICTURES / longest_wall.FILE).write_text(
        longest_wall.draw(runs_of("alhambra", folder)), "utf-8"
    )


def introduction(every: list[Told]) -> Section:
    """What was played, by whom, and what the numbers mean."""
    games = sum(run.results["games"] for run in every)
    by_chance = sum(run.results["games"] for run in every if run.bots == ("random",))
    rows = []
    for name in GAMES:
        mine = [run for run in every if run.game == name]
        said = [f"{run.who} {number(total)}" for run, total in _together(mine)]
        rows.append(
            [game(name).title, number(sum(run.results["games"] for run in mine)), ", ".join(said)]
        )
    return Section(f"""\
# What is best play? The counts

Statistics of {number(games)} games: the value of going first, of tiles, bids and openings, the
spread of points, the share of luck. {number(by_chance)} of them are random games, for comparison.
This page is generated from counts; [README.md](README.md#findings) has the commands that play,
count and write it again, with any bots. For players the results are summed up in
[Strategy](../docs/strategy.md).

{in_short(every)}

{table(["game", "games", "who played"], rows)}

**Who plays.** `guided` is the rollout policy of tree search: it pays exactly where it can, takes
much money, bids for as many cards as it can use, and makes occasional random moves. `judging`
looks one action ahead with the evaluation network and plays one random action in eight. Both are
sensible and fast, and neither is strong: what they find is true of such play. `expert` and
`casual` are the [bots](../docs/bots.md) of those names. Where stronger players disagree with
them, believe the stronger; the tables say who played.

**What ± means.** 95 % intervals. Games of one deal are not independent, so shares of wins by seat
have the error of the deals' means. Fits and other shares take games as independent: where a deal
was played several times, their intervals are a little too narrow. None of them says how other
players would do, and what goes with winning need not be its cause. What surprised us (expensive
types of tile, cards at the start, how little the deal decides) was found alike in separate halves
of the deals.""")


def in_short(every: list[Told]) -> str:
    """The findings in a sentence each, as far as there are runs for them and they still hold."""
    main = {(run.game, str(run.options.get("variant", run.options.get("size", run.players))),
             run.players): run for run in main_runs(every)}  # fmt: skip
    said = []
    if pylos := main.get(("pylos", "standard", 2)):
        said.append(told_solved.pylos_in_short(pylos, every))
    if quixo := main.get(("quixo", "5", 2)):
        said.append(told_solved.quixo_in_short(quixo))
    for name in ("towers", "alhambra"):
        if two := main.get((name, "2", 2)):
            said.append(_order_and_deal(two))
    if alhambra := main.get(("alhambra", "2", 2)):
        said.append(told_alhambra.in_short(alhambra))
    if several := main.get(("alhambra", "3", 3)):
        said.append(told_alhambra.cards_in_short(several))
    if towers := main.get(("towers", "2", 2)):
        said.append(told_towers.in_short(towers))
    return "\n".join(f"- {each}" for each in said if each)


LITTLE = 2.5
"""Percent of wins, more or less than an even share."""


def _order_and_deal(two: Told) -> str:
    """What going first and the deal mean between two equal players."""
    parts, points = numbers.luck(two.results), numbers.luck(two.results, "score by order")
    if parts is None or points is None:
        return ""
    first = numbers.win_share(two.results, 0)
    worth = "worth little" if abs(first.value - 50) < LITTLE else "not the same as going second"
    return (
        f"**{game(two.game).title}: going first is {worth}**, {first.tell(1)} % of wins between "
        f"two. The deal decides {100 * parts.deal:.1f} % of who wins between two equals, and "
        f"{100 * points.deal:.1f} % of their points: everybody chooses from the same table."
    )


def _together(runs: list[Told]) -> list[tuple[Told, int]]:
    """One run for each group of players, with the games of all such runs."""
    found: dict[tuple[str, ...], tuple[Told, int]] = {}
    for run in runs:
        old = found.get(run.bots, (run, 0))
        found[run.bots] = old[0], old[1] + run.results["games"]
    return sorted(found.values(), key=lambda each: -each[1])


def _options(run: Told) -> str:
    """The game with what tells this run from others."""
    said = [str(run.options[name]) for name in ("variant",) if name in run.options]
    said += [
        f"{run.options[name]}×{run.options[name]}" for name in ("size",) if name in run.options
    ]
    return " ".join([game(run.game).title, *said])


def beginning(every: list[Told]) -> Section:
    """Going first."""
    rows = []
    most = 6
    for run in every:
        if run.equals:
            shares = [numbers.win_share(run.results, seat).tell(1) for seat in range(run.players)]
            rows.append([_options(run), str(run.players), run.who, number(run.results["games"]),
                         *shares, *[""] * (most - run.players)])  # fmt: skip
    head = [
        "game",
        "players",
        "who plays",
        "games",
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
    ]
    return Section(f"""\
## Going first

Shares of wins in percent, by who began, was second in turn, and so on; a win that is shared
counts in parts, a draw half. All seats are played by the same. In the team game of Quixo first
and third are one side. In Alhambra the player with the fewest money cards begins, so first is not
only a matter of order. Search bots are nearly deterministic: in Pylos most games of `expert`
share their openings, so its interval is too narrow.

{table(head, rows)}""")


def luck(every: list[Told]) -> Section:
    """Where differences come from, and how often the weaker wins."""
    rows: list[list[str]] = []
    bars: dict[str, Sequence[float]] = {}
    for run in every:
        parts = numbers.luck(run.results) if run.equals else None
        points = numbers.luck(run.results, "score by order") if run.equals else None
        if parts is None or points is None or run.results["deals"] < numbers.FEW:
            continue
        again = numbers.same_again(run.results).tell(1) if run.players == 2 else "–"
        rows.append([_options(run), str(run.players), run.who, number(run.results["games"]),
                     *[f"{100 * part:.1f}" for part in (parts.seat, parts.deal, parts.play)],
                     f"{100 * points.deal:.1f}", again])  # fmt: skip
        if run in main_runs(every):
            bars[f"{_options(run)}, {run.players}"] = (parts.seat, parts.deal, parts.play)
    pairs = []
    for run in every:
        if not run.equals and run.players == 2:
            both = run.results["both games"]
            whole = sum(both.values())
            pairs.append([
                _options(run), run.who, number(run.results["games"]),
                numbers.win_share(run.results, 0, "entrant").tell(1),
                share(both["1 1"], whole).tell(1),
                share(both["1 -1"] + both["-1 1"], whole).tell(1),
                share(both["-1 -1"], whole).tell(1),
            ])  # fmt: skip
    said = "what decides between equal players: the seat, the deal, the play"
    drawn = {"luck.svg": stacked("What decides between equal players", said, bars,
                                 ("seat", "deal", "play"))} if bars else {}  # fmt: skip
    head = ["game", "players", "who plays", "games", "seat, %", "deal, %", "play, %",
            "deal's part of points, %", "same result again, %"]  # fmt: skip
    between = ["game", "who plays", "games", "the first named wins, %", "both games of a deal",
               "one each", "neither"]  # fmt: skip
    return Section(
        f"""\
## How much is luck

Every deal was played several times by equal players, with fresh random choices. The variance of
results (how many one is ahead of) splits into what the seat decides, what the deal decides for a
given seat, and what is decided in play; the three add up to 100 %. A deal is the order of all
tiles, cards and money at the start. `Same result again` is how often the first player gets the
same result when a deal is replayed: if neither deal nor seat mattered, half of the games without
a shared win. Between equals `play` is random as well.

{table(head, rows)}

{picture("luck.svg", said) if bars else ""}

Between unequal players the better one should win. Each deal was played from both seats:

{table(between, pairs)}""",
        drawn,
    )


def scores(runs: list[Told]) -> Section:
    """Points by number of players."""
    rows, drawn, shown = [], {}, []
    for run in runs:
        if run.equals:
            every, won = spread_of(run.results["scores"]), spread_of(run.results["winning scores"])
            ahead = spread_of(run.results["leads of the first over the second"])
            rows.append([
                _options(run), str(run.players), run.who, number(run.results["games"]),
                f"{every['mean']:.1f}".replace("-", "−"), f"{every['deviation']:.1f}",
                f"{every['quarter']:.0f}–{every['three quarters']:.0f}".replace("-", "−"),
                f"{every['least']:.0f}–{every['greatest']:.0f}".replace("-", "−"),
                f"{won['mean']:.1f}",
                f"{ahead['half']:.0f}", share(run.results["shared"], run.results["games"]).tell(2),
            ])  # fmt: skip
    for name in ("alhambra", "towers"):
        main = [run for run in main_runs(runs) if run.game == name]
        if main:
            title = f"Points in {game(name).title}"
            said = f"points of a player in {game(name).title} by number of players, in percent"
            named = {f"{run.players} players": run.results["scores"] for run in main}
            drawn[f"{name}-scores.svg"] = curves(title, said, "points", named, cut=0.01)
            shown.append(picture(f"{name}-scores.svg", said))
    head = ["game", "players", "who plays", "games", "mean", "deviation", "middle half", "range",
            "winner's mean", "lead, median", "win shared, %"]  # fmt: skip
    pictures_shown = "\n\n".join(shown)
    return Section(f"## Points\n\n{table(head, rows)}\n\n{pictures_shown}", drawn)
