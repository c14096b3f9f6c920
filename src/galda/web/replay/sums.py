"""What a whole review comes to, in words: turning points, accuracy, luck and skill."""

from __future__ import annotations

from galda.bots.review import TurnReview
from galda.bots.whole_game import Luck, luck, skills, turning_points
from galda.core.show.language import percent, say
from galda.table import Replay
from galda.web.common.render import templates
from galda.web.replay.schema import TurningPoint

NEXT_TO_NOTHING = 0.05
"""Chance that gave less than this to everybody is not worth a sentence."""


def tell_turning_points(replay: Replay, found: list[TurnReview], lang: str) -> list[TurningPoint]:
    """The turns that changed who leads."""
    points = turning_points([turn.prospects for turn in found], replay.position(0).sides)
    return [
        {
            "ply": point.ply,
            "text": say(
                lang,
                "Turn {ply} by {player}: {leader} takes the lead, from {before} to {after}.",
                ply=point.ply,
                player=replay.name(replay.seat(point.ply), lang),
                leader=replay.name(point.leader, lang),
                before=percent(lang, point.before),
                after=percent(lang, point.after),
            ),
        }
        for point in points
    ]


def show_sums(replay: Replay, found: list[TurnReview], lang: str) -> str:
    """How well everybody played, and in games with chance what that gave, as a table."""
    turns, end, sides = found[:-1], found[-1].prospects, replay.position(0).sides
    seats = [replay.seat(ply) for ply in range(1, len(found))]
    played = skills(turns, seats, len(end))
    accounts = luck(turns, end, seats, sides) if replay.game.has("determinize") else None
    rows = [
        {
            "player": replay.name(seat, lang),
            "accuracy": "–" if skill.accuracy is None else percent(lang, skill.accuracy),
            "parts": _parts(accounts[seat], lang) if accounts else (),
        }
        for seat, skill in enumerate(played)
    ]
    return templates().get_template("review_sums.html").render(
        rows=rows,
        luck=bool(accounts),
        sentence=_about_luck(replay, accounts, lang) if accounts else "",
        t=lambda message, **values: say(lang, message, **values),
    )  # fmt: skip


def _parts(account: Luck, lang: str) -> tuple[str, ...]:
    return tuple(
        _signed(part, lang) for part in (account.given_away, account.presented, account.chance)
    )


def _signed(share: float, lang: str) -> str:
    """A gain or a loss with its sign; what rounds to nothing has none."""
    if round(abs(share), 2) == 0:
        return percent(lang, 0.0)
    return ("+" if share > 0 else "−") + percent(lang, abs(share))


def _about_luck(replay: Replay, accounts: list[Luck], lang: str) -> str:
    """One sentence on what chance did."""
    best = max(range(len(accounts)), key=lambda seat: accounts[seat].chance)
    if accounts[best].chance < NEXT_TO_NOTHING:
        return say(lang, "Chance favoured nobody in this game.")
    return say(
        lang,
        "Chance favoured {player} most in this game: {gain}.",
        player=replay.name(best, lang),
        gain=_signed(accounts[best].chance, lang),
    )
