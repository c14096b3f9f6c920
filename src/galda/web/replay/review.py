"""A review in words and pictures: marks at turns, the chart, and the same as a table."""

from __future__ import annotations

from galda.bots.review import Prospects, TurnReview
from galda.core.show.language import percent, say
from galda.core.show.narration import mark_name, tell_turn
from galda.core.show.reasons import tell_reasons
from galda.table import Kept, Replay
from galda.table.replay.steps import read_step
from galda.web.common.render import templates
from galda.web.replay.chart import Chart, Mark, draw_chart
from galda.web.replay.schema import Remark, Review
from galda.web.replay.sums import show_sums, tell_turning_points

WORTH_LEARNING = ("blunder", "mistake")
"""An inaccuracy is too little to be found by a short look."""


def show_review(replay: Replay, kept: Kept | None, viewer: int, lang: str) -> Review:
    """What the page gets to know of a game's review."""
    if kept is None:
        return {"state": "none", "done": 0, "total": replay.last + 1, "marks": {}, "turning": []}
    found = [read_step(step) for step in kept.steps]
    marks = {
        ply: Mark(turn.mark, replay.seat(ply), _remark(replay, ply, turn, viewer, lang))
        for ply, turn in enumerate(found, start=1)
        if turn.mark
    }
    told: Review = {
        "state": "done" if kept.finished else "going",
        "done": len(found),
        "total": kept.total,
        "marks": {
            ply: _shown(replay, ply, found[ply - 1], mark.sentence, lang)
            for ply, mark in marks.items()
        },
        "turning": tell_turning_points(replay, found, lang),
    }
    if found:
        prospects = [turn.prospects for turn in found]
        told["chart"] = draw_chart(_chart(replay, prospects, marks, lang))
        told["table"] = _table(replay, found, marks, lang)
    if kept.finished:
        told["sums"] = show_sums(replay, found, lang)
    return told


def _shown(replay: Replay, ply: int, turn: TurnReview, sentence: str, lang: str) -> Remark:
    """What the page gets to know of a turn worth a remark."""
    seat, before = replay.seat(ply), replay.position(ply - 1)
    told: Remark = {
        "kind": turn.mark,
        "name": mark_name(turn.mark, lang),
        "text": sentence,
        "seat": seat,
    }
    if turn.mark in WORTH_LEARNING and replay.game.has("position_text"):
        told["task"] = {
            "position": before.seen_by(seat).text,
            "best": list(turn.better),
            "lost": percent(lang, turn.lost),
            "player": replay.name(seat, lang),
        }
    return told


def two_sided(replay: Replay) -> bool:
    """Whether two sides play: then one number says how both stand."""
    return len(set(replay.position(0).sides)) == 2


def side_name(replay: Replay, seat: int, lang: str) -> str:
    """The names of all who win and lose with a seat."""
    return " + ".join(replay.name(s, lang) for s in sorted(replay.position(0).sides[seat]))


def legend(replay: Replay, lang: str) -> list[str]:
    """Whose lines the chart has, in its order: below and above the line where two sides play."""
    if not two_sided(replay):
        return [replay.name(seat, lang) for seat in range(len(replay.position(0).sides))]
    sides = replay.position(0).sides
    other = next(seat for seat, side in enumerate(sides) if side != sides[0])
    return [side_name(replay, 0, lang), side_name(replay, other, lang)]


def _remark(replay: Replay, ply: int, turn: TurnReview, viewer: int, lang: str) -> str:
    before = replay.position(ply - 1)
    better = tell_turn(before, turn.better, lang, viewer)
    said = say(
        lang,
        "{mark} in turn {ply}, lost {lost}. Better: {better}",
        mark=mark_name(turn.mark, lang),
        ply=ply,
        lost=percent(lang, turn.lost),
        better=better,
    )
    why = tell_reasons(before, turn.better, replay.actions(ply), lang)
    return f"{said} {why}".strip()


def _chart(replay: Replay, prospects: list[Prospects], marks: dict[int, Mark], lang: str) -> Chart:
    names = legend(replay, lang)
    begin, now = prospects[0], prospects[-1]
    if two_sided(replay):
        title = say(lang, "Winning chances over the game")
        summary = say(
            lang,
            "{player}: {first} at the start, {last} after turn {turn}.",
            player=names[0],
            first=percent(lang, begin[0]),
            last=percent(lang, now[0]),
            turn=len(prospects) - 1,
        )
        lines = [[each[0] for each in prospects]]
        line_of = [0] * len(begin)
    else:
        title = say(lang, "Everyone's prospects over the game")
        summary = " ".join(
            say(
                lang,
                "{player}: {first} at the start, {last} after turn {turn}.",
                player=name,
                first=percent(lang, begin[seat]),
                last=percent(lang, now[seat]),
                turn=len(prospects) - 1,
            )
            for seat, name in enumerate(names)
        )
        lines = [[each[seat] for each in prospects] for seat in range(len(begin))]
        line_of = list(range(len(begin)))
    address = f"/game/{replay.id}"
    return Chart(title, summary, lines, line_of, replay.last, marks, replay.scorings, lang, address)


def _table(replay: Replay, found: list[TurnReview], marks: dict[int, Mark], lang: str) -> str:
    names = legend(replay, lang)
    seats = [0] if two_sided(replay) else list(range(len(names)))
    rows = [
        {
            "ply": ply,
            "player": replay.name(replay.seat(ply), lang) if ply else "",
            "worths": [percent(lang, turn.prospects[seat]) for seat in seats],
            "remark": marks[ply].sentence if ply in marks else "",
        }
        for ply, turn in enumerate(found)
    ]
    return templates().get_template("review.html").render(
        names=[names[k] for k in range(len(seats))],
        rows=rows,
        address=f"/game/{replay.id}",
        t=lambda message, **values: say(lang, message, **values),
    )  # fmt: skip
