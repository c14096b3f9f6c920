"""Solved games in lab/findings.md: first turns by exact value and by play, lengths, and more."""

from __future__ import annotations

from galda.core.play.values import Outcome
from galda.games.pylos.rules.rules import VARIANTS
from lab.findings.charts import curves
from lab.findings.numbers import share, spread_of, win_share
from lab.findings.openings import first_turns, played
from lab.findings.runs import POLICIES
from lab.findings.told import Section, Told, number, picture, table


def openings(runs: list[Told], counted: str) -> str:
    """A table of first turns for each set of options whose openings are shipped."""
    parts = []
    by_options: dict[str, list[Told]] = {}
    for run in runs:
        if run.equals:
            by_options.setdefault(str(run.options), []).append(run)
    for group in by_options.values():
        turns = first_turns(group[0].game, group[0].options)
        if not turns:
            continue
        rows = []
        for opening in turns:
            row = [f"`{opening.written}` ({len(opening.actions)})", str(opening.value),
                   f"{opening.holding} of {opening.replies}"]  # fmt: skip
            for run in group:
                won, drawn, lost = played(opening, run.own[counted])
                games = won + drawn + lost
                row.append(
                    share(won + drawn // 2, games).tell(1) + f" ({number(games)})" if games else "–"
                )
            rows.append(row)
        named = " ".join(str(v) for k, v in group[0].options.items() if k in ("size", "variant"))
        head = [
            f"first turn ({named})",
            "exactly",
            "replies that keep it",
            *[run.who for run in group],
        ]
        parts.append(table(head, rows))
    return "\n\n".join(parts)


def lengths(runs: list[Told], file: str, title: str, pictures: dict[str, str], option: str) -> str:
    """How many turns games take: a table and a picture."""
    rows = []
    for run in runs:
        if run.equals:
            spread = spread_of(run.own["turns"])
            decided = run.own["decided"]
            rows.append([
                str(run.options[option]), str(run.players), run.who, number(run.results["games"]),
                f"{spread['mean']:.1f}", f"{spread['quarter']:.0f}–{spread['three quarters']:.0f}",
                f"{spread['least']:.0f}–{spread['greatest']:.0f}",
                share(run.results["games"] - decided, run.results["games"]).tell(2),
            ])  # fmt: skip
    shown = {
        f"{run.options[option]}{', four' if run.players == 4 else ''}": run.own["turns"]
        for run in runs if run.bots == ("judging",)
    }  # fmt: skip
    said = "turns of a game, in percent of all games between `judging` players"
    if shown:
        pictures[file] = curves(title, said, "turns", shown, cut=0.02)
    head = [
        option,
        "players",
        "who plays",
        "games",
        "turns, mean",
        "middle half",
        "range",
        "drawn, %",
    ]
    return table(head, rows) + ("\n\n" + picture(file, said) if shown else "")


def pylos_in_short(run: Told, runs: list[Told]) -> str:
    """Who should begin; what quick players make of it (bots repeat themselves too much)."""
    options = [{**run.options, "variant": variant} for variant in VARIANTS]
    turns = [turn for each in options for turn in first_turns(run.game, each)]
    if not turns or any(turn.value.outcome is not Outcome.LOST for turn in turns):
        return ""
    played = "; ".join(
        f"{each.who} {win_share(each.results, 0).tell(1)} % ({number(each.results['games'])} games)"
        for each in runs
        if each.equals and each.options == run.options and each.bots[0] in POLICIES
    )
    return (
        "**Pylos: let the other begin, if you play perfectly.** Then the second player wins all "
        "three variants. How much others can make of it differs; who begins the standard game "
        f"wins, {played}."
    )


def quixo_in_short(run: Told) -> str:
    """What the first push matters."""
    turns = first_turns(run.game, run.options)
    if any(t.value.outcome is not Outcome.DRAWN or t.holding < t.replies for t in turns):
        return ""
    return (
        "**Quixo: nothing is lost with the first push.** Every first push and every reply to it is "
        f"a draw against perfect play; in quick play who begins gets "
        f"{win_share(run.results, 0).tell(1)} % of the points."
    )


def tell_quixo(runs: list[Told]) -> Section:
    """The section of Quixo."""
    if not runs:
        return Section("")
    pictures: dict[str, str] = {}
    rows = []
    for run in runs:
        if run.equals:
            own = run.own
            lines = own["lines at the rim"] + own["lines inside"] + own["diagonals"]
            rows.append([
                str(run.options["size"]), str(run.players), run.who,
                share(own["given away"], own["decided"]).tell(2),
                *[f"{100 * own[what] / max(lines, 1):.1f}"
                  for what in ("lines at the rim", "lines inside", "diagonals")],
            ])  # fmt: skip
    head = ["size", "players", "who plays", "ended by the loser's own push, %",
            "lines at the rim, %", "inside, %", "diagonals, %"]  # fmt: skip
    text = f"""\
## Quixo

### The first push

Exact values come from the shipped openings, so they are certain; shares of points (a draw counts
half, in percent, with the number of games) are those of the player who opened this way.
In parentheses: how many pushes are the same by symmetry. Pushes that only differ
in which of several blank cubes is moved give the same board.

{openings(runs, "first push")}

### How long, and which lines

{lengths(runs, "quixo-turns.svg", "How long a game of Quixo takes", pictures, "size")}

{table(head, rows)}"""
    return Section(text, pictures)


def tell_pylos(runs: list[Told]) -> Section:
    """The section of Pylos."""
    if not runs:
        return Section("")
    pictures: dict[str, str] = {}
    rows = []
    for run in runs:
        if run.equals:
            own, games = run.own, max(run.own["decided"], 1)
            reserve = spread_of(own["reserve of the winner"])
            rows.append([
                str(run.options["variant"]), run.who,
                *[f"{own[what][0] / games:.2f} – {own[what][1] / games:.2f}"
                  for what in ("raises", "squares", "taken back")],
                f"{reserve['mean']:.2f}",
            ])  # fmt: skip
    head = ["variant", "who plays", "raises, winner – loser", "squares and rows",
            "balls taken back", "winner's reserve at the end"]  # fmt: skip
    ahead = []
    for run in runs:
        if run.equals and run.options["variant"] != "beginners" and run.bots != ("random",):
            told = run.own["squares more"]
            ahead.append([str(run.options["variant"]), run.who, *[
                share(told[str(k)][1], told[str(k)][0]).tell(1) if told[str(k)][0] >= 50 else "–"
                for k in range(-2, 3)]])  # fmt: skip
    text = f"""\
## Pylos

### The first ball

The first player loses all three variants against perfect play, after every first ball: what
differs is how long it takes and how many replies keep the win.

{openings(runs, "first ball")}

### How long, and what wins

{lengths(runs, "pylos-turns.svg", "How long a game of Pylos takes", pictures, "variant")}

What winner and loser did, on average, in games that were decided:

{table(head, rows)}

How often light won, in percent, by how many more squares (or rows) than dark it had completed:

{table(["variant", "who plays", "−2", "−1", "as many", "+1", "+2"], ahead)}"""
    return Section(text, pictures)
